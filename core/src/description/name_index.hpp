// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "description/large_memory.hpp"
#include "lockstep/core/span.hpp"
#include "lockstep/core/variable.hpp"

namespace lockstep::core {

/// A hash of text that cannot be predicted from outside the process, so that a hostile file cannot choose
/// names that all collide.
std::uint64_t seeded_hash(std::string_view text) noexcept;
std::uint64_t seeded_hash(std::uint64_t number) noexcept;

/// Name -> variable in O(1): open addressing, 16 bytes a slot with all that is needed to decide, so that a
/// look-up waits for memory twice: for the slot and for the text. FMI 3 alias names lead to their variable.
/// The first of equal names wins. The names must outlive the index.
class NameIndex {
 public:
  /// Calls on_duplicate(variable index, variable index of the first holder) for every name that is already
  /// taken.
  template <class OnDuplicate>
  void build(Span<const Variable> variables, OnDuplicate&& on_duplicate) {
    const std::vector<std::string_view> names = collect(variables);
    for (TableIndex entry = 0; entry < names.size(); entry += kBatch) {
      const Batch batch = prepare(names, entry);
      for (TableIndex i = 0; i < batch.count; ++i) {
        const TableIndex holder = insert(names[entry + i], entry + i, batch.hashes[i]);
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
  /// A name in the table. Names of 65535 bytes and more are not there but in long_names_.
  struct Slot {
    const char* text{nullptr};  // null: free
    std::uint16_t size{0};
    std::uint16_t tag{0};  // of the hash, so that the texts of neighbours need not be read
    TableIndex entry{0};

    bool holds(std::string_view name, std::uint16_t its_tag) const noexcept {
      return tag == its_tag && std::string_view{text, size} == name;
    }
  };
  static_assert(sizeof(Slot) <= 16, "four in a cache line");
  static constexpr std::size_t kLongName = 0xFFFF;
  struct LongName {
    std::string_view name;
    TableIndex entry;
  };

  /// The names of the variables, then of the aliases.
  std::vector<std::string_view> collect(Span<const Variable> variables);
  Batch prepare(const std::vector<std::string_view>& names, TableIndex first) const noexcept;
  /// kNone when the name was new, else the variable that has it.
  TableIndex insert(std::string_view name, TableIndex entry, std::uint64_t hash);
  TableIndex find_long(std::string_view name) const noexcept;
  TableIndex variable_of(TableIndex entry) const noexcept {
    return entry < variable_count_ ? entry : alias_owners_[entry - variable_count_];
  }
  static std::uint16_t tag_of(std::uint64_t hash) noexcept { return static_cast<std::uint16_t>(hash >> 48U); }

  std::size_t variable_count_{0};
  std::vector<TableIndex> alias_owners_;           // variable of each alias
  std::vector<Slot, LargeAllocator<Slot>> slots_;  // a power of two of them, at most half full
  std::vector<LongName> long_names_;
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
