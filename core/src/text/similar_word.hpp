// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/core/similar_word.hpp"

namespace lockstep::core {

/// ASCII letters to lower case, all else as it is; no locale.
std::string lower_case(std::string_view text);

/// What edit_distance returns for words further apart than its limit.
inline constexpr std::size_t kTooFar = 1000;

/// Number of insertions, deletions and replacements; kTooFar as soon as it must exceed `limit`. `row` is
/// memory kept from call to call.
std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t limit,
                          std::vector<std::size_t>& row);

}  // namespace lockstep::core
