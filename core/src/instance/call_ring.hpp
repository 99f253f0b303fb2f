// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

namespace lockstep::core {

/// One FMI call as the ring remembers it.
struct CallRecord {
  static constexpr std::uint8_t kInFlight = 0xFF;

  double time_s{0.0};          ///< doStep: the communication point; setTime and the like: the time given
  std::uint32_t reference{0};  ///< get and set: the first value reference
  std::uint32_t rest{0};       ///< count, function and status in one word, because one store is enough for it

  /// get and set: how many references, at most 65535; 0 for other functions.
  std::uint32_t count() const noexcept { return rest >> 16U; }
  /// Index into the function list of the FMI version.
  std::uint8_t function() const noexcept { return static_cast<std::uint8_t>(rest >> 8U); }
  /// What the FMU answered; kInFlight while it has not.
  std::uint8_t status() const noexcept { return static_cast<std::uint8_t>(rest); }
};
static_assert(sizeof(CallRecord) == 16, "512 bytes for the ring of an instance");

/// The last 32 FMI calls of an instance. A call is written before it is made, so that after a crash the
/// newest record is the call that crashed; its status follows when it returns. Three stores a call, nothing
/// is formatted until somebody asks. Written by the one thread that calls the instance.
class CallRing {
 public:
  static constexpr std::uint32_t kCapacity = 32;
  using Ticket = std::uint32_t;

  Ticket begin_at(std::uint8_t function, double time_s) noexcept {
    const Ticket ticket = next_;
    CallRecord& record = slot(ticket);
    record.time_s = time_s;
    record.rest = rest_of(0, function);
    next_ = ticket + 1;
    return ticket;
  }
  Ticket begin_values(std::uint8_t function, std::uint32_t reference, std::size_t count) noexcept {
    const Ticket ticket = next_;
    CallRecord& record = slot(ticket);
    record.reference = reference;
    record.rest = rest_of(count, function);
    next_ = ticket + 1;
    return ticket;
  }
  /// The answer to a call inside which no other call can have been made.
  void end(Ticket ticket, std::uint8_t status) noexcept {
    CallRecord& record = slot(ticket);
    record.rest = (record.rest & ~0xFFU) | status;
  }
  /// The answer to a call that may have made others (intermediate update). They may have pushed its record
  /// out; then the status is lost with it.
  void end_nested(Ticket ticket, std::uint8_t status) noexcept {
    if (next_ - ticket <= kCapacity) end(ticket, status);
  }

  std::uint32_t total() const noexcept { return next_; }  ///< calls so far, modulo 2^32
  /// Number of records held, and the i-th of them, oldest first.
  std::uint32_t size() const noexcept { return next_ < kCapacity ? next_ : kCapacity; }
  const CallRecord& operator[](std::uint32_t index) const noexcept {
    return records_[(next_ - size() + index) % kCapacity];
  }

 private:
  CallRecord& slot(std::uint32_t number) noexcept { return records_[number % kCapacity]; }
  static constexpr std::uint32_t rest_of(std::size_t count, std::uint8_t function) noexcept {
    const std::uint32_t bounded = count < 0xFFFF ? static_cast<std::uint32_t>(count) : 0xFFFFU;
    return bounded << 16U | static_cast<std::uint32_t>(function) << 8U | CallRecord::kInFlight;
  }

  std::array<CallRecord, kCapacity> records_{};
  std::uint32_t next_{0};
};

/// A line for each call, oldest first: "  fmi2DoStep(0.5) -> OK", "  fmi2GetReal(3 references from 17) ->
/// Error", "  fmi2Terminate() -> no answer". `name` gives a function its name by its index.
std::string to_string(const CallRing& ring, const char* (*name)(std::uint8_t function));

}  // namespace lockstep::core
