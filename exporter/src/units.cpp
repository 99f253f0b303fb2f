// SPDX-License-Identifier: Apache-2.0
#include "units.hpp"

#include <cmath>
#include <cstddef>

namespace lockstep::exporter {
namespace {

struct Symbol {
  std::string_view name;
  bool takes_prefix;
  UnitDefinition unit;
};

constexpr double kPi = 3.14159265358979323846;

// Exponents: kg m s A K mol cd rad.
const Symbol kSymbols[] = {
    {"1", false, {{}, 1.0, 0.0}},
    {"%", false, {{}, 0.01, 0.0}},
    {"m", true, {{0, 1}, 1.0, 0.0}},
    {"g", true, {{1}, 1e-3, 0.0}},
    {"s", true, {{0, 0, 1}, 1.0, 0.0}},
    {"A", true, {{0, 0, 0, 1}, 1.0, 0.0}},
    {"K", true, {{0, 0, 0, 0, 1}, 1.0, 0.0}},
    {"mol", true, {{0, 0, 0, 0, 0, 1}, 1.0, 0.0}},
    {"cd", true, {{0, 0, 0, 0, 0, 0, 1}, 1.0, 0.0}},
    {"rad", true, {{0, 0, 0, 0, 0, 0, 0, 1}, 1.0, 0.0}},
    {"deg", false, {{0, 0, 0, 0, 0, 0, 0, 1}, kPi / 180.0, 0.0}},
    {"rev", false, {{0, 0, 0, 0, 0, 0, 0, 1}, 2.0 * kPi, 0.0}},
    {"rpm", false, {{0, 0, -1, 0, 0, 0, 0, 1}, kPi / 30.0, 0.0}},
    {"Hz", true, {{0, 0, -1}, 1.0, 0.0}},
    {"N", true, {{1, 1, -2}, 1.0, 0.0}},
    {"Pa", true, {{1, -1, -2}, 1.0, 0.0}},
    {"bar", true, {{1, -1, -2}, 1e5, 0.0}},
    {"J", true, {{1, 2, -2}, 1.0, 0.0}},
    {"W", true, {{1, 2, -3}, 1.0, 0.0}},
    {"C", true, {{0, 0, 1, 1}, 1.0, 0.0}},
    {"V", true, {{1, 2, -3, -1}, 1.0, 0.0}},
    {"Ohm", true, {{1, 2, -3, -2}, 1.0, 0.0}},
    {"S", true, {{-1, -2, 3, 2}, 1.0, 0.0}},
    {"F", true, {{-1, -2, 4, 2}, 1.0, 0.0}},
    {"H", true, {{1, 2, -2, -2}, 1.0, 0.0}},
    {"Wb", true, {{1, 2, -2, -1}, 1.0, 0.0}},
    {"T", true, {{1, 0, -2, -1}, 1.0, 0.0}},
    {"degC", false, {{0, 0, 0, 0, 1}, 1.0, 273.15}},
    {"degF", false, {{0, 0, 0, 0, 1}, 5.0 / 9.0, 459.67 * 5.0 / 9.0}},
    {"l", true, {{0, 3}, 1e-3, 0.0}},
    {"min", false, {{0, 0, 1}, 60.0, 0.0}},
    {"h", false, {{0, 0, 1}, 3600.0, 0.0}},
    {"d", false, {{0, 0, 1}, 86400.0, 0.0}},
    {"ft", false, {{0, 1}, 0.3048, 0.0}},
    {"t", false, {{1}, 1000.0, 0.0}},
};

struct Prefix {
  std::string_view name;
  double factor;
};
constexpr Prefix kPrefixes[] = {{"k", 1e3},  {"m", 1e-3}, {"u", 1e-6}, {"M", 1e6},   {"G", 1e9},
                                {"c", 1e-2}, {"d", 1e-1}, {"n", 1e-9}, {"p", 1e-12}, {"h", 1e2}};

std::optional<UnitDefinition> find_symbol(std::string_view name) {
  for (const Symbol& s : kSymbols) {
    if (s.name == name) return s.unit;
  }
  for (const Prefix& p : kPrefixes) {
    if (name.size() <= p.name.size() || name.substr(0, p.name.size()) != p.name) continue;
    for (const Symbol& s : kSymbols) {
      if (!s.takes_prefix || s.name != name.substr(p.name.size())) continue;
      UnitDefinition unit = s.unit;
      unit.factor *= p.factor;
      return unit;
    }
  }
  return std::nullopt;
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// Symbol with an optional exponent: "m2", "s-2", "rad".
std::optional<UnitDefinition> parse_factor(std::string_view text, bool is_alone) {
  if (text.empty()) return std::nullopt;
  if (text == "1") return find_symbol(text);
  std::size_t end = text.size();
  while (end > 0 && is_digit(text[end - 1]))
    --end;
  int exponent = 1;
  if (end < text.size()) {
    if (text.size() - end > 1) return std::nullopt;
    exponent = text[end] - '0';
    if (end > 0 && text[end - 1] == '-') {
      exponent = -exponent;
      --end;
    }
  }
  auto unit = find_symbol(text.substr(0, end));
  if (!unit || exponent == 0) return std::nullopt;
  // An offset has a meaning only for the temperature itself, not for "degC/s".
  if (unit->offset != 0.0 && (!is_alone || exponent != 1)) unit->offset = 0.0;
  for (int& e : unit->exponents)
    e *= exponent;
  unit->factor = std::pow(unit->factor, exponent);
  return unit;
}

/// Factors joined by dots: "N.m.s".
std::optional<UnitDefinition> parse_product(std::string_view text, bool is_alone) {
  UnitDefinition product;
  const bool single = text.find('.') == std::string_view::npos;
  while (true) {
    const std::size_t dot = text.find('.');
    const auto factor = parse_factor(text.substr(0, dot), single && is_alone);
    if (!factor) return std::nullopt;
    for (std::size_t i = 0; i < product.exponents.size(); ++i)
      product.exponents[i] += factor->exponents[i];
    product.factor *= factor->factor;
    product.offset = factor->offset;
    if (dot == std::string_view::npos) return product;
    text.remove_prefix(dot + 1);
  }
}

}  // namespace

std::optional<UnitDefinition> parse_unit(std::string_view text) {
  const std::size_t slash = text.find('/');
  auto unit = parse_product(text.substr(0, slash), slash == std::string_view::npos);
  if (!unit || slash == std::string_view::npos) return unit;
  std::string_view below = text.substr(slash + 1);
  if (below.size() >= 2 && below.front() == '(' && below.back() == ')') {
    below = below.substr(1, below.size() - 2);
  } else if (below.find('.') != std::string_view::npos) {
    return std::nullopt;  // "N/m.s" is ambiguous: Modelica wants "N/(m.s)"
  }
  const auto denominator = parse_product(below, false);
  if (!denominator) return std::nullopt;
  for (std::size_t i = 0; i < unit->exponents.size(); ++i)
    unit->exponents[i] -= denominator->exponents[i];
  unit->factor /= denominator->factor;
  return unit;
}

}  // namespace lockstep::exporter
