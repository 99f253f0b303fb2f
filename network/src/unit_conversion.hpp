// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "lockstep/core/model_description.hpp"

namespace lockstep::network {

/// target = factor * source + offset.
struct UnitConversion {
  double factor{1.0};
  double offset{0.0};
  bool same_dimension{true};  ///< false: the units measure different things; there is no conversion
  bool by_rad{false};         ///< they differ by rad alone, which is taken as 1
};

/// A unit as a description or a file names it, with its base where that is given.
struct NamedUnit {
  std::string name;
  std::optional<core::SiBaseUnit> base;
};

/// The unit of a variable: its base as the description defines it, else as parse_unit() reads the name.
NamedUnit unit_of(const core::ModelDescription& description, const core::Variable& variable);
NamedUnit unit_named(std::string_view name);

/// A unit that has no name or whose base nobody knows is compatible with all; equal names need no conversion.
/// A relative quantity (a temperature difference) is converted without offset.
UnitConversion convert(const NamedUnit& source, const NamedUnit& target, bool relative);

}  // namespace lockstep::network
