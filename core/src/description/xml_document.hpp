// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <pugixml.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/core/error.hpp"
#include "lockstep/core/model_description.hpp"

namespace lockstep::core {

/// An XML file, parsed in place: the tree points into the text, which this object owns. Knows the line and
/// column of every element and attribute. Hostile files are refused: DOCTYPE, zero bytes, size, tree size and
/// depth beyond the limits.
class XmlDocument {
 public:
  /// Throws Error{kBadDescription} with the place when the text is not well-formed XML or breaks a limit.
  XmlDocument(Bytes text, std::string file, const DescriptionLimits& limits);
  XmlDocument(const XmlDocument&) = delete;
  XmlDocument& operator=(const XmlDocument&) = delete;

  pugi::xml_node root() const noexcept { return root_; }
  const std::string& file() const noexcept { return file_; }
  /// Not 0: the file calls itself UTF-8, but this line holds something else.
  std::uint32_t invalid_utf8_line() const noexcept { return invalid_utf8_line_; }
  /// Not null: a second element after the root; XML allows one only.
  pugi::xml_node second_root() const noexcept { return second_root_; }

  SourceLocation where(pugi::xml_node node) const;
  SourceLocation where(pugi::xml_attribute attribute) const;
  /// Fast when asked in document order.
  std::uint32_t line(pugi::xml_node node) const noexcept;
  struct LineAndColumn {
    std::uint32_t line, column;
  };
  LineAndColumn line_and_column(pugi::xml_node node) const noexcept;

 private:
  struct Census {
    std::size_t lines{0}, opening_brackets{0}, equal_signs{0}, zeros{0};
    bool ascii{true};
  };
  static Census count(const Bytes& text) noexcept;
  void index_lines(std::size_t count);
  void parse(const DescriptionLimits& limits);
  void check_depth(const DescriptionLimits& limits) const;
  std::size_t line_index(std::size_t offset) const noexcept;
  SourceLocation where(std::size_t offset) const;
  LineAndColumn line_and_column(std::size_t offset) const noexcept;
  /// The place of a name in the file: names stay where they are when the file is parsed in place.
  std::size_t offset_of(const char* name) const noexcept;
  [[noreturn]] void refuse(std::size_t offset, const std::string& message) const;

  Bytes text_;
  std::string file_;
  std::vector<std::uint32_t> line_starts_;  // built before parsing, which overwrites the text
  mutable std::size_t line_hint_{0};
  std::uint32_t invalid_utf8_line_{0};
  pugi::xml_document tree_;
  pugi::xml_node root_, second_root_;
};

}  // namespace lockstep::core
