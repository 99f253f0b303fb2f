// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>

namespace lockstep::core {

/// One FMI call as the ring remembers it.
struct CallRecord {
  static constexpr std::uint8_t kInFlight = 0xFF;

  double time_s{0.0};          ///< doStep: the communication point; setTime and the like: the time given
  std::uint32_t reference{0};  ///< get and set: the first value reference
  std::uint16_t count{0};      ///< get and set: how many references, at most 65535
  std::uint8_t function{0};    ///< index into the function list of the FMI version
  std::uint8_t status{0};      ///< what the FMU answered; kInFlight while it has not
};
static_assert(sizeof(CallRecord) == 16, "512 bytes for the ring of an instance");

/// The last 32 FMI calls of an instance. A call is written before it is made, so that after a crash the
/// newest record is the call that crashed; its status follows when it returns. Two or three stores a call,
/// nothing is formatted until somebody asks. Written by the one thread that calls the instance.
class CallRing {
 public:
  static constexpr std::uint32_t kCapacity = 32;
  using Ticket = std::uint32_t;

  Ticket begin(std::uint8_t function) noexcept {
    CallRecord& record = slot(next_);
    record.count = 0;
    record.function = function;
    record.status = CallRecord::kInFlight;
    return next_++;
  }
  Ticket begin_at(std::uint8_t function, double time_s) noexcept {
    slot(next_).time_s = time_s;
    return begin(function);
  }
  Ticket begin_values(std::uint8_t function, std::uint32_t reference, std::size_t count) noexcept {
    CallRecord& record = slot(next_);
    record.reference = reference;
    record.count = count < 0xFFFF ? static_cast<std::uint16_t>(count) : std::uint16_t{0xFFFF};
    record.function = function;
    record.status = CallRecord::kInFlight;
    return next_++;
  }
  /// Calls made from inside another one (intermediate update) may have pushed its record out; then the status
  /// is lost with it.
  void end(Ticket ticket, std::uint8_t status) noexcept {
    if (next_ - ticket <= kCapacity) slot(ticket).status = status;
  }

  std::uint32_t total() const noexcept { return next_; }  ///< calls so far, modulo 2^32
  /// Number of records held, and the i-th of them, oldest first.
  std::uint32_t size() const noexcept { return next_ < kCapacity ? next_ : kCapacity; }
  const CallRecord& operator[](std::uint32_t index) const noexcept {
    return records_[(next_ - size() + index) % kCapacity];
  }

 private:
  CallRecord& slot(std::uint32_t number) noexcept { return records_[number % kCapacity]; }

  std::array<CallRecord, kCapacity> records_{};
  std::uint32_t next_{0};
};

/// A line for each call, oldest first: "  fmi2DoStep(0.5) -> OK", "  fmi2GetReal(3 references from 17) ->
/// Error", "  fmi2Terminate() -> no answer". `name` gives a function its name by its index.
std::string to_string(const CallRing& ring, const char* (*name)(std::uint8_t function));

}  // namespace lockstep::core
