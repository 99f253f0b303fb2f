// SPDX-License-Identifier: Apache-2.0
#include "lockstep/runtime/barrier.hpp"

#include <algorithm>

#include "lockstep/core/error.hpp"
#include "lockstep/core/number_text.hpp"
#include "wait_word.hpp"

namespace lockstep::runtime {

using Clock = std::chrono::steady_clock;

/// What the barrier and its parties have in common; the last of them frees it.
struct Barrier::Party::Shared {
  mutable std::mutex mutex;
  std::condition_variable world, outside;  // the world waits for one, parties for the other
  std::vector<Party*> parties;
  std::vector<std::string> abandoned;  // names of parties whose end stops the world
  std::atomic<std::size_t> count{0};   // of both
  /// Why the world must stop because of them, once.
  std::string take_abandoned();
  void count_again() { count.store(parties.size() + abandoned.size()); }
  std::uint32_t restarts{0};
  bool ended{false};
};

Barrier::Party::Party(std::shared_ptr<Shared> shared, PartyOptions options)
    : shared_{std::move(shared)}, options_{std::move(options)} {}

Barrier::Party::~Party() {
  leave();
}

void Barrier::Party::leave() {
  const std::lock_guard<std::mutex> lock{shared_->mutex};
  leave_locked();
}

void Barrier::Party::abandon() {
  const std::lock_guard<std::mutex> lock{shared_->mutex};
  if (left_) return;
  if (options_.on_timeout == devices::FaultPolicy::kStop) shared_->abandoned.push_back(options_.name);
  leave_locked();
}

void Barrier::Party::leave_locked() {
  if (left_) return;
  left_ = true;
  auto& parties = shared_->parties;
  parties.erase(std::remove(parties.begin(), parties.end(), this), parties.end());
  shared_->count_again();
  shared_->world.notify_all();
  shared_->outside.notify_all();
}

std::optional<Tick> Barrier::Party::await(std::optional<std::chrono::nanoseconds> limit) {
  std::unique_lock<std::mutex> lock{shared_->mutex};
  const auto ready = [this] { return shared_->ended || left_ || is_wanted(); };
  if (limit)
    shared_->outside.wait_for(lock, *limit, ready);
  else
    shared_->outside.wait(lock, ready);
  if (shared_->ended || left_ || !is_wanted()) return {};
  awaited_restart_ = wanted_->restart;
  return wanted_;
}

std::optional<Tick> Barrier::Party::await_new(std::uint64_t& seen) {
  std::unique_lock<std::mutex> lock{shared_->mutex};
  shared_->outside.wait(lock, [&] { return shared_->ended || left_ || (is_wanted() && ticks_ != seen); });
  if (shared_->ended || left_) return {};
  seen = ticks_;
  awaited_restart_ = wanted_->restart;
  return wanted_;
}

void Barrier::Party::confirm(const Tick& tick) {
  const std::lock_guard<std::mutex> lock{shared_->mutex};
  confirm_locked(tick.step, tick.restart);
}

void Barrier::Party::confirm(std::int64_t step) {
  const std::lock_guard<std::mutex> lock{shared_->mutex};
  confirm_locked(step, awaited_restart_.value_or(shared_->restarts));
}

void Barrier::Party::confirm_locked(std::int64_t step, std::uint32_t restart) {
  if (restart != shared_->restarts) return;
  confirmed_ = std::max(confirmed_, step);
  shared_->world.notify_all();
}

std::uint64_t Barrier::Party::missed() const {
  const std::lock_guard<std::mutex> lock{shared_->mutex};
  return missed_;
}

Barrier::Barrier() : shared_{std::make_shared<Party::Shared>()} {}

Barrier::~Barrier() {
  end();
}

std::shared_ptr<Barrier::Party> Barrier::join(PartyOptions options) {
  if (options.period && options.period->count() <= 0)
    throw Error{ErrorCode::kBadUsage, "party '" + options.name + "' has a period of " +
                                          std::to_string(options.period->count()) + " ns, expected > 0"};
  if (options.timeout && options.timeout->count() <= 0)
    throw Error{ErrorCode::kBadUsage, "party '" + options.name + "' has a timeout of " +
                                          std::to_string(options.timeout->count()) + " ns, expected > 0"};
  if (options.timeout) options.timeout = std::min<std::chrono::nanoseconds>(*options.timeout, kLongestWait);
  if (options.on_timeout != devices::FaultPolicy::kStop && options.on_timeout != devices::FaultPolicy::kHold)
    throw Error{ErrorCode::kBadUsage, "party '" + options.name + "' has the timeout policy '" +
                                          std::string{to_string(options.on_timeout)} +
                                          "', expected stop or hold"};
  const std::lock_guard<std::mutex> lock{shared_->mutex};
  for (const Party* other : shared_->parties) {
    if (other->options_.name == options.name)
      throw Error{ErrorCode::kBadUsage,
                  "there is a party '" + options.name + "' at the barrier already; choose another name"};
  }
  std::shared_ptr<Party> party{new Party{shared_, std::move(options)}};
  shared_->parties.push_back(party.get());
  shared_->count_again();
  return party;
}

bool Barrier::empty() const noexcept {
  return shared_->count.load() == 0;
}

std::vector<std::string> Barrier::parties() const {
  const std::lock_guard<std::mutex> lock{shared_->mutex};
  std::vector<std::string> names;
  for (const Party* party : shared_->parties)
    names.push_back(party->options_.name);
  return names;
}

std::string Barrier::Party::Shared::take_abandoned() {
  std::string names;
  for (const std::string& name : abandoned)
    names += (names.empty() ? "'" : ", '") + name + "'";
  const bool one = abandoned.size() == 1;
  abandoned.clear();
  count_again();
  return (one ? "party " : "parties ") + names + (one ? " is" : " are") +
         " gone without leaving the barrier (process or connection ended)";
}

std::string Barrier::pass(const Tick& tick, const std::function<bool()>& give_up) {
  if (shared_->count.load() == 0) return {};
  constexpr auto kLook = std::chrono::milliseconds{50};
  std::unique_lock<std::mutex> lock{shared_->mutex};
  const Clock::time_point begin = Clock::now();
  for (Party* party : shared_->parties) {
    if (party->options_.period && tick.time < party->next_) continue;
    if (!party->wanted_ || party->wanted_->step != tick.step) ++party->ticks_;
    party->wanted_ = Tick{tick.step, tick.time, shared_->restarts};
  }
  shared_->outside.notify_all();
  for (;;) {
    if (!shared_->abandoned.empty()) return shared_->take_abandoned();
    std::optional<Clock::time_point> deadline;
    bool waits = false;
    for (Party* party : shared_->parties) {
      if (!party->wanted_ || party->wanted_->step != tick.step || party->confirmed_ >= tick.step) continue;
      if (party->options_.timeout) {
        const Clock::time_point end = begin + *party->options_.timeout;
        if (Clock::now() >= end) {
          if (party->options_.on_timeout == devices::FaultPolicy::kStop)
            return "party '" + party->options_.name + "' has not confirmed the step at t = " +
                   core::to_text(static_cast<double>(tick.time.count()) * 1e-9) + " s within " +
                   core::to_text(std::chrono::duration<double>(*party->options_.timeout).count()) + " s";
          ++party->missed_;
          party->confirmed_ = tick.step;
          continue;
        }
        deadline = deadline ? std::min(*deadline, end) : end;
      }
      waits = true;
    }
    if (!waits) break;
    const Clock::time_point look = Clock::now() + kLook;
    shared_->world.wait_until(lock, deadline ? std::min(*deadline, look) : look);
    if (give_up) {
      lock.unlock();  // it may call back
      const bool gives_up = give_up();
      lock.lock();
      if (gives_up) return {};
    }
  }
  for (Party* party : shared_->parties) {
    if (!party->wanted_ || party->wanted_->step != tick.step || !party->options_.period) continue;
    party->next_ = (tick.time / *party->options_.period + 1) * *party->options_.period;
  }
  return {};
}

void Barrier::notify() {
  const std::lock_guard<std::mutex> lock{shared_->mutex};
  shared_->world.notify_all();
}

void Barrier::restart() {
  const std::lock_guard<std::mutex> lock{shared_->mutex};
  ++shared_->restarts;
  for (Party* party : shared_->parties) {
    party->confirmed_ = -1;
    party->wanted_.reset();
    party->next_ = core::SimTime{0};
  }
  shared_->abandoned.clear();
  shared_->count_again();
}

void Barrier::end() {
  const std::lock_guard<std::mutex> lock{shared_->mutex};
  shared_->ended = true;
  shared_->outside.notify_all();
}

}  // namespace lockstep::runtime
