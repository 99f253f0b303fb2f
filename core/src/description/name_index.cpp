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

template <class Word>
std::uint64_t load(const char* at) noexcept {
  Word word = 0;
  std::memcpy(&word, at, sizeof word);
  return word;
}

/// The last eight bytes, or all if there are fewer. Reads of fixed size that overlap instead of a loop or a
/// call.
std::uint64_t last_bytes(const char* first, std::size_t size) noexcept {
  if (size >= 8) return load<std::uint64_t>(first + size - 8);
  if (size >= 4) return load<std::uint32_t>(first) << 32U | load<std::uint32_t>(first + size - 4);
  if (size == 0) return 0;
  return load<std::uint8_t>(first) << 16U | load<std::uint8_t>(first + size / 2) << 8U |
         load<std::uint8_t>(first + size - 1);
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
  const std::uint64_t seed = process_seed();
  std::uint64_t state = seed ^ text.size();
  const char* const first = text.data();
  const std::size_t size = text.size();
  for (std::size_t at = 0; at + 8 < size; at += 8)
    state = mix(state ^ load<std::uint64_t>(first + at), kOdd);
  return mix(state ^ last_bytes(first, size), seed ^ kOdd);
}

std::uint64_t seeded_hash(std::uint64_t number) noexcept {
  return mix(number ^ process_seed(), 0xE7037ED1A0B428DBU);
}

std::vector<std::string_view> NameIndex::collect(Span<const Variable> variables) {
  variable_count_ = variables.size();
  std::vector<std::string_view> names, alias_names;
  names.reserve(variables.size());
  for (TableIndex i = 0; i < variables.size(); ++i) {
    names.push_back(variables[i].name);
    for (const Alias& alias : variables[i].aliases) {
      alias_names.push_back(alias.name);
      alias_owners_.push_back(i);
    }
  }
  names.insert(names.end(), alias_names.begin(), alias_names.end());
  slots_.assign(table_size(names.size()), Slot{});
  mask_ = slots_.size() - 1;
  return names;
}

NameIndex::Batch NameIndex::prepare(const std::vector<std::string_view>& names,
                                    TableIndex first) const noexcept {
  Batch batch;
  batch.count = static_cast<TableIndex>(std::min<std::size_t>(kBatch, names.size() - first));
  for (TableIndex i = 0; i < batch.count; ++i) {
    batch.hashes[i] = seeded_hash(names[first + i]);
    __builtin_prefetch(&slots_[batch.hashes[i] & mask_], 1);
  }
  return batch;
}

TableIndex NameIndex::insert(std::string_view name, TableIndex entry, std::uint64_t hash) {
  if (name.empty()) return kNone;
  if (name.size() >= kLongName) {
    const TableIndex holder = find_long(name);
    if (holder == kNone) long_names_.push_back({name, entry});
    return holder;
  }
  const std::uint16_t tag = tag_of(hash);
  for (std::size_t at = hash & mask_;; at = (at + 1) & mask_) {
    Slot& slot = slots_[at];
    if (slot.text == nullptr) {
      slot = {name.data(), static_cast<std::uint16_t>(name.size()), tag, entry};
      return kNone;
    }
    if (slot.holds(name, tag)) return variable_of(slot.entry);
  }
}

TableIndex NameIndex::find_long(std::string_view name) const noexcept {
  for (const LongName& known : long_names_)
    if (known.name == name) return variable_of(known.entry);
  return kNone;
}

TableIndex NameIndex::find(std::string_view name) const noexcept {
  if (slots_.empty() || name.empty()) return kNone;
  if (name.size() >= kLongName) return find_long(name);
  const std::uint64_t hash = seeded_hash(name);
  const std::uint16_t tag = tag_of(hash);
  for (std::size_t at = hash & mask_;; at = (at + 1) & mask_) {
    const Slot& slot = slots_[at];
    if (slot.text == nullptr) return kNone;
    if (slot.holds(name, tag)) return variable_of(slot.entry);
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
