// SPDX-License-Identifier: Apache-2.0
#include "lockstep/devices/fmu/fmu.hpp"

#include <optional>

#include "block_config.hpp"
#include "lockstep/devices/fmu_model/fmu_model.hpp"

namespace lockstep::devices::fmu {
namespace {

class Block final : public Device {
 public:
  Block(BlockConfig config, std::unique_ptr<core::Stepper> stepper)
      : config_{std::move(config)}, stepper_{std::move(stepper)} {}
  Block(BlockConfig config, std::shared_ptr<const core::Fmu> fmu, core::LogSink log)
      : config_{std::move(config)}, fmu_{std::move(fmu)}, log_{std::move(log)} {}

  const std::string& name() const noexcept override { return config_.name; }

  void bind(Binder& binder) override {
    const std::string device = "fmu '" + binder.name() + "'";
    if (stepper_ != nullptr)
      model_.emplace(device, std::move(config_.model), std::move(stepper_));
    else
      model_.emplace(device, std::move(config_.model), std::move(fmu_), binder.name(), log_);
    model_->bind_signals(binder, config_.inputs, config_.outputs);
    for (const FmuParameter& value : config_.safe_values)
      model_->set_safe_value(value);
    binder.run_in(config_.phase);
  }

  void reset(const StepInfo& start) override { model_->reset(start.interval.from_s); }
  core::Status run(const StepInfo& step) noexcept override { return model_->step(step.interval); }
  void hold(const StepInfo& /*step*/) noexcept override {}  // signals keep their values
  void make_safe(const StepInfo& /*step*/) noexcept override { model_->make_safe(); }
  std::string fault() const override { return model_->fault(); }

  std::string why_not_saved() const override { return model_->why_not_saved(); }
  std::unique_ptr<DeviceState> save() override { return model_->save(); }
  void restore(const DeviceState& state) override { model_->restore(state); }

 private:
  BlockConfig config_;
  std::unique_ptr<core::Stepper> stepper_;  // until bind(); or else:
  std::shared_ptr<const core::Fmu> fmu_;
  core::LogSink log_;
  std::optional<FmuModel> model_;
};

}  // namespace

MadeDevice make_block(BlockConfig config, std::unique_ptr<core::Stepper> stepper, DeviceOptions options) {
  config.model.period = options.period;
  return {std::make_unique<Block>(std::move(config), std::move(stepper)), std::move(options)};
}

DeviceKind kind() {
  const auto pool = std::make_shared<FmuPool>();
  return {"fmu", {}, [pool](const core::ConfigNode& node, const DeviceContext& context) {
            BlockConfig config = read_block(node, context);
            std::shared_ptr<const core::Fmu> fmu = pool->open(config.model.file);
            std::vector<MadeDevice> made;
            made.push_back({std::make_unique<Block>(std::move(config), std::move(fmu), context.log),
                            read_options(node)});
            return made;
          }};
}

}  // namespace lockstep::devices::fmu
