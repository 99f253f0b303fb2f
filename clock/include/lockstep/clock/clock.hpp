// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>

#include "lockstep/core/time_grid.hpp"

/// Time for controllers: that of a simulated world or of the wall, chosen in code or by the environment, so
/// that one program runs with both.
///
/// - Clock: reads the time and sleeps, free-running: the world does not wait.
/// - LockStep: keeps step with the world, which waits for it.
/// - Loop: a periodic loop over either of them, or over the wall clock.
namespace lockstep::clock {

/// Nanoseconds: from the start of the world, or since the clock was made (wall).
using core::SimTime;

/// Why a sleep has ended.
enum class Wake : std::uint8_t {
  kTime,        ///< it is time
  kJumpedBack,  ///< the world's time was put back: whatever was planned is void
  kEnded,       ///< the world has ended or its connection is gone; there will be no more ticks
};

/// A clock that any number of threads read and sleep on. A copy is the same clock.
///
///     clock::Clock time = clock::Clock::from_environment();
///     while (time.sleep_for(10ms) == clock::Wake::kTime) control();
///
/// Simulated: one thread in the background receives the ticks of the world and wakes those whose time has
/// come, each exactly once; nobody polls. A pause of the world is a longer sleep. Sleeps that begin before
/// the first tick count from it.
class Clock {
 public:
  /// The clock on the wall, which never jumps.
  static Clock wall();
  /// The world at this socket (empty: the only running one). Throws as channel::Client::connect.
  static Clock simulated(const std::filesystem::path& world = {});
  /// By LOCKSTEP_CLOCK: "wall" or nothing; "simulated": the only running world; else the path of its channel.
  static Clock from_environment();

  bool is_simulated() const noexcept;
  /// Time of the last tick; 0 before the first one.
  SimTime now() const;
  /// Until the time is at least this.
  Wake sleep_until(SimTime time);
  Wake sleep_for(SimTime duration);
  /// Wakes everybody with kEnded, now and later. Any thread.
  void close();

  struct Impl;

 private:
  explicit Clock(std::shared_ptr<Impl> impl) : impl_{std::move(impl)} {}
  std::shared_ptr<Impl> impl_;
};

}  // namespace lockstep::clock
