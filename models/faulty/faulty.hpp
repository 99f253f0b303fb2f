// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstring>

/// What the model Faulty does when its time has come.
enum class Fault : std::int32_t {
  kNone = 1,
  kSegfault,
  kAbort,
  kExit,
  kEndlessLoop,
  kSleep,
  kSlowStep,
  kLeak,
  kStackOverflow,
  kNan,
  kHuge,
  kException,
  kRoundingMode,
  kLocaleAndFolder,
  kClosedFiles,
  kLogFlood,
  kWrongStatus,
};

/// Faults that the kit would catch are left to the C functions in faulty_fmi2.cpp and faulty_fmi3.cpp: the
/// model says here what the next doStep shall do. One per thread, as a step runs in one thread.
inline thread_local Fault pending_c_fault = Fault::kNone;

/// A status the standard does not know, 42. Made from bytes, as what a C library returns is.
template <class Status>
Status no_status() {
  const int number = 42;
  Status status;
  static_assert(sizeof status == sizeof number);
  std::memcpy(&status, &number, sizeof status);
  return status;
}
