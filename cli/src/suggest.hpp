// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace lockstep::cli {

/// "; did you mean 'x'?" with the known word closest to a misspelt one; empty when none is close.
std::string did_you_mean(const std::string& given, const std::vector<std::string>& known);

}  // namespace lockstep::cli
