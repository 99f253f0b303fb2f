// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/core/export.hpp"
#include "lockstep/core/span.hpp"

/// One element of an array variable as text: "A[1,2]", indices from 1, in the order of the dimensions. So are
/// columns of results named, columns of inputs and variables to record.
namespace lockstep::core {

struct ElementName {
  std::string_view array;  ///< part of the text that was split
  std::vector<std::uint64_t> indices;
};

/// "A[1,2]" -> A, {1, 2}; blanks around an index are allowed. Empty for anything else.
LOCKSTEP_CORE_EXPORT std::optional<ElementName> split_element_name(std::string_view text);

/// Row-major position of an element in an array of these sizes; empty when it has no such element.
LOCKSTEP_CORE_EXPORT std::optional<std::size_t> element_position(Span<const std::uint64_t> sizes,
                                                                 Span<const std::uint64_t> indices) noexcept;

/// The name of the element at a row-major position; a scalar (no sizes) keeps its own.
LOCKSTEP_CORE_EXPORT std::string element_name(std::string_view variable, Span<const std::uint64_t> sizes,
                                              std::uint64_t position);

}  // namespace lockstep::core
