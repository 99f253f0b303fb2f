// SPDX-License-Identifier: Apache-2.0
#include "support/allocation_count.hpp"

#include <atomic>
#include <cstdlib>
#include <new>

// Sanitizers bring operator new of their own, and FMUs built for them share it with the program: what an FMU
// allocates inside would count, too. Nothing is counted there.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
namespace {
std::atomic<long> allocations{0};

void* counted(std::size_t size) {
  allocations.fetch_add(1, std::memory_order_relaxed);
  if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;
  throw std::bad_alloc{};
}
}  // namespace

void* operator new(std::size_t size) {
  return counted(size);
}
void* operator new[](std::size_t size) {
  return counted(size);
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  allocations.fetch_add(1, std::memory_order_relaxed);
  return std::malloc(size == 0 ? 1 : size);
}
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept {
  allocations.fetch_add(1, std::memory_order_relaxed);
  return std::malloc(size == 0 ? 1 : size);
}
void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete[](void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}
void operator delete[](void* memory, std::size_t) noexcept {
  std::free(memory);
}

bool lockstep::test::counts_allocations() noexcept {
  return true;
}
#else
namespace {
constexpr std::atomic<long> allocations{0};
}  // namespace

bool lockstep::test::counts_allocations() noexcept {
  return false;
}
#endif

long lockstep::test::allocation_count() noexcept {
  return allocations.load();
}
