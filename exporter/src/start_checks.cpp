// SPDX-License-Identifier: Apache-2.0
#include "start_checks.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>

#include "checks.hpp"
#include "numbers.hpp"
#include "units.hpp"

namespace lockstep::exporter {
namespace {

/// One element as a number; nothing for types that are none. Dual and Trace begin with their value.
std::optional<double> start_number(const VariableInfo& v, std::size_t element) {
  const Storage& storage = *v.storage;
  void* const elements =
      storage.elements(const_cast<void*>(v.member));  // the model object itself is no const
  const auto* const at = static_cast<const std::uint8_t*>(elements) + element * storage.element_size;
  if (storage.type == Type::kFloat64) return *reinterpret_cast<const double*>(at);
  if (storage.type == Type::kFloat32) return *reinterpret_cast<const float*>(at);
  double number = 0.0;
  const bool is_integer = visit_integer(storage, elements, [&](const auto* p) {
    number = static_cast<double>(p[element]);
    return true;
  });
  return is_integer ? std::optional(number) : std::nullopt;
}

std::string range_of(const VariableInfo& v) {
  std::string text;
  if (v.min) text = "min " + short_text(*v.min);
  if (v.max) text += (v.min ? ", max " : "max ") + short_text(*v.max);
  return text;
}

std::string items_of(const EnumerationInfo& type) {
  std::string text;
  for (const EnumerationItem& item : type.items)
    text += (text.empty() ? "" : ", ") + item.name + " = " + std::to_string(item.value);
  return text;
}

/// What is wrong with one start value, "" if nothing is.
std::string complaint(const Description& m, const VariableInfo& v, double start) {
  if (std::isnan(start))
    return v.is_unchecked ? "" : " starts at NaN; give its data member a number as initial value";
  if ((v.min && start < *v.min) || (v.max && start > *v.max)) {
    return " starts at " + short_text(start) + ", outside of its range (" + range_of(v) +
           "); correct the initial value of its data member or the range";
  }
  if (v.storage->type != Type::kEnumeration) return "";
  const EnumerationInfo* const type = find_enumeration(m, v.enumeration);
  const auto is_start = [&](const EnumerationItem& item) { return static_cast<double>(item.value) == start; };
  if (type == nullptr || std::any_of(type->items.begin(), type->items.end(), is_start)) return "";
  return " starts at " + short_text(start) + ", which is no item of enumeration '" + type->name + "' (" +
         items_of(*type) + "); give its data member one of these as initial value";
}

}  // namespace

bool has_start(const VariableInfo& v) {
  return v.causality == Causality::kInput || v.initial == Initial::kExact || v.initial == Initial::kApprox;
}

std::string short_text(double x) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%g", x);
  return buffer;
}

const EnumerationInfo* find_enumeration(const Description& m, const std::string& name) {
  const auto& types = m.enumerations();
  const auto at = std::find_if(types.begin(), types.end(), [&](const auto& e) { return e.name == name; });
  return at == types.end() ? nullptr : &*at;
}

void check_start(const Description& m, const VariableInfo& v, std::vector<std::string>& findings) {
  if (!has_start(v)) return;
  const std::size_t count = v.storage->count(v.member);
  for (std::size_t i = 0; i < count; ++i) {
    const std::optional<double> start = start_number(v, i);
    if (!start) return;
    const std::string text = complaint(m, v, *start);
    if (text.empty()) continue;
    const std::string element = v.storage->is_array ? " (element " + std::to_string(i + 1) + ")" : "";
    findings.push_back("variable '" + v.name + "'" + element + text);
    return;  // one sentence per array is enough
  }
}

void check_derivative_unit(const Description& m, const VariableInfo& state,
                           std::vector<std::string>& findings) {
  if (!state.is_state()) return;
  const VariableInfo& der = m.variables()[static_cast<std::size_t>(state.derivative)];
  if (state.unit.empty() || der.unit.empty()) return;
  auto unit = parse_unit(state.unit);
  auto der_unit = parse_unit(der.unit);
  if (!unit || !der_unit) return;
  constexpr std::size_t kSecond = 2, kRadian = 7;
  --unit->exponents[kSecond];
  unit->exponents[kRadian] = der_unit->exponents[kRadian] = 0;
  const bool is_same_size = std::abs(unit->factor - der_unit->factor) <= 1e-9 * unit->factor;
  if (unit->same_dimension(*der_unit) && is_same_size) return;
  const std::string expected = unit_per_second(state.unit);
  findings.push_back("state '" + state.name + "' has unit '" + state.unit + "', but its derivative '" +
                     der.name + "' has unit '" + der.unit + "'; expected " +
                     (expected.empty() ? "the unit of the state per second" : "'" + expected + "'"));
}

}  // namespace lockstep::exporter
