// SPDX-License-Identifier: Apache-2.0
#include "joint_laws.hpp"

namespace lockstep::devices::controllers {
namespace {

using Vector = Eigen::VectorXd;

Span<double> span_of(Vector& vector) {
  return {vector.data(), static_cast<std::size_t>(vector.size())};
}

class JointLaw final : public ControlLaw {
 public:
  JointLaw(JointLawType type, const LawContext& context)
      : type_{type},
        kp_{read_gain(context, "kp")},
        kd_{read_gain(context, "kd")},
        limiter_{context.joints.size()} {
    q_d_.read(context, "q_d");
    v_d_.read(context, "v_d");
    a_d_.read(context, "a_d");
    error_ = rate_ = acceleration_ = work_ = zero_ = Vector::Zero(kp_.rows());
    mass_ = Eigen::MatrixXd::Zero(kp_.rows(), kp_.rows());
  }

  void bind(Binder& binder, const std::string& prefix) override {
    q_d_.bind(binder, prefix, "rad", "Desired position of each joint");
    v_d_.bind(binder, prefix, "rad/s", "Desired velocity of each joint");
    a_d_.bind(binder, prefix, "rad/s2", "Desired acceleration of each joint");
    for (std::size_t part = 0; part < 3; ++part)
      binder.keep(span_of(limiter_.memory(part)));
  }

  void start(const ControlInput& input) noexcept override {
    q_d_.start(input.robot.q());
    v_d_.start(zero_);
    a_d_.start(zero_);
    limiter_.start(input.robot.q());
  }

  bool update(const ControlInput& input, Eigen::Ref<Vector> tau) noexcept override {
    RobotModel& robot = input.robot;
    for (Eigen::Index i = 0; i < error_.size(); ++i) {
      limiter_.update(input.limits, i, q_d_[i], input.period_s);
      error_[i] = limiter_.q(i) - robot.q()[i];
      rate_[i] = v_d_[i] + limiter_.v(i) - robot.v()[i];
      acceleration_[i] = a_d_[i] + limiter_.a(i);
    }
    work_.noalias() = kp_ * error_;
    work_.noalias() += kd_ * rate_;
    if (type_ == JointLawType::kPd) {
      tau = work_;
      return true;
    }
    robot.coriolis(tau);
    robot.mass_matrix(mass_);
    if (type_ == JointLawType::kComputedTorque) {
      work_ += acceleration_;
      tau.noalias() += mass_ * work_;
    } else {
      tau.noalias() += mass_ * acceleration_;
      tau += work_;
    }
    return true;
  }

  std::uint32_t limits_acted(std::size_t joint) const noexcept override {
    return limiter_.acted(static_cast<Eigen::Index>(joint));
  }
  std::optional<LinearGains> gains(RobotModel& /*robot*/) const override {
    Vector target{kp_.rows()};
    for (Eigen::Index i = 0; i < target.size(); ++i)
      target[i] = q_d_[i];
    return LinearGains{kp_, kd_, type_ == JointLawType::kComputedTorque, std::move(target)};
  }
  std::vector<std::string_view> fields() const override { return {"kp", "kd", "q_d", "v_d", "a_d"}; }

 private:
  JointLawType type_;
  Eigen::MatrixXd kp_, kd_, mass_;
  JointSetPoint q_d_, v_d_, a_d_;
  SetPointLimiter limiter_;
  Vector error_, rate_, acceleration_, work_, zero_;
};

}  // namespace

std::unique_ptr<ControlLaw> make_joint_law(JointLawType type, const LawContext& context) {
  return std::make_unique<JointLaw>(type, context);
}

}  // namespace lockstep::devices::controllers
