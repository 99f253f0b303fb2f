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

  double time_s{0.0};     ///< doStep: the communication point; setTime and the like: the time given
  std::uint64_t what{0};  ///< all the rest in one word, because one store is enough for it

  /// get and set: the first value reference.
  std::uint32_t reference() const noexcept { return static_cast<std::uint32_t>(what >> 32U); }
  /// get and set: how many references, at most 65535; 0 for other functions.
  std::uint32_t count() const noexcept { return static_cast<std::uint32_t>(what >> 16U) & 0xFFFFU; }
  /// Index into the function list of the FMI version.
  std::uint8_t function() const noexcept { return static_cast<std::uint8_t>(what >> 8U); }
  /// What the FMU answered; kInFlight while it has not.
  std::uint8_t status() const noexcept { return static_cast<std::uint8_t>(what); }
};
static_assert(sizeof(CallRecord) == 16, "512 bytes for the ring of an instance");

/// The last 32 FMI calls of an instance. A call is written before it is made, so that after a crash the
/// newest record is the call that crashed; its status follows when it returns. Three stores a call, nothing
/// is formatted until somebody asks. Written by the one thread that calls the instance; newest() may be asked
/// from any thread, which is why the stores are atomic, though not ordered.
class CallRing {
 public:
  static constexpr std::uint32_t kCapacity = 32;
  /// Which call: 16 times its number, so that it is a place in the ring without further arithmetic.
  using Ticket = std::uint64_t;
  /// CallRecord::what of a call that is under way. Callers that make the same call again and again keep it.
  using Stamp = std::uint64_t;

  static constexpr Stamp stamp(std::uint8_t function, std::uint32_t reference, std::size_t count) noexcept {
    const Stamp bounded = count < 0xFFFF ? count : 0xFFFFU;
    return static_cast<Stamp>(reference) << 32U | bounded << 16U | static_cast<Stamp>(function) << 8U |
           CallRecord::kInFlight;
  }

  Ticket begin(Stamp stamp) noexcept {
    const Ticket ticket = next_;
    store(slot(ticket).what, stamp);
    store(next_, ticket + sizeof(CallRecord));
    return ticket;
  }
  Ticket begin_at(std::uint8_t function, double time_s) noexcept {
    __atomic_store(&slot(next_).time_s, &time_s, __ATOMIC_RELAXED);
    return begin(stamp(function, 0, 0));
  }
  Ticket begin_values(std::uint8_t function, std::uint32_t reference, std::size_t count) noexcept {
    return begin(stamp(function, reference, count));
  }
  /// The answer to a call inside which no other call can have been made.
  void end(Ticket ticket, std::uint8_t status) noexcept {
    CallRecord& record = slot(ticket);
    store(record.what, (record.what & ~Stamp{0xFF}) | status);
  }
  /// The answer to a call that may have made others (intermediate update). They may have pushed its record
  /// out; then the status is lost with it.
  void end_nested(Ticket ticket, std::uint8_t status) noexcept {
    if (__builtin_expect(static_cast<long>(next_ - ticket <= kBytes), 1) != 0) end(ticket, status);
  }

  /// The call made last, by its number from 1 on; 0: none yet. While calls are being made it may be a mixture
  /// of two of them; the same answer twice is none.
  struct Newest {
    std::uint64_t number{0};
    CallRecord record{};
  };
  Newest newest() const noexcept {
    const Ticket next = __atomic_load_n(&next_, __ATOMIC_RELAXED);
    if (next == 0) return {};
    const CallRecord& record = records_[(next / sizeof(CallRecord) - 1) % kCapacity];
    Newest newest{next / sizeof(CallRecord), {}};
    newest.record.what = __atomic_load_n(&record.what, __ATOMIC_RELAXED);
    __atomic_load(&record.time_s, &newest.record.time_s, __ATOMIC_RELAXED);
    return newest;
  }

  std::uint64_t total() const noexcept { return next_ / sizeof(CallRecord); }  ///< calls so far
  /// Number of records held, and the i-th of them, oldest first.
  std::uint32_t size() const noexcept {
    return total() < kCapacity ? static_cast<std::uint32_t>(total()) : kCapacity;
  }
  const CallRecord& operator[](std::uint32_t index) const noexcept {
    return records_[(total() - size() + index) % kCapacity];
  }

 private:
  static void store(std::uint64_t& word, std::uint64_t value) noexcept {
    __atomic_store_n(&word, value, __ATOMIC_RELAXED);
  }
  static constexpr std::uint64_t kBytes = kCapacity * sizeof(CallRecord);
  CallRecord& slot(Ticket ticket) noexcept {
    // By bytes: with an index the compiler divides by the size of a record and multiplies by it again.
    char* const first = reinterpret_cast<char*>(records_.data());
    return *reinterpret_cast<CallRecord*>(first + ticket % kBytes);
  }

  Ticket next_{0};
  std::array<CallRecord, kCapacity> records_{};
};

/// "fmi2DoStep(0.5)", "fmi2GetReal(3 references from 17)". `name` gives a function its name by its index.
std::string to_string(const CallRecord& record, const char* (*name)(std::uint8_t function));
/// A line for each call, oldest first: "  fmi2DoStep(0.5) -> OK", "  fmi2GetReal(3 references from 17) ->
/// Error", "  fmi2Terminate() -> no answer".
std::string to_string(const CallRing& ring, const char* (*name)(std::uint8_t function));

}  // namespace lockstep::core
