// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "lockstep/core/element_type.hpp"
#include "lockstep/devices/api/device.hpp"
#include "lockstep/hosts/fake/fake_host.hpp"
#include "lockstep/runtime/runtime.hpp"

namespace lockstep::devices {

/// A device that is made of three functions: what is under test gets its Binder, and its turn in each step.
struct BoundDevice final : Device {
  using Bind = std::function<void(Binder&)>;
  using Act = std::function<void()>;
  BoundDevice(std::string device_name, Bind on_bind, Act on_reset, Act on_run)
      : device{std::move(device_name)},
        binding{std::move(on_bind)},
        resetting{std::move(on_reset)},
        running{std::move(on_run)} {}
  const std::string& name() const noexcept override { return device; }
  void bind(Binder& binder) override {
    binding(binder);
    binder.run_in(Phase::kControl);
  }
  void reset(const StepInfo& /*start*/) override { resetting(); }
  core::Status run(const StepInfo& /*step*/) noexcept override {
    running();
    return core::Status::kOk;
  }
  void hold(const StepInfo& /*step*/) noexcept override {}
  void make_safe(const StepInfo& /*step*/) noexcept override {}
  std::string fault() const override { return {}; }
  std::unique_ptr<DeviceState> save() override { return nullptr; }
  void restore(const DeviceState& /*state*/) override {}

  std::string device;
  Bind binding;
  Act resetting, running;
};

/// A runtime without bodies; devices run in the order in which they are added.
struct BoundWorld {
  void add(std::string name, BoundDevice::Bind on_bind, BoundDevice::Act on_reset, BoundDevice::Act on_run) {
    runtime.add(std::make_unique<BoundDevice>(std::move(name), std::move(on_bind), std::move(on_reset),
                                              std::move(on_run)),
                {}, "");
  }
  hosts::fake::FakeHost host{{}};
  runtime::Runtime runtime{host};
};

}  // namespace lockstep::devices
