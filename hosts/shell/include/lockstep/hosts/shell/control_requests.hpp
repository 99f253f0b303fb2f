// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>

#include "lockstep/hosts/shell/simulator.hpp"
#include "lockstep/hosts/shell/step_gate.hpp"

namespace lockstep::hosts::shell {

/// The requests by which others drive a world whose simulator owns the loop; the names are those of
/// world::World, and so is what they do:
///
/// | request | argument | its reply comes |
/// |---|---|---|
/// | `world/pause`, `world/resume` | | when the world is paused, or may run |
/// | `world/step` | Int64 `count` | when the steps are done; refused when a pause or the end came before |
/// | `world/reset` | String `what`: time, state or both | when the simulator has put the world back; devices
/// start again with the next step |
/// | `world/stop` | | at once; the simulator ends soon |
///
/// A handler only notes what is asked for, because it may run in a thread that a step waits for. It is
/// carried out at the end of the step, in the thread of the world, or while the world is paused by a thread
/// of this class.
class ControlRequests {
 public:
  /// Both must outlive the object. `after_reset` is called after the simulator has put back time or state
  /// alone, while no step can begin.
  ControlRequests(Simulator& simulator, StepGate& gate, std::function<void()> after_reset);
  /// Refuses those that still wait.
  ~ControlRequests();
  ControlRequests(const ControlRequests&) = delete;
  ControlRequests& operator=(const ControlRequests&) = delete;

  void add_to(runtime::Doors& doors);
  /// At the end of a step, in the thread of the world, while the gate is still closed.
  void note_step();
  /// Somebody has paused the world or let it go on. Any thread.
  void note_pause() noexcept;
  /// No step will follow: refuses everything from now on. Any thread.
  void note_end() noexcept;

 private:
  using Call = devices::RequestCall;
  enum class What : std::uint8_t { kPause, kResume, kStep, kReset, kStop };
  struct Order {
    What what{What::kPause};
    std::int64_t count{0};  // of steps; then the step whose end completes it
    runtime::ResetScope scope{runtime::ResetScope::kBoth};
    std::shared_ptr<Call> call;
  };
  static constexpr std::size_t kMost = 64;

  void take(Order order, Call& call) noexcept;
  bool next_order(Order& order);
  void carry_out_all(bool in_step);
  void carry_out(Order& order, bool in_step);
  void reset(runtime::ResetScope scope, bool in_step);
  void step(Order& order);
  void finish_steps(bool paused);
  void run();

  Simulator& simulator_;
  StepGate& gate_;
  std::function<void()> after_reset_;
  std::mutex mutex_;  // of the orders that wait
  std::condition_variable changed_;
  std::array<Order, kMost> orders_;
  std::size_t first_{0}, count_{0};
  std::atomic<bool> ordered_{false}, ended_{false};
  std::atomic<std::int64_t> done_{0};  // steps so far
  // Of what follows. Never held while the simulator is called: it may wait for a step, which waits for this.
  std::mutex steps_mutex_;
  std::array<Order, kMost> steps_;
  std::atomic<std::size_t> stepping_{0};  // of these
  std::int64_t limit_{0};                 // the step to pause after while somebody waits
  std::thread thread_;
};

}  // namespace lockstep::hosts::shell
