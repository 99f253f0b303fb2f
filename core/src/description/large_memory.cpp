// SPDX-License-Identifier: Apache-2.0
#include "description/large_memory.hpp"

#include <sys/mman.h>

#include <cstdint>
#include <cstdlib>
#include <new>

namespace lockstep::core {
namespace {

std::size_t rounded_up(std::size_t size) noexcept {
  return (size + kLargePage - 1) / kLargePage * kLargePage;
}

}  // namespace

void* allocate_large(std::size_t size) {
  if (size < kLargePage) {
    void* const memory = std::malloc(size != 0 ? size : 1);
    if (memory == nullptr) throw std::bad_alloc{};
    return memory;
  }
  if (size > SIZE_MAX / 2) throw std::bad_alloc{};
  // One page too many, so that the wanted ones can be cut out of it where a large page may begin.
  const std::size_t wanted = rounded_up(size);
  void* const mapped =
      mmap(nullptr, wanted + kLargePage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapped == MAP_FAILED) throw std::bad_alloc{};
  char* const first = static_cast<char*>(mapped);
  const std::size_t before = (kLargePage - reinterpret_cast<std::uintptr_t>(first) % kLargePage) % kLargePage;
  if (before != 0) munmap(first, before);
  munmap(first + before + wanted, kLargePage - before);
  madvise(first + before, wanted, MADV_HUGEPAGE);  // a wish: nothing is lost when the kernel refuses
  return first + before;
}

void free_large(void* memory, std::size_t size) noexcept {
  if (size < kLargePage)
    std::free(memory);
  else
    munmap(memory, rounded_up(size));
}

}  // namespace lockstep::core
