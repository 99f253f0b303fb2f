// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gazebo/physics/World.hh>

#include "lockstep/hosts/shell/simulator.hpp"

namespace lockstep::hosts::gazebo_classic {

/// A world of Gazebo as the shell drives it.
class GazeboSimulator final : public shell::Simulator {
 public:
  /// The world must outlive the object.
  explicit GazeboSimulator(gazebo::physics::World& world);

  std::string world_name() const override;
  std::int64_t now_ns() const override;
  double step_s() const override;
  /// Whole nanoseconds, rounded as Gazebo rounds them: 333333 for a step of 1/3000 s.
  std::int64_t step_ns() const override;
  bool paused() const override;
  void set_paused(bool paused) override;
  /// As gz world -r, -t and -o.
  void reset(runtime::ResetScope scope) override;
  /// As Ctrl-C.
  void end() override;
  void log(const core::LogMessage& message) override;
  std::filesystem::path find_file(const std::string& name, const std::string& named_in) override;
  std::string restart_command() const override { return "gz world -r, then gz world -p 0"; }
  std::string continue_command() const override {
    return "'gz world -p 0' lets it go on without the plugin.";
  }

 private:
  gazebo::physics::World& world_;
  gazebo::physics::PhysicsEngine* physics_;
};

}  // namespace lockstep::hosts::gazebo_classic
