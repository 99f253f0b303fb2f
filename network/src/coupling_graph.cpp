// SPDX-License-Identifier: Apache-2.0
#include "coupling_graph.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <queue>
#include <set>
#include <tuple>

namespace lockstep::network {
namespace {

using core::Variable;
using Edges = std::vector<std::vector<std::size_t>>;

/// Which inputs an output depends on at once; empty optional: perhaps all.
using Dependencies = std::map<const Variable*, std::optional<std::set<const Variable*>>>;

Dependencies dependencies_of(const core::ModelDescription& description) {
  Dependencies found;
  const auto variables = description.variables();
  for (const core::Unknown& output : description.structure().outputs) {
    if (output.variable >= variables.size()) continue;
    auto& entry = found[&variables[output.variable]];
    if (!output.dependencies_given) continue;
    entry.emplace();
    for (const core::TableIndex index : output.dependencies)
      if (index < variables.size()) entry->insert(&variables[index]);
  }
  return found;
}

/// Feed-through of all components: from the input of one wire to the source of another.
class FeedThrough {
 public:
  explicit FeedThrough(const Components& components) {
    for (const auto& component : components)
      dependencies_.push_back(dependencies_of(component->description()));
  }
  /// Whether anything is known about this output.
  bool known(const Endpoint& output) const {
    const auto found = dependencies_[output.component].find(output.variable);
    return found != dependencies_[output.component].end() && found->second.has_value();
  }
  bool depends(const Endpoint& output, const Variable* input) const {
    return !known(output) || dependencies_[output.component].at(output.variable)->count(input) != 0;
  }

 private:
  std::vector<Dependencies> dependencies_;
};

/// Nodes: all wires, then one for each component that stands for "all its inputs".
Edges wire_edges(std::size_t component_count, const std::vector<Wire>& wires, const FeedThrough& feed) {
  Edges edges(wires.size() + component_count);
  Edges into(component_count);
  for (std::size_t w = 0; w < wires.size(); ++w)
    into[wires[w].to.component].push_back(w);
  std::vector<bool> hub_used(component_count, false);
  for (std::size_t v = 0; v < wires.size(); ++v) {
    for (const WiredSource& source : wires[v].sources) {
      const std::size_t c = source.from.component;
      if (!feed.known(source.from)) {
        edges[wires.size() + c].push_back(v);
        hub_used[c] = true;
        continue;
      }
      for (const std::size_t w : into[c])
        if (feed.depends(source.from, wires[w].to.variable)) edges[w].push_back(v);
    }
  }
  for (std::size_t c = 0; c < component_count; ++c) {
    if (!hub_used[c]) continue;
    for (const std::size_t w : into[c])
      edges[w].push_back(wires.size() + c);
  }
  return edges;
}

/// The shortest way from a node back to itself inside its strong component, as wires.
std::vector<std::size_t> cycle_through(std::size_t start, const Edges& edges,
                                       const std::vector<std::size_t>& strong, std::size_t wire_count) {
  std::map<std::size_t, std::size_t> came_from;
  std::queue<std::size_t> waiting;
  waiting.push(start);
  while (!waiting.empty()) {
    const std::size_t node = waiting.front();
    waiting.pop();
    for (const std::size_t next : edges[node]) {
      if (next == start) {
        std::vector<std::size_t> cycle;
        for (std::size_t at = node; at != start; at = came_from.at(at))
          if (at < wire_count) cycle.push_back(at);
        cycle.push_back(start);
        std::reverse(cycle.begin(), cycle.end());
        return cycle;
      }
      if (strong[next] == strong[start] && came_from.emplace(next, node).second) waiting.push(next);
    }
  }
  return {};
}

void find_loops(const Edges& edges, std::size_t wire_count, CouplingGraph& graph) {
  const std::vector<std::size_t> strong = strong_components(edges);
  std::set<std::size_t> seen;
  for (std::size_t w = 0; w < wire_count; ++w) {
    if (seen.count(strong[w]) != 0) continue;
    std::vector<std::size_t> cycle = cycle_through(w, edges, strong, wire_count);
    if (cycle.empty()) continue;
    seen.insert(strong[w]);
    graph.loops.push_back(std::move(cycle));
  }
  for (std::size_t w = 0; w < wire_count; ++w)
    graph.algebraic.push_back(seen.count(strong[w]) != 0);
}

/// Kahn's algorithm; `at_once` decides, `later` where there is a choice, then file order.
std::vector<std::size_t> sorted(std::size_t count,
                                const std::set<std::pair<std::size_t, std::size_t>>& at_once,
                                const std::set<std::pair<std::size_t, std::size_t>>& later) {
  Edges strong(count), weak(count);
  std::vector<std::size_t> strong_waits(count, 0), weak_waits(count, 0);
  for (const auto& [from, to] : at_once) {
    strong[from].push_back(to);
    ++strong_waits[to];
  }
  for (const auto& [from, to] : later) {
    weak[from].push_back(to);
    ++weak_waits[to];
  }
  std::vector<std::size_t> order;
  std::vector<bool> done(count, false);
  // The next one: nothing at once to wait for, then nothing at all, then the first in the file.
  std::set<std::tuple<bool, bool, std::size_t>> waiting;
  const auto key = [&](std::size_t c) { return std::make_tuple(strong_waits[c] > 0, weak_waits[c] > 0, c); };
  for (std::size_t c = 0; c < count; ++c)
    waiting.insert(key(c));
  const auto release = [&](const std::vector<std::size_t>& targets, std::vector<std::size_t>& waits) {
    for (const std::size_t next : targets) {
      if (done[next]) continue;
      waiting.erase(key(next));
      --waits[next];
      waiting.insert(key(next));
    }
  };
  while (!waiting.empty()) {
    const std::size_t chosen = std::get<2>(*waiting.begin());
    waiting.erase(waiting.begin());
    order.push_back(chosen);
    done[chosen] = true;
    release(strong[chosen], strong_waits);
    release(weak[chosen], weak_waits);
  }
  return order;
}

}  // namespace

std::vector<std::size_t> strong_components(const Edges& successors) {
  constexpr std::size_t kNone = static_cast<std::size_t>(-1);
  const std::size_t count = successors.size();
  std::vector<std::size_t> index(count, kNone), low(count, 0), number(count, kNone), next_edge(count, 0);
  std::vector<std::size_t> stack, path;
  std::size_t counter = 0;
  std::size_t found = 0;
  for (std::size_t root = 0; root < count; ++root) {
    if (index[root] != kNone) continue;
    path.push_back(root);
    while (!path.empty()) {
      const std::size_t node = path.back();
      if (index[node] == kNone) {
        index[node] = low[node] = counter++;
        stack.push_back(node);
      }
      if (next_edge[node] < successors[node].size()) {
        const std::size_t next = successors[node][next_edge[node]++];
        if (index[next] == kNone)
          path.push_back(next);
        else if (number[next] == kNone)
          low[node] = std::min(low[node], index[next]);
        continue;
      }
      path.pop_back();
      if (!path.empty()) low[path.back()] = std::min(low[path.back()], low[node]);
      if (low[node] != index[node]) continue;
      std::size_t member = kNone;
      do {
        member = stack.back();
        stack.pop_back();
        number[member] = found;
      } while (member != node);
      ++found;
    }
  }
  return number;
}

CouplingGraph analyse(const Components& components, const std::vector<Wire>& wires) {
  const FeedThrough feed{components};
  CouplingGraph graph;
  find_loops(wire_edges(components.size(), wires, feed), wires.size(), graph);
  // Inputs that some output needs at once.
  std::vector<std::set<const Variable*>> used_at_once(components.size());
  std::vector<bool> all_at_once(components.size(), false);
  for (const Wire& wire : wires) {
    for (const WiredSource& source : wire.sources) {
      if (!feed.known(source.from)) all_at_once[source.from.component] = true;
    }
  }
  for (std::size_t c = 0; c < components.size(); ++c) {
    for (const auto& [output, inputs] : dependencies_of(components[c]->description()))
      if (inputs) used_at_once[c].insert(inputs->begin(), inputs->end());
  }
  std::set<std::pair<std::size_t, std::size_t>> at_once, later;
  Edges neighbours(components.size());
  for (const Wire& wire : wires) {
    const std::size_t to = wire.to.component;
    const bool needed = all_at_once[to] || used_at_once[to].count(wire.to.variable) != 0;
    for (const WiredSource& source : wire.sources) {
      const std::size_t from = source.from.component;
      neighbours[from].push_back(to);
      if (from != to) (needed ? at_once : later).emplace(from, to);
    }
  }
  graph.order = sorted(components.size(), at_once, later);
  const std::vector<std::size_t> strong = strong_components(neighbours);
  for (const Wire& wire : wires) {
    graph.cyclic.push_back(
        std::any_of(wire.sources.begin(), wire.sources.end(), [&](const WiredSource& source) {
          return strong[source.from.component] == strong[wire.to.component];
        }));
  }
  return graph;
}

std::string cycle_text(const std::vector<std::size_t>& cycle, const std::vector<Wire>& wires) {
  std::string text;
  for (const std::size_t w : cycle)
    text += (text.empty() ? "" : ", ") + wires[w].text();
  return text;
}

}  // namespace lockstep::network
