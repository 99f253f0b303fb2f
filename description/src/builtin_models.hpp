// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace lockstep::description {

/// SDF text of a model that worlds include without bringing it: "ground_plane", "sun". Empty for other names.
/// The uri may be "model://ground_plane" or the bare name. A model of that name on disk goes first.
std::string_view builtin_model(std::string_view uri) noexcept;

}  // namespace lockstep::description
