// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gazebo/common/UpdateInfo.hh>
#include <gazebo/physics/Model.hh>

#include <atomic>
#include <optional>
#include <string>

#include "gazebo_host.hpp"
#include "lockstep/core/config_node.hpp"
#include "lockstep/devices/api/factory.hpp"
#include "lockstep/runtime/runtime.hpp"
#include "signal_topics.hpp"

namespace lockstep::hosts::gazebo_classic {

/// "model 'm' (motor: Damper.fmu)": a plugin and its FMUs, for messages.
std::string people_text(const std::string& model, const core::ConfigNode& plugin);

/// The devices of one plugin in one model, running. One call of step() in each step of the world does all
/// phases of the runtime: it ends the step before (Gazebo has integrated it), then reads, runs the devices
/// and writes. The shell calls it from worldUpdateBegin or beforePhysicsUpdate, as the devices want it.
///
/// When a device fails, one message names it, and its fault policy decides: `stop` pauses the world, lets
/// nothing act on the joints of the plugin, and pauses again should somebody let the world go on; a reset of
/// the world ends that.
///
/// All calls from the thread of the world, except note_model_reset(): others may reset a world while it runs.
class Session {
 public:
  /// Loads and initialises the FMUs. Throws Error. `config` is what stands in `plugin`, which is read once
  /// more should the step of the world change. The model must outlive the object.
  Session(gazebo::physics::Model& model, const devices::DeviceKind& kind, sdf::ElementPtr plugin,
          const core::ConfigNode& config);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  /// Gazebo has already advanced the time of the world to the end of the step. Where somebody has set that
  /// time, back or forward, devices start again.
  void step();
  /// The model was put back; devices start again before the next step. Any thread.
  void note_model_reset() noexcept { model_reset_.store(true, std::memory_order_relaxed); }
  /// Says why, pauses the world, and runs no device until it is reset.
  void stop(const std::string& why);

 private:
  void make_runtime(const core::ConfigNode& config, std::int64_t start_ns);
  void end_runtime();
  void check_joints();
  bool goes_on(std::int64_t now_ns) const;
  bool prepare_step(std::int64_t now_ns);
  void start_again(std::int64_t now_ns);
  void tell_faults();
  void stay_stopped(std::int64_t now_ns);

  gazebo::physics::Model& model_;
  gazebo::physics::World& world_;
  const gazebo::physics::PhysicsEngine& physics_;
  const devices::DeviceKind& kind_;
  sdf::ElementPtr plugin_;
  // The runtime refers to the host and is destroyed before it.
  GazeboHost host_;
  std::optional<runtime::Runtime> runtime_;
  std::optional<SignalTopics> topics_;
  const std::string& text_;  // who this is, for messages
  double step_s_{0.0};       // of the physics, as the runtime was made for it; 0 where it could not be made
  std::int64_t step_ns_{0};  // what it adds to the clock of the world
  std::int64_t last_ns_{0};  // end of the step that was done, or the start
  bool fresh_{true};         // no step since the start
  std::atomic<bool> model_reset_{false};
  bool stopped_{false};
  std::uint64_t faults_seen_{0};
  std::size_t devices_told_{0};
};

}  // namespace lockstep::hosts::gazebo_classic
