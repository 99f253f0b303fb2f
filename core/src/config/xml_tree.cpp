// SPDX-License-Identifier: Apache-2.0
#include "lockstep/core/xml_tree.hpp"

#include <fmt/format.h>

#include <cstring>
#include <limits>

#include "description/xml_document.hpp"
#include "lockstep/core/number_text.hpp"

namespace lockstep::core {
namespace {

/// Recursion is bounded: the depth was checked before.
ConfigNode to_node(pugi::xml_node element, const XmlDocument& document) {
  ConfigNode node{element.name(), {}, document.where(element)};
  for (const pugi::xml_attribute attribute : element.attributes())
    node.attributes.emplace_back(attribute.name(), attribute.value());
  std::size_t elements = 0;
  for (const pugi::xml_node child : element.children())
    elements += child.type() == pugi::node_element ? 1 : 0;
  node.children.reserve(elements);
  for (const pugi::xml_node child : element.children()) {
    if (child.type() == pugi::node_element)
      node.children.push_back(to_node(child, document));
    else if (child.type() == pugi::node_pcdata || child.type() == pugi::node_cdata)
      node.text += child.value();
  }
  node.text = std::string{trimmed(node.text)};
  return node;
}

}  // namespace

ConfigNode read_xml(std::string_view text, const std::string& file, const XmlLimits& limits) {
  if (text.size() > limits.max_bytes) {
    throw Error{ErrorCode::kBadInput,
                fmt::format("'{}' has {} bytes, the limit is {}", file, text.size(), limits.max_bytes)};
  }
  DescriptionLimits inner;
  inner.max_bytes = limits.max_bytes;
  inner.max_tree_bytes = limits.max_tree_bytes;
  inner.max_depth = limits.max_depth;
  inner.read_in_parts_above = std::numeric_limits<std::size_t>::max();
  Bytes bytes{text.size()};
  if (!text.empty()) std::memcpy(bytes.data(), text.data(), text.size());
  try {
    const XmlDocument document{std::move(bytes), file, inner};
    document.check_depth(document.root(), inner);
    if (document.second_root()) {
      throw Error{ErrorCode::kBadInput,
                  fmt::format("'{}' cannot be read as XML", file),
                  {{Severity::kError, "xml-second-root",
                    fmt::format("<{}> stands after the end of <{}>, expected one outermost element",
                                document.second_root().name(), document.root().name()),
                    "", document.where(document.second_root())}}};
    }
    return to_node(document.root(), document);
  } catch (const Error& error) {
    if (error.code() == ErrorCode::kBadInput) throw;
    throw Error{ErrorCode::kBadInput, error.message(), error.diagnostics()};
  }
}

}  // namespace lockstep::core
