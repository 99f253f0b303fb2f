// SPDX-License-Identifier: Apache-2.0
#include "../../hosts/mujoco/src/mjcf.hpp"
#include "../../hosts/mujoco/src/model_loader.hpp"
#include "oracle.hpp"

namespace lockstep::dynamics {
namespace {

class MujocoOracle final : public Oracle {
 public:
  explicit MujocoOracle(const hosts::EnginePlan& plan) {
    hosts::mujoco::HullTexts hulls;
    model_ = hosts::mujoco::load_model(hosts::mujoco::mjcf_text(plan, {}, {}, hulls));
    data_.reset(mj_makeData(model_.get()));
    for (const std::size_t link : plan.tree.free_links)
      base_ = mj_name2id(model_.get(), mjOBJ_JOINT, ("f" + std::to_string(link)).c_str());
    for (std::size_t j = 0; j < plan.layout.joints.size(); ++j)
      for (unsigned axis = 0; axis < plan.layout.joints[j].axis_count; ++axis) {
        const std::string name = "j" + std::to_string(j) + "_" + std::to_string(axis);
        joints_.push_back(mj_name2id(model_.get(), mjOBJ_JOINT, name.c_str()));
      }
  }

  void evaluate(const FullState& state, Eigen::MatrixXd& M, Eigen::VectorXd& bias) override {
    const int n = model_->nv;
    // Velocity of the model = T * velocity of ours: MuJoCo has the angular velocity of a free body in its own
    // axes.
    Eigen::MatrixXd T = Eigen::MatrixXd::Zero(n, n);
    int row = 0;
    if (base_ >= 0) {
      const Eigen::Matrix3d R = state.base.orientation.toRotationMatrix();
      mjtNum* const q = data_->qpos + model_->jnt_qposadr[base_];
      mjtNum* const v = data_->qvel + model_->jnt_dofadr[base_];
      const Eigen::Vector3d w = R.transpose() * state.base_angular;
      for (int k = 0; k < 3; ++k) {
        q[k] = state.base.position[k];
        v[k] = state.base_linear[k];
        v[k + 3] = w[k];
      }
      q[3] = state.base.orientation.w();
      q[4] = state.base.orientation.x();
      q[5] = state.base.orientation.y();
      q[6] = state.base.orientation.z();
      T.block<3, 3>(model_->jnt_dofadr[base_], 0) = Eigen::Matrix3d::Identity();
      T.block<3, 3>(model_->jnt_dofadr[base_] + 3, 3) = R.transpose();
      row = 6;
    }
    for (std::size_t i = 0; i < joints_.size(); ++i) {
      data_->qpos[model_->jnt_qposadr[joints_[i]]] = state.q[static_cast<Eigen::Index>(i)];
      data_->qvel[model_->jnt_dofadr[joints_[i]]] = state.v[static_cast<Eigen::Index>(i)];
      T(model_->jnt_dofadr[joints_[i]], row + static_cast<int>(i)) = 1.0;
    }
    mj_forward(model_.get(), data_.get());
    Eigen::MatrixXd full(n, n);
    mj_fullM(model_.get(), full.data(), data_->qM);
    M = T.transpose() * full * T;
    bias = T.transpose() * Eigen::Map<Eigen::VectorXd>{data_->qfrc_bias, n};
  }

 private:
  hosts::mujoco::Model model_;
  hosts::mujoco::Data data_;
  int base_{-1};
  std::vector<int> joints_;
};

}  // namespace

std::unique_ptr<Oracle> make_mujoco_oracle(const hosts::EnginePlan& plan) {
  return std::make_unique<MujocoOracle>(plan);
}

}  // namespace lockstep::dynamics
