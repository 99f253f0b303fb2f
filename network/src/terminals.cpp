// SPDX-License-Identifier: Apache-2.0
#include "terminals.hpp"

#include <fmt/format.h>

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

/// In networks of FMI-LS-BUS what one side sends (Tx_...) is what the other one receives (Rx_...).
bool is_transceiver(const core::Terminal& terminal) {
  return terminal.matching_rule == "org.fmi-ls-bus.transceiver";
}

/// The name of the member on the other side.
std::string partner_name(const core::Terminal& terminal, std::string_view member) {
  std::string name{member};
  if (!is_transceiver(terminal)) return name;
  if (name.rfind("Tx_", 0) == 0)
    name[0] = 'R';
  else if (name.rfind("Rx_", 0) == 0)
    name[0] = 'T';
  return name;
}

}  // namespace

std::vector<ConnectionConfig> members_of_terminals(const ConnectionConfig& config,
                                                   const Components& components, const Names& names,
                                                   std::string& problem) {
  std::vector<ConnectionConfig> members;
  if (config.sources.size() != 1) return members;
  const FoundTerminal a = find_terminal(config.sources.front().from, components, names);
  const FoundTerminal b = find_terminal(config.to, components, names);
  if (a.terminal == nullptr || b.terminal == nullptr) return members;
  if (a.terminal->kind != b.terminal->kind) {
    problem = fmt::format("terminal '{}' is of kind '{}' and terminal '{}' of kind '{}'",
                          config.sources.front().from, a.terminal->kind, config.to, b.terminal->kind);
    return members;
  }
  const auto full_name = [](const FoundTerminal& end, std::string_view variable) {
    return end.component->name() + '.' + std::string{variable};
  };
  for (const core::TerminalMember& one : a.terminal->members) {
    for (const core::TerminalMember& other : b.terminal->members) {
      if (partner_name(*a.terminal, one.member_name) != other.member_name ||
          one.variable_kind != other.variable_kind)
        continue;
      // A clock that sends may be an input clock whose ticks the FMU defines.
      const bool forward = is_transceiver(*a.terminal) ? one.member_name.substr(0, 2) == "Tx"
                                                       : is_input(*b.component, other.variable_name);
      ConnectionConfig member = config;
      member.sources.front().from =
          forward ? full_name(a, one.variable_name) : full_name(b, other.variable_name);
      member.to = forward ? full_name(b, other.variable_name) : full_name(a, one.variable_name);
      members.push_back(std::move(member));
    }
  }
  if (members.empty())
    problem = fmt::format("terminals '{}' and '{}' have no member of the same name and kind in common",
                          config.sources.front().from, config.to);
  return members;
}

}  // namespace lockstep::network
