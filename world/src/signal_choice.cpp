// SPDX-License-Identifier: Apache-2.0
#include "signal_choice.hpp"

#include <set>

#include "lockstep/description/flat_world.hpp"

namespace lockstep::world {
namespace {

std::vector<std::string> usual_signals(const Assembly& assembly) {
  std::set<std::string> usual;
  for (const hosts::JointInfo& joint : assembly.engine->layout().joints)
    for (const char* quantity : {"/position", "/velocity", "/applied"})
      usual.insert(joint.name + quantity);
  const description::FlatWorld flat = description::flatten(*assembly.description);
  for (const std::size_t link : description::kinematic_tree(flat).free_links) {
    const std::string name = hosts::normalized_scope(flat.links[link].link->scoped_name);
    usual.insert(name + "/position");
    usual.insert(name + "/link/position");  // where a joint has its name
  }
  std::vector<std::string> names;
  for (const runtime::SignalTable::Entry& entry : assembly.runtime->signals().entries())
    if (entry.writer != runtime::SignalTable::kHost || usual.count(entry.info.name) != 0)
      names.push_back(entry.info.name);
  return names;
}

}  // namespace

std::vector<runtime::SignalView> choose_signals(const scenario::Scenario& scenario, Assembly& assembly) {
  const std::vector<std::string> wanted =
      scenario.signals.empty() ? usual_signals(assembly) : scenario.signals;
  std::vector<runtime::SignalView> signals;
  std::set<std::string> seen;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (!seen.insert(wanted[i]).second) continue;  // two columns of one name would confuse readers
    const SourceLocation where =
        i < scenario.signals_where.size() ? scenario.signals_where[i] : SourceLocation{};
    signals.push_back(placed(where, "scenario-signal", [&] { return assembly.runtime->watch(wanted[i]); }));
  }
  return signals;
}

}  // namespace lockstep::world
