// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "lockstep/devices/api/device.hpp"

namespace lockstep::test {}

namespace lockstep::runtime::test {

using namespace lockstep::test;

/// A device made of functions, which keeps a diary of its calls.
class ScriptedDevice final : public devices::Device {
 public:
  using Bind = std::function<void(devices::Binder&)>;
  using Run = std::function<core::Status(const devices::StepInfo&)>;
  using Effect = std::function<void()>;

  ScriptedDevice(std::string name, Bind bind, Run run)
      : name_{std::move(name)}, bind_{std::move(bind)}, run_{std::move(run)} {}

  Effect on_hold, on_safe;
  std::function<void(const devices::StepInfo&)> on_reset;
  std::string unsaved;
  std::vector<std::string>* diary{nullptr};
  int resets{0};

  const std::string& name() const noexcept override { return name_; }
  void bind(devices::Binder& binder) override {
    binder.keep(state);
    bind_(binder);
  }
  void reset(const devices::StepInfo& start) override {
    ++resets;
    if (on_reset) on_reset(start);
    state = 0.0;
    if (diary != nullptr) diary->push_back(name_ + " reset");
  }
  core::Status run(const devices::StepInfo& step) noexcept override {
    if (diary != nullptr)
      diary->push_back(name_ + ' ' + std::string{to_string(step.phase)} + ' ' + std::to_string(step.index));
    return run_(step);
  }
  void hold(const devices::StepInfo& /*step*/) noexcept override {
    if (on_hold) on_hold();
  }
  void make_safe(const devices::StepInfo& /*step*/) noexcept override {
    if (on_safe) on_safe();
  }
  std::string fault() const override { return "scripted fault"; }
  std::string why_not_saved() const override { return unsaved; }

  double state{0.0};

 private:
  std::string name_;
  Bind bind_;
  Run run_;
};

}  // namespace lockstep::runtime::test
