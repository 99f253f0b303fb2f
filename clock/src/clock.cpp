// SPDX-License-Identifier: Apache-2.0
#include "lockstep/clock/clock.hpp"

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <string>
#include <thread>

#include "lockstep/channel/client.hpp"
#include "sleepers.hpp"

namespace lockstep::clock {

struct Clock::Impl {
  virtual ~Impl() = default;
  virtual bool is_simulated() const noexcept = 0;
  virtual SimTime now() const = 0;
  virtual Wake sleep(SimTime time, bool relative) = 0;
  virtual void close() = 0;
};

namespace {

class WallClock final : public Clock::Impl {
 public:
  bool is_simulated() const noexcept override { return false; }
  SimTime now() const override {
    return std::chrono::duration_cast<SimTime>(std::chrono::steady_clock::now() - begin_);
  }
  Wake sleep(SimTime time, bool relative) override {
    const auto end = (relative ? std::chrono::steady_clock::now() : begin_) + time;
    std::unique_lock<std::mutex> lock{mutex_};
    return changed_.wait_until(lock, end, [this] { return closed_; }) ? Wake::kEnded : Wake::kTime;
  }
  void close() override {
    const std::lock_guard<std::mutex> lock{mutex_};
    closed_ = true;
    changed_.notify_all();
  }

 private:
  const std::chrono::steady_clock::time_point begin_{std::chrono::steady_clock::now()};
  std::mutex mutex_;
  std::condition_variable changed_;
  bool closed_{false};
};

class SimulatedClock final : public Clock::Impl {
 public:
  explicit SimulatedClock(const std::filesystem::path& world)
      : client_{world.empty() ? channel::Client::connect() : channel::Client::connect(world)},
        tap_{client_.tap({})},  // rows without columns: their stamps are the ticks
        receiver_{[this] { receive(); }} {}
  ~SimulatedClock() override {
    closing_.store(true);
    receiver_.join();
  }
  bool is_simulated() const noexcept override { return true; }
  SimTime now() const override { return sleepers_.now(); }
  Wake sleep(SimTime time, bool relative) override { return sleepers_.sleep(time, relative); }
  void close() override { sleepers_.end(); }

 private:
  void receive() {
    constexpr std::chrono::milliseconds kLook{50};  // at closing_, while the world is paused
    channel::ClientRow row;
    while (!closing_.load()) {
      if (tap_.read(row, kLook))
        sleepers_.advance(row.stamp);
      else if (tap_.ended())
        break;
    }
    sleepers_.end();
  }

  channel::Client client_;
  channel::ClientTap tap_;
  Sleepers sleepers_;
  std::atomic<bool> closing_{false};
  std::thread receiver_;
};

}  // namespace

Clock Clock::wall() {
  return Clock{std::make_shared<WallClock>()};
}

Clock Clock::simulated(const std::filesystem::path& world) {
  return Clock{std::make_shared<SimulatedClock>(world)};
}

Clock Clock::from_environment() {
  const char* const chosen = std::getenv("LOCKSTEP_CLOCK");
  const std::string word = chosen == nullptr ? "" : chosen;
  if (word.empty() || word == "wall") return wall();
  return simulated(word == "simulated" ? std::filesystem::path{} : std::filesystem::path{word});
}

bool Clock::is_simulated() const noexcept {
  return impl_->is_simulated();
}

SimTime Clock::now() const {
  return impl_->now();
}

Wake Clock::sleep_until(SimTime time) {
  return impl_->sleep(time, false);
}

Wake Clock::sleep_for(SimTime duration) {
  return impl_->sleep(duration, true);
}

void Clock::close() {
  impl_->close();
}

}  // namespace lockstep::clock
