// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "lockstep/core/error.hpp"
#include "lockstep/core/model_description.hpp"
#include "lockstep/core/value.hpp"

namespace lockstep::middlewares {

/// A parameter as a middleware stores it.
using ParameterValue = std::variant<bool, std::int64_t, double, std::string, std::vector<bool>,
                                    std::vector<std::int64_t>, std::vector<double>, std::vector<std::string>>;

struct NamedParameter {
  std::string name;  ///< as the middleware has it
  ParameterValue value;
  bool optional{false};  ///< set at run time: no mistake if the FMU has none such, and above the mapping file
};

/// The parameter as a value of `variable`, which has `element_count` elements. Whole numbers are fine for
/// reals; enumerations take numbers and item names; Boolean takes 0 and 1 too. Throws Error{kBadInput},
/// naming variable, value and expectation, for a wrong type, a wrong number of elements, NaN, and values
/// outside min and max.
core::Value to_value(const core::ModelDescription& description, const core::Variable& variable,
                     std::size_t element_count, const ParameterValue& given);

/// A value of `variable` from texts (a mapping file), checked alike.
core::Value to_value(const core::ModelDescription& description, const core::Variable& variable,
                     std::size_t element_count, const std::vector<std::string>& given);

/// A variable and the value it gets.
struct Assignment {
  const core::Variable* variable;
  ParameterValue value;
  bool optional{false};  ///< as that of the parameter
};

/// Finds the variable of each parameter by its plain name. Names in `reserved` belong to the node and are
/// passed over. Throws Error{kBadInput} with a diagnostic for every parameter that fits no variable (unless
/// it is optional, or `allow_unknown`) or several that are no aliases. Structural parameters come first in
/// the result.
std::vector<Assignment> assign_parameters(const core::ModelDescription& description,
                                          const std::vector<NamedParameter>& parameters,
                                          Span<const std::string_view> reserved, bool allow_unknown);

}  // namespace lockstep::middlewares
