// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockstep/description/world.hpp"
#include "lockstep/hosts/api/layout.hpp"
#include "lockstep/runtime/doors.hpp"

namespace lockstep::test {}

namespace lockstep::viewer::test {

using namespace lockstep::test;

/// A link "arm/link" that turns by a joint "arm/knee", a block that rests, an inlet and a request: no engine,
/// the test itself makes the steps.
struct ViewedWorld {
  ViewedWorld() {
    using core::VariableType;
    doors.set_all_signals_kept(true);
    doors.signals().add_host_signal({"arm/knee/position", VariableType::kFloat64, 1, "rad", ""}, &angle,
                                    &now);
    doors.signals().add_host_signal({"arm/link/position", VariableType::kFloat64, 3, "m", ""}, position,
                                    &now);
    doors.signals().add_host_signal({"arm/link/orientation", VariableType::kFloat64, 4, "", ""}, orientation,
                                    &now);
    doors.signals().add_host_signal({"time", VariableType::kFloat64, 1, "s", ""}, &time_s, &now);
    devices::InletInfo inlet;
    inlet.name = "arm/board/target";
    inlet.unit = "rad";
    target = &doors.add_inlet(inlet);
    devices::RequestInfo gain;
    gain.name = "arm/board/gain";
    gain.arguments = {{"value", VariableType::kFloat64, "N.m/rad", 1}};
    gain.reply = {{"before", VariableType::kFloat64, "N.m/rad", 1}};
    gain.handler = [this](devices::RequestCall& call) {
      if (call.number() < 0.0) return call.refuse("the gain is below 0");
      call.reply_number(0, gain_value);
      gain_value = call.number();
    };
    doors.add_request(std::move(gain));
    layout.links.push_back({"arm/link", 1.0, Eigen::Vector3d::Zero()});
    hosts::JointInfo knee;
    knee.name = "arm/knee";
    knee.kind = hosts::JointKind::kRevolute;
    knee.child = 0;
    knee.axis_count = 1;
    knee.limits.resize(1);
    knee.limits[0].lower = -1.5;
    layout.joints.push_back(knee);
    layout.axis_count = 1;
    add_models();
  }

  /// One step: what was written takes effect, and its row goes out.
  void step() {
    (void)doors.latch(steps, now);
    ++steps;
    now += core::SimTime{1'000'000};
    time_s = static_cast<double>(now.count()) * 1e-9;
    doors.publish(steps, now);
  }
  /// The row of the initial state.
  void start() { doors.publish(0, now); }

  core::SimTime now{0};
  std::int64_t steps{0};
  double angle{0.25}, time_s{0.0}, gain_value{7.0};
  double position[3] = {0.5, 0.0, 1.0};
  double orientation[4] = {0.0, 0.0, 0.0, 1.0};
  runtime::Doors doors;
  runtime::Inlet* target{nullptr};
  hosts::WorldLayout layout;
  description::World world;

 private:
  void add_models() {
    description::Model arm;
    arm.name = arm.scoped_name = "arm";
    description::Link link;
    link.name = "link";
    link.scoped_name = "arm::link";
    link.visuals.emplace_back();
    link.visuals[0].geometry = description::Box{{0.1, 0.2, 0.3}};
    arm.links.push_back(link);
    description::Model block;
    block.name = block.scoped_name = "block";
    block.is_static = true;
    block.pose.position = {3.0, 0.0, 0.0};
    description::Link body;
    body.name = "body";
    body.scoped_name = "block::body";
    body.collisions.emplace_back();
    body.collisions[0].geometry = description::Capsule{0.1, 0.4};
    block.links.push_back(body);
    world.models = {arm, block};
  }
};

}  // namespace lockstep::viewer::test
