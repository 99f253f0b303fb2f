// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "lockstep/core/status.hpp"
#include "lockstep/core/time_grid.hpp"
#include "lockstep/devices/api/binder.hpp"

namespace lockstep::devices {

/// One run of a device. In `control` and `actuate` the state is that of `time` and what the device does acts
/// from there on; in `observe`, `time` is the stamp of the state it sees.
struct StepInfo {
  std::int64_t index{0};  ///< k of t_k = k * step
  core::SimTime time{0};  ///< t_k, or when the host has measured the state
  /// [t_k, the next run of this device]: one step, or its period. Intervals follow each other without gaps:
  /// where the host has missed ticks, the next one begins where the last one ended, before t_k.
  core::StepInterval interval{};
  double step_s{0.0};  ///< the host's step
  Phase phase{Phase::kControl};
};

/// What a device remembers that is not plain memory (the state of an FMU), captured by Device::save.
class LOCKSTEP_DEVICES_API_EXPORT DeviceState {
 public:
  virtual ~DeviceState() = default;
};

/// One behaviour: an actuator, a sensor, a controller, a fluid model. It knows no simulator and no
/// middleware; whatever host the world runs on, its device sees the same joints, links, signals and time.
///
/// Life: a factory makes it from configuration (typed config, errors with file and line); bind() once: looks
/// up joints and links, declares signals, parameters and requests; reset() at the start time and with every
/// reset of the world, when the handles show the true initial state; run() in each of its phases. All calls
/// come from one thread.
///
/// What run() depends on besides the host's state and signals is registered in bind() with Binder::keep; the
/// runtime saves and restores it together with the tunable parameters.
///
/// run() does not throw, allocate, look up or lock. When it cannot do its job it returns kError (or kFatal:
/// it can never work again, not even after reset) and fault() says why. The runtime then acts by the device's
/// fault policy; a device never logs and goes on. Between faulted runs, and in steps a slower device does not
/// run in, the runtime calls hold() or make_safe(), because commands and wrenches start at zero in each step.
///
/// How others fit in: a force/torque sensor binds read_reaction() and writes an output in `observe`, a bumper
/// read_contacts(); an IMU uses read_link() and gravity_W(); a control board claims commands, declares its
/// modes and set points as requests and runs in `control` (law) and `observe` (encoders); a controller is a
/// control board whose law comes from a robot model. None needs more than this interface.
class LOCKSTEP_DEVICES_API_EXPORT Device {
 public:
  Device() = default;
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;
  virtual ~Device() = default;

  /// The component's name below its model, e.g. that of the `<actuator>`. Made unique by the runtime.
  virtual const std::string& name() const noexcept = 0;
  virtual void bind(Binder& binder) = 0;

  /// To the initial state at start.interval.from_s, where the next run begins. Throws Error when that is
  /// impossible (an FMU that does not initialise).
  virtual void reset(const StepInfo& start) = 0;
  [[nodiscard]] virtual core::Status run(const StepInfo& step) noexcept = 0;
  /// Repeats the last good effect (the same effort, the same wrench in the frame it was given in).
  virtual void hold(const StepInfo& step) noexcept = 0;
  /// The declared safe effect instead of the device's own.
  virtual void make_safe(const StepInfo& step) noexcept = 0;
  /// After kError or kFatal: what failed, when, and what to do. For people.
  virtual std::string fault() const = 0;

  // Only for devices that remember more than plain memory: an FMU, a process.
  /// Why the device cannot be saved; empty when it can.
  virtual std::string why_not_saved() const { return {}; }
  /// What Binder::keep cannot register; null when that is nothing. Throws Error.
  virtual std::unique_ptr<DeviceState> save() { return nullptr; }
  /// Given what save() returned, unless that was null; registered memory is restored afterwards.
  virtual void restore(const DeviceState& /*state*/) {}
};

}  // namespace lockstep::devices
