// SPDX-License-Identifier: Apache-2.0
#include "cartesian_laws.hpp"

#include <fmt/format.h>

#include <Eigen/Cholesky>
#include <array>
#include <cmath>

#include "cartesian_target.hpp"

namespace lockstep::devices::controllers {
namespace {

using Vector = Eigen::VectorXd;
using Vector6 = Eigen::Matrix<double, 6, 1>;
using Matrix6 = Eigen::Matrix<double, 6, 6>;

Vector6 read_six(const core::ConfigNode& config, const char* field) {
  const std::vector<double> numbers = config.numbers(field);
  if (numbers.size() != 2 && numbers.size() != 6)
    config.fail("controller-size", fmt::format("'{}' has {} numbers; give 2 (translation, rotation) or 6",
                                               field, numbers.size()));
  Vector6 values;
  for (std::size_t i = 0; i < 6; ++i) {
    values[static_cast<Eigen::Index>(i)] = numbers.size() == 6 ? numbers[i] : numbers[i / 3];
    if (!(values[static_cast<Eigen::Index>(i)] >= 0.0))
      config.fail("controller-value", fmt::format("'{}' has {}; gains are not negative", field,
                                                  values[static_cast<Eigen::Index>(i)]));
  }
  return values;
}

class CartesianLaw final : public ControlLaw {
 public:
  CartesianLaw(CartesianLawType type, const LawContext& context)
      : type_{type},
        link_{read_link(context)},
        kp_{read_six(context.config, "kp")},
        kd_{read_six(context.config, "kd")},
        null_kp_{context.config.number("null_kp", 0.0)},
        null_kd_{context.config.number("null_kd", 1.0)},
        target_{context.config} {
    const auto n = static_cast<Eigen::Index>(context.joints.size());
    posture_ = work_ = Vector::Zero(n);
    jacobian_ = jacobian_rate_ = Eigen::MatrixXd::Zero(6, n);
    mass_ = Eigen::MatrixXd::Zero(n, n);
    inverse_ = Eigen::MatrixXd::Zero(n, 6);
    factor_.compute(Eigen::MatrixXd::Identity(n, n));  // takes its memory now, not in a step
  }

  void bind(Binder& binder, const std::string& prefix) override {
    target_.bind(binder, prefix);
    pose_out_ = binder.output<double>(prefix + "pose", "", "Pose of the link: x, y, z, w, x, y, z", 7);
    binder.keep(Span<double>{posture_.data(), static_cast<std::size_t>(posture_.size())});
  }

  void start(const ControlInput& input) noexcept override {
    target_.start(input.robot.link_pose(link_));
    posture_ = input.robot.q();
  }

  bool update(const ControlInput& input, Eigen::Ref<Vector> tau) noexcept override {
    RobotModel& robot = input.robot;
    const dynamics::Pose pose = robot.link_pose(link_);
    target_.update(pose, input.time_s, input.period_s);
    robot.jacobian(link_, jacobian_);
    const Vector6 twist = jacobian_ * robot.v();
    Vector6 wanted = kp_.cwiseProduct(target_.error(pose)) + kd_.cwiseProduct(target_.velocity() - twist);
    robot.mass_matrix(mass_);
    factor_.compute(mass_);
    inverse_ = jacobian_.transpose();
    factor_.solveInPlace(inverse_);  // M^-1 J'
    Matrix6 mobility = 1e-9 * Matrix6::Identity();
    mobility.noalias() += jacobian_ * inverse_;
    const Eigen::LDLT<Matrix6> inertia{mobility};
    if (type_ == CartesianLawType::kPose) {
      robot.jacobian_rate(link_, jacobian_rate_);
      wanted += target_.acceleration();
      wanted.noalias() -= jacobian_rate_ * robot.v();
      wanted = inertia.solve(wanted).eval();
    }
    robot.coriolis(tau);
    tau.noalias() += jacobian_.transpose() * wanted;
    // What moves the elbow and leaves the link alone: (1 - J' L J M^-1) tau_0.
    work_ = null_kp_ * (posture_ - robot.q()) - null_kd_ * robot.v();
    tau += work_;
    const Vector6 seen = inverse_.transpose() * work_;
    const Vector6 taken = inertia.solve(seen);
    tau.noalias() -= jacobian_.transpose() * taken;
    publish(pose);
    return true;
  }

  std::optional<LinearGains> gains(RobotModel& robot) const override {
    const auto n = static_cast<Eigen::Index>(robot.size());
    if (type_ == CartesianLawType::kPose)
      return LinearGains{kp_.maxCoeff() * Eigen::MatrixXd::Identity(n, n),
                         kd_.maxCoeff() * Eigen::MatrixXd::Identity(n, n),
                         true,
                         {}};
    Eigen::MatrixXd J{6, n};
    robot.jacobian(link_, J);
    return LinearGains{J.transpose() * kp_.asDiagonal() * J, J.transpose() * kd_.asDiagonal() * J, false, {}};
  }
  std::vector<std::string_view> fields() const override {
    return {"link",         "kp",   "kd",         "null_kp",     "null_kd",         "speed",
            "acceleration", "jerk", "turn_speed", "marker_axes", "marker_threshold"};
  }

 private:
  static std::size_t read_link(const LawContext& context) {
    const std::string name = context.config.text_of("link");
    try {
      return context.mechanism.link(name);
    } catch (const Error& error) {
      context.config.fail("controller-link", error.what());
    }
  }

  void publish(const dynamics::Pose& pose) noexcept {
    for (std::size_t i = 0; i < 3; ++i)
      pose_out_[i] = pose.position[static_cast<Eigen::Index>(i)];
    pose_out_[3] = pose.orientation.w();
    pose_out_[4] = pose.orientation.x();
    pose_out_[5] = pose.orientation.y();
    pose_out_[6] = pose.orientation.z();
  }

  CartesianLawType type_;
  std::size_t link_;
  Vector6 kp_, kd_;
  double null_kp_, null_kd_;
  CartesianTarget target_;
  Vector posture_, work_;
  Eigen::MatrixXd jacobian_, jacobian_rate_, mass_, inverse_;
  Eigen::LLT<Eigen::MatrixXd> factor_;
  Span<double> pose_out_;
};

}  // namespace

std::unique_ptr<ControlLaw> make_cartesian_law(CartesianLawType type, const LawContext& context) {
  return std::make_unique<CartesianLaw>(type, context);
}

}  // namespace lockstep::devices::controllers
