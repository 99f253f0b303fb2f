// SPDX-License-Identifier: Apache-2.0
#include "lockstep/runtime/inlet.hpp"

#include "lockstep/core/error.hpp"
#include "value_elements.hpp"

namespace lockstep::runtime {
namespace {

constexpr std::uint32_t kNew = 4;
constexpr std::uint32_t kSlot = 3;

std::string kind_of(const devices::InletInfo& info) {
  std::string text{core::to_string(info.type)};
  if (info.count != 1) text += '[' + std::to_string(info.count) + ']';
  return text;
}

void check_fits(const devices::InletInfo& info, const core::Value& value, const std::string& what) {
  const std::string why = why_unfit(value, info.type, info.count, info.max_length);
  if (why.empty()) return;
  throw Error{ErrorCode::kBadUsage,
              "inlet '" + info.name + "' takes " + kind_of(info) + ", but " + what + " does not fit: " + why};
}

/// `value` in memory of the inlet's type; zeros where it is empty.
SignalBuffer buffer_of(const devices::InletInfo& info, const core::Value& value, const std::string& what) {
  SignalBuffer buffer{info.type, info.count, info.max_length};
  if (is_empty(value)) return buffer;
  check_fits(info, value, what);
  store_value(value, info.type, buffer.data());
  return buffer;
}

}  // namespace

Inlet::Inlet(devices::InletInfo info, void* latched) : info_{std::move(info)}, latched_{latched} {
  take_defaults();
  for (Slot& slot : slots_)
    slot.value = SignalBuffer{info_.type, info_.count, info_.max_length};
  reset();
}

void Inlet::take_defaults() {
  if (info_.on_timeout == devices::FaultPolicy::kRestart)
    throw Error{ErrorCode::kBadUsage,
                "inlet '" + info_.name + "' has the timeout policy 'restart', expected stop, safe or hold"};
  if (info_.timeout && info_.timeout->count() <= 0)
    throw Error{ErrorCode::kBadUsage, "inlet '" + info_.name + "' has a timeout of " +
                                          std::to_string(info_.timeout->count()) + " ns, expected > 0"};
  initial_ = buffer_of(info_, info_.initial, "its initial value");
  safe_ = buffer_of(info_, is_empty(info_.safe) ? info_.initial : info_.safe, "its safe value");
}

void Inlet::open_again(devices::InletInfo info) {
  if (info.type != info_.type || info.count != info_.count || info.unit != info_.unit ||
      info.max_length != info_.max_length)
    throw Error{ErrorCode::kBadUsage, "inlet '" + info_.name + "' was " + kind_of(info_) + " in '" +
                                          info_.unit + "' before its model was removed, and is now " +
                                          kind_of(info) + " in '" + info.unit + "'; give it another name"};
  // Name and kind stay untouched: other threads may be reading them.
  info_.initial = std::move(info.initial);
  info_.safe = std::move(info.safe);
  info_.timeout = info.timeout;
  info_.on_timeout = info.on_timeout;
  take_defaults();
  reset();
  open_.store(true);
}

void Inlet::check(const core::Value& value) const {
  check_fits(info_, value, "the value that was written");
}

void Inlet::write(const core::Value& value, std::optional<core::SimTime> stamp) {
  if (!is_open())
    throw Error{ErrorCode::kNotFound,
                "inlet '" + info_.name + "' takes no values: its model was removed; insert it again"};
  check(value);
  const std::lock_guard<std::mutex> lock{writers_};
  store_value(value, info_.type, slots_[back_].value.data());
  slots_[back_].stamp = stamp;
  back_ = middle_.exchange(back_ | kNew, std::memory_order_acq_rel) & kSlot;
}

core::Value Inlet::latched() const {
  return load_value(info_.type, info_.count, latched_);
}

core::Value Inlet::given() const {
  return load_value(info_.type, info_.count, slots_[front_].value.data());
}

void Inlet::show(const SignalBuffer& value) noexcept {
  value.copy_to(latched_);
}

bool Inlet::latch(core::SimTime now) noexcept {
  status_.fresh = (middle_.load(std::memory_order_relaxed) & kNew) != 0;
  if (status_.fresh) {
    front_ = middle_.exchange(front_, std::memory_order_acq_rel) & kSlot;
    const Slot& slot = slots_[front_];
    show(slot.value);
    given_stamp_ = slot.stamp;
    status_.stamp = slot.stamp.value_or(now);
    status_.written = true;
  }
  status_.age = now > status_.stamp ? now - status_.stamp : core::SimTime{0};
  const bool was_timed_out = status_.timed_out;
  status_.timed_out = info_.timeout && status_.written && status_.age > *info_.timeout;
  if (!status_.timed_out) return true;
  if (info_.on_timeout == devices::FaultPolicy::kSafe && (!was_timed_out || status_.fresh)) show(safe_);
  return info_.on_timeout != devices::FaultPolicy::kStop;
}

void Inlet::reset() noexcept {
  // A value that nobody latched stays in its slot, but is no longer new.
  middle_.fetch_and(kSlot, std::memory_order_acq_rel);
  status_ = {};
  given_stamp_.reset();
  show(initial_);
}

}  // namespace lockstep::runtime
