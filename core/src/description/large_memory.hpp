// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace lockstep::core {

/// Memory in pages of 2 MB where the system has them: a description of a hundred thousand variables takes
/// 80 MB for a moment, which in pages of 4 kB costs more time to obtain than to fill.
inline constexpr std::size_t kLargePage = std::size_t{2} << 20U;

/// `size` bytes, aligned for every type; ordinary memory below one large page. Throws std::bad_alloc.
void* allocate_large(std::size_t size);
/// Gives back what allocate_large gave for the same size.
void free_large(void* memory, std::size_t size) noexcept;

/// For std::vector of tables that become large.
template <class T>
struct LargeAllocator {
  using value_type = T;
  LargeAllocator() = default;
  template <class U>
  LargeAllocator(const LargeAllocator<U>&) noexcept {}
  T* allocate(std::size_t count) { return static_cast<T*>(allocate_large(count * sizeof(T))); }
  void deallocate(T* memory, std::size_t count) noexcept { free_large(memory, count * sizeof(T)); }
  friend bool operator==(const LargeAllocator&, const LargeAllocator&) noexcept { return true; }
  friend bool operator!=(const LargeAllocator&, const LargeAllocator&) noexcept { return false; }
};

}  // namespace lockstep::core
