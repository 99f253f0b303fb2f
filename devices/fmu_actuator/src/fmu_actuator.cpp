// SPDX-License-Identifier: Apache-2.0
#include "lockstep/devices/fmu_actuator/fmu_actuator.hpp"

#include <limits>
#include <optional>

#include "actuator_config.hpp"
#include "lockstep/core/error.hpp"
#include "lockstep/devices/fmu_model/fmu_model.hpp"

namespace lockstep::devices::fmu_actuator {
namespace {

enum Input : std::size_t { kCommand, kPosition, kVelocity, kAcceleration };

/// gazebo-fmi's name for the instance of a joint, in Gazebo's spelling of scopes.
std::string instance_name(const std::string& joint) {
  std::string name;
  for (const char c : joint)
    name += c == '/' ? std::string{"::"} : std::string{c};
  return name + "_fmuTransmission";
}

class FmuActuator final : public Device {
 public:
  FmuActuator(ActuatorConfig config, std::shared_ptr<const core::Fmu> fmu, core::LogSink log)
      : config_{std::move(config)}, fmu_{std::move(fmu)}, log_{std::move(log)} {}

  const std::string& name() const noexcept override { return config_.name; }

  void bind(Binder& binder) override {
    const hosts::JointIndex joint = binder.find_joint(config_.joint);
    const hosts::JointInfo& info = binder.layout().joints[joint];
    if (info.axis_count != 1)
      throw Error{ErrorCode::kBadInput,
                  binder.name() + ": joint '" + info.name + "' is " + std::string{to_string(info.kind)} +
                      " and has " + std::to_string(info.axis_count) + " axes, expected a joint with one"};
    const std::string who = "fmu_actuator '" + binder.name() + "'";
    model_.emplace(who, std::move(config_.fmu), fmu_, instance_name(info.name), log_);
    model_->bind(binder, {{"actuatorInput"}, {"jointPosition"}, {"jointVelocity"}, {"jointAcceleration"}},
                 {{"jointTorque", true}});
    motion_ = binder.read_joint(
        joint, 0, model_->input(kPosition) != nullptr ? JointReading::kAll : JointReading::kVelocity);
    actuation_ = binder.own_actuation(
        joint, 0, model_->input(kCommand) != nullptr ? CommandReading::kRead : CommandReading::kNotRead);
    if (config_.without_limits) {
      constexpr double kNone = std::numeric_limits<double>::infinity();
      binder.set_command_limits(joint, 0, kNone, kNone);
    }
    torque_ = model_->output(0);
    binder.keep(last_);
    binder.run_in(Phase::kActuate);
  }

  void reset(const StepInfo& start) override {
    write_inputs(0.0);
    model_->reset(start.interval.from_s);
    last_ = *torque_;
  }

  core::Status run(const StepInfo& step) noexcept override {
    write_inputs(actuation_.command());
    const core::Status status = model_->step(step.interval);
    if (!succeeded(status)) return status;
    last_ = *torque_;
    actuation_.apply(last_);
    return status;
  }

  void hold(const StepInfo& /*step*/) noexcept override { actuation_.apply(last_); }
  void make_safe(const StepInfo& /*step*/) noexcept override { actuation_.apply(config_.safe_value); }
  std::string fault() const override { return model_->fault(); }

  std::string why_not_saved() const override { return model_->why_not_saved(); }
  std::unique_ptr<DeviceState> save() override { return model_->save(); }
  void restore(const DeviceState& state) override { model_->restore(state); }

 private:
  void write_inputs(double command) noexcept {
    if (double* input = model_->input(kCommand)) *input = command;
    if (double* input = model_->input(kPosition)) *input = motion_.position();
    if (double* input = model_->input(kVelocity)) *input = motion_.velocity();
    if (double* input = model_->input(kAcceleration)) *input = motion_.acceleration();
  }

  ActuatorConfig config_;
  std::shared_ptr<const core::Fmu> fmu_;
  core::LogSink log_;
  std::optional<FmuModel> model_;
  JointMotion motion_;
  JointActuation actuation_;
  const double* torque_{nullptr};
  double last_{0.0};
};

}  // namespace

DeviceKind kind() {
  const auto pool = std::make_shared<FmuPool>();
  return {"fmu_actuator",
          {"libFMIActuatorPlugin.so"},
          [pool](const core::ConfigNode& plugin, const DeviceContext& context) {
            std::vector<MadeDevice> made;
            for (ActuatorConfig& config : read_actuators(plugin, context)) {
              if (!config.enabled) continue;
              const DeviceOptions options = config.options;
              std::shared_ptr<const core::Fmu> fmu = pool->open(config.fmu.file);
              made.push_back(
                  {std::make_unique<FmuActuator>(std::move(config), std::move(fmu), context.log), options});
            }
            return made;
          }};
}

}  // namespace lockstep::devices::fmu_actuator
