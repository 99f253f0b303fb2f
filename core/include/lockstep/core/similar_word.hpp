// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "lockstep/core/export.hpp"

namespace lockstep::core {

/// The word of `known` that is most like `word`, letters in any case, the first of several; empty when none
/// is near enough to be a typing error. For messages: "did you mean ...?".
LOCKSTEP_CORE_EXPORT std::optional<std::string_view> similar_word(std::string_view word,
                                                                  const std::vector<std::string_view>& known);

}  // namespace lockstep::core
