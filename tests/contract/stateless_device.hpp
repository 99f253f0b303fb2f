// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "lockstep/devices/api/device.hpp"

namespace lockstep::contract {

/// A device of a test that remembers nothing and never fails: name(), bind() and run() are all it needs.
class StatelessDevice : public devices::Device {
 public:
  void reset(const devices::StepInfo& /*start*/) override {}
  void hold(const devices::StepInfo& /*step*/) noexcept override {}
  void make_safe(const devices::StepInfo& /*step*/) noexcept override {}
  std::string fault() const override { return {}; }
};

}  // namespace lockstep::contract
