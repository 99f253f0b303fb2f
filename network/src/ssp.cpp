// SPDX-License-Identifier: Apache-2.0
// From the tree of a system structure to a flat network.
#include "lockstep/network/ssp.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "lockstep/core/number_text.hpp"
#include "lockstep/network/network_reader.hpp"
#include "ssp_tree.hpp"

namespace lockstep::network {
namespace {

using core::ConfigNode;
using Kind = SspElement::Kind;

/// A connector anywhere in the tree; those of a signal dictionary are the same wherever it is referred to.
struct Node {
  const SspElement* element{nullptr};  // null: of a dictionary
  std::string owner, connector;        // path of the element, or "{dictionary}"
  bool operator<(const Node& other) const {
    return std::tie(owner, connector) < std::tie(other.owner, other.connector);
  }
};

/// A connection as seen from one of its ends. Tools differ in which end they write first: what is an input
/// and what an output decides on the direction.
struct Edge {
  Node other;
  const SspConnection* connection{nullptr};
};

class Flattener {
 public:
  Flattener(const SspTree& tree, const SspOptions& options, SspProblems& problems)
      : tree_{tree}, options_{options}, problems_{problems} {}

  NetworkConfig flatten();

 private:
  void visit(const SspElement& system, std::vector<const SspElement*> parents, NetworkConfig& network);
  Node end_of(const SspElement& system, const std::vector<const SspElement*>& parents,
              const SspConnection& connection, bool start);
  void add_component(const SspElement& component, NetworkConfig& network);
  void connect(const Node& target, NetworkConfig& network);
  void trace(const Node& node, double factor, double offset, bool convert, ConnectionConfig& connection,
             std::set<Node>& seen, Node& source);
  void apply_values(const SspElement& element, NetworkConfig& network);
  void apply(const SspElement& element, const SspValue& value, std::string_view name, NetworkConfig& network);
  void set(const SspElement& component, const SspValue& value, std::string_view variable,
           NetworkConfig& network);
  NamedUnit unit_of_node(const Node& node) const;
  NamedUnit unit_called(const std::string& name) const;

  const SspTree& tree_;
  const SspOptions& options_;
  SspProblems& problems_;
  std::map<Node, std::vector<Edge>> edges_;
  std::map<std::string, std::size_t> index_;  // of components by path
};

bool is_component(const Node& node) noexcept {
  return node.element != nullptr && node.element->kind == Kind::kComponent;
}

/// Whether a connector of a component takes a value.
bool is_target(const Node& node) {
  const core::Variable* const variable = node.element->fmu->description().find(node.connector);
  if (variable == nullptr) {
    const SspConnector* const connector = node.element->connector(node.connector);
    return connector != nullptr && (connector->kind == "input" || connector->kind == "parameter");
  }
  return variable->causality == core::Causality::kInput ||
         variable->causality == core::Causality::kParameter ||
         variable->causality == core::Causality::kStructuralParameter;
}

// The end of a connection as a node. A component need not declare its connectors: the FMU has the variables.
Node Flattener::end_of(const SspElement& system, const std::vector<const SspElement*>& parents,
                       const SspConnection& connection, bool start) {
  const std::string& name = start ? connection.start_element : connection.end_element;
  const std::string& connector = start ? connection.start_connector : connection.end_connector;
  const SspElement* const element = name.empty() ? &system : system.find(name);
  if (element == nullptr)
    connection.where.fail(
        "ssp-connection",
        fmt::format("'{}' has no element '{}'", system.name.empty() ? "the system" : system.name, name));
  if (element->kind == Kind::kDictionary) {
    for (auto parent = parents.rbegin(); parent != parents.rend(); ++parent) {
      const auto& names = (*parent)->dictionaries;
      if (std::find(names.begin(), names.end(), element->dictionary) != names.end())
        return {nullptr, "{" + (*parent)->path + ":" + element->dictionary + "}", connector};
    }
    connection.where.fail("ssp-connection",
                          fmt::format("'{}' refers to the signal dictionary '{}', which no system "
                                      "around it has",
                                      element->name, element->dictionary));
  }
  const bool known =
      element->kind == Kind::kComponent
          ? element->fmu->description().find(connector) != nullptr || element->connector(connector) != nullptr
          : element->connector(connector) != nullptr;
  if (!known)
    connection.where.fail("ssp-connection",
                          fmt::format("'{}' has no connector '{}'",
                                      element->name.empty() ? "the system" : element->name, connector));
  return {element, element->path, connector};
}

void Flattener::visit(const SspElement& system, std::vector<const SspElement*> parents,
                      NetworkConfig& network) {
  parents.push_back(&system);
  for (const SspConnection& connection : system.connections) {
    problems_.guard([&] {
      const Node start = end_of(system, parents, connection, true);
      const Node end = end_of(system, parents, connection, false);
      edges_[start].push_back({end, &connection});
      edges_[end].push_back({start, &connection});
    });
  }
  for (const SspElement& element : system.elements) {
    if (element.kind == Kind::kComponent) add_component(element, network);
    if (element.kind == Kind::kSystem) visit(element, parents, network);
  }
}

void Flattener::add_component(const SspElement& component, NetworkConfig& network) {
  ComponentConfig config;
  config.name = component.path;
  // The file of the FMU stays in the cache as long as steppers may be made of it.
  config.make = [make = fmu_stepper(component.fmu, component.interface, options_.log, component.isolation),
                 files = component.files](const std::string& name, const ComponentUse& use) {
    return make(name, use);
  };
  config.where = component.where.where;
  index_[component.path] = network.components.size();
  network.components.push_back(std::move(config));
}

NamedUnit Flattener::unit_called(const std::string& name) const {
  const auto known = tree_.units.find(name);
  return known != tree_.units.end() && known->second.base ? known->second : unit_named(name);
}

// The FMU knows best; else what the connector says.
NamedUnit Flattener::unit_of_node(const Node& node) const {
  if (node.element == nullptr) return {};
  if (node.element->fmu != nullptr) {
    const core::ModelDescription& description = node.element->fmu->description();
    if (const core::Variable* variable = description.find(node.connector)) {
      NamedUnit unit = unit_of(description, *variable);
      if (!unit.name.empty()) return unit.base ? unit : unit_called(unit.name);
    }
  }
  const SspConnector* const connector = node.element->connector(node.connector);
  return connector == nullptr || connector->unit.empty() ? NamedUnit{} : unit_called(connector->unit);
}

// From a node to the outputs its value comes from, through connectors of systems and dictionaries.
void Flattener::trace(const Node& node, double factor, double offset, bool convert,
                      ConnectionConfig& connection, std::set<Node>& seen, Node& source) {
  if (!seen.insert(node).second) return;
  const auto edges = edges_.find(node);
  if (edges == edges_.end()) return;
  for (const Edge& edge : edges->second) {
    // value = factor * (own.factor * source + own.offset) + offset
    const SspTransformation& own = edge.connection->transformation;
    const double total_offset = factor * own.offset + offset;
    const double total_factor = factor * own.factor;
    const bool converts = convert && !edge.connection->suppress_unit_conversion;
    if (!is_component(edge.other)) {
      trace(edge.other, total_factor, total_offset, converts, connection, seen, source);
    } else if (!is_target(edge.other)) {
      connection.sources.push_back({edge.other.owner + '.' + edge.other.connector, total_factor});
      connection.offset += total_offset;
      connection.convert_units = converts;
      source = edge.other;
    }
  }
}

void Flattener::connect(const Node& target, NetworkConfig& network) {
  ConnectionConfig connection;
  connection.to = target.owner + '.' + target.connector;
  const ConfigNode& where = edges_.at(target).front().connection->where;
  connection.where = where.where;
  std::set<Node> seen;
  Node source;
  trace(target, 1.0, 0.0, true, connection, seen, source);
  if (connection.sources.size() > 1)
    where.fail("ssp-connection",
               fmt::format("'{}' is connected to {} sources", connection.to, connection.sources.size()));
  if (connection.sources.empty()) return;  // an input or parameter of the whole system
  if (connection.convert_units) {
    // Units that only the connectors have, besides those of the FMUs.
    const NamedUnit a = unit_of_node(source);
    const NamedUnit b = unit_of_node(target);
    const UnitConversion conversion = convert(a, b, false);
    if (!conversion.same_dimension)
      where.fail("ssp-unit", fmt::format("'{}' is in {} and '{}' is in {}, which measure different things",
                                         connection.sources.front().from, a.name, connection.to, b.name));
    connection.offset += connection.sources.front().factor * conversion.offset;
    connection.sources.front().factor *= conversion.factor;
    connection.convert_units = false;
  }
  network.connections.push_back(std::move(connection));
}

void Flattener::set(const SspElement& component, const SspValue& value, std::string_view variable,
                    NetworkConfig& network) {
  const core::ModelDescription& description = component.fmu->description();
  const core::Variable* const found = description.find(variable);
  if (found == nullptr)
    value.where.fail("ssp-parameter",
                     fmt::format("component '{}' has no variable '{}'", component.path, variable));
  std::string text = value.text;
  if (!value.unit.empty() && !value.suppress_unit_conversion) {
    const UnitConversion conversion = convert(
        unit_called(value.unit), unit_of_node({&component, component.path, std::string{variable}}), false);
    if (!conversion.same_dimension)
      value.where.fail("ssp-unit", fmt::format("parameter '{}' has the unit {}, which does not fit '{}'",
                                               value.name, value.unit, variable));
    const std::optional<double> number = core::parse_double(text);
    if (number && (conversion.factor != 1.0 || conversion.offset != 0.0))
      text = core::to_text(conversion.factor * *number + conversion.offset);
  }
  std::vector<StartValue>& all = network.components[index_.at(component.path)].start_values;
  // What is further out, or later, wins.
  all.erase(
      std::remove_if(all.begin(), all.end(), [&](const StartValue& one) { return one.variable == variable; }),
      all.end());
  all.push_back({std::string{variable}, text, value.where.where});
}

// A value for an element: of a component, of an element inside a system, or of a parameter of the system that
// is connected to some inside.
void Flattener::apply(const SspElement& element, const SspValue& value, std::string_view name,
                      NetworkConfig& network) {
  if (element.kind == Kind::kComponent) return set(element, value, name, network);
  for (const SspElement& child : element.elements) {
    if (child.kind == Kind::kDictionary || name.size() <= child.name.size() ||
        name[child.name.size()] != '.' || name.substr(0, child.name.size()) != child.name)
      continue;
    return apply(child, value, name.substr(child.name.size() + 1), network);
  }
  if (element.connector(std::string{name}) != nullptr) {
    for (const SspConnection& connection : element.connections) {
      const bool starts = connection.start_element.empty() && connection.start_connector == name;
      const bool ends = connection.end_element.empty() && connection.end_connector == name;
      if (!starts && !ends) continue;
      const SspElement* const inner =
          element.find(starts ? connection.end_element : connection.start_element);
      if (inner != nullptr && inner->kind != Kind::kDictionary)
        apply(*inner, value, starts ? connection.end_connector : connection.start_connector, network);
    }
    return;
  }
  value.where.fail("ssp-parameter", fmt::format("'{}' has no element or connector for the parameter '{}'",
                                                element.name.empty() ? tree_.name : element.name, name));
}

void Flattener::apply_values(const SspElement& element, NetworkConfig& network) {
  for (const SspElement& child : element.elements)
    apply_values(child, network);  // inner ones first: outer ones win
  for (const SspValue& value : element.values)
    problems_.guard([&] { apply(element, value, value.name, network); });
}

NetworkConfig Flattener::flatten() {
  NetworkConfig network;
  network.name = tree_.name;
  network.experiment = tree_.experiment;
  network.log = options_.log;
  visit(tree_.root, {}, network);
  for (const auto& [node, edges] : edges_) {
    if (is_component(node) && is_target(node))
      problems_.guard([&, &target = node] { connect(target, network); });
  }
  apply_values(tree_.root, network);
  if (network.components.empty())
    problems_.guard(
        [&] { tree_.root.where.fail("ssp-empty", "the system has no components; there is nothing to run"); });
  return network;
}

/// What is wrong and does no harm; the rest stays.
void log_warnings(SspProblems& problems, const core::LogSink& log) {
  const auto warnings =
      std::stable_partition(problems.all.begin(), problems.all.end(),
                            [](const Diagnostic& one) { return one.severity == Severity::kError; });
  for (auto one = warnings; log && one != problems.all.end(); ++one)
    log({core::LogLevel::kWarning, "lockstep", one->id, to_string(*one)});
  problems.all.erase(warnings, problems.all.end());
}

}  // namespace

bool is_ssp(const std::filesystem::path& path) {
  std::error_code ignored;
  return path.extension() == ".ssp" || path.extension() == ".ssd" ||
         std::filesystem::is_regular_file(path / "SystemStructure.ssd", ignored);
}

SspSystem read_ssp(const std::filesystem::path& path, const SspOptions& options) {
  const auto files = std::make_shared<const SspFiles>(path, options.archive_limits);
  SspProblems problems;
  SspSystem system;
  std::optional<SspTree> tree;
  problems.guard([&] { tree.emplace(read_ssp_tree(files, options, problems)); });
  if (tree && !problems.any_error()) {
    system.network = Flattener{*tree, options, problems}.flatten();
    system.step_size_s = tree->step_size_s;
  }
  log_warnings(problems, options.log);
  if (!problems.all.empty()) {
    throw Error{ErrorCode::kBadInput,
                fmt::format("'{}' cannot be used: {} problem{}", path.string(), problems.all.size(),
                            problems.all.size() == 1 ? "" : "s"),
                std::move(problems.all)};
  }
  system.variants = files->variants();
  return system;
}

}  // namespace lockstep::network
