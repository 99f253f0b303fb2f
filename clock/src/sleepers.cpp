// SPDX-License-Identifier: Apache-2.0
#include "sleepers.hpp"

namespace lockstep::clock {

Wake Sleepers::sleep(SimTime time, bool relative) {
  std::unique_lock<std::mutex> lock{mutex_};
  if (ended_) return Wake::kEnded;
  Sleeper self;
  self.time = time;
  if (relative && !now_) {
    unbased_.push_back(&self);
  } else {
    if (relative) self.time += *now_;
    if (now_ && *now_ >= self.time) return Wake::kTime;
    waiting_.emplace(self.time, &self);
  }
  self.changed.wait(lock, [&] { return self.result.has_value(); });
  return *self.result;
}

void Sleepers::wake(Sleeper& sleeper, Wake why) {
  sleeper.result = why;
  ++woken_;
  sleeper.changed.notify_one();
}

void Sleepers::wake_all(Wake why) {
  for (const auto& [time, sleeper] : waiting_)
    wake(*sleeper, why);
  for (Sleeper* sleeper : unbased_)
    wake(*sleeper, why);
  waiting_.clear();
  unbased_.clear();
}

void Sleepers::advance(SimTime now) {
  const std::lock_guard<std::mutex> lock{mutex_};
  if (now_ && now < *now_) wake_all(Wake::kJumpedBack);
  now_ = now;
  for (Sleeper* sleeper : unbased_)
    waiting_.emplace(sleeper->time += now, sleeper);
  unbased_.clear();
  while (!waiting_.empty() && waiting_.begin()->first <= now) {
    wake(*waiting_.begin()->second, Wake::kTime);
    waiting_.erase(waiting_.begin());
  }
}

void Sleepers::end() {
  const std::lock_guard<std::mutex> lock{mutex_};
  ended_ = true;
  wake_all(Wake::kEnded);
}

SimTime Sleepers::now() const {
  const std::lock_guard<std::mutex> lock{mutex_};
  return now_.value_or(SimTime{0});
}

std::uint64_t Sleepers::woken() const {
  const std::lock_guard<std::mutex> lock{mutex_};
  return woken_;
}

}  // namespace lockstep::clock
