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
  const SspDictionary* dictionary{nullptr};
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

/// What happens to a value between a node and the target: unit conversions and transformations.
struct Way {
  double factor{1.0}, offset{0.0};
  TextTable table;
  NamedUnit unit;  // of the nearest node on the way to the target that has one
  std::string unit_at;
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
  void trace(const Node& node, const Way& way, ConnectionConfig& connection, std::set<Node>& seen);
  Way across(const Way& way, const Edge& edge) const;
  void apply_values(const SspElement& element, NetworkConfig& network);
  void apply(const SspElement& element, const SspValue& value, std::string_view name, NetworkConfig& network);
  void set(const SspElement& component, const SspValue& value, std::string_view variable,
           NetworkConfig& network);
  std::string item_text(const core::ModelDescription& description, const core::Variable& variable,
                        const SspValue& value) const;
  NamedUnit unit_of_node(const Node& node) const;
  NamedUnit unit_called(const std::string& name, const SspTypes* first = nullptr) const;

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
      for (const SspDictionary& dictionary : (*parent)->dictionaries) {
        if (dictionary.name != element->dictionary) continue;
        if (!dictionary.entries.empty() && dictionary.find(connector) == nullptr)
          connection.where.fail("ssp-connection", fmt::format("the signal dictionary '{}' has no entry '{}'",
                                                              dictionary.name, connector));
        return {nullptr, "{" + (*parent)->path + ":" + dictionary.name + "}", connector, &dictionary};
      }
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
  return {element, element->path, connector, nullptr};
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

// As the file defines it that the name is in, else the system structure, else as the name is commonly read.
NamedUnit Flattener::unit_called(const std::string& name, const SspTypes* first) const {
  for (const SspTypes* types : {first, &tree_.types})
    if (const NamedUnit* unit = types == nullptr ? nullptr : types->unit(name)) return *unit;
  return unit_named(name);
}

// The FMU knows best; else what the connector says.
NamedUnit Flattener::unit_of_node(const Node& node) const {
  if (node.dictionary != nullptr) {
    const SspConnector* const entry = node.dictionary->find(node.connector);
    return entry == nullptr || entry->unit.empty() ? NamedUnit{}
                                                   : unit_called(entry->unit, &node.dictionary->types);
  }
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

/// A node as messages name it.
std::string node_text(const Node& node) {
  if (node.dictionary != nullptr) return node.dictionary->name + '.' + node.connector;
  return node.owner.empty() ? node.connector : node.owner + '.' + node.connector;
}

// One connection further from the target. At its end the value is first converted into the unit of what
// follows, then transformed: target = factor * (own.factor * (c.factor * value + c.offset) + own.offset) +
// offset
Way Flattener::across(const Way& way, const Edge& edge) const {
  const SspTransformation& own = edge.connection->transformation;
  const ConfigNode& where = edge.connection->where;
  Way next = way;
  next.factor = way.factor * own.factor;
  next.offset = way.factor * own.offset + way.offset;
  if (own.is_mapping()) next.table = chained(own.entries, way.table);
  if (!next.table.empty() && (next.factor != 1.0 || next.offset != 0.0))
    where.fail(
        "ssp-transformation",
        fmt::format("the value of '{}' goes through a table and a linear transformation", way.unit_at));
  const NamedUnit unit = unit_of_node(edge.other);
  if (edge.connection->suppress_unit_conversion) {
    next.unit = unit;
    next.unit_at = node_text(edge.other);
    return next;
  }
  if (unit.name.empty()) return next;
  const UnitConversion conversion = convert(unit, way.unit, false);
  if (!conversion.same_dimension)
    where.fail("ssp-unit", fmt::format("'{}' is in {} and '{}' is in {}, which measure different things",
                                       node_text(edge.other), unit.name, way.unit_at, way.unit.name));
  next.offset += next.factor * conversion.offset;
  next.factor *= conversion.factor;
  next.unit = unit;
  next.unit_at = node_text(edge.other);
  return next;
}

// From a node to the outputs its value comes from, through connectors of systems and dictionaries.
void Flattener::trace(const Node& node, const Way& way, ConnectionConfig& connection, std::set<Node>& seen) {
  if (!seen.insert(node).second) return;
  const auto edges = edges_.find(node);
  if (edges == edges_.end()) return;
  for (const Edge& edge : edges->second) {
    if (seen.count(edge.other) != 0 || (is_component(edge.other) && is_target(edge.other))) continue;
    const Way next = across(way, edge);
    if (!is_component(edge.other)) {
      trace(edge.other, next, connection, seen);
      continue;
    }
    connection.sources.push_back({edge.other.owner + '.' + edge.other.connector, next.factor});
    connection.offset = next.offset;
    connection.map = next.table;
  }
}

void Flattener::connect(const Node& target, NetworkConfig& network) {
  ConnectionConfig connection;
  connection.to = target.owner + '.' + target.connector;
  connection.convert_units = false;  // done here, with the units that connectors and dictionaries have
  const ConfigNode& where = edges_.at(target).front().connection->where;
  connection.where = where.where;
  std::set<Node> seen;
  trace(target, {1.0, 0.0, {}, unit_of_node(target), connection.to}, connection, seen);
  if (connection.sources.size() > 1)
    where.fail("ssp-connection",
               fmt::format("'{}' is connected to {} sources", connection.to, connection.sources.size()));
  if (connection.sources.empty()) return;  // an input or parameter of the whole system
  network.connections.push_back(std::move(connection));
}

// An item of an enumeration: the FMU's own if it has one of that name, else its value in the file.
std::string Flattener::item_text(const core::ModelDescription& description, const core::Variable& variable,
                                 const SspValue& value) const {
  if (variable.declared_type != core::kNone) {
    for (const core::EnumerationItem& item : description.type_definitions()[variable.declared_type].items)
      if (item.name == value.text) return value.text;
  }
  for (const SspTypes* types : {value.types.get(), &tree_.types}) {
    const auto item =
        types == nullptr ? std::optional<std::int64_t>{} : types->item(value.enumeration, value.text);
    if (item) return std::to_string(*item);
  }
  return value.text;
}

void Flattener::set(const SspElement& component, const SspValue& value, std::string_view variable,
                    NetworkConfig& network) {
  const core::ModelDescription& description = component.fmu->description();
  const core::Variable* const found = description.find(variable);
  if (found == nullptr)
    value.where.fail("ssp-parameter",
                     fmt::format("component '{}' has no variable '{}'", component.path, variable));
  std::string text = value.text;
  if (!value.enumeration.empty()) text = item_text(description, *found, value);
  if (!value.unit.empty() && !value.suppress_unit_conversion) {
    const UnitConversion conversion =
        convert(unit_called(value.unit, value.types.get()),
                unit_of_node({&component, component.path, std::string{variable}, nullptr}), false);
    if (!conversion.same_dimension)
      value.where.fail("ssp-unit", fmt::format("parameter '{}' has the unit {}, which does not fit '{}'",
                                               value.name, value.unit, variable));
    text = linear_text(text, conversion.factor, conversion.offset).value_or(text);
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
