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

/// Name -> variable in O(1): open addressing, 4 bytes a slot, over a dense table of the names (the variables
/// themselves are spread over ten times the memory). FMI 3 alias names lead to their variable. The first of
/// equal names wins.
class NameIndex {
 public:
  /// Calls on_duplicate(variable index, variable index of the first holder) for every name that is already
  /// taken.
  template <class OnDuplicate>
  void build(Span<const Variable> variables, OnDuplicate&& on_duplicate) {
    collect(variables);
    for (TableIndex entry = 0; entry < names_.size(); entry += kBatch) {
      const Batch batch = prepare(entry);
      for (TableIndex i = 0; i < batch.count; ++i) {
        const TableIndex holder = insert(entry + i, batch.hashes[i]);
        if (holder != kNone) on_duplicate(variable_of(entry + i), holder);
      }
    }
  }
  /// kNone when there is no such name.
  TableIndex find(std::string_view name) const noexcept;

 private:
  /// The slots of a batch are fetched into the cache together: insertion waits for memory once, not once a
  /// name.
  static constexpr TableIndex kBatch = 32;
  struct Batch {
    TableIndex count{0};
    std::uint64_t hashes[kBatch];
  };
  void collect(Span<const Variable> variables);
  Batch prepare(TableIndex first) const noexcept;
  /// kNone when the name was new, else the variable that has it.
  TableIndex insert(TableIndex entry, std::uint64_t hash) noexcept;
  TableIndex variable_of(TableIndex entry) const noexcept {
    return entry < variable_count_ ? entry : alias_owners_[entry - variable_count_];
  }
  /// The upper bits of a slot that holds a name with this hash; the lower ones are the entry.
  std::uint32_t tag_of(std::uint64_t hash) const noexcept {
    return static_cast<std::uint32_t>(hash >> 32U) & ~entry_mask_;
  }

  std::size_t variable_count_{0};
  std::vector<std::string_view> names_;   // of the variables, then of the aliases
  std::vector<TableIndex> alias_owners_;  // variable of each alias
  std::vector<std::uint32_t> slots_;      // tag and entry; a power of two of them, at most half full
  std::size_t mask_{0};
  std::uint32_t entry_mask_{0};
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
  struct Key {
    ValueReference reference;
    VariableType type;
  };
  static std::uint64_t hash_of(Key key) noexcept;
  std::size_t slot_of(Key key, std::uint64_t hash) const noexcept;

  std::vector<Key> keys_;  // of each variable: dense, see NameIndex
  std::vector<TableIndex> slots_;
  std::vector<TableIndex> next_;
  std::size_t mask_{0};
};

}  // namespace lockstep::core
