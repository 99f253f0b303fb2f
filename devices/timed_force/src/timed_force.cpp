// SPDX-License-Identifier: Apache-2.0
#include "lockstep/devices/timed_force/timed_force.hpp"

#include <cmath>
#include <limits>

#include "lockstep/core/error.hpp"

namespace lockstep::devices::timed_force {
namespace {

struct Config {
  std::string name, link;
  Eigen::Vector3d force_n{0, 0, 0}, torque_nm{0, 0, 0};
  core::SimTime start{0};
  core::SimTime end{std::numeric_limits<std::int64_t>::max()};
  DeviceOptions options;
};

Eigen::Vector3d vector_of(const core::ConfigNode& node, const char* field) {
  if (!node.has(field)) return Eigen::Vector3d::Zero();
  const std::vector<double> numbers = node.numbers(field, 3);
  return {numbers[0], numbers[1], numbers[2]};
}

/// Seconds not below 0 as nanoseconds.
core::SimTime time_of(const core::ConfigNode& node, const char* field) {
  constexpr double kLongest = 9e9;  // 285 years, just below what nanoseconds in 64 bits hold
  const double seconds = node.number(field);
  if (!(seconds >= 0.0 && seconds <= kLongest))
    node.fail("timed-force-time", std::string{"'"} + field + "' is outside of 0 to 9e9 s");
  return core::SimTime{std::llround(seconds * 1e9)};
}

Config read_config(const core::ConfigNode& node, const DeviceContext& context) {
  Config config;
  config.link = node.text_of("link");
  const core::ConfigNode* name = node.find("name");
  config.name = name != nullptr ? name->as_text() : hosts::normalized_scope(config.link) + "_force";
  config.force_n = vector_of(node, "force");
  config.torque_nm = vector_of(node, "torque");
  if (config.force_n.isZero(0.0) && config.torque_nm.isZero(0.0))
    node.fail("timed-force-zero", "'" + node.name + "' has neither a force nor a torque");
  if (node.has("start")) config.start = time_of(node, "start");
  if (node.has("duration")) config.end = config.start + time_of(node, "duration");
  config.options = read_options(node);
  if (context.log) {
    for (const Diagnostic& unknown :
         node.unknown_fields({"link", "name", "force", "torque", "start", "duration", "fault_policy",
                              "period", "filename", "type"}))
      context.log({core::LogLevel::kWarning, "timed_force", unknown.id, to_string(unknown)});
  }
  return config;
}

class TimedForce final : public Device {
 public:
  explicit TimedForce(Config config) : config_{std::move(config)} {}

  const std::string& name() const noexcept override { return config_.name; }

  void bind(Binder& binder) override {
    const hosts::LinkIndex link = binder.find_link(config_.link);
    motion_ = binder.read_link(link);
    wrench_ = binder.push_link(link);
    binder.run_in(Phase::kControl);
  }
  void reset(const StepInfo& /*start*/) override {}

  core::Status run(const StepInfo& step) noexcept override {
    push(step);
    return core::Status::kOk;
  }
  void hold(const StepInfo& step) noexcept override { push(step); }
  void make_safe(const StepInfo& /*step*/) noexcept override {}
  std::string fault() const override { return "a timed force cannot fail"; }

 private:
  void push(const StepInfo& step) const noexcept {
    if (step.time < config_.start || step.time >= config_.end) return;
    const Eigen::Vector3d arm_W = motion_.q_WB() * motion_.p_BoBcm_B();
    wrench_.add_at_origin_W(config_.force_n, config_.torque_nm + arm_W.cross(config_.force_n));
  }

  Config config_;
  LinkMotion motion_;
  LinkWrench wrench_;
};

}  // namespace

DeviceKind kind() {
  return {"timed_force", {}, [](const core::ConfigNode& plugin, const DeviceContext& context) {
            Config config = read_config(plugin, context);
            const DeviceOptions options = config.options;
            std::vector<MadeDevice> made;
            made.push_back({std::make_unique<TimedForce>(std::move(config)), options});
            return made;
          }};
}

}  // namespace lockstep::devices::timed_force
