// SPDX-License-Identifier: Apache-2.0
#include "instance/function_table.hpp"

#include <iterator>

namespace lockstep::core {

namespace {

struct Row {
  const char* name;
  const char* capability;
};

#define LOCKSTEP_ROW1(name, kinds, capability) {"fmi" #name, capability},
#define LOCKSTEP_ROW2(name, kinds, capability) {"fmi2" #name, capability},
#define LOCKSTEP_ROW3(name, kinds, capability) {"fmi3" #name, capability},
constexpr Row kFmi1[] = {LOCKSTEP_FMI1_FUNCTIONS(LOCKSTEP_ROW1)};
constexpr Row kFmi2[] = {LOCKSTEP_FMI2_FUNCTIONS(LOCKSTEP_ROW2)};
constexpr Row kFmi3[] = {LOCKSTEP_FMI3_FUNCTIONS(LOCKSTEP_ROW3)};

template <std::size_t N>
const Row& row(const Row (&rows)[N], std::uint8_t function) noexcept {
  static constexpr Row kUnknown{"unknown function", ""};
  return function < N ? rows[function] : kUnknown;
}

}  // namespace

Fmi1Functions bind_fmi1(const SharedLibrary& library, const std::string& model_identifier) {
  Fmi1Functions table;
#define LOCKSTEP_BIND(name, kinds, capability) \
  table.name = reinterpret_cast<fmi1##name##TYPE*>(library.symbol((model_identifier + "_fmi" #name).c_str()));
  LOCKSTEP_FMI1_FUNCTIONS(LOCKSTEP_BIND)
#undef LOCKSTEP_BIND
  return table;
}

Fmi2Functions bind_fmi2(const SharedLibrary& library) {
  Fmi2Functions table;
#define LOCKSTEP_BIND(name, kinds, capability) \
  table.name = reinterpret_cast<fmi2##name##TYPE*>(library.symbol("fmi2" #name));
  LOCKSTEP_FMI2_FUNCTIONS(LOCKSTEP_BIND)
#undef LOCKSTEP_BIND
  return table;
}

Fmi3Functions bind_fmi3(const SharedLibrary& library) {
  Fmi3Functions table;
#define LOCKSTEP_BIND(name, kinds, capability) \
  table.name = reinterpret_cast<fmi3##name##TYPE*>(library.symbol("fmi3" #name));
  LOCKSTEP_FMI3_FUNCTIONS(LOCKSTEP_BIND)
#undef LOCKSTEP_BIND
  return table;
}

const char* fmi1_name(std::uint8_t function) noexcept {
  return row(kFmi1, function).name;
}
const char* fmi2_name(std::uint8_t function) noexcept {
  return row(kFmi2, function).name;
}
const char* fmi3_name(std::uint8_t function) noexcept {
  return row(kFmi3, function).name;
}
const char* fmi1_capability(std::uint8_t function) noexcept {
  return row(kFmi1, function).capability;
}
const char* fmi2_capability(std::uint8_t function) noexcept {
  return row(kFmi2, function).capability;
}
const char* fmi3_capability(std::uint8_t function) noexcept {
  return row(kFmi3, function).capability;
}

}  // namespace lockstep::core
