// SPDX-License-Identifier: Apache-2.0
#include "description/name_index.hpp"

#include <sys/auxv.h>

#include <algorithm>
#include <array>
#include <cstring>

namespace lockstep::core {
namespace {

/// Random for every process: the kernel gives each 16 bytes for exactly this use.
std::uint64_t process_seed() noexcept {
  static const std::uint64_t seed = [] {
    std::uint64_t value = 0x9E3779B97F4A7C15U;
    if (const unsigned long address = getauxval(AT_RANDOM); address != 0)
      std::memcpy(&value, reinterpret_cast<const void*>(address), sizeof value);
    return value | 1U;
  }();
  return seed;
}

std::uint64_t mix(std::uint64_t a, std::uint64_t b) noexcept {
  __extension__ using Wide = unsigned __int128;
  const Wide product = static_cast<Wide>(a) * b;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64U);
}

std::size_t table_size(std::size_t entries) noexcept {
  std::size_t size = 8;
  while (size < entries * 2)
    size *= 2;
  return size;
}

}  // namespace

std::uint64_t seeded_hash(std::string_view text) noexcept {
  constexpr std::uint64_t kOdd = 0xA0761D6478BD642FU;
  std::uint64_t state = process_seed() ^ text.size();
  const char* at = text.data();
  std::size_t left = text.size();
  std::uint64_t word = 0;
  for (; left >= 8; left -= 8, at += 8) {
    std::memcpy(&word, at, 8);
    state = mix(state ^ word, kOdd);
  }
  word = 0;
  if (left != 0) std::memcpy(&word, at, left);
  return mix(state ^ word, process_seed() ^ kOdd);
}

std::uint64_t seeded_hash(std::uint64_t number) noexcept {
  return mix(number ^ process_seed(), 0xE7037ED1A0B428DBU);
}

void NameIndex::collect(Span<const Variable> variables) {
  variable_count_ = variables.size();
  names_.reserve(variables.size());
  std::vector<std::string_view> alias_names;
  for (TableIndex i = 0; i < variables.size(); ++i) {
    names_.push_back(variables[i].name);
    for (const Alias& alias : variables[i].aliases) {
      alias_names.push_back(alias.name);
      alias_owners_.push_back(i);
    }
  }
  names_.insert(names_.end(), alias_names.begin(), alias_names.end());
  while (entry_mask_ < names_.size())  // all bits set means "empty", so it must be larger than any entry
    entry_mask_ = entry_mask_ * 2 + 1;
  slots_.assign(table_size(names_.size()), kNone);
  mask_ = slots_.size() - 1;
}

NameIndex::Batch NameIndex::prepare(TableIndex first) const noexcept {
  Batch batch;
  batch.count = static_cast<TableIndex>(std::min<std::size_t>(kBatch, names_.size() - first));
  for (TableIndex i = 0; i < batch.count; ++i) {
    batch.hashes[i] = seeded_hash(names_[first + i]);
    __builtin_prefetch(&slots_[batch.hashes[i] & mask_], 1);
  }
  return batch;
}

TableIndex NameIndex::insert(TableIndex entry, std::uint64_t hash) noexcept {
  const std::string_view name = names_[entry];
  if (name.empty()) return kNone;
  const std::uint32_t tag = tag_of(hash);
  for (std::size_t at = hash & mask_;; at = (at + 1) & mask_) {
    std::uint32_t& slot = slots_[at];
    if (slot == kNone) {
      slot = tag | entry;
      return kNone;
    }
    const TableIndex other = slot & entry_mask_;
    if ((slot & ~entry_mask_) == tag && names_[other] == name) return variable_of(other);
  }
}

TableIndex NameIndex::find(std::string_view name) const noexcept {
  if (slots_.empty() || name.empty()) return kNone;
  const std::uint64_t hash = seeded_hash(name);
  const std::uint32_t tag = tag_of(hash);
  for (std::size_t at = hash & mask_;; at = (at + 1) & mask_) {
    const std::uint32_t slot = slots_[at];
    if (slot == kNone) return kNone;
    const TableIndex entry = slot & entry_mask_;
    if ((slot & ~entry_mask_) == tag && names_[entry] == name) return variable_of(entry);
  }
}

std::uint64_t ReferenceIndex::hash_of(Key key) noexcept {
  return seeded_hash(std::uint64_t{key.reference} << 8U | static_cast<std::uint64_t>(key.type));
}

std::size_t ReferenceIndex::slot_of(Key key, std::uint64_t hash) const noexcept {
  for (std::size_t at = hash & mask_;; at = (at + 1) & mask_) {
    const TableIndex entry = slots_[at];
    if (entry == kNone) return at;
    if (keys_[entry].reference == key.reference && keys_[entry].type == key.type) return at;
  }
}

void ReferenceIndex::build(Span<const Variable> variables) {
  constexpr std::size_t kBatch = 32;  // see NameIndex
  keys_.reserve(variables.size());
  for (const Variable& variable : variables)
    keys_.push_back({variable.value_reference, variable.type});
  slots_.assign(table_size(variables.size()), kNone);
  mask_ = slots_.size() - 1;
  next_.assign(variables.size(), kNone);
  // From the back, so that each chain runs forwards in file order.
  std::array<std::uint64_t, kBatch> hashes;
  for (std::size_t last = keys_.size(); last > 0;) {
    const std::size_t count = std::min(kBatch, last);
    for (std::size_t i = 0; i < count; ++i) {
      hashes[i] = hash_of(keys_[last - 1 - i]);
      __builtin_prefetch(&slots_[hashes[i] & mask_], 1);
    }
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t variable = last - 1 - i;
      TableIndex& head = slots_[slot_of(keys_[variable], hashes[i])];
      next_[variable] = head;
      head = static_cast<TableIndex>(variable);
    }
    last -= count;
  }
}

TableIndex ReferenceIndex::find(ValueReference reference, VariableType type) const noexcept {
  return slots_.empty() ? kNone : slots_[slot_of({reference, type}, hash_of({reference, type}))];
}

}  // namespace lockstep::core
