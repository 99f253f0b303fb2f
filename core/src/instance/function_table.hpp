// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "instance/shared_library.hpp"
#include "lockstep/fmi/fmi1.h"
#include "lockstep/fmi/fmi2.h"
#include "lockstep/fmi/fmi3.h"

namespace lockstep::core {

// The functions of a loaded FMU by name: table.DoStep. A member is null when the library has no such
// function; the instance then answers kError and says which function and why it was wanted. Members and
// enumerators carry the standard's names without "fmi2", because one list makes them all.

#define LOCKSTEP_POINTER(name, kinds, capability) LOCKSTEP_TYPE(name) * name{nullptr};
#define LOCKSTEP_ENUMERATOR(name, kinds, capability) name,

#define LOCKSTEP_TYPE(name) fmi1##name##TYPE
struct Fmi1Functions {
  LOCKSTEP_FMI1_FUNCTIONS(LOCKSTEP_POINTER)
};
#undef LOCKSTEP_TYPE
enum class Fmi1Function : std::uint8_t { LOCKSTEP_FMI1_FUNCTIONS(LOCKSTEP_ENUMERATOR) };

#define LOCKSTEP_TYPE(name) fmi2##name##TYPE
struct Fmi2Functions {
  LOCKSTEP_FMI2_FUNCTIONS(LOCKSTEP_POINTER)
};
#undef LOCKSTEP_TYPE
enum class Fmi2Function : std::uint8_t { LOCKSTEP_FMI2_FUNCTIONS(LOCKSTEP_ENUMERATOR) };

#define LOCKSTEP_TYPE(name) fmi3##name##TYPE
struct Fmi3Functions {
  LOCKSTEP_FMI3_FUNCTIONS(LOCKSTEP_POINTER)
};
#undef LOCKSTEP_TYPE
enum class Fmi3Function : std::uint8_t { LOCKSTEP_FMI3_FUNCTIONS(LOCKSTEP_ENUMERATOR) };

#undef LOCKSTEP_ENUMERATOR
#undef LOCKSTEP_POINTER

/// Looks every function up; FMI 1 names carry the model identifier ("Pump_fmiDoStep").
Fmi1Functions bind_fmi1(const SharedLibrary& library, const std::string& model_identifier);
Fmi2Functions bind_fmi2(const SharedLibrary& library);
Fmi3Functions bind_fmi3(const SharedLibrary& library);

/// Full name ("fmi2DoStep"; FMI 1: "fmiDoStep") and the capability attribute it depends on ("" for none).
const char* fmi1_name(std::uint8_t function) noexcept;
const char* fmi2_name(std::uint8_t function) noexcept;
const char* fmi3_name(std::uint8_t function) noexcept;
const char* fmi1_capability(std::uint8_t function) noexcept;
const char* fmi2_capability(std::uint8_t function) noexcept;
const char* fmi3_capability(std::uint8_t function) noexcept;

}  // namespace lockstep::core
