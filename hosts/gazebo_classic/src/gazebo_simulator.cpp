// SPDX-License-Identifier: Apache-2.0
#include "gazebo_simulator.hpp"

#include <unistd.h>
#include <gazebo/common/Console.hh>
#include <gazebo/physics/PhysicsEngine.hh>

#include <csignal>

#include "file_finder.hpp"
#include "joint_effort.hpp"

namespace lockstep::hosts::gazebo_classic {

GazeboSimulator::GazeboSimulator(gazebo::physics::World& world)
    : world_{world}, physics_{world.Physics().get()} {}

std::string GazeboSimulator::world_name() const {
  return world_.Name();
}

std::int64_t GazeboSimulator::now_ns() const {
  return nanoseconds(world_.SimTime());
}

double GazeboSimulator::step_s() const {
  return physics_->GetMaxStepSize();
}

std::int64_t GazeboSimulator::step_ns() const {
  return nanoseconds(gazebo::common::Time{step_s()});
}

bool GazeboSimulator::paused() const {
  return world_.IsPaused();
}

void GazeboSimulator::set_paused(bool paused) {
  world_.SetPaused(paused);
}

void GazeboSimulator::reset(runtime::ResetScope scope) {
  switch (scope) {
    case runtime::ResetScope::kBoth:
      world_.Reset();
      break;
    case runtime::ResetScope::kTime:
      world_.ResetTime();
      break;
    case runtime::ResetScope::kState:
      world_.ResetEntities(gazebo::physics::Base::MODEL);
      break;
  }
}

void GazeboSimulator::end() {
  ::kill(::getpid(), SIGINT);
}

// Gazebo shows what is ended by std::endl; the rest waits for the next message.
void GazeboSimulator::log(const core::LogMessage& message) {
  switch (message.level) {
    case core::LogLevel::kError:
      gzerr << message.source << ": " << message.text << std::endl;
      break;
    case core::LogLevel::kWarning:
      gzwarn << message.source << ": " << message.text << std::endl;
      break;
    default:
      // What the shell itself says is for the user of this world; FMUs may say a lot.
      if (message.source == "lockstep")
        gzmsg << message.source << ": " << message.text << std::endl;
      else
        gzlog << message.source << ": " << message.text << std::endl;
  }
}

std::filesystem::path GazeboSimulator::find_file(const std::string& name, const std::string& named_in) {
  return find_fmu(name, named_in);
}

}  // namespace lockstep::hosts::gazebo_classic
