// SPDX-License-Identifier: Apache-2.0
#include "gazebo_world.hpp"

#include <mutex>

#include "gazebo_host.hpp"
#include "signal_topics.hpp"

namespace lockstep::hosts::gazebo_classic {

using gazebo::event::Events;

std::shared_ptr<GazeboWorld> GazeboWorld::of(gazebo::physics::World& world) {
  static std::mutex mutex;
  static std::map<const gazebo::physics::World*, std::weak_ptr<GazeboWorld>> worlds;
  const std::lock_guard<std::mutex> lock{mutex};
  std::weak_ptr<GazeboWorld>& known = worlds[&world];
  std::shared_ptr<GazeboWorld> found = known.lock();
  if (!found) known = found = std::make_shared<GazeboWorld>(world);
  return found;
}

GazeboWorld::GazeboWorld(gazebo::physics::World& world)
    : name_{world.Name()}, simulator_{world}, session_{simulator_} {
  events_.push_back(Events::ConnectWorldUpdateBegin([this](const gazebo::common::UpdateInfo& info) {
    if (!is_own(info)) return;
    thread_.store(std::this_thread::get_id(), std::memory_order_relaxed);
    session_.begin();
  }));
  events_.push_back(Events::ConnectBeforePhysicsUpdate([this](const gazebo::common::UpdateInfo& info) {
    if (is_own(info)) session_.before_physics();
  }));
  events_.push_back(Events::ConnectWorldUpdateEnd([this] {
    if (thread_.load(std::memory_order_relaxed) == std::this_thread::get_id()) session_.end();
  }));
  events_.push_back(Events::ConnectPause([this](bool) { session_.note_pause(); }));
  events_.push_back(Events::ConnectStop([this] { session_.note_end(); }));
}

bool GazeboWorld::is_own(const gazebo::common::UpdateInfo& info) noexcept {
  // A world has one such object; its name is compared once.
  if (&info == own_info_) return true;
  if (info.worldName != name_) return false;
  own_info_ = &info;
  return true;
}

std::shared_ptr<shell::ModelSession> GazeboWorld::model(gazebo::physics::Model& model) {
  std::weak_ptr<shell::ModelSession>& known = models_[&model];
  std::shared_ptr<shell::ModelSession> found = known.lock();
  if (found) return found;
  const auto make_topics = [this](runtime::Runtime& runtime) -> std::unique_ptr<shell::SignalDisplay> {
    auto topics = std::make_unique<SignalTopics>(runtime, name_);
    if (topics->empty()) return nullptr;
    return topics;
  };
  known = found = std::make_shared<shell::ModelSession>(session_, model.GetScopedName(),
                                                        std::make_unique<GazeboHost>(model), make_topics);
  return found;
}

}  // namespace lockstep::hosts::gazebo_classic
