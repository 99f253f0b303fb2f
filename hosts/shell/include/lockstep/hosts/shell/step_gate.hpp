// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <thread>

namespace lockstep::hosts::shell {

/// Keeps work between two steps apart from the steps, where the simulator offers no lock for that. A step
/// waits at its begin for work that is under way, which is short; work never waits for a step.
class StepGate {
  enum class State : std::uint8_t { kFree, kStep, kWork };

 public:
  void enter_step() noexcept {
    State expected = State::kFree;
    while (!state_.compare_exchange_weak(expected, State::kStep)) {
      expected = State::kFree;
      std::this_thread::yield();
    }
  }
  void leave_step() noexcept { state_.store(State::kFree); }
  bool in_step() const noexcept { return state_.load() == State::kStep; }

  /// Work between two steps, until the object is destroyed, if it is true: neither a step nor other work is
  /// under way. Any thread.
  class Work {
   public:
    explicit Work(StepGate& gate) noexcept : gate_{gate} { static_cast<void>(enter()); }
    ~Work() {
      if (entered_) gate_.state_.store(State::kFree);
    }
    Work(const Work&) = delete;
    Work& operator=(const Work&) = delete;
    explicit operator bool() const noexcept { return entered_; }

   protected:
    /// What is under way.
    State enter() noexcept {
      State expected = State::kFree;
      entered_ = gate_.state_.compare_exchange_strong(expected, State::kWork);
      return expected;
    }

   private:
    StepGate& gate_;
    bool entered_{false};
  };

  /// Work of the thread of the world, which waits for other work; inside a step of its own it has nobody to
  /// wait for.
  class OwnWork : public Work {
   public:
    explicit OwnWork(StepGate& gate) noexcept : Work{gate} {
      while (!*this && enter() == State::kWork)
        std::this_thread::yield();
    }
  };

 private:
  std::atomic<State> state_{State::kFree};
};

}  // namespace lockstep::hosts::shell
