// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::core {

/// ASCII letters to lower case, all else as it is; no locale.
std::string lower_case(std::string_view text);

/// What edit_distance returns for words further apart than its limit.
inline constexpr std::size_t kTooFar = 1000;

/// Number of insertions, deletions and replacements; kTooFar as soon as it must exceed `limit`. `row` is
/// memory kept from call to call.
std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t limit,
                          std::vector<std::size_t>& row);

/// The word of `known` that is most like `word`, letters in any case, the first of several; empty when none
/// is near enough to be a typing error.
std::optional<std::string_view> similar_word(std::string_view word,
                                             const std::vector<std::string_view>& known);

}  // namespace lockstep::core
