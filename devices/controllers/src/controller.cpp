// SPDX-License-Identifier: Apache-2.0
#include "controller.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "lockstep/devices/controllers/momentum_observer.hpp"
#include "lockstep/devices/controllers/stability.hpp"

namespace lockstep::devices::controllers {
namespace {

using Vector = Eigen::VectorXd;

Span<double> span_of(Vector& vector) {
  return {vector.data(), static_cast<std::size_t>(vector.size())};
}

std::uint32_t bit(Limited what) {
  return 1U << static_cast<unsigned>(what);
}

class Controller final : public Device {
 public:
  explicit Controller(ControllerConfig config) : config_{std::move(config)} {
    law_tau_ = tau_d_ = tau_ = acceleration_ = last_acceleration_ = work_ = acted_ =
        Vector::Zero(static_cast<Eigen::Index>(config_.joints.size()));
    if (config_.observer) observer_ = MomentumObserver{config_.joints.size(), config_.observer->gain_per_s};
    catching_up_.assign(config_.joints.size(), 0);
  }

  const std::string& name() const noexcept override { return config_.name; }

  void bind(Binder& binder) override {
    gravity_W_ = binder.gravity_W();
    make_robot();
    bind_joints(binder);
    host_compensates_gravity_ = binder.has(hosts::Capability::kCompensatesGravity);
    host_compensates_friction_ = binder.has(hosts::Capability::kCompensatesFriction);
    config_.compensate_gravity &= !host_compensates_gravity_;
    config_.compensate_friction &= !host_compensates_friction_;
    declare(binder);
    for (NamedLaw& one : config_.laws)
      one.law->bind(binder, config_.laws.size() == 1 ? std::string{} : one.name + "/");
    binder.run_in(Phase::kControl);
    full_name_ = binder.name();
  }

  void reset(const StepInfo& start) override {
    if (*gravity_W_ != config_.robot.world->gravity_m_s2) {  // known once the host is at its start
      config_.robot.world->gravity_m_s2 = *gravity_W_;
      make_robot();
    }
    active_ = next_ = 0;
    tau_d_.setZero();
    tau_.setZero();
    last_acceleration_.setZero();
    std::fill(catching_up_.begin(), catching_up_.end(), std::uint8_t{0});
    started_ = false;
    fault_ = Fault::kNone;
    read_state();
    law().start(input_of(start));
    if (config_.observer) observer_.start(*robot_);
    check_stability(start.interval.size_s > 0.0 ? start.interval.size_s : start.step_s);
  }

  core::Status run(const StepInfo& step) noexcept override {
    if (!read_state()) return core::Status::kError;
    const ControlInput input = input_of(step);
    if (next_ != active_) {
      active_ = next_;
      law().start(input);
      std::fill(catching_up_.begin(), catching_up_.end(), std::uint8_t{1});
    }
    observe();
    period_s_ = input.period_s;
    if (!check_motion(input.period_s)) return fail(Fault::kLimit);
    if (!law().update(input, law_tau_)) return fail(Fault::kLaw);
    if (!law_tau_.allFinite()) return fail(Fault::kNotFinite);
    for (std::size_t i = 0; i < config_.joints.size(); ++i)
      saturated_[i] = static_cast<std::int32_t>(law().limits_acted(i));
    if (!limit_rotatum(input.period_s)) return fail(Fault::kLimit);
    compensate();
    if (!limit_effort()) return fail(Fault::kLimit);
    drive_actuators();
    note_what_acts();
    started_ = true;
    publish();
    hold(step);
    return core::Status::kOk;
  }

  void hold(const StepInfo& /*step*/) noexcept override {
    for (std::size_t i = 0; i < commands_.size(); ++i)
      commands_[i].add(tau_[static_cast<Eigen::Index>(i)]);
  }
  void make_safe(const StepInfo& /*step*/) noexcept override {}

  std::string fault() const override {
    switch (fault_) {
      case Fault::kLimit:
        return to_string(crossing_, config_.joints[crossing_.joint]) + "; its policy is abort";
      case Fault::kLaw:
        return fmt::format("controller '{}' cannot go on: {}", config_.laws[active_].name,
                           config_.laws[active_].law->why());
      case Fault::kState:
        return fmt::format("joint '{}' has position {} and velocity {}; they must be finite",
                           robot_->mechanism().coordinates()[bad_].joint, motions_[bad_].position(),
                           motions_[bad_].velocity());
      case Fault::kNotFinite:
        return fmt::format("controller '{}' gives {} N.m for joint '{}'; set points and gains must be finite",
                           config_.laws[active_].name,
                           law_tau_[static_cast<Eigen::Index>(first_bad_torque())],
                           config_.joints[first_bad_torque()]);
      case Fault::kNone:
        break;
    }
    return "the controller has not failed";
  }

 private:
  enum class Fault : std::uint8_t { kNone, kLimit, kLaw, kState, kNotFinite };

  core::Status fail(Fault why) noexcept {
    fault_ = why;
    return core::Status::kError;
  }
  ControlLaw& law() noexcept { return *config_.laws[active_].law; }
  ControlInput input_of(const StepInfo& step) noexcept {
    return {*robot_, step.interval.from_s, step.interval.size_s, config_.limits};
  }
  std::size_t first_bad_torque() const {
    for (Eigen::Index i = 0; i < law_tau_.size(); ++i)
      if (!std::isfinite(law_tau_[i])) return static_cast<std::size_t>(i);
    return 0;
  }

  void make_robot() {
    robot_ =
        std::make_unique<RobotModel>(std::make_shared<const dynamics::Mechanism>(
                                         *config_.robot.world, config_.robot.model, config_.robot.options),
                                     config_.joints);
  }

  void bind_joints(Binder& binder) {
    for (const dynamics::Coordinate& axis : robot_->mechanism().coordinates())
      motions_.push_back(binder.read_joint(binder.find_joint(axis.joint), axis.axis));
    for (std::size_t i = 0; i < config_.joints.size(); ++i) {
      const dynamics::Coordinate& axis = robot_->coordinate(i);
      const hosts::JointIndex joint = binder.find_joint(axis.joint);
      // Limits are those of the controller, which may be off.
      constexpr double kNone = std::numeric_limits<double>::infinity();
      binder.set_command_limits(joint, axis.axis, kNone, kNone);
      commands_.push_back(binder.claim_command(joint, axis.axis));
      const auto index = static_cast<std::size_t>(&axis - robot_->mechanism().coordinates().data());
      controlled_.push_back(index);
    }
  }

  void declare(Binder& binder) {
    const auto n = static_cast<std::uint32_t>(config_.joints.size());
    tau_d_out_ = binder.output<double>("tau_d", "N.m", "Torque without gravity and friction", n);
    tau_out_ = binder.output<double>("tau", "N.m", "Torque that is commanded", n);
    saturated_ = binder.output<std::int32_t>("saturated", "", "Bits of the limits that acted", n);
    active_out_ = binder.output<std::int32_t>("active", "", "Index of the active controller");
    binder.keep(span_of(tau_d_));
    binder.keep(span_of(tau_));
    binder.keep(span_of(last_acceleration_));
    binder.keep(Span<std::uint8_t>{catching_up_.data(), catching_up_.size()});
    if (config_.observer) declare_observer(binder);
    if (config_.transmissions) {
      actuator_position_ = binder.output<double>("actuator_position", "rad", "Position of each actuator", n);
      actuator_velocity_ =
          binder.output<double>("actuator_velocity", "rad/s", "Velocity of each actuator", n);
      actuator_effort_ = binder.output<double>("actuator_effort", "N.m", "Effort of each actuator", n);
    }
    binder.keep(active_);
    binder.keep(next_);
    binder.keep(started_);
    if (config_.laws.size() == 1) return;
    RequestInfo request;
    request.name = "switch";
    request.arguments = {{"controller", core::VariableType::kString, "", 1}};
    request.description = "Makes another controller the active one";
    request.handler = [this](RequestCall& call) {
      for (std::size_t i = 0; i < config_.laws.size(); ++i) {
        if (config_.laws[i].name != call.text()) continue;
        next_ = i;
        return;
      }
      call.refuse("there is no controller of that name");
    };
    binder.declare_request(std::move(request));
  }

  void declare_observer(Binder& binder) {
    const auto n = static_cast<std::uint32_t>(config_.joints.size());
    external_torque_ =
        binder.output<double>("external_torque", "N.m", "Torque that others apply to the joints", n);
    if (config_.observer->link)
      external_wrench_ = binder.output<double>("external_wrench", "",
                                               "Force [N] and moment [N.m] on the link, world axes", 6);
    contact_ = binder.output<bool>("contact", "", "Something touches the robot");
    for (std::size_t part = 0; part < 3; ++part)
      binder.keep(span_of(observer_.memory(part)));
    binder.keep(span_of(acted_));
    binder.keep(period_s_);
  }

  /// What others did to the robot since the last run.
  void observe() noexcept {
    if (!config_.observer || !started_) return;
    observer_.update(*robot_, acted_, period_s_);
    bool touched = false;
    const Vector& torque = observer_.external_torque();
    for (Eigen::Index i = 0; i < torque.size(); ++i) {
      external_torque_[static_cast<std::size_t>(i)] = torque[i];
      touched |= std::abs(torque[i]) > config_.observer->torque_threshold[i];
    }
    if (config_.observer->link) {
      const Eigen::Matrix<double, 6, 1> wrench = observer_.external_wrench(*robot_, *config_.observer->link);
      for (Eigen::Index i = 0; i < 6; ++i)
        external_wrench_[static_cast<std::size_t>(i)] = wrench[i];
      touched |= wrench.head<3>().norm() > config_.observer->force_threshold_n;
    }
    contact_[0] = touched;
  }

  /// The torque that will act on the joints until the next run: the host's own compensation is part of it.
  void note_what_acts() noexcept {
    if (!config_.observer) return;
    acted_ = tau_;
    if (host_compensates_gravity_) {
      robot_->gravity(work_);
      acted_ += work_;
    }
    if (host_compensates_friction_) {
      robot_->passive(work_);
      acted_ -= work_;
    }
  }

  /// Joint efforts through the actuators, whose limits act on both joints of a differential.
  void drive_actuators() noexcept {
    if (!config_.transmissions) return;
    const TransmissionMap& map = *config_.transmissions;
    map.efforts(tau_, work_);
    bool clipped = false;
    for (Eigen::Index i = 0; i < work_.size(); ++i) {
      const double limit = config_.actuator_effort[i];
      const double within = std::min(std::max(work_[i], -limit), limit);
      clipped |= within != work_[i];
      work_[i] = within;
      actuator_effort_[static_cast<std::size_t>(i)] = within;
    }
    if (clipped) map.joint_efforts(work_, tau_);
    map.positions(robot_->q(), work_);
    for (std::size_t i = 0; i < map.size(); ++i)
      actuator_position_[i] = work_[static_cast<Eigen::Index>(i)];
    map.velocities(robot_->v(), work_);
    for (std::size_t i = 0; i < map.size(); ++i)
      actuator_velocity_[i] = work_[static_cast<Eigen::Index>(i)];
  }

  /// Checks every law where the robot is and at its set point.
  void check_stability(double step_s) {
    if (config_.stability == StabilityCheck::kOff) return;
    const Vector start = robot_->q();
    Eigen::MatrixXd mass(start.size(), start.size());
    for (const NamedLaw& one : config_.laws) {
      const std::optional<LinearGains> gains = one.law->gains(*robot_);
      if (!gains) continue;
      robot_->mass_matrix(mass);
      SamplingStability worst = check_sampling(*gains, mass, step_s);
      if (gains->q_d.size() == start.size()) {
        put(gains->q_d);
        robot_->mass_matrix(mass);
        const SamplingStability there = check_sampling(*gains, mass, step_s);
        if (there.longest_step_s < worst.longest_step_s) worst = there;
        read_state();
      }
      report_stability(one.name, worst, step_s);
    }
  }

  void put(const Vector& q) noexcept {
    for (Eigen::Index i = 0; i < q.size(); ++i)
      robot_->set_axis(controlled_[static_cast<std::size_t>(i)], q[i], 0.0);
    robot_->update();
  }

  void report_stability(const std::string& law, const SamplingStability& found, double step_s) const {
    if (found.stable) {
      if (config_.log)
        config_.log({core::LogLevel::kInfo, full_name_, "controller-stability",
                     fmt::format("controller '{}' is stable with steps up to {:.4g} ms", law,
                                 1e3 * found.longest_step_s)});
      return;
    }
    std::string joints;
    for (const std::size_t joint : found.joints)
      joints += (joints.empty() ? "'" : ", '") + config_.joints[joint] + "'";
    const std::string text = fmt::format(
        "controller '{}' is unstable with steps of {:.4g} ms: joint {} would oscillate; its gains "
        "allow steps below {:.4g} ms (4 M - 2 h Kd - h^2 Kp must be positive definite). Shorten "
        "the step or lower kd and kp",
        law, 1e3 * step_s, joints, 1e3 * found.longest_step_s);
    if (config_.stability == StabilityCheck::kRefuse)
      throw Error{ErrorCode::kBadInput, full_name_ + ": " + text};
    if (config_.log)
      config_.log({core::LogLevel::kWarning, full_name_, "controller-stability", full_name_ + ": " + text});
  }

  /// Sets the robot to what was measured; false when a number is not finite.
  bool read_state() noexcept {
    for (std::size_t i = 0; i < motions_.size(); ++i) {
      const double position = motions_[i].position(), velocity = motions_[i].velocity();
      if (!std::isfinite(position) || !std::isfinite(velocity)) {
        fault_ = Fault::kState;
        bad_ = i;
        return false;
      }
      robot_->set_axis(i, position, velocity);
    }
    robot_->update();
    return true;
  }

  /// Limits of the measured motion whose policy is abort.
  bool check_motion(double period_s) noexcept {
    for (std::size_t i = 0; i < controlled_.size(); ++i)
      acceleration_[static_cast<Eigen::Index>(i)] = motions_[controlled_[i]].acceleration();
    work_ = (acceleration_ - last_acceleration_) / period_s;
    last_acceleration_ = acceleration_;
    const JointLimits& limits = config_.limits;
    return limits.allows(Limited::kPosition, robot_->q(), crossing_) &&
           limits.allows(Limited::kVelocity, robot_->v(), crossing_) &&
           limits.allows(Limited::kAcceleration, acceleration_, crossing_) &&
           (!started_ || limits.allows(Limited::kJerk, work_, crossing_));
  }

  /// tau_d from the law's torque: no faster than the limit of rotatum, and after a switch than switch_rate.
  bool limit_rotatum(double period_s) noexcept {
    const JointLimits& limits = config_.limits;
    work_ = (law_tau_ - tau_d_) / period_s;
    if (!limits.allows(Limited::kRotatum, work_, crossing_)) return false;
    const bool saturates = limits.policy(Limited::kRotatum) == LimitPolicy::kSaturate;
    for (Eigen::Index i = 0; i < law_tau_.size(); ++i) {
      const auto joint = static_cast<std::size_t>(i);
      double step = law_tau_[i] - tau_d_[i];
      if (saturates) {
        const double largest = limits.upper(Limited::kRotatum, i) * period_s;
        if (std::abs(step) > largest) {
          step = std::copysign(largest, step);
          saturated_[joint] |= static_cast<std::int32_t>(bit(Limited::kRotatum));
        }
      }
      if (catching_up_[joint] != 0) {
        const double largest = config_.switch_rate * period_s;
        if (std::abs(step) <= largest)
          catching_up_[joint] = 0;
        else
          step = std::copysign(largest, step);
      }
      const bool whole = step == law_tau_[i] - tau_d_[i];
      tau_d_[i] = whole ? law_tau_[i] : tau_d_[i] + step;
    }
    return true;
  }

  void compensate() noexcept {
    tau_ = tau_d_;
    if (config_.compensate_gravity) {
      robot_->gravity(work_);
      tau_ += work_;
    }
    if (config_.compensate_friction) {
      robot_->passive(work_);
      tau_ -= work_;
    }
  }

  bool limit_effort() noexcept {
    const JointLimits& limits = config_.limits;
    if (!limits.allows(Limited::kEffort, tau_, crossing_)) return false;
    if (limits.policy(Limited::kEffort) != LimitPolicy::kSaturate) return true;
    for (Eigen::Index i = 0; i < tau_.size(); ++i) {
      const double within = limits.clamped(Limited::kEffort, i, tau_[i]);
      if (within != tau_[i])
        saturated_[static_cast<std::size_t>(i)] |= static_cast<std::int32_t>(bit(Limited::kEffort));
      tau_[i] = within;
    }
    return true;
  }

  void publish() noexcept {
    for (std::size_t i = 0; i < config_.joints.size(); ++i) {
      tau_d_out_[i] = tau_d_[static_cast<Eigen::Index>(i)];
      tau_out_[i] = tau_[static_cast<Eigen::Index>(i)];
    }
    active_out_[0] = static_cast<std::int32_t>(active_);
  }

  ControllerConfig config_;
  std::string full_name_;
  const Eigen::Vector3d* gravity_W_{nullptr};
  std::unique_ptr<RobotModel> robot_;
  std::vector<JointMotion> motions_;     // of every axis of the robot
  std::vector<std::size_t> controlled_;  // index in motions_ of each controlled joint
  std::vector<JointCommand> commands_;   // of the controlled joints
  Span<double> tau_d_out_, tau_out_;
  Span<std::int32_t> saturated_, active_out_;
  bool host_compensates_gravity_{false}, host_compensates_friction_{false};
  Vector law_tau_, tau_d_, tau_, acceleration_, last_acceleration_, work_;
  MomentumObserver observer_;
  Vector acted_;  // torque on the joints since the last run
  double period_s_{0.0};
  Span<double> external_torque_, external_wrench_, actuator_position_, actuator_velocity_, actuator_effort_;
  Span<bool> contact_;
  std::vector<std::uint8_t> catching_up_;  // joints whose torque has not met the new law yet
  std::size_t active_{0}, next_{0};
  bool started_{false};
  Fault fault_{Fault::kNone};
  std::size_t bad_{0};
  JointLimits::Crossing crossing_;
};

}  // namespace

std::unique_ptr<Device> make_controller(ControllerConfig config) {
  return std::make_unique<Controller>(std::move(config));
}

}  // namespace lockstep::devices::controllers
