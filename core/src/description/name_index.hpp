// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "lockstep/core/span.hpp"
#include "lockstep/core/variable.hpp"

namespace lockstep::core {

/// A hash of text that cannot be predicted from outside the process, so that a hostile file cannot choose
/// names that all collide.
std::uint64_t seeded_hash(std::string_view text) noexcept;
std::uint64_t seeded_hash(std::uint64_t number) noexcept;

/// Name -> variable in O(1): open addressing over the names where they already are; 8 bytes a slot. FMI 3
/// alias names lead to their variable. The first of equal names wins.
class NameIndex {
 public:
  /// Calls on_duplicate(variable index, variable index of the first holder) for every name that is already
  /// taken.
  template <class OnDuplicate>
  void build(Span<const Variable> variables, OnDuplicate&& on_duplicate) {
    start(variables);
    for (TableIndex i = 0; i < variables.size(); ++i) {
      insert_or_report(variables[i].name, i, i, on_duplicate);
      for (const Alias& alias : variables[i].aliases) {
        alias_names_.push_back({alias.name, i});
        insert_or_report(alias.name, static_cast<TableIndex>(variables.size() + alias_names_.size() - 1), i,
                         on_duplicate);
      }
    }
  }
  /// kNone when there is no such name.
  TableIndex find(std::string_view name) const noexcept;

 private:
  struct Slot {
    std::uint32_t hash{0};
    TableIndex entry{kNone};
  };
  struct AliasName {
    std::string_view name;
    TableIndex variable{kNone};
  };
  template <class OnDuplicate>
  void insert_or_report(std::string_view name, TableIndex entry, TableIndex variable,
                        OnDuplicate& on_duplicate) {
    if (name.empty()) return;
    const TableIndex holder = insert(name, entry);
    if (holder != kNone) on_duplicate(variable, holder);
  }
  void start(Span<const Variable> variables);
  /// kNone when the name was new, else the variable that has it.
  TableIndex insert(std::string_view name, TableIndex entry) noexcept;
  std::string_view name_of(TableIndex entry) const noexcept;
  TableIndex variable_of(TableIndex entry) const noexcept;

  Span<const Variable> variables_;
  std::vector<AliasName> alias_names_;
  std::vector<Slot> slots_;  // a power of two, at most half full
  std::size_t mask_{0};
};

/// (value reference, type) -> variables in O(1), and on from each to the next one with the same key.
class ReferenceIndex {
 public:
  void build(Span<const Variable> variables);
  /// The first variable in file order; kNone when there is none.
  TableIndex find(ValueReference reference, VariableType type) const noexcept;
  /// The next variable in file order with the same reference and type; kNone after the last.
  TableIndex next(TableIndex variable) const noexcept { return next_[variable]; }

 private:
  std::size_t slot_of(ValueReference reference, VariableType type) const noexcept;

  Span<const Variable> variables_;
  std::vector<TableIndex> slots_;
  std::vector<TableIndex> next_;
  std::size_t mask_{0};
};

}  // namespace lockstep::core
