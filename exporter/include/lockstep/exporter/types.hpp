// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace lockstep::exporter {

/// FMI 3.0 variable types. In an FMI 2.0 FMU the floats become Real, all integers Integer (a value that does
/// not fit 32 bits is an error with a message), Enumeration, Boolean and String themselves; Binary and Clock
/// have no place.
enum class Type : std::uint8_t {
  kFloat32,
  kFloat64,
  kInt8,
  kUInt8,
  kInt16,
  kUInt16,
  kInt32,
  kUInt32,
  kInt64,
  kUInt64,
  kBoolean,
  kString,
  kBinary,
  kEnumeration,
  kClock,
};

enum class Causality : std::uint8_t {
  kParameter,
  kCalculatedParameter,
  kStructuralParameter,
  kInput,
  kOutput,
  kLocal,
  kIndependent,
};

enum class Variability : std::uint8_t { kConstant, kFixed, kTunable, kDiscrete, kContinuous };

enum class Initial : std::uint8_t { kNone, kExact, kApprox, kCalculated };

/// A block of bytes (FMI 3.0 Binary), e.g. an image or a serialised message.
struct Binary {
  std::vector<std::uint8_t> bytes;

  friend bool operator==(const Binary& a, const Binary& b) { return a.bytes == b.bytes; }
  friend bool operator!=(const Binary& a, const Binary& b) { return !(a == b); }
};

}  // namespace lockstep::exporter
