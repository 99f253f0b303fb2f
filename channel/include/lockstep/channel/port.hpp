// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/core/variable.hpp"

namespace lockstep::channel {

/// What kind of door a port is.
enum class PortKind : std::uint8_t { kSignal, kInlet, kRequest };
/// "signal", "inlet" or "request".
std::string_view to_string(PortKind kind) noexcept;

/// One argument of a request, or one value of its reply.
struct Field {
  std::string name;
  core::VariableType type{core::VariableType::kFloat64};
  std::string unit;
  std::uint32_t count{1};  ///< elements; 0: any number of them

  template <class Archive, class Self>
  static void fields(Archive& archive, Self& self) {
    archive(self.name, self.type, self.unit, self.count);
  }
};

/// Something of a world that another process can reach.
struct Port {
  PortKind kind{PortKind::kSignal};
  std::string name;                                       ///< full name
  core::VariableType type{core::VariableType::kFloat64};  ///< signals and inlets
  std::uint32_t count{1};                                 ///< elements, signals and inlets
  std::string unit;
  std::string description;
  std::vector<Field> arguments, reply;  ///< requests

  template <class Archive, class Self>
  static void fields(Archive& archive, Self& self) {
    archive(self.kind, self.name, self.type, self.count, self.unit, self.description, self.arguments,
            self.reply);
  }
};

}  // namespace lockstep::channel
