// SPDX-License-Identifier: Apache-2.0
#include "unit_text.hpp"

#include <cmath>
#include <string>
#include <utility>

namespace lockstep::network {
namespace {

using core::SiBaseUnit;
enum Base { kKg, kM, kS, kA, kK, kMol, kCd, kRad };

SiBaseUnit unit(double factor, std::initializer_list<std::pair<Base, int>> exponents, double offset = 0.0) {
  SiBaseUnit result;
  result.factor = factor;
  result.offset = offset;
  for (const auto& [base, exponent] : exponents)
    result.exponents[base] = exponent;
  return result;
}

constexpr double kPi = 3.14159265358979323846;

/// Symbols that take no prefix.
std::optional<SiBaseUnit> plain_symbol(std::string_view s) {
  if (s == "1" || s == "-") return unit(1.0, {});
  if (s == "%") return unit(0.01, {});
  if (s == "kg") return unit(1.0, {{kKg, 1}});
  if (s == "t") return unit(1000.0, {{kKg, 1}});
  if (s == "min") return unit(60.0, {{kS, 1}});
  if (s == "h") return unit(3600.0, {{kS, 1}});
  if (s == "d") return unit(86400.0, {{kS, 1}});
  if (s == "deg" || s == "\xC2\xB0") return unit(kPi / 180.0, {{kRad, 1}});
  if (s == "rev" || s == "r") return unit(2.0 * kPi, {{kRad, 1}});
  if (s == "rpm") return unit(2.0 * kPi / 60.0, {{kRad, 1}, {kS, -1}});
  if (s == "degC" || s == "\xC2\xB0"
                          "C")
    return unit(1.0, {{kK, 1}}, 273.15);
  if (s == "degF") return unit(5.0 / 9.0, {{kK, 1}}, 459.67 * 5.0 / 9.0);
  if (s == "atm") return unit(101325.0, {{kKg, 1}, {kM, -1}, {kS, -2}});
  return std::nullopt;
}

/// Symbols with or without a prefix.
std::optional<SiBaseUnit> si_symbol(std::string_view s) {
  if (s == "g") return unit(1e-3, {{kKg, 1}});
  if (s == "m") return unit(1.0, {{kM, 1}});
  if (s == "s") return unit(1.0, {{kS, 1}});
  if (s == "A") return unit(1.0, {{kA, 1}});
  if (s == "K") return unit(1.0, {{kK, 1}});
  if (s == "mol") return unit(1.0, {{kMol, 1}});
  if (s == "cd") return unit(1.0, {{kCd, 1}});
  if (s == "rad") return unit(1.0, {{kRad, 1}});
  if (s == "Hz") return unit(1.0, {{kS, -1}});
  if (s == "N") return unit(1.0, {{kKg, 1}, {kM, 1}, {kS, -2}});
  if (s == "Pa") return unit(1.0, {{kKg, 1}, {kM, -1}, {kS, -2}});
  if (s == "bar") return unit(1e5, {{kKg, 1}, {kM, -1}, {kS, -2}});
  if (s == "J") return unit(1.0, {{kKg, 1}, {kM, 2}, {kS, -2}});
  if (s == "W") return unit(1.0, {{kKg, 1}, {kM, 2}, {kS, -3}});
  if (s == "C") return unit(1.0, {{kA, 1}, {kS, 1}});
  if (s == "V") return unit(1.0, {{kKg, 1}, {kM, 2}, {kS, -3}, {kA, -1}});
  if (s == "F") return unit(1.0, {{kKg, -1}, {kM, -2}, {kS, 4}, {kA, 2}});
  if (s == "Ohm" || s == "ohm" || s == "\xCE\xA9") return unit(1.0, {{kKg, 1}, {kM, 2}, {kS, -3}, {kA, -2}});
  if (s == "S") return unit(1.0, {{kKg, -1}, {kM, -2}, {kS, 3}, {kA, 2}});
  if (s == "Wb") return unit(1.0, {{kKg, 1}, {kM, 2}, {kS, -2}, {kA, -1}});
  if (s == "T") return unit(1.0, {{kKg, 1}, {kS, -2}, {kA, -1}});
  if (s == "H") return unit(1.0, {{kKg, 1}, {kM, 2}, {kS, -2}, {kA, -2}});
  if (s == "l" || s == "L") return unit(1e-3, {{kM, 3}});
  return std::nullopt;
}

std::optional<SiBaseUnit> symbol(std::string_view s) {
  if (auto found = plain_symbol(s)) return found;
  if (auto found = si_symbol(s)) return found;
  static constexpr std::pair<std::string_view, double> kPrefixes[] = {
      {"da", 1e1}, {"p", 1e-12}, {"n", 1e-9}, {"u", 1e-6}, {"\xC2\xB5", 1e-6}, {"m", 1e-3}, {"c", 1e-2},
      {"d", 1e-1}, {"h", 1e2},   {"k", 1e3},  {"M", 1e6},  {"G", 1e9},         {"T", 1e12}};
  for (const auto& [prefix, factor] : kPrefixes) {
    if (s.size() <= prefix.size() || s.substr(0, prefix.size()) != prefix) continue;
    auto found = si_symbol(s.substr(prefix.size()));
    if (!found) continue;
    found->factor *= factor;
    return found;
  }
  return std::nullopt;
}

void multiply(SiBaseUnit& product, const SiBaseUnit& by, int power) {
  for (std::size_t i = 0; i < product.exponents.size(); ++i)
    product.exponents[i] += power * by.exponents[i];
  product.factor *= std::pow(by.factor, power);
  product.offset = 0.0;
}

/// A symbol with an exponent; two symbols written together ("Nm") where no single one has that name.
std::optional<SiBaseUnit> power(std::string_view text) {
  std::size_t end = text.size();
  while (end > 0 && text[end - 1] >= '0' && text[end - 1] <= '9')
    --end;
  int exponent = 1;
  std::string_view name = text;
  if (end > 0 && end < text.size()) {
    if (text.size() - end > 2) return std::nullopt;
    exponent = std::stoi(std::string{text.substr(end)});
    if (text[end - 1] == '-') {
      exponent = -exponent;
      --end;
    }
    if (end > 0 && text[end - 1] == '^') --end;
    name = text.substr(0, end);
  }
  if (const auto found = symbol(name)) {
    if (exponent == 1) return found;
    SiBaseUnit result;
    multiply(result, *found, exponent);
    return result;
  }
  for (std::size_t cut = 1; cut < name.size(); ++cut) {
    const auto first = symbol(name.substr(0, cut));
    const auto second = symbol(name.substr(cut));
    if (!first || !second) continue;
    SiBaseUnit result = *first;
    multiply(result, *second, exponent);
    return result;
  }
  return std::nullopt;
}

std::optional<SiBaseUnit> product(std::string_view text) {
  if (text.size() >= 2 && text.front() == '(' && text.back() == ')') text = text.substr(1, text.size() - 2);
  SiBaseUnit result;
  bool first = true;
  while (true) {
    const std::size_t end = text.find_first_of(".* ");
    const auto factor = power(text.substr(0, end));
    if (!factor) return std::nullopt;
    if (first)
      result = *factor;
    else
      multiply(result, *factor, 1);
    first = false;
    if (end == std::string_view::npos) return result;
    text.remove_prefix(end + 1);
  }
}

}  // namespace

std::optional<SiBaseUnit> parse_unit(std::string_view text) {
  if (text.empty() || text.size() > 64) return std::nullopt;
  const std::size_t slash = text.find('/');
  auto result = product(text.substr(0, slash));
  if (!result || slash == std::string_view::npos) return result;
  const auto below = product(text.substr(slash + 1));
  if (!below) return std::nullopt;
  multiply(*result, *below, -1);
  return result;
}

}  // namespace lockstep::network
