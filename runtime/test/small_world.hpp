// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "lockstep/hosts/fake/fake_host.hpp"
#include "lockstep/runtime/runtime.hpp"
#include "scripted_device.hpp"

namespace lockstep::test {}

namespace lockstep::runtime::test {

using namespace lockstep::test;

/// One joint "arm/knee" of 2 kg.m2 and one body "box/body" of 1 kg.
inline hosts::fake::FakeWorld small_world() {
  hosts::fake::FakeWorld world;
  world.joints.emplace_back();
  world.joints[0].name = "arm/knee";
  world.joints[0].inertia = 2.0;
  world.links.emplace_back();
  world.links[0].name = "box/body";
  return world;
}

inline std::unique_ptr<ScriptedDevice> device(
    const std::string& name, ScriptedDevice::Bind bind,
    ScriptedDevice::Run run = [](const devices::StepInfo&) { return core::Status::kOk; }) {
  return std::make_unique<ScriptedDevice>(name, std::move(bind), std::move(run));
}

}  // namespace lockstep::runtime::test
