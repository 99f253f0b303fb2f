// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lockstep/core/error.hpp"
#include "lockstep/core/export.hpp"

namespace lockstep::core {

/// Configuration as a neutral tree: what stands in a `<plugin>` of an SDF file, in a `<gazebo>` element of a
/// URDF or below a key of a scenario in YAML. Who reads one (a device, a host) sees neither libsdformat nor
/// yaml-cpp, and the same reader serves all of these files.
///
///     <actuator>                      actuator:
///       <joint>knee</joint>             joint: knee
///       <gain unit="V">2.5</gain>       gain: 2.5
///     </actuator>
///
/// XML to tree: an element is a node, its text without the blanks around it is `text`; attributes and child
/// elements keep their order. YAML to tree: a key of a map is a child, a scalar is the text of its node, a
/// list under the key `k` is one child named `k` for each item, a list of plain numbers is one text with
/// blanks between them.
///
/// A node that a program makes of numbers keeps them: as_number() gives back the same bits without a way
/// through text. `text` then has them in their shortest form, for messages and for those who ask for text.
///
/// A *field* of a node is a child or else an attribute with the name asked for, because YAML knows no
/// attributes: number("gain") reads `<x gain="2"/>`, `<x><gain>2</gain></x>` and `x: {gain: 2}`. The first
/// child with the name counts; all() gives every one.
///
/// Getters convert strictly: "4O.0" is an error and not 4, no locale is consulted. They throw
/// Error{kBadInput} whose diagnostic has file and line of the node and names the thing, its value and what
/// was expected; its id is "config-missing" or "config-value". A plain value: copy and move freely; const
/// functions may be called from any thread.
class LOCKSTEP_CORE_EXPORT ConfigNode {
 public:
  using Attribute = std::pair<std::string, std::string>;

  ConfigNode() = default;
  explicit ConfigNode(std::string node_name, std::string node_text = {}, SourceLocation node_where = {})
      : name{std::move(node_name)}, text{std::move(node_text)}, where{std::move(node_where)} {}
  /// A node of one number or several.
  static ConfigNode of_numbers(std::string name, std::vector<double> values, SourceLocation where = {});

  std::string name;                   ///< of the element or key; namespace prefixes are kept ("gz:wrench")
  std::string text;                   ///< without the blanks around it; may be empty
  std::vector<double> values;         ///< the numbers it was made of; empty: read them from the text
  SourceLocation where;               ///< line 0 where it is not known
  std::vector<Attribute> attributes;  ///< in file order
  std::vector<ConfigNode> children;   ///< in file order

  // --- looking around; nothing here throws ---------------------------------------------------------------
  /// The first child with this name, or nullptr. Valid until `children` is changed.
  const ConfigNode* find(std::string_view child) const noexcept;
  /// All children with this name, in file order. Valid until `children` is changed.
  std::vector<const ConfigNode*> all(std::string_view child) const;
  /// The value of an attribute; empty when there is none.
  std::optional<std::string_view> attribute(std::string_view attribute_name) const noexcept;
  /// Whether there is a field (child or attribute) with this name.
  bool has(std::string_view field) const noexcept;

  // --- the node's own text -------------------------------------------------------------------------------
  /// The text; an error when it is empty.
  const std::string& as_text() const;
  /// A finite number.
  double as_number() const;
  std::int64_t as_integer() const;
  /// true, false, 1 or 0; letters in any case.
  bool as_boolean() const;
  /// Finite numbers with blanks between them; exactly `count` of them unless count is 0.
  std::vector<double> as_numbers(std::size_t count = 0) const;

  // --- fields ---------------------------------------------------------------------------------------------
  /// The child with this name; an error naming the children there are when it is missing.
  const ConfigNode& at(std::string_view child) const;

  /// A field that must be there, and not be empty.
  std::string text_of(std::string_view field) const;
  double number(std::string_view field) const;
  std::int64_t integer(std::string_view field) const;
  bool boolean(std::string_view field) const;
  std::vector<double> numbers(std::string_view field, std::size_t count = 0) const;

  /// A field that may be left out; then the value is `fallback`. One that is there and wrong is an error.
  std::string text_of(std::string_view field, std::string_view fallback) const;
  double number(std::string_view field, double fallback) const;
  std::int64_t integer(std::string_view field, std::int64_t fallback) const;
  bool boolean(std::string_view field, bool fallback) const;

  // --- reporting -------------------------------------------------------------------------------------------
  /// A finding at this node, for those who collect several before they throw.
  Diagnostic finding(Severity severity, std::string id, std::string message, std::string fix = {}) const;
  /// Throws Error{kBadInput} with one error at this node. `message` names the thing, value and expectation.
  [[noreturn]] void fail(std::string id, std::string message, std::string fix = {}) const;
  /// One finding "config-unknown" for each child and attribute whose name is not among `known`: a word
  /// spelled wrongly must not be ignored in silence. The fix names the known word that is most like it.
  std::vector<Diagnostic> unknown_fields(const std::vector<std::string_view>& known,
                                         Severity severity = Severity::kWarning) const;

 private:
  struct Field;
  std::optional<Field> field_of(std::string_view field) const noexcept;
  Field required(std::string_view field) const;
};

}  // namespace lockstep::core
