// SPDX-License-Identifier: Apache-2.0
#pragma once

// The instance of an FMI 3.0 FMU that does what its variables tell it. Reference 0 of each type but Float64
// is an array of two elements, references 1..7 are scalars; all store what is set. Special references:
//   Float64 8   time reached            Int32 100  what the next doStep does, see Deed
//   UInt64 50   structural parameter    String 9   is NULL              Binary 9  is NULL with a size
//   Clock 1001  supports fractions      Clock 1002 does not
#include <array>
#include <cfenv>
#include <cstring>
#include <map>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include "lockstep/fmi/fmi3.h"

#pragma GCC visibility push(default)
extern "C" {
#define DECLARE(name, kinds, capability) fmi3##name##TYPE fmi3##name;
LOCKSTEP_FMI3_FUNCTIONS(DECLARE)
}
#pragma GCC visibility pop

namespace fmi3_probe {

enum Deed {
  kGood,
  kWarn,
  kDiscard,
  kFail,
  kBeFatal,
  kRound,
  kEvent,
  kEarly,
  kEnd,
  kUpdate,
  kThrow,
  kSayTime
};

template <class T>
using Values = std::map<fmi3ValueReference, std::vector<T>>;

struct Probe {
  fmi3InstanceEnvironment environment{};
  fmi3LogMessageCallback log{};
  fmi3IntermediateUpdateCallback update{};
  fmi3ClockUpdateCallback clock_update{};
  fmi3LockPreemptionCallback lock{};
  fmi3UnlockPreemptionCallback unlock{};
  std::tuple<Values<float>, Values<double>, Values<std::int8_t>, Values<std::uint8_t>, Values<std::int16_t>,
             Values<std::uint16_t>, Values<std::int32_t>, Values<std::uint32_t>, Values<std::int64_t>,
             Values<std::uint64_t>, Values<bool>, Values<std::string>, Values<std::vector<std::uint8_t>>>
      values;
  std::map<fmi3ValueReference, bool> clocks;
  std::array<double, 2> states{1.0, 2.0};
  int deed{kGood};
  int passes{0};
  bool configuring{false};

  template <class T>
  Values<T>& of() {
    return std::get<Values<T>>(values);
  }
};

inline Probe& probe(fmi3Instance instance) {
  return *static_cast<Probe*>(instance);
}

// How many elements a variable has.
inline std::size_t size_of(fmi3ValueReference reference, bool has_array) {
  return has_array && reference == 0 ? 2 : 1;
}

}  // namespace fmi3_probe
