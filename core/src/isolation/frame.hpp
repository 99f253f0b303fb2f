// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace lockstep::core::isolation {

/// Where a frame continues when the memory at hand is used up: the other process takes what is there, or
/// brings more.
class FrameFlow {
 public:
  virtual ~FrameFlow() = default;
  /// The first `used` bytes are complete; the memory may be written again after it. False: nobody takes it.
  virtual bool flush(std::size_t used) noexcept = 0;
  /// The next part of the frame, 0 when there is none.
  virtual std::size_t refill() noexcept = 0;
};

/// Writes plain values one behind the other. Never throws; after a failure ok() is false and writing does
/// nothing.
class FrameWriter {
 public:
  FrameWriter(char* memory, std::size_t size, FrameFlow* flow) noexcept
      : begin_{memory}, position_{memory}, end_{memory + size}, flow_{flow} {}

  void bytes(const void* data, std::size_t size) noexcept {
    if (size <= static_cast<std::size_t>(end_ - position_)) {
      if (size != 0) std::memcpy(position_, data, size);
      position_ += size;
    } else {
      bytes_in_parts(static_cast<const char*>(data), size);
    }
  }
  template <class T>
  void value(const T& value) noexcept {
    static_assert(std::is_trivially_copyable_v<T>);
    bytes(&value, sizeof value);
  }
  void text(std::string_view text) noexcept {
    value<std::uint64_t>(text.size());
    bytes(text.data(), text.size());
  }
  bool ok() const noexcept { return ok_; }
  /// Bytes in the memory that no flush has taken.
  std::size_t used() const noexcept { return static_cast<std::size_t>(position_ - begin_); }

 private:
  void bytes_in_parts(const char* data, std::size_t size) noexcept;

  char* begin_;
  char* position_;
  char* end_;
  FrameFlow* flow_;  // null: the frame must fit
  bool ok_{true};
};

/// Reads what FrameWriter wrote, from memory that a hostile process may change meanwhile: every byte is
/// copied once and looked at only after that, every length is checked against what has arrived. Never throws
/// but std::bad_alloc; after a failure ok() is false and values are zero.
class FrameReader {
 public:
  FrameReader(const char* memory, std::size_t size, FrameFlow* flow) noexcept
      : memory_{memory}, position_{memory}, end_{memory + size}, flow_{flow} {}

  void bytes(void* data, std::size_t size) noexcept {
    if (size <= static_cast<std::size_t>(end_ - position_)) {
      if (size != 0) std::memcpy(data, position_, size);
      position_ += size;
    } else {
      bytes_in_parts(static_cast<char*>(data), size);
    }
  }
  template <class T>
  T value() noexcept {
    static_assert(std::is_trivially_copyable_v<T>);
    T value{};
    bytes(&value, sizeof value);
    return value;
  }
  /// Anything but 0 is true: a bool made of another byte would be undefined behaviour.
  bool flag() noexcept { return value<std::uint8_t>() != 0; }
  std::string text() {
    std::string text;
    read_text(text);
    return text;
  }
  /// Memory is taken as bytes arrive, never by the length alone.
  template <class Text>  // std::string or std::vector<std::uint8_t>
  void read_text(Text& text) {
    std::uint64_t left = value<std::uint64_t>();
    text.clear();
    while (ok_ && left != 0) {
      if (position_ == end_ && !refill()) break;
      const auto here = static_cast<std::size_t>(end_ - position_);
      const std::size_t part = left < here ? static_cast<std::size_t>(left) : here;
      text.insert(text.end(), position_, position_ + part);
      position_ += part;
      left -= part;
    }
  }
  bool ok() const noexcept { return ok_; }
  void fail() noexcept { ok_ = false; }

 private:
  bool refill() noexcept;
  void bytes_in_parts(char* data, std::size_t size) noexcept;

  const char* memory_;
  const char* position_;
  const char* end_;
  FrameFlow* flow_;  // null: there is no more
  bool ok_{true};
};

}  // namespace lockstep::core::isolation
