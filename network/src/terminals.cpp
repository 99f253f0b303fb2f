// SPDX-License-Identifier: Apache-2.0
#include "terminals.hpp"

namespace lockstep::network {
namespace {

struct FoundTerminal {
  const Component* component{nullptr};
  const core::Terminal* terminal{nullptr};
};

FoundTerminal find_terminal(const std::string& text, const Components& components, const Names& names) {
  std::string rest;
  const std::size_t index = names.component_of(text, rest);
  if (index == std::string::npos) return {};
  const Component& component = *components[index];
  if (component.description().find(rest) != nullptr) return {};
  for (const core::Terminal& terminal : component.description().terminals()) {
    if (terminal.name == rest) return {&component, &terminal};
  }
  return {};
}

bool is_input(const Component& component, std::string_view variable) {
  const core::Variable* const found = component.description().find(variable);
  return found != nullptr && found->causality == core::Causality::kInput;
}

}  // namespace

std::vector<ConnectionConfig> members_of_terminals(const ConnectionConfig& config,
                                                   const Components& components, const Names& names) {
  std::vector<ConnectionConfig> members;
  if (config.sources.size() != 1) return members;
  const FoundTerminal a = find_terminal(config.sources.front().from, components, names);
  const FoundTerminal b = find_terminal(config.to, components, names);
  if (a.terminal == nullptr || b.terminal == nullptr || a.terminal->kind != b.terminal->kind) return members;
  const auto full_name = [](const FoundTerminal& end, std::string_view variable) {
    return end.component->name() + '.' + std::string{variable};
  };
  for (const core::TerminalMember& one : a.terminal->members) {
    for (const core::TerminalMember& other : b.terminal->members) {
      if (one.member_name != other.member_name || one.variable_kind != other.variable_kind) continue;
      const bool forward = is_input(*b.component, other.variable_name);
      ConnectionConfig member = config;
      member.sources.front().from =
          forward ? full_name(a, one.variable_name) : full_name(b, other.variable_name);
      member.to = forward ? full_name(b, other.variable_name) : full_name(a, one.variable_name);
      members.push_back(std::move(member));
    }
  }
  return members;
}

}  // namespace lockstep::network
