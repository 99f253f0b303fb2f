// SPDX-License-Identifier: Apache-2.0
#include "description/name_index.hpp"

#include <sys/auxv.h>

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

void NameIndex::start(Span<const Variable> variables) {
  variables_ = variables;
  std::size_t aliases = 0;
  for (const Variable& variable : variables)
    aliases += variable.aliases.size();
  alias_names_.reserve(aliases);
  slots_.assign(table_size(variables.size() + aliases), Slot{});
  mask_ = slots_.size() - 1;
}

std::string_view NameIndex::name_of(TableIndex entry) const noexcept {
  return entry < variables_.size() ? variables_[entry].name : alias_names_[entry - variables_.size()].name;
}

TableIndex NameIndex::variable_of(TableIndex entry) const noexcept {
  return entry < variables_.size() ? entry : alias_names_[entry - variables_.size()].variable;
}

TableIndex NameIndex::insert(std::string_view name, TableIndex entry) noexcept {
  const std::uint64_t hash = seeded_hash(name);
  const auto short_hash = static_cast<std::uint32_t>(hash >> 32U);
  for (std::size_t at = hash & mask_;; at = (at + 1) & mask_) {
    Slot& slot = slots_[at];
    if (slot.entry == kNone) {
      slot = {short_hash, entry};
      return kNone;
    }
    if (slot.hash == short_hash && name_of(slot.entry) == name) return variable_of(slot.entry);
  }
}

TableIndex NameIndex::find(std::string_view name) const noexcept {
  if (slots_.empty() || name.empty()) return kNone;
  const std::uint64_t hash = seeded_hash(name);
  const auto short_hash = static_cast<std::uint32_t>(hash >> 32U);
  for (std::size_t at = hash & mask_;; at = (at + 1) & mask_) {
    const Slot& slot = slots_[at];
    if (slot.entry == kNone) return kNone;
    if (slot.hash == short_hash && name_of(slot.entry) == name) return variable_of(slot.entry);
  }
}

std::size_t ReferenceIndex::slot_of(ValueReference reference, VariableType type) const noexcept {
  const std::uint64_t key = std::uint64_t{reference} << 8U | static_cast<std::uint64_t>(type);
  for (std::size_t at = seeded_hash(key) & mask_;; at = (at + 1) & mask_) {
    const TableIndex entry = slots_[at];
    if (entry == kNone) return at;
    if (variables_[entry].value_reference == reference && variables_[entry].type == type) return at;
  }
}

void ReferenceIndex::build(Span<const Variable> variables) {
  variables_ = variables;
  slots_.assign(table_size(variables.size()), kNone);
  mask_ = slots_.size() - 1;
  next_.assign(variables.size(), kNone);
  // From the back, so that each chain runs forwards in file order.
  for (std::size_t i = variables.size(); i-- > 0;) {
    TableIndex& head = slots_[slot_of(variables[i].value_reference, variables[i].type)];
    next_[i] = head;
    head = static_cast<TableIndex>(i);
  }
}

TableIndex ReferenceIndex::find(ValueReference reference, VariableType type) const noexcept {
  return slots_.empty() ? kNone : slots_[slot_of(reference, type)];
}

}  // namespace lockstep::core
