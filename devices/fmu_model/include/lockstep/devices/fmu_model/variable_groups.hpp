// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lockstep/core/model_description.hpp"
#include "lockstep/core/stepper.hpp"
#include "lockstep/core/value.hpp"

namespace lockstep::devices {

using Variables = std::vector<const core::Variable*>;

/// Splits variables into what Stepper::bind_* takes as one group: one type, and in FMI 3 the same clocks. In
/// the order in which the first of each comes.
std::vector<Variables> bindable_groups(const Variables& variables);

/// All variables of this causality that can be signals: clocks are left out.
Variables signal_variables(const core::ModelDescription& description, core::Causality causality);

/// Their names with commas between, for messages; "(none)" when there is none.
std::string names_of(const core::ModelDescription& description, core::Causality causality);

/// The name of a variable's unit; empty when it has none.
std::string unit_of(const core::ModelDescription& description, const core::Variable& variable);

}  // namespace lockstep::devices
