// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "lockstep/core/log.hpp"
#include "lockstep/hosts/api/host.hpp"
#include "lockstep/runtime/runtime.hpp"

namespace lockstep::hosts::shell {

/// A world of a simulator that owns its loop, as the shell around our runtimes sees it. Implemented by a
/// plugin; must outlive the WorldSession.
class Simulator {
 public:
  Simulator() = default;
  Simulator(const Simulator&) = delete;
  Simulator& operator=(const Simulator&) = delete;
  virtual ~Simulator() = default;

  virtual std::string world_name() const = 0;
  /// The clock of the world, in nanoseconds. Inside a step it is already that of the step's end.
  virtual std::int64_t now_ns() const = 0;
  /// Length of a step as somebody has set it last, and what it adds to the clock.
  virtual double step_s() const = 0;
  virtual std::int64_t step_ns() const = 0;

  /// Any thread: whether steps follow each other, and a change of that, which may wait for the step that is
  /// under way. Never called by the thread of a request, which a step may be waiting for.
  virtual bool paused() const = 0;
  virtual void set_paused(bool paused) = 0;
  /// Puts the world back as its own user interface would. In the thread of the world inside a step, or in
  /// another one while the world is paused. kBoth calls WorldSession::note_reset(), as every reset of the
  /// whole world does that somebody asks the simulator for.
  virtual void reset(runtime::ResetScope scope) = 0;
  /// Ends the simulator, soon. Any thread.
  virtual void end() = 0;

  /// In the thread of the world.
  virtual void log(const core::LogMessage& message) = 0;
  /// Finds a file that a plugin names; see devices::DeviceContext::find_file. `named_in`: the file that holds
  /// the plugin; may be empty.
  virtual std::filesystem::path find_file(const std::string& name, const std::string& named_in) = 0;
  /// What a user types to reset the world and let it go on, and to let it go on without a plugin.
  virtual std::string restart_command() const = 0;
  virtual std::string continue_command() const = 0;
};

/// One model of such a world as a Host. The shell moves numbers between simulator and arrays around the
/// phases of a step:
///
///     refresh()             motion at t_k
///     ... control ...
///     read_commands(now)    adds what others have commanded in this step to `command` and `applied`
///     ... actuate ...
///     write()               efforts and wrenches that act over the step
///
/// These neither throw nor allocate. In the thread of the world.
class ModelHost : public Host {
 public:
  virtual void refresh() = 0;
  /// `now_ns`: of the end of the step.
  virtual void read_commands(std::int64_t now_ns) = 0;
  virtual void write() = 0;
  /// Lets nothing act on the joints that devices drive.
  virtual void write_nothing() = 0;
  /// Whether devices command or actuate a joint; after prepare().
  virtual bool drives_joints() const = 0;
  /// Whether contacts are read, which refresh() finds between two steps only; after prepare().
  virtual bool reads_contacts() const = 0;
  /// The joints of the model were put back.
  virtual void note_model_reset() = 0;
  /// Forgets what a runtime has changed in the state, before the next one is made.
  virtual void renew() = 0;
  /// Whether all joints that are used are still there; a look, in each step.
  virtual bool is_complete() const = 0;
  /// Names of joints that are used and that somebody has removed from the model. Nothing touches them from
  /// then on.
  virtual const std::vector<std::string>& find_removed() = 0;
};

}  // namespace lockstep::hosts::shell
