// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "lockstep/world/world.hpp"

namespace lockstep::world {

/// Fails in step `fails_in`, by its policy.
class FailingDevice final : public devices::Device {
 public:
  explicit FailingDevice(std::int64_t fails_in) : fails_in_{fails_in} {}
  const std::string& name() const noexcept override { return name_; }
  void bind(devices::Binder& binder) override { binder.run_in(devices::Phase::kControl); }
  void reset(const devices::StepInfo& /*start*/) override {}
  core::Status run(const devices::StepInfo& step) noexcept override {
    return step.index == fails_in_ ? core::Status::kError : core::Status::kOk;
  }
  void hold(const devices::StepInfo& /*step*/) noexcept override {}
  void make_safe(const devices::StepInfo& /*step*/) noexcept override {}
  std::string fault() const override { return "it was to fail"; }
  std::unique_ptr<devices::DeviceState> save() override { return std::make_unique<devices::DeviceState>(); }
  void restore(const devices::DeviceState& /*state*/) override {}

 private:
  std::string name_{"failing"};
  std::int64_t fails_in_;
};

/// A world that knows the plugin "failing", with the element <step>.
inline WorldOptions with_failing_device() {
  WorldOptions options;
  options.devices.push_back(
      {"failing", {}, [](const core::ConfigNode& node, const devices::DeviceContext&) {
         std::vector<devices::MadeDevice> made;
         made.push_back({std::make_unique<FailingDevice>(node.integer("step")), devices::read_options(node)});
         return made;
       }});
  return options;
}

}  // namespace lockstep::world
