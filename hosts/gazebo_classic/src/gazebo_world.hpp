// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gazebo/common/Events.hh>
#include <gazebo/physics/Model.hh>
#include <gazebo/physics/World.hh>

#include <atomic>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "gazebo_simulator.hpp"
#include "lockstep/hosts/shell/world_session.hpp"

namespace lockstep::hosts::gazebo_classic {

/// What all our plugins in one world of Gazebo share: the session, and the events that drive it.
///
/// | event of Gazebo | phase |
/// |---|---|
/// | worldUpdateBegin | control |
/// | beforePhysicsUpdate | actuate |
/// | worldUpdateEnd | observe |
///
/// Lives as long as one of the plugins. In the thread of the world, which also loads and removes plugins.
class GazeboWorld {
 public:
  /// That of this world, made by the first plugin that asks. Gazebo has no place where plugins could leave
  /// something for each other, so this is looked up in a table of the process. Any thread.
  static std::shared_ptr<GazeboWorld> of(gazebo::physics::World& world);

  explicit GazeboWorld(gazebo::physics::World& world);
  GazeboWorld(const GazeboWorld&) = delete;
  GazeboWorld& operator=(const GazeboWorld&) = delete;

  shell::WorldSession& session() noexcept { return session_; }
  /// The session of a model, which all of its plugins share. Throws Error for an engine we do not know.
  std::shared_ptr<shell::ModelSession> model(gazebo::physics::Model& model);

 private:
  bool is_own(const gazebo::common::UpdateInfo& info) noexcept;

  std::string name_;
  const gazebo::common::UpdateInfo* own_info_{nullptr};
  std::atomic<std::thread::id> thread_{};  // that does the step; events without a world come from it
  GazeboSimulator simulator_;
  shell::WorldSession session_;
  std::map<const gazebo::physics::Model*, std::weak_ptr<shell::ModelSession>> models_;
  // Declared last: no event comes while the rest is destroyed.
  std::vector<gazebo::event::ConnectionPtr> events_;
};

}  // namespace lockstep::hosts::gazebo_classic
