// SPDX-License-Identifier: Apache-2.0
#include "lockstep/hosts/shell/control_requests.hpp"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <utility>

namespace lockstep::hosts::shell {
namespace {

using core::VariableType;

constexpr std::chrono::milliseconds kPoll{50};

/// A thread that gets no signals: those of the process are for the simulator's own threads.
template <class Body>
std::thread quiet_thread(Body body) {
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  std::thread thread{std::move(body)};
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return thread;
}

}  // namespace

ControlRequests::ControlRequests(Simulator& simulator, StepGate& gate, std::function<void()> after_reset)
    : simulator_{simulator}, gate_{gate}, after_reset_{std::move(after_reset)} {
  thread_ = quiet_thread([this] { run(); });
}

ControlRequests::~ControlRequests() {
  note_end();
  thread_.join();
}

void ControlRequests::add_to(runtime::Doors& doors) {
  const auto order = [this](What what) {
    return [this, what](Call& call) { take({what, 0, {}, nullptr}, call); };
  };
  doors.add_request({"world/pause", {}, "Pauses the world after the step", order(What::kPause)});
  doors.add_request({"world/resume", {}, "Lets the world run again", order(What::kResume)});
  doors.add_request({"world/step",
                     {{"count", VariableType::kInt64, "", 1}},
                     "Does so many steps, then pauses",
                     [this](Call& call) {
                       if (call.integer() < 1) return call.refuse("the number of steps is below 1");
                       take({What::kStep, call.integer(), {}, nullptr}, call);
                     }});
  doors.add_request({"world/reset",
                     {{"what", VariableType::kString, "", 1}},
                     "Sets the world back: time, state or both",
                     [this](Call& call) {
                       const std::string& what = call.text();
                       if (what != "time" && what != "state" && what != "both")
                         return call.refuse("expected time, state or both");
                       const auto scope = what == "time"    ? runtime::ResetScope::kTime
                                          : what == "state" ? runtime::ResetScope::kState
                                                            : runtime::ResetScope::kBoth;
                       take({What::kReset, 0, scope, nullptr}, call);
                     }});
  doors.add_request({"world/stop", {}, "Ends the simulator", order(What::kStop)});
}

// Handlers come one after another, and the lock is held elsewhere for a few instructions only.
void ControlRequests::take(Order order, Call& call) noexcept {
  {
    const std::lock_guard<std::mutex> lock{mutex_};
    if (ended_.load()) return call.refuse("the simulation ends");
    if (count_ == kMost) return call.refuse("too many requests wait for the world already");
    order.call = call.defer();
    orders_[(first_ + count_++) % kMost] = std::move(order);
    ordered_.store(true);
  }
  changed_.notify_all();
}

bool ControlRequests::next_order(Order& order) {
  const std::lock_guard<std::mutex> lock{mutex_};
  ordered_.store(count_ > 1);
  if (count_ == 0) return false;
  order = std::move(orders_[first_]);
  first_ = (first_ + 1) % kMost;
  --count_;
  return true;
}

void ControlRequests::carry_out_all(bool in_step) {
  Order order;
  while (next_order(order))
    carry_out(order, in_step);
}

void ControlRequests::carry_out(Order& order, bool in_step) {
  switch (order.what) {
    case What::kPause:
      simulator_.set_paused(true);
      finish_steps(true);
      break;
    case What::kResume:
      finish_steps(true);
      simulator_.set_paused(false);
      break;
    case What::kStep:
      step(order);
      return;
    case What::kReset:
      reset(order.scope, in_step);
      break;
    case What::kStop:
      simulator_.end();
      break;
  }
  order.call->complete();
}

void ControlRequests::reset(runtime::ResetScope scope, bool in_step) {
  // A full reset has a lock of the simulator's own, which a step at the gate may hold.
  if (scope == runtime::ResetScope::kBoth) return simulator_.reset(scope);
  while (true) {
    const StepGate::Work work{gate_};
    if (work || in_step) {
      simulator_.reset(scope);
      return after_reset_();
    }
    std::this_thread::yield();
  }
}

void ControlRequests::step(Order& order) {
  {
    const std::lock_guard<std::mutex> lock{steps_mutex_};
    if (stepping_.load() == kMost) {
      order.call->refuse("too many requests wait for steps already");
      return order.call->complete();
    }
    limit_ = std::max(limit_, done_.load()) + order.count;
    order.count = limit_;
    steps_[stepping_.load()] = std::move(order);
    stepping_.fetch_add(1);
  }
  simulator_.set_paused(false);
}

/// Replies to those whose steps are done; to all of them when no further step comes.
void ControlRequests::finish_steps(bool paused) {
  const std::lock_guard<std::mutex> lock{steps_mutex_};
  const std::int64_t done = done_.load();
  std::size_t kept = 0;
  for (std::size_t i = 0; i < stepping_.load(); ++i) {
    Order one = std::move(steps_[i]);
    if (one.count > done && !paused) {
      steps_[kept++] = std::move(one);
      continue;
    }
    if (one.count > done) one.call->refuse("the world was paused before all steps were done");
    one.call->complete();
  }
  stepping_.store(kept);
  if (kept == 0) limit_ = 0;
}

void ControlRequests::note_step() {
  done_.fetch_add(1, std::memory_order_relaxed);
  if (stepping_.load() != 0) {
    bool reached = false;
    {
      const std::lock_guard<std::mutex> lock{steps_mutex_};
      reached = limit_ != 0 && done_.load() >= limit_;
    }
    if (reached) simulator_.set_paused(true);
    finish_steps(simulator_.paused());
  }
  if (ordered_.load()) carry_out_all(true);
}

void ControlRequests::note_pause() noexcept {
  changed_.notify_all();
}

void ControlRequests::note_end() noexcept {
  {
    const std::lock_guard<std::mutex> lock{mutex_};
    ended_.store(true);
  }
  changed_.notify_all();
}

/// Carries out what is asked for while the world is paused: no step comes that would do so.
void ControlRequests::run() {
  while (true) {
    {
      std::unique_lock<std::mutex> lock{mutex_};
      changed_.wait_for(lock, kPoll, [this] { return ended_.load() || ordered_.load(); });
    }
    if (ended_.load()) break;
    if (simulator_.paused() && !gate_.in_step()) {
      finish_steps(true);
      carry_out_all(false);
    } else if (ordered_.load()) {
      std::this_thread::sleep_for(std::chrono::milliseconds{1});  // the step that is under way does it
    }
  }
  Order order;
  while (next_order(order)) {
    order.call->refuse("the simulation ends");
    order.call->complete();
  }
  finish_steps(true);
}

}  // namespace lockstep::hosts::shell
