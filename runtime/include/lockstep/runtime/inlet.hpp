// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>

#include "lockstep/devices/api/inlet.hpp"
#include "lockstep/runtime/signal_buffer.hpp"

namespace lockstep::runtime {

/// The door through which a value comes into the world; see devices::InletInfo for what it means to a device.
///
/// write() may be called from any thread at any time: writers take turns, and the step neither waits for them
/// nor they for it. Each step latches the value that was written last; values in between are never seen. The
/// latch is a swap of three buffers and a copy into the memory of the inlet's signal.
class Inlet {
 public:
  /// `info.name` is the full name. `latched`: memory of the inlet's signal. Throws Error{kBadUsage} naming
  /// the inlet when its initial or safe value does not fit, or its policy is none that an inlet can have.
  Inlet(devices::InletInfo info, void* latched);

  const devices::InletInfo& info() const noexcept { return info_; }

  /// The value for the coming steps, until the next one. `stamp`: the instant of the world it belongs to;
  /// empty: that of the step that latches it. Throws Error{kBadUsage} naming the inlet when the value does
  /// not fit: number of elements, kind, NaN, range, length; Error{kNotFound} while it is closed. Any thread.
  void write(const core::Value& value, std::optional<core::SimTime> stamp = {});
  void write(double value) { write(core::Value{std::vector<double>{value}}); }
  /// Throws as write() would.
  void check(const core::Value& value) const;
  /// Its device is gone (see Doors::remove): it takes no values until it is opened again. In the thread that
  /// drives the world.
  void close() noexcept { open_.store(false); }
  /// The same inlet for a new device: with other initial and safe values, timeout and policy, but of the same
  /// type, size and unit. Throws Error{kBadUsage} else, and what the constructor throws.
  void open_again(devices::InletInfo info);
  bool is_open() const noexcept { return open_.load(std::memory_order_relaxed); }
  /// The value that a step has latched last, or the safe value; only between steps, in the thread that drives
  /// the world.
  core::Value latched() const;
  /// What was written last of what a step has latched, also when it is too old to be shown; likewise.
  core::Value given() const;

  // --- the side of the step ------------------------------------------------------------------------------
  /// Latches the newest value. False: it is too old and the policy says stop.
  [[nodiscard]] bool latch(core::SimTime now) noexcept;
  /// Back to the initial value; what was written and not latched is dropped.
  void reset() noexcept;
  const devices::InletStatus& status() const noexcept { return status_; }
  void set_status(const devices::InletStatus& status) noexcept { status_ = status; }
  /// The stamp its writer gave with the latched value; empty: none.
  std::optional<core::SimTime> given_stamp() const noexcept { return given_stamp_; }

 private:
  struct Slot {
    SignalBuffer value;
    std::optional<core::SimTime> stamp;
  };
  void show(const SignalBuffer& value) noexcept;
  void take_defaults();

  devices::InletInfo info_;
  void* latched_;
  SignalBuffer initial_, safe_;
  devices::InletStatus status_;
  std::optional<core::SimTime> given_stamp_;
  // Three slots: one that a writer fills, one that is ready, one that the step has.
  std::array<Slot, 3> slots_;
  std::mutex writers_;
  std::uint32_t back_{2};
  std::atomic<std::uint32_t> middle_{1};  // number of the ready slot, plus kNew when it was not latched yet
  std::uint32_t front_{0};
  std::atomic<bool> open_{true};
};

}  // namespace lockstep::runtime
