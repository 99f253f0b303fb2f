// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <string_view>
#include <type_traits>
#include <vector>

#include "description/large_memory.hpp"
#include "lockstep/core/span.hpp"

namespace lockstep::core {

/// Memory that is handed out piece by piece and given back all at once: a description has hundreds of
/// thousands of small texts and tables that all live as long as it does. Nothing placed here is destroyed, so
/// only types that need no destructor fit. Addresses stay put when the arena is moved.
class Arena {
 public:
  std::string_view copy(std::string_view text) {
    if (text.empty()) return {};
    char* const place = static_cast<char*>(allocate(text.size(), 1));
    std::memcpy(place, text.data(), text.size());
    return {place, text.size()};
  }

  /// A value-initialised T.
  template <class T>
  T* make(const T& value = T{}) {
    static_assert(std::is_trivially_destructible_v<T>);
    return new (allocate(sizeof(T), alignof(T))) T(value);
  }

  /// `count` value-initialised Ts.
  template <class T>
  Span<T> array(std::size_t count) {
    static_assert(std::is_trivially_destructible_v<T>);
    if (count == 0) return {};
    T* const first = static_cast<T*>(allocate(count * sizeof(T), alignof(T)));
    std::uninitialized_value_construct_n(first, count);
    return {first, count};
  }

  template <class T>
  Span<const T> copy(const std::vector<T>& values) {
    const Span<T> result = array<T>(values.size());
    std::copy(values.begin(), values.end(), result.begin());
    return {result.data(), result.size()};
  }

 private:
  static constexpr std::size_t kFirstChunk = std::size_t{4} << 10U;
  static constexpr std::size_t kLargestChunk = kLargePage;

  struct FreeLarge {
    std::size_t size{0};
    void operator()(char* memory) const noexcept { free_large(memory, size); }
  };
  using Chunk = std::unique_ptr<char, FreeLarge>;

  void* allocate(std::size_t size, std::size_t alignment) {
    std::size_t padding = (alignment - reinterpret_cast<std::uintptr_t>(next_) % alignment) % alignment;
    if (static_cast<std::size_t>(end_ - next_) < size + padding) {
      add_chunk(size);
      padding = 0;  // chunks are aligned for every type
    }
    char* const place = next_ + padding;
    next_ = place + size;
    return place;
  }

  void add_chunk(std::size_t at_least) {
    const std::size_t size = std::max(chunk_size_, at_least);
    chunks_.push_back(Chunk{static_cast<char*>(allocate_large(size)), FreeLarge{size}});
    next_ = chunks_.back().get();
    end_ = next_ + size;
    chunk_size_ = std::min(chunk_size_ * 2, kLargestChunk);
  }

  std::vector<Chunk> chunks_;
  char* next_{nullptr};
  char* end_{nullptr};
  std::size_t chunk_size_{kFirstChunk};
};

}  // namespace lockstep::core
