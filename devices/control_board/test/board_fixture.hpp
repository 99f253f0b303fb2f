// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include "lockstep/devices/control_board/control_board.hpp"
#include "support/device_world.hpp"

namespace lockstep::devices::control_board {

/// Joints "arm/j0", "arm/j1", ... of 0.1 kg.m2 that move freely.
inline hosts::fake::FakeWorld joints(std::size_t count, double effort = 1e9) {
  hosts::fake::FakeWorld world;
  for (std::size_t i = 0; i < count; ++i) {
    world.joints.emplace_back();
    world.joints[i].name = "arm/j" + std::to_string(i);
    world.joints[i].inertia = 0.1;
    world.joints[i].limits.effort = effort;
  }
  return world;
}

inline BoardConfig board_of(std::size_t count) {
  BoardConfig config;
  config.name = "board";
  config.axes.resize(count);
  for (std::size_t i = 0; i < count; ++i)
    config.axes[i].joint = "j" + std::to_string(i);
  return config;
}

/// A board on the fake host, driven by its doors.
struct BoardWorld {
  explicit BoardWorld(const BoardConfig& config, const hosts::fake::FakeWorld& world)
      : host{world}, runtime{host} {
    runtime.add(make_board(config), config.options, "arm");
    runtime.bind();
    for (const char* name : {"position", "velocity", "torque", "reference", "reference_torque", "target",
                             "mode", "interaction", "motion_done", "acceleration", "motor_position", "error"})
      views.emplace(name, runtime.watch(std::string{"arm/board/"} + name));
    runtime.start();
  }
  explicit BoardWorld(const BoardConfig& config) : BoardWorld{config, joints(config.axes.size())} {}

  double operator()(const char* quantity, std::uint32_t axis = 0) const {
    return views.at(quantity).number(axis);
  }
  std::shared_ptr<const runtime::Request> ask(const char* request, std::vector<core::Value> arguments) {
    return runtime.doors().submit(std::string{"arm/board/"} + request, std::move(arguments));
  }
  std::shared_ptr<const runtime::Request> ask(const char* request, const std::vector<std::int64_t>& axes,
                                              const std::vector<double>& values) {
    return ask(request, {axes, values});
  }
  std::shared_ptr<const runtime::Request> ask(const char* request, const std::vector<std::int64_t>& axes,
                                              const char* word) {
    return ask(request, {axes, std::vector<std::string>{word}});
  }
  /// What the request was refused for; empty when it was carried out. Takes a step.
  std::string refusal(const std::shared_ptr<const runtime::Request>& request) {
    steps(1);
    return std::string{request->why()};
  }
  void steps(int count) {
    for (int k = 0; k < count; ++k)
      ASSERT_TRUE(succeeded(runtime.step())) << runtime.fault();
  }

  hosts::fake::FakeHost host;
  runtime::Runtime runtime;
  std::map<std::string, runtime::SignalView> views;
};

}  // namespace lockstep::devices::control_board
