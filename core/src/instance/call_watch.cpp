// SPDX-License-Identifier: Apache-2.0
#include "instance/call_watch.hpp"

#include <algorithm>

namespace lockstep::core {
namespace {

/// A limit is looked at so often; a report comes at most this fraction late.
constexpr double kLooksPerLimit = 4.0;

}  // namespace

CallWatch::~CallWatch() {
  stop();
}

void CallWatch::add(const CallRing& ring, double limit_s, Report report) {
  const std::lock_guard lifecycle{lifecycle_mutex_};
  {
    const std::lock_guard lock{mutex_};
    all_.push_back({&ring, std::chrono::duration<double>{limit_s}, std::move(report)});
  }
  changed_.notify_one();
  if (!thread_.joinable()) thread_ = std::thread{[this] { watch(); }};
}

void CallWatch::remove(const CallRing& ring) noexcept {
  const std::lock_guard lifecycle{lifecycle_mutex_};
  bool last = false;
  {
    const std::lock_guard lock{mutex_};
    all_.erase(
        std::remove_if(all_.begin(), all_.end(), [&](const Watched& one) { return one.ring == &ring; }),
        all_.end());
    last = all_.empty();
  }
  if (last) stop();
}

void CallWatch::stop() noexcept {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock{mutex_};
    stopping_ = true;
  }
  changed_.notify_one();
  thread_.join();
  stopping_ = false;
}

void CallWatch::watch() {
  std::unique_lock lock{mutex_};
  while (!stopping_) {
    std::chrono::duration<double> pause{3600.0};
    for (const Watched& one : all_)
      pause = std::min(pause, one.limit / kLooksPerLimit);
    changed_.wait_for(lock, pause);
    const Clock::time_point now = Clock::now();
    for (Watched& one : all_)
      look(one, now);
  }
}

void CallWatch::look(Watched& one, Clock::time_point now) {
  const CallRing::Newest newest = one.ring->newest();
  const bool under_way = newest.number != 0 && newest.record.status() == CallRecord::kInFlight;
  if (!under_way || newest.number != one.call) {
    one.call = under_way ? newest.number : 0;
    one.since = now;
    one.reported = false;
    return;
  }
  if (one.reported || now - one.since < one.limit) return;
  one.reported = true;
  one.report(newest.record, std::chrono::duration<double>{now - one.since}.count());
}

}  // namespace lockstep::core
