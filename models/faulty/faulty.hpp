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

/// Goes wrong now. `y` is the output that some faults spoil. Faults of the C interface and the log flood are
/// not in it; the first are left in pending_c_fault.
void strike(Fault fault, double slow_step_s, double& y);

/// Faults that the kit would catch are left to the C functions in faulty_fmi2.cpp, faulty_fmi3.cpp and their
/// like for Model Exchange: the model says here what the next call shall do. One per thread, as a step runs
/// in one thread.
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
