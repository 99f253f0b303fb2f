// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "description/element.hpp"

namespace lockstep::core {

// Words of FMI 2 and 3.
inline constexpr Choice<Variability> kVariabilities[] = {{"continuous", Variability::kContinuous},
                                                         {"fixed", Variability::kFixed},
                                                         {"discrete", Variability::kDiscrete},
                                                         {"tunable", Variability::kTunable},
                                                         {"constant", Variability::kConstant}};
inline constexpr Choice<Initial> kInitials[] = {
    {"exact", Initial::kExact}, {"calculated", Initial::kCalculated}, {"approx", Initial::kApprox}};

/// What the standard says about one pair of causality and variability (FMI 2.0: 2.2.7, FMI 3.0: 2.4.7).
struct InitialRule {
  bool combination_allowed{false};
  bool exact{false}, approx{false}, calculated{false};  ///< values `initial` may have
  Initial fallback{Initial::kNotGiven};                 ///< when none is given

  bool allows(Initial initial) const noexcept {
    return initial == Initial::kExact ? exact : initial == Initial::kApprox ? approx : calculated;
  }
};
InitialRule initial_rule(FmiVersion version, Causality causality, Variability variability) noexcept;

/// The variability of a variable that gives none, chosen so that the variable makes sense.
Variability default_variability(VariableType type, Causality causality) noexcept;

/// What the file said, before defaults.
struct GivenAttributes {
  std::optional<Variability> variability;
  std::optional<Initial> initial;
  bool start{false};
};

/// Sets variability and initial of an FMI 2 or 3 variable whose type, causality and name are known, and
/// reports what breaks the tables of the standard: the combination, a forbidden `initial`, a missing or
/// forbidden start value.
void apply_variable_rules(Reading& reading, pugi::xml_node node, const GivenAttributes& given,
                          Variable& variable);

}  // namespace lockstep::core
