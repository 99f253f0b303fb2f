// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "wiring.hpp"

namespace lockstep::network {

/// Clock connections (FMI 3.0): what ticks in one step of the network lets the connected triggered clocks
/// tick at the start of the next one. With the master `events`, which ends a step at every tick, that is the
/// same instant; with others it is late by up to one step, never early. Ticks of one clock in one step are
/// passed on as one; a tick at the very start of the simulation belongs to the first step.
///
/// Compiled once; then give() before each step of a component, collect() after it, accept() when the step of
/// the network stays. Different components may be stepped by different threads.
class ClockTicks {
 public:
  /// Binds the connections to the buffers of the bound components.
  void compile(const std::vector<Wire>& clock_wires, const Components& components);
  bool empty() const noexcept { return ticks_.empty(); }

  /// The components are initialised: their first ticks are waiting.
  void begin() noexcept;
  void give(std::size_t component) const noexcept;
  /// `first`: the component stepped from the start of the network's step; else from inside of it.
  void collect(std::size_t component, bool first) noexcept;
  void accept(const Components& components) noexcept;

  /// Ticks that wait for their targets, for save and restore.
  std::vector<std::uint8_t>& waiting() noexcept { return waiting_; }
  const std::vector<std::uint8_t>& waiting() const noexcept { return waiting_; }

 private:
  struct Tick {
    std::size_t source, target;  ///< components
    const bool* from;
    bool* to;
    bool seen;  ///< in the step of the network that is being done
  };
  std::vector<Tick> ticks_;
  std::vector<std::uint8_t> waiting_;  // of each tick
};

}  // namespace lockstep::network
