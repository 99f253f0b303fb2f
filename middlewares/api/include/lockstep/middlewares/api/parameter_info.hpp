// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lockstep/middlewares/api/parameters.hpp"

namespace lockstep::middlewares {

/// A parameter a node shows to its middleware.
struct ParameterInfo {
  std::string name;  ///< plain name
  const core::Variable* variable{nullptr};
  ParameterValue value;     ///< as given, in the variable's type; else the start value
  std::string description;  ///< of the FMU, and its name and the items of an enumeration where they say more
  std::string unit;         ///< empty: none
  std::optional<double> min, max;                        ///< reals
  std::optional<std::int64_t> min_integer, max_integer;  ///< whole numbers
  bool tunable{false};                                   ///< may change while the FMU runs
};

/// A value as a middleware stores it; bytes become an empty text.
ParameterValue to_parameter(const core::Value& value, bool is_array);

/// All parameters of an FMU that have a type a middleware can hold, and those other variables that are among
/// `given`. Two variables of one plain name, and names in `reserved`, are left out: those are set in the
/// mapping file. Values in `given` must fit, as checked by assign_parameters() and to_value().
std::vector<ParameterInfo> describe_parameters(const core::ModelDescription& description,
                                               const std::vector<NamedParameter>& given,
                                               Span<const std::string_view> reserved);

}  // namespace lockstep::middlewares
