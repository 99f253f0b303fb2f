// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "lockstep/core/config_node.hpp"

namespace lockstep::scenario {

/// What a YAML file may be at most; aliases make small files large.
struct YamlLimits {
  std::size_t max_bytes{std::size_t{4} << 20U};
  std::size_t max_nodes{200'000};
  std::size_t max_depth{64};
};

/// The tree of a YAML text, every node with file, line and column, in the form ConfigNode describes: keys
/// become children, a list under a key becomes one child for each item, a list of plain numbers one text. The
/// root is called "scenario". Throws Error{kBadInput} with the place: not YAML, a key twice, the root is no
/// map, a limit.
core::ConfigNode read_yaml(std::string_view text, const std::string& file, const YamlLimits& limits = {});

}  // namespace lockstep::scenario
