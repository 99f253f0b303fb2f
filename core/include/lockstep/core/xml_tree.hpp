// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "lockstep/core/config_node.hpp"
#include "lockstep/core/export.hpp"

namespace lockstep::core {

/// What an XML file may be at most; files come from strangers.
struct XmlLimits {
  std::size_t max_bytes{std::size_t{64} << 20U};
  std::size_t max_tree_bytes{std::size_t{512} << 20U};  ///< memory, estimated before the tree is built
  std::uint32_t max_depth{64};                          ///< nested elements
};

/// The tree of an XML text (UTF-8, UTF-16 or UTF-32), every node with file, line and column. Comments and
/// processing instructions are left out; pieces of text of an element are joined and blanks around them
/// removed. `file` is for messages only. Throws Error{kBadInput} with the place when the text is not
/// well-formed, breaks a limit, or has a DOCTYPE (which can make a small file huge).
LOCKSTEP_CORE_EXPORT ConfigNode read_xml(std::string_view text, const std::string& file,
                                         const XmlLimits& limits = {});

}  // namespace lockstep::core
