// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <string_view>

namespace lockstep::exporter {

/// A unit in terms of the SI base units: value in base units = factor * value + offset.
struct UnitDefinition {
  /// Exponents of kg, m, s, A, K, mol, cd, rad, in the order of the FMI schemas.
  std::array<int, 8> exponents{};
  double factor{1.0};
  double offset{0.0};

  bool same_dimension(const UnitDefinition& other) const noexcept { return exponents == other.exponents; }
};

/// Names of the exponents, as the FMI schemas spell the attributes.
inline constexpr std::array<std::string_view, 8> kBaseUnitNames{"kg", "m", "s", "A", "K", "mol", "cd", "rad"};

/// Understands unit expressions as Modelica writes them: "N.m", "kg.m2", "m/s2", "N.m.s/rad", "W/(m2.K)",
/// "1/s", with SI prefixes ("mm", "kHz") and the common others (deg, rpm, degC, bar, h, min, %, ft). Nothing
/// if not understood.
std::optional<UnitDefinition> parse_unit(std::string_view text);

}  // namespace lockstep::exporter
