// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "lockstep/channel/port.hpp"
#include "lockstep/core/error.hpp"
#include "lockstep/core/span.hpp"
#include "lockstep/core/value.hpp"

namespace lockstep::channel {

/// How values are written into frames: numbers in the byte order of the machine (little-endian), texts and
/// lists as a 32-bit count and their elements, an optional value as a byte 0 or 1 and the value, a structure
/// as its fields one after another (see Port::fields).

/// What a party of the barrier does to the world when it is too slow or its connection breaks.
enum class PartyPolicy : std::uint8_t {
  kStop,  ///< the world stops with a message that names the party
  kHold,  ///< the world goes on without it
};

/// The largest enumerator, so that a reader refuses others.
template <class E>
inline constexpr E kLast{};
template <>
inline constexpr PortKind kLast<PortKind> = PortKind::kRequest;
template <>
inline constexpr PartyPolicy kLast<PartyPolicy> = PartyPolicy::kHold;
template <>
inline constexpr core::VariableType kLast<core::VariableType> = core::VariableType::kClock;
template <>
inline constexpr ErrorCode kLast<ErrorCode> = ErrorCode::kSystem;

/// Whether a list of these is copied as it lies in memory.
template <class T>
inline constexpr bool kIsNumber = std::is_arithmetic_v<T> && !std::is_same_v<T, bool>;

/// Appends values to bytes.
class Writer {
 public:
  explicit Writer(std::vector<std::uint8_t>& bytes) : bytes_{&bytes} {}

  template <class... T>
  void operator()(const T&... values) {
    (put(values), ...);
  }

 private:
  template <class T>
  void put(const T& value) {
    if constexpr (std::is_same_v<T, bool>) {
      put(static_cast<std::uint8_t>(value));
    } else if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>) {
      append(&value, sizeof(T));
    } else {
      T::fields(*this, value);
    }
  }
  template <class Rep, class Period>
  void put(const std::chrono::duration<Rep, Period>& time) {
    static_assert(std::is_same_v<std::chrono::duration<Rep, Period>, std::chrono::nanoseconds>);
    put(static_cast<std::int64_t>(time.count()));
  }
  template <class T>
  void put(const std::optional<T>& value) {
    put(value.has_value());
    if (value) put(*value);
  }
  template <class T>
  void put(const std::vector<T>& values) {
    put_count(values.size());
    if constexpr (kIsNumber<T>) {
      append(values.data(), values.size() * sizeof(T));
    } else {
      for (const auto& value : values)
        put(static_cast<const T&>(value));
    }
  }
  void put(const std::string& text) {
    put_count(text.size());
    append(text.data(), text.size());
  }
  void put(const core::Value& value);

  /// Throws Error{kBadUsage} for more than 32 bits can count.
  void put_count(std::size_t count);
  void append(const void* data, std::size_t size) {
    if (size == 0) return;
    const std::size_t before = bytes_->size();
    bytes_->resize(before + size);
    std::memcpy(bytes_->data() + before, data, size);
  }

  std::vector<std::uint8_t>* bytes_;
};

/// Takes values from bytes of a stranger. Whatever they are, nothing beyond them is read, and memory in
/// proportion to them is taken. Throws Error{kBadInput} when they end early or hold something impossible.
class Reader {
 public:
  explicit Reader(Span<const std::uint8_t> bytes) : bytes_{bytes} {}

  template <class... T>
  void operator()(T&... values) {
    (get(values), ...);
  }
  std::size_t left() const noexcept { return bytes_.size() - next_; }

 private:
  template <class T>
  void get(T& value) {
    if constexpr (std::is_same_v<T, bool>) {
      std::uint8_t byte = 0;
      get(byte);
      if (byte > 1) fail("a truth value is neither 0 nor 1");
      value = byte == 1;
    } else if constexpr (std::is_enum_v<T>) {
      std::underlying_type_t<T> number{};
      get(number);
      if (number > static_cast<std::underlying_type_t<T>>(kLast<T>)) fail("an enumeration has no such item");
      value = static_cast<T>(number);
    } else if constexpr (std::is_arithmetic_v<T>) {
      take(&value, sizeof(T));
    } else {
      T::fields(*this, value);
    }
  }
  template <class Rep, class Period>
  void get(std::chrono::duration<Rep, Period>& time) {
    std::int64_t count = 0;
    get(count);
    time = std::chrono::duration<Rep, Period>{count};
  }
  template <class T>
  void get(std::optional<T>& value) {
    bool there = false;
    get(there);
    value.reset();
    if (there) get(value.emplace());
  }
  template <class T>
  void get(std::vector<T>& values) {
    const std::uint32_t count = get_count();
    values.clear();
    if constexpr (kIsNumber<T>) {
      if (count > left() / sizeof(T)) fail("a list is longer than its frame");
      values.resize(count);
      take(values.data(), count * sizeof(T));
    } else {
      for (std::uint32_t i = 0; i < count; ++i) {
        T value{};
        get(value);
        values.push_back(std::move(value));
      }
    }
  }
  void get(std::string& text);
  void get(core::Value& value);

  /// A count of elements, each of which takes a byte at least.
  std::uint32_t get_count();
  void take(void* to, std::size_t size);
  [[noreturn]] static void fail(const char* why);

  Span<const std::uint8_t> bytes_;
  std::size_t next_{0};
};

}  // namespace lockstep::channel
