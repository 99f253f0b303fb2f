// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lockstep::runtime {

/// "; did you mean 'a' or 'b'?" for the (up to three) names most like `wanted`; "; there are none" without
/// any names. For messages.
std::string closest_names_text(std::string_view wanted, const std::vector<std::string_view>& names);

}  // namespace lockstep::runtime
