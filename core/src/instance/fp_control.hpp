// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#if defined(__x86_64__) || defined(__i386__)
#include <xmmintrin.h>
#endif

namespace lockstep::core {

/// The floating-point mode of the calling thread: rounding, flush to zero, trapped exceptions, x87 precision.
/// The flags of exceptions that happened are not part of it. Reading costs about half a nanosecond.
class FpControl {
 public:
  static FpControl current() noexcept {
    FpControl control;
#if defined(__x86_64__) || defined(__i386__)
    std::uint16_t x87 = 0;
    asm volatile("fnstcw %0" : "=m"(x87));
    control.x87_ = x87;
    control.sse_ = _mm_getcsr() & kSseControlBits;
#elif defined(__aarch64__)
    asm volatile("mrs %0, fpcr" : "=r"(control.fpcr_));
#endif
    return control;
  }
  void apply() const noexcept {
#if defined(__x86_64__) || defined(__i386__)
    _mm_setcsr((_mm_getcsr() & ~kSseControlBits) | sse_);
    const auto x87 = static_cast<std::uint16_t>(x87_);
    asm volatile("fldcw %0" : : "m"(x87));
#elif defined(__aarch64__)
    asm volatile("msr fpcr, %0" : : "r"(fpcr_));
#endif
  }
  /// What differs, for people: "rounding mode downward", "flush to zero on". Empty: nothing.
  std::string difference_to(const FpControl& before) const;

#if defined(__x86_64__) || defined(__i386__)
  friend bool operator==(const FpControl& a, const FpControl& b) noexcept {
    return ((a.sse_ ^ b.sse_) | (a.x87_ ^ b.x87_)) == 0;
  }

 private:
  static constexpr std::uint32_t kSseControlBits = 0xFFC0;  // the low six bits are the exception flags
  std::uint32_t sse_{0x1F80};
  std::uint32_t x87_{0x037F};
#elif defined(__aarch64__)
  friend bool operator==(const FpControl& a, const FpControl& b) noexcept {
    return a.fpcr_ == b.fpcr_;
  }

 private:
  std::uint64_t fpcr_{0};
#else
#error "teach FpControl this processor's floating-point control register"
#endif
 public:
  friend bool operator!=(const FpControl& a, const FpControl& b) noexcept {
    return !(a == b);
  }
};

}  // namespace lockstep::core
