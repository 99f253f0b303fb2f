// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "lockstep/core/config_node.hpp"
#include "unit_conversion.hpp"

namespace lockstep::network {

class SspProblems;

/// The units and enumerations that a file of a system structure defines (SSD, SSV, SSB each have their own).
struct SspTypes {
  std::map<std::string, NamedUnit> units;
  std::map<std::string, std::map<std::string, std::int64_t>> enumerations;  ///< items by name

  /// What these types lack is taken from others.
  void add(const SspTypes& others);
  /// The value of an item; empty when the enumeration or the item is not defined here.
  std::optional<std::int64_t> item(const std::string& enumeration, const std::string& name) const;
  /// A unit with a base that is defined here; null otherwise.
  const NamedUnit* unit(const std::string& name) const;
};

/// Reads `Units` and `Enumerations` of a root element.
SspTypes read_types(const core::ConfigNode& root, SspProblems& problems);

}  // namespace lockstep::network
