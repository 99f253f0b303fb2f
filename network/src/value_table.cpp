// SPDX-License-Identifier: Apache-2.0
#include "value_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>

#include "lockstep/core/element_type.hpp"
#include "lockstep/core/number_text.hpp"

namespace lockstep::network {
namespace {

using core::VariableType;

Span<const core::EnumerationItem> items_of(const TableEnd& end) {
  if (end.variable.type != VariableType::kEnumeration || end.variable.declared_type == core::kNone) return {};
  return end.description.type_definitions()[end.variable.declared_type].items;
}

bool fits_type(VariableType type, std::int64_t value) noexcept {
  return core::with_element_type(type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    if constexpr (std::is_integral_v<T> && !std::is_same_v<T, std::uint64_t>) {
      return value >= static_cast<std::int64_t>(std::numeric_limits<T>::min()) &&
             value <= static_cast<std::int64_t>(std::numeric_limits<T>::max());
    } else {
      return true;
    }
  });
}

std::optional<std::int64_t> read_entry(const std::string& text, const TableEnd& end) {
  for (const core::EnumerationItem& item : items_of(end))
    if (item.name == text) return item.value;
  if (end.variable.type == VariableType::kBoolean && text == "true") return 1;
  if (end.variable.type == VariableType::kBoolean && text == "false") return 0;
  const std::optional<std::int64_t> number = core::parse_int64(text);
  return number && fits_type(end.variable.type, *number) ? number : std::nullopt;
}

}  // namespace

bool is_tabular(VariableType type) noexcept {
  switch (type) {
    case VariableType::kBoolean:
    case VariableType::kInt8:
    case VariableType::kUInt8:
    case VariableType::kInt16:
    case VariableType::kUInt16:
    case VariableType::kInt32:
    case VariableType::kUInt32:
    case VariableType::kInt64:
    case VariableType::kEnumeration:
      return true;
    default:
      return false;
  }
}

bool read_table(const TextTable& texts, const TableEnd& from, const TableEnd& to, ValueTable& table,
                std::string& message) {
  table.clear();
  for (const auto& [source, target] : texts) {
    const std::optional<std::int64_t> a = read_entry(source, from);
    const std::optional<std::int64_t> b = read_entry(target, to);
    if (!a || !b) {
      const TableEnd& end = a ? to : from;
      message = fmt::format("the table has '{}', which is no value of '{}' ({})", a ? target : source,
                            end.name, to_string(end.variable.type));
      return false;
    }
    const bool twice =
        std::any_of(table.begin(), table.end(), [&](const auto& entry) { return entry.first == *a; });
    if (twice) {
      message = fmt::format("the table has two entries for '{}'", source);
      return false;
    }
    table.emplace_back(*a, *b);
  }
  return true;
}

std::vector<std::string> not_in_table(const ValueTable& table, const TableEnd& from) {
  std::vector<std::string> missing;
  const auto look = [&](std::int64_t value, std::string_view name) {
    const bool has =
        std::any_of(table.begin(), table.end(), [&](const auto& entry) { return entry.first == value; });
    if (!has) missing.emplace_back(name);
  };
  for (const core::EnumerationItem& item : items_of(from))
    look(item.value, item.name);
  if (from.variable.type == VariableType::kBoolean) {
    look(0, "false");
    look(1, "true");
  }
  return missing;
}

TextTable chained(const TextTable& first, const TextTable& second) {
  const auto find = [](const TextTable& table, const std::string& source) {
    return std::find_if(table.begin(), table.end(), [&](const auto& entry) { return entry.first == source; });
  };
  TextTable result;
  for (const auto& [source, target] : first) {
    const auto next = find(second, target);
    result.emplace_back(source, next == second.end() ? target : next->second);
  }
  for (const auto& entry : second)
    if (find(first, entry.first) == first.end()) result.push_back(entry);
  return result;
}

}  // namespace lockstep::network
