// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <pugixml.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "description/xml_parts.hpp"
#include "lockstep/core/error.hpp"
#include "lockstep/core/model_description.hpp"

namespace lockstep::core {

/// An XML file, parsed in place: the tree points into the text, which this object owns. Knows the line and
/// column of every element and attribute. Hostile files are refused: DOCTYPE, zero bytes, size and tree size
/// beyond the limits, and depth where a reader meets what it does not know (check_depth).
class XmlDocument {
 public:
  /// Throws Error{kBadDescription} with the place when the text is not well-formed XML or breaks a limit.
  XmlDocument(Bytes text, std::string file, const DescriptionLimits& limits);
  XmlDocument(const XmlDocument&) = delete;
  XmlDocument& operator=(const XmlDocument&) = delete;

  /// In a large model description, <ModelVariables> is empty here; for_each_part gives its content.
  pugi::xml_node root() const noexcept { return root_; }

  /// Calls on_part(node) for nodes whose children together are the children of `list`, in order. A large list
  /// of variables is parsed part by part, so that its tree, twice as large as the file, never exists as a
  /// whole and each part is still in the cache when it is read. Nodes of a part are gone after on_part. Once
  /// only; throws like the constructor.
  template <class OnPart>
  void for_each_part(pugi::xml_node list, OnPart&& on_part) {
    if (!parts_ || list.first_child()) return on_part(list);
    while (parts_->begin < parts_->end) {
      pugi::xml_document part;
      parse_part(part);
      if (part.first_child()) on_part(pugi::xml_node{part});
    }
  }
  const std::string& file() const noexcept { return file_; }
  /// Not 0: the file calls itself UTF-8, but this line holds something else.
  std::uint32_t invalid_utf8_line() const noexcept { return invalid_utf8_line_; }
  /// Not null: a second element after the root; XML allows one only.
  pugi::xml_node second_root() const noexcept { return second_root_; }

  /// How many '<' the file has: no fewer than elements.
  std::size_t opening_brackets() const noexcept { return census_.opening_brackets; }

  /// Throws when something below the node is nested deeper than the limits allow. Readers follow the schema,
  /// whose depth is bounded, so only what they do not know needs this.
  void check_depth(pugi::xml_node node, const DescriptionLimits& limits) const;

  SourceLocation where(pugi::xml_node node) const;
  SourceLocation where(pugi::xml_attribute attribute) const;
  struct LineAndColumn {
    std::uint32_t line, column;
  };
  SourceLocation where(LineAndColumn place) const { return {file_, place.line, place.column}; }
  /// Fast when asked in document order.
  std::uint32_t line(pugi::xml_node node) const noexcept;
  LineAndColumn line_and_column(pugi::xml_node node) const noexcept;

 private:
  struct Census {
    std::size_t opening_brackets{0}, equal_signs{0};
    bool ascii{true};
    bool has_zero{false};
  };
  void take_census();
  void check_limits(const DescriptionLimits& limits) const;
  void parse();
  void split();
  bool has_cut_list(pugi::xml_node root) const noexcept;
  void parse_part(pugi::xml_document& part);
  std::size_t offset_in_file(std::size_t offset_in_frame) const noexcept;
  std::size_t line_index(std::size_t offset) const noexcept;
  SourceLocation where(std::size_t offset) const;
  LineAndColumn line_and_column(std::size_t offset) const noexcept;
  /// The place of a name in the file: names stay where they are when the file is parsed in place.
  std::size_t offset_of(const char* name) const noexcept;
  [[noreturn]] void refuse(std::size_t offset, const std::string& message) const;

  Bytes text_;
  std::string file_;
  Census census_;
  std::vector<std::uint32_t> line_starts_;  // built before parsing, which overwrites the text
  mutable std::size_t line_hint_{0};
  std::uint32_t invalid_utf8_line_{0};
  std::optional<VariableListRange> parts_;  // what is left to be parsed in parts; empty: all is in tree_
  std::size_t part_size_;
  bool scalar_variables_{false};
  Bytes frame_;               // the text around the list of variables, when that is read in parts
  VariableListRange cut_;     // what the frame lacks
  std::vector<char> rescue_;  // a part before parsing overwrites it
  pugi::xml_document tree_;
  pugi::xml_node root_, second_root_;
};

}  // namespace lockstep::core
