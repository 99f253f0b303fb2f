// SPDX-License-Identifier: Apache-2.0
#include "trajectory_law.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "lockstep/devices/controllers/joint_trajectory.hpp"

namespace lockstep::devices::controllers {
namespace {

using Vector = Eigen::VectorXd;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

Span<double> span_of(Vector& vector) {
  return {vector.data(), static_cast<std::size_t>(vector.size())};
}

enum class TrajectoryState : std::int32_t {
  kHolds = 0,
  kFollows = 1,
  kReached = 2,
  kLeftPath = 3,
  kMissedGoal = 4
};

/// Gains of the loops and what is tolerated.
struct TrajectoryConfig {
  Vector p, i, d, i_clamp, path, goal;
  double goal_time_s{0.0}, stopped{0.01};
  std::size_t max_points{1000};
};

void check_names(const core::ConfigNode& node, const LawContext& context,
                 const std::vector<std::string_view>& others) {
  std::vector<std::string_view> known = others;
  known.insert(known.end(), context.joints.begin(), context.joints.end());
  const std::vector<Diagnostic> unknown = node.unknown_fields(known, Severity::kError);
  if (!unknown.empty()) throw Error{ErrorCode::kBadInput, to_string(unknown[0]), unknown};
}

void read_gains(const LawContext& context, TrajectoryConfig& config) {
  const core::ConfigNode* const gains = context.config.find("gains");
  if (gains == nullptr) {
    config.p = read_gain(context, "kp").diagonal();
    config.d = read_gain(context, "kd").diagonal();
    return;
  }
  check_names(*gains, context, {});
  for (std::size_t j = 0; j < context.joints.size(); ++j) {
    const core::ConfigNode* const joint = gains->find(context.joints[j]);
    if (joint == nullptr)
      gains->fail("controller-missing", fmt::format("joint '{}' has no gains", context.joints[j]));
    const auto at = static_cast<Eigen::Index>(j);
    config.p[at] = joint->number("p", 0.0);
    config.i[at] = joint->number("i", 0.0);
    config.d[at] = joint->number("d", 0.0);
    config.i_clamp[at] = std::abs(joint->number("i_clamp", kInfinity));
    for (const double gain : {config.p[at], config.i[at], config.d[at]}) {
      if (gain < 0.0)
        joint->fail("controller-value", fmt::format("a gain of joint '{}' is {}; gains are not negative",
                                                    context.joints[j], gain));
    }
  }
}

TrajectoryConfig read_config(const LawContext& context) {
  TrajectoryConfig config;
  const auto n = static_cast<Eigen::Index>(context.joints.size());
  config.p = config.i = config.d = config.path = config.goal = Vector::Zero(n);
  config.i_clamp = Vector::Constant(n, kInfinity);
  read_gains(context, config);
  const std::int64_t points = context.config.integer("max_points", 1000);
  if (points < 1 || points > 1'000'000)
    context.config.fail("controller-value", fmt::format("'max_points' is {}; it is 1 to 1000000", points));
  config.max_points = static_cast<std::size_t>(points);
  const core::ConfigNode* const constraints = context.config.find("constraints");
  if (constraints == nullptr) return config;
  check_names(*constraints, context, {"goal_time", "stopped_velocity_tolerance"});
  config.goal_time_s = constraints->number("goal_time", 0.0);
  config.stopped = constraints->number("stopped_velocity_tolerance", 0.01);
  for (std::size_t j = 0; j < context.joints.size(); ++j) {
    const core::ConfigNode* const joint = constraints->find(context.joints[j]);
    if (joint == nullptr) continue;
    config.path[static_cast<Eigen::Index>(j)] = joint->number("trajectory", 0.0);
    config.goal[static_cast<Eigen::Index>(j)] = joint->number("goal", 0.0);
  }
  return config;
}

class TrajectoryLaw final : public ControlLaw {
 public:
  explicit TrajectoryLaw(const LawContext& context)
      : config_{read_config(context)},
        current_{context.joints.size(), config_.max_points},
        pending_{context.joints.size(), config_.max_points} {
    q_d_ = v_d_ = a_d_ = integral_ = error_ = Vector::Zero(config_.p.size());
    path_ = config_.path;
    goal_ = config_.goal;
    pending_path_ = path_;
    pending_goal_ = goal_;
  }

  void bind(Binder& binder, const std::string& prefix) override {
    const auto n = static_cast<std::uint32_t>(config_.p.size());
    q_out_ = binder.output<double>(prefix + "q_d", "rad", "Desired position", n);
    v_out_ = binder.output<double>(prefix + "v_d", "rad/s", "Desired velocity", n);
    error_out_ = binder.output<double>(prefix + "error", "rad", "Desired minus measured position", n);
    state_out_ = binder.output<std::int32_t>(
        prefix + "state", "", "0 holds, 1 follows, 2 reached, 3 left the path, 4 missed the goal");
    for (Vector* kept : {&q_d_, &v_d_, &a_d_, &integral_, &path_, &goal_, &pending_path_, &pending_goal_})
      binder.keep(span_of(*kept));
    const auto keep = [&](auto&& part) { binder.keep(part); };
    current_.each_memory(keep);
    pending_.each_memory(keep);
    binder.keep(has_pending_);
    binder.keep(state_);
    binder.keep(now_s_);
    RequestInfo request;
    request.name = prefix + "trajectory";
    using core::VariableType;
    const auto any = [](const char* name, const char* unit) {
      return RequestField{name, VariableType::kFloat64, unit, RequestField::kAnyCount};
    };
    request.arguments = {{"start", VariableType::kFloat64, "s", 1},
                         any("times", "s"),
                         any("positions", "rad"),
                         any("velocities", "rad/s"),
                         any("accelerations", "rad/s2"),
                         any("path_tolerance", "rad"),
                         any("goal_tolerance", "rad")};
    request.description = "Follows points over time";
    request.handler = [this](RequestCall& call) { take(call); };
    binder.declare_request(std::move(request));
  }

  void start(const ControlInput& input) noexcept override {
    now_s_ = input.time_s;
    hold_at(input.robot.q(), TrajectoryState::kHolds);
  }

  bool update(const ControlInput& input, Eigen::Ref<Vector> tau) noexcept override {
    now_s_ = input.time_s;
    if (has_pending_ && now_s_ >= pending_.begin_s()) splice();
    if (state_ == TrajectoryState::kFollows) current_.at(now_s_, q_d_, v_d_, a_d_);
    error_ = q_d_ - input.robot.q();
    check(input);
    for (Eigen::Index i = 0; i < error_.size(); ++i) {
      integral_[i] += config_.i[i] * error_[i] * input.period_s;
      integral_[i] = std::min(std::max(integral_[i], -config_.i_clamp[i]), config_.i_clamp[i]);
      tau[i] = config_.p[i] * error_[i] + integral_[i] + config_.d[i] * (v_d_[i] - input.robot.v()[i]);
      const auto joint = static_cast<std::size_t>(i);
      q_out_[joint] = q_d_[i];
      v_out_[joint] = v_d_[i];
      error_out_[joint] = error_[i];
    }
    state_out_[0] = static_cast<std::int32_t>(state_);
    return true;
  }

  std::optional<LinearGains> gains(RobotModel& /*robot*/) const override {
    return LinearGains{config_.p.asDiagonal(), config_.d.asDiagonal(), false, {}};
  }
  std::vector<std::string_view> fields() const override {
    return {"gains", "kp", "kd", "constraints", "max_points"};
  }

 private:
  void hold_at(const Vector& q, TrajectoryState state) noexcept {
    q_d_ = q;
    v_d_.setZero();
    a_d_.setZero();
    integral_.setZero();
    current_.clear();
    has_pending_ = false;
    state_ = state;
  }

  /// Tolerances of a request: empty, or one per joint with 0 for the configured one and -1 for none.
  bool set_tolerance(Span<const double> given, const Vector& configured, Vector& tolerance) const noexcept {
    if (given.size() != 0 && given.size() != static_cast<std::size_t>(configured.size())) return false;
    tolerance = configured;
    for (std::size_t j = 0; j < given.size(); ++j) {
      if (given[j] == 0.0) continue;
      tolerance[static_cast<Eigen::Index>(j)] = given[j] < 0.0 ? 0.0 : given[j];
    }
    return true;
  }

  void take(RequestCall& call) noexcept {
    const auto n = static_cast<std::size_t>(config_.p.size());
    const Span<const double> times = call.numbers(1), positions = call.numbers(2),
                             velocities = call.numbers(3), accelerations = call.numbers(4);
    const auto fits = [&](Span<const double> values) {
      return values.size() == 0 || values.size() == times.size() * n;
    };
    if (positions.size() != times.size() * n || !fits(velocities) || !fits(accelerations))
      return call.refuse("positions, velocities and accelerations need one number per joint and point");
    if (accelerations.size() != 0 && velocities.size() == 0)
      return call.refuse("accelerations need velocities, too");
    const double begin_s = call.number(0) > 0.0 ? call.number(0) : now_s_;
    const char* const wrong = pending_.set(begin_s, now_s_, times.data(), times.size(), positions.data(),
                                           velocities.size() != 0 ? velocities.data() : nullptr,
                                           accelerations.size() != 0 ? accelerations.data() : nullptr);
    if (wrong != nullptr) return call.refuse(wrong);
    if (!set_tolerance(call.numbers(5), config_.path, pending_path_) ||
        !set_tolerance(call.numbers(6), config_.goal, pending_goal_))
      return call.refuse("tolerances need one number per joint, or none");
    pending_.begin_at(std::max(begin_s, now_s_), q_d_, v_d_, a_d_);
    has_pending_ = true;
  }

  /// The new trajectory takes over from the desired state of the old one.
  void splice() noexcept {
    if (state_ == TrajectoryState::kFollows) current_.at(pending_.begin_s(), q_d_, v_d_, a_d_);
    pending_.begin_at(pending_.begin_s(), q_d_, v_d_, a_d_);
    current_.copy_from(pending_);
    path_ = pending_path_;
    goal_ = pending_goal_;
    has_pending_ = false;
    state_ = TrajectoryState::kFollows;
  }

  static bool beyond(const Vector& error, const Vector& tolerance) noexcept {
    for (Eigen::Index i = 0; i < error.size(); ++i)
      if (tolerance[i] > 0.0 && std::abs(error[i]) > tolerance[i]) return true;
    return false;
  }

  void check(const ControlInput& input) noexcept {
    if (state_ != TrajectoryState::kFollows) return;
    if (now_s_ < current_.end_s()) {
      if (beyond(error_, path_)) abort(input, TrajectoryState::kLeftPath);
      return;
    }
    const bool stops = config_.stopped <= 0.0 || input.robot.v().cwiseAbs().maxCoeff() <= config_.stopped;
    const bool has_goal = goal_.maxCoeff() > 0.0;
    if (!beyond(error_, goal_) && (stops || !has_goal))
      state_ = TrajectoryState::kReached;
    else if (now_s_ > current_.end_s() + config_.goal_time_s)
      abort(input, TrajectoryState::kMissedGoal);
  }

  void abort(const ControlInput& input, TrajectoryState why) noexcept {
    hold_at(input.robot.q(), why);
    error_.setZero();
  }

  TrajectoryConfig config_;
  JointTrajectory current_, pending_;
  bool has_pending_{false};
  TrajectoryState state_{TrajectoryState::kHolds};
  double now_s_{0.0};
  Vector q_d_, v_d_, a_d_, integral_, error_, path_, goal_, pending_path_, pending_goal_;
  Span<double> q_out_, v_out_, error_out_;
  Span<std::int32_t> state_out_;
};

}  // namespace

std::unique_ptr<ControlLaw> make_trajectory_law(const LawContext& context) {
  return std::make_unique<TrajectoryLaw>(context);
}

}  // namespace lockstep::devices::controllers
