// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace lockstep::core {

/// Where the content of <ModelVariables> lies in a model description, offsets into its text.
struct VariableListRange {
  std::size_t name{0};   ///< of the opening tag
  std::size_t begin{0};  ///< after the opening tag
  std::size_t end{0};    ///< at the closing tag
};

/// Finds the list without parsing. Empty when there is any doubt (document type, comments or CDATA where they
/// could hide the tags, an empty list): the file is then parsed as a whole.
std::optional<VariableListRange> find_variable_list(std::string_view text) noexcept;

/// The last place in [begin + 1, end) where the element of a variable seems to start; npos when there is
/// none. It may lie inside a comment or an annotation: only parsing what is before it tells.
std::size_t find_variable_start(std::string_view text, std::size_t begin, std::size_t end,
                                bool scalar_variables) noexcept;

/// Whether the list holds <ScalarVariable> (FMI 1 and 2) and not <Float64> and the like.
bool has_scalar_variables(std::string_view text, const VariableListRange& range) noexcept;

}  // namespace lockstep::core
