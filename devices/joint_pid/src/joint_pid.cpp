// SPDX-License-Identifier: Apache-2.0
#include "lockstep/devices/joint_pid/joint_pid.hpp"

#include "lockstep/core/error.hpp"
#include "lockstep/devices/joint_pid/pid.hpp"

namespace lockstep::devices::joint_pid {
namespace {

struct Loop {
  Pid::Gains gains;
  double target{0.0};
};

struct Config {
  std::string name, joint;
  Loop position, velocity;
  double effort{0.0};
  DeviceOptions options;
};

void tell_unknown(const core::ConfigNode& node, const std::vector<std::string_view>& known,
                  const DeviceContext& context) {
  if (!context.log) return;
  for (const Diagnostic& unknown : node.unknown_fields(known))
    context.log({core::LogLevel::kWarning, "joint_pid", unknown.id, to_string(unknown)});
}

Loop read_loop(const core::ConfigNode& parent, const char* name, const DeviceContext& context) {
  Loop loop;
  const core::ConfigNode* node = parent.find(name);
  if (node == nullptr) return loop;
  Pid::Gains& gains = loop.gains;
  gains.p = node->number("p", 0.0);
  gains.i = node->number("i", 0.0);
  gains.d = node->number("d", 0.0);
  gains.integral_min = node->number("i_min", gains.integral_min);
  gains.integral_max = node->number("i_max", gains.integral_max);
  gains.output_min = node->number("output_min", gains.output_min);
  gains.output_max = node->number("output_max", gains.output_max);
  loop.target = node->number("target", 0.0);
  tell_unknown(*node, {"p", "i", "d", "i_min", "i_max", "output_min", "output_max", "target"}, context);
  return loop;
}

Config read_config(const core::ConfigNode& node, const DeviceContext& context) {
  Config config;
  config.joint = node.text_of("joint");
  // The attribute `name` of a plugin is that of the element, not of the component.
  const core::ConfigNode* name = node.find("name");
  config.name = name != nullptr ? name->as_text() : hosts::normalized_scope(config.joint) + "_pid";
  config.position = read_loop(node, "position", context);
  config.velocity = read_loop(node, "velocity", context);
  config.effort = node.number("effort", 0.0);
  config.options = read_options(node);
  tell_unknown(node,
               {"joint", "name", "position", "velocity", "effort", "fault_policy", "period", "filename",
                "device", "type"},
               context);
  return config;
}

class JointPid final : public Device {
 public:
  explicit JointPid(Config config) : config_{std::move(config)} {}

  const std::string& name() const noexcept override { return config_.name; }

  void bind(Binder& binder) override {
    const hosts::JointIndex joint = binder.find_joint(config_.joint);
    motion_ = binder.read_joint(joint);
    command_ = binder.claim_command(joint);
    binder.run_in(Phase::kControl);
    declare_loop(binder, "position", config_.position);
    declare_loop(binder, "velocity", config_.velocity);
    binder.declare_parameter({"effort", &config_.effort, "N.m", "Constant effort", true});
    binder.keep(position_.state);
    binder.keep(velocity_.state);
    binder.keep(last_);
  }

  void reset(const StepInfo& /*start*/) override {
    position_.state = {};
    velocity_.state = {};
    last_ = 0.0;
  }

  core::Status run(const StepInfo& step) noexcept override {
    const double dt_s = step.interval.size_s;
    double effort = config_.effort;
    effort += position_.update(config_.position.gains, motion_.position() - config_.position.target, dt_s);
    effort += velocity_.update(config_.velocity.gains, motion_.velocity() - config_.velocity.target, dt_s);
    last_ = effort;
    command_.add(effort);
    return core::Status::kOk;
  }

  void hold(const StepInfo& /*step*/) noexcept override { command_.add(last_); }
  void make_safe(const StepInfo& /*step*/) noexcept override {}
  std::string fault() const override { return "a PID controller cannot fail"; }

 private:
  static void declare_loop(Binder& binder, const std::string& name, Loop& loop) {
    binder.declare_parameter({name + "_p", &loop.gains.p, "", "Proportional gain", true});
    binder.declare_parameter({name + "_i", &loop.gains.i, "", "Integral gain", true});
    binder.declare_parameter({name + "_d", &loop.gains.d, "", "Derivative gain", true});
    binder.declare_parameter({name + "_target", &loop.target, "", "Target", true});
  }

  Config config_;
  Pid position_, velocity_;
  JointMotion motion_;
  JointCommand command_;
  double last_{0.0};
};

}  // namespace

DeviceKind kind() {
  return {"joint_pid", {}, [](const core::ConfigNode& plugin, const DeviceContext& context) {
            std::vector<MadeDevice> made;
            const auto add = [&](const core::ConfigNode& node) {
              Config config = read_config(node, context);
              const DeviceOptions options = config.options;
              made.push_back({std::make_unique<JointPid>(std::move(config)), options});
            };
            const std::vector<const core::ConfigNode*> several = plugin.all("controller");
            for (const core::ConfigNode* node : several)
              add(*node);
            if (several.empty()) add(plugin);
            return made;
          }};
}

}  // namespace lockstep::devices::joint_pid
