// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "description/element.hpp"

namespace lockstep::core {

/// How ModelStructure and attributes refer to variables: FMI 2 by the 1-based position in ModelVariables, FMI
/// 3 by value reference (unique over all types there).
class VariableReferences {
 public:
  enum class Kind : std::uint8_t { kPosition, kValueReference };
  VariableReferences(Kind kind, Span<const Variable> variables);

  /// kNone when no variable is meant.
  TableIndex find(std::uint64_t reference) const noexcept;
  std::string_view noun() const noexcept { return kind_ == Kind::kPosition ? "index" : "value reference"; }

 private:
  struct Entry {
    ValueReference reference;
    TableIndex variable;
  };
  Kind kind_;
  std::size_t count_;
  std::vector<Entry> sorted_;
};

/// Slots of one row (Unknown, Output, ...): the variable, what it depends on and how.
enum class UnknownSlot : std::uint8_t { kVariable, kDependencies, kDependenciesKind };

/// What the rows of a list are: a broken row among the derivatives makes Model Exchange impossible, because
/// the order of the states is lost; initial unknowns have fewer kinds of dependencies.
enum class RowKind : std::uint8_t { kOutput, kDerivative, kInitialUnknown };

/// Reads one row and reports references to variables that do not exist.
Unknown read_unknown(Reading& reading, pugi::xml_node node, const AttributeTable& table,
                     const VariableReferences& references, RowKind kind);

}  // namespace lockstep::core
