// SPDX-License-Identifier: Apache-2.0
#include "ssp_types.hpp"

#include <fmt/format.h>

#include <array>

#include "ssp_tree.hpp"

namespace lockstep::network {
namespace {

using core::ConfigNode;

NamedUnit read_unit(const ConfigNode& unit) {
  NamedUnit named{unit.text_of("name"), {}};
  const ConfigNode* const base = unit.find("BaseUnit");
  if (base == nullptr) return named;
  named.base.emplace();
  static constexpr std::array<const char*, 8> kNames = {"kg", "m", "s", "A", "K", "mol", "cd", "rad"};
  for (std::size_t i = 0; i < kNames.size(); ++i)
    named.base->exponents[i] = static_cast<std::int32_t>(base->integer(kNames[i], 0));
  named.base->factor = base->number("factor", 1.0);
  named.base->offset = base->number("offset", 0.0);
  return named;
}

}  // namespace

void SspTypes::add(const SspTypes& others) {
  units.insert(others.units.begin(), others.units.end());
  enumerations.insert(others.enumerations.begin(), others.enumerations.end());
}

std::optional<std::int64_t> SspTypes::item(const std::string& enumeration, const std::string& name) const {
  const auto found = enumerations.find(enumeration);
  if (found == enumerations.end()) return std::nullopt;
  const auto value = found->second.find(name);
  return value == found->second.end() ? std::nullopt : std::optional{value->second};
}

const NamedUnit* SspTypes::unit(const std::string& name) const {
  const auto found = units.find(name);
  return found == units.end() || !found->second.base ? nullptr : &found->second;
}

SspTypes read_types(const ConfigNode& root, SspProblems& problems) {
  SspTypes types;
  if (const ConfigNode* const units = root.find("Units")) {
    for (const ConfigNode* unit : units->all("Unit")) {
      problems.guard([&] {
        NamedUnit named = read_unit(*unit);
        types.units[named.name] = std::move(named);
      });
    }
  }
  if (const ConfigNode* const enumerations = root.find("Enumerations")) {
    for (const ConfigNode* enumeration : enumerations->all("Enumeration")) {
      problems.guard([&] {
        auto& items = types.enumerations[enumeration->text_of("name")];
        for (const ConfigNode* item : enumeration->all("Item")) {
          if (!items.emplace(item->text_of("name"), item->integer("value")).second)
            item->fail("ssp-twice", fmt::format("enumeration '{}' has two items '{}'",
                                                enumeration->text_of("name"), item->text_of("name")));
        }
      });
    }
  }
  return types;
}

}  // namespace lockstep::network
