// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "description/arena.hpp"
#include "description/name_index.hpp"
#include "lockstep/core/model_description.hpp"

namespace lockstep::core {

/// What a ModelDescription holds. The readers fill it, then it never changes.
struct ModelDescription::Impl {
  Arena arena;        // first: every view below points into it
  Arena names_arena;  // names of variables, apart from the rest so that looking them up touches little memory
  FmiVersion version{FmiVersion::k2};
  std::string_view version_text, model_name, token, description, author, model_version, copyright, license,
      generation_tool, generation_date_and_time;
  std::string_view naming_convention{"flat"};
  std::array<InterfaceCapabilities, kInterfaceKindCount> interfaces;
  std::array<bool, kInterfaceKindCount> has_interface{};
  DefaultExperiment experiment;
  std::vector<Variable, LargeAllocator<Variable>> variables;
  std::vector<Unit> units;
  std::vector<TypeDefinition> types;
  ModelStructure structure;
  std::vector<LogCategory> log_categories;
  std::vector<BuildConfiguration> build_configurations;
  std::vector<Terminal> terminals;
  std::vector<Annotation> annotations;
  bool has_icon{false};
  std::uint32_t continuous_states{0};
  std::uint32_t event_indicators{0};
  NameIndex names;
  ReferenceIndex references;

  InterfaceCapabilities& add_interface(InterfaceKind kind) {
    has_interface[static_cast<std::size_t>(kind)] = true;
    return interfaces[static_cast<std::size_t>(kind)];
  }
};

}  // namespace lockstep::core
