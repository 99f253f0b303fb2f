// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

#include "lockstep/core/model_description.hpp"

namespace lockstep::network {

/// A unit by its name alone: symbols of SI and a few others with prefixes ("mm", "kW", "degC", "bar", "%"),
/// exponents ("m2", "s-1", "m^2"), products ("N.m", "N*m", "N m", and written together, "Nm") and one
/// quotient ("m/s2", "W/(m2.K)"). Empty for anything else.
std::optional<core::SiBaseUnit> parse_unit(std::string_view text);

}  // namespace lockstep::network
