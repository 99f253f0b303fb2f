// SPDX-License-Identifier: Apache-2.0
#include "ssp_tree.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "lockstep/core/isolation_config.hpp"
#include "lockstep/core/similar_word.hpp"

namespace lockstep::network {
namespace {

using core::ConfigNode;
constexpr int kMaxDepth = 16;

const std::vector<std::string_view> kConnectorKinds = {
    "input",    "output", "inout", "parameter", "calculatedParameter", "structuralParameter",
    "constant", "local"};

class TreeReader {
 public:
  TreeReader(std::shared_ptr<const SspFiles> files, const SspOptions& options, SspProblems& problems,
             int depth)
      : kept_{std::move(files)}, files_{*kept_}, options_{options}, problems_{problems}, depth_{depth} {}

  SspTree read();

 private:
  void read_experiment(const ConfigNode& root, SspTree& tree);
  SspElement read_system(const ConfigNode& node, const std::string& path, int depth);
  SspElement read_component(const ConfigNode& node, const std::string& path, int depth);
  SspElement nested_ssp(const ConfigNode& node, const std::filesystem::path& file, SspElement element);
  void read_connectors(const ConfigNode& node, SspElement& element);
  void read_elements(const ConfigNode& node, SspElement& system, int depth);
  void read_connections(const ConfigNode& node, SspElement& system);
  core::IsolationOptions annotated_isolation(const ConfigNode& component) const;
  static std::optional<double> annotated_step(const ConfigNode& node, int depth = 0);

  std::shared_ptr<const SspFiles> kept_;
  const SspFiles& files_;
  const SspOptions& options_;
  SspProblems& problems_;
  int depth_;
  SspTypes types_;
  std::map<std::filesystem::path, std::shared_ptr<const core::Fmu>> open_;
};

std::string joined(const std::string& path, const std::string& name) {
  return path.empty() ? name : path + '.' + name;
}

/// The path of an element inside another SSP becomes one below the component that holds it.
void set_below(SspElement& element, const std::string& path) {
  for (SspElement& child : element.elements) {
    child.path = joined(path, child.path);
    set_below(child, path);
  }
}

SspTree TreeReader::read() {
  const ConfigNode root = files_.read_xml(files_.main_path());
  SspTree tree;
  if (root.name != "SystemStructureDescription")
    root.fail("ssp-schema", fmt::format("the root is '{}', expected SystemStructureDescription", root.name));
  const std::string version = optional_text(root, "version");
  if (version.rfind("1.", 0) != 0 && version.rfind("2.", 0) != 0)
    root.fail("ssp-version", fmt::format("version is '{}', expected 1.0 or 2.0", version));
  check_children(root, {"System", "Enumerations", "Units", "DefaultExperiment"}, problems_);
  types_ = read_types(root, problems_);
  problems_.guard([&] { read_experiment(root, tree); });
  tree.step_size_s = annotated_step(root);
  const ConfigNode* const system = root.find("System");
  if (system == nullptr) root.fail("ssp-schema", "there is no System");
  tree.root = read_system(*system, "", 0);
  tree.types = std::move(types_);
  tree.name = optional_text(*system, "name", optional_text(root, "name", "system"));
  return tree;
}

void TreeReader::read_experiment(const ConfigNode& root, SspTree& tree) {
  const ConfigNode* const experiment = root.find("DefaultExperiment");
  if (experiment == nullptr) return;
  if (experiment->has("startTime")) tree.experiment.start_time_s = experiment->number("startTime");
  if (experiment->has("stopTime")) tree.experiment.stop_time_s = experiment->number("stopTime");
}

// What other tools write: OMSimulator stepSize or initialStepSize, the Open Simulation Platform baseStepSize.
std::optional<double> TreeReader::annotated_step(const ConfigNode& node, int depth) {
  if (depth > 32) return std::nullopt;
  for (const char* attribute : {"stepSize", "baseStepSize", "initialStepSize"}) {
    if (const auto text = node.attribute(attribute)) {
      try {
        const double value = ConfigNode{"step", std::string{*text}, node.where}.as_number();
        if (value > 0.0) return value;
      } catch (const Error&) {  // somebody else's annotation
      }
    }
  }
  for (const ConfigNode& child : node.children)
    if (const auto found = annotated_step(child, depth + 1)) return found;
  return std::nullopt;
}

void TreeReader::read_connectors(const ConfigNode& node, SspElement& element) {
  const ConfigNode* const connectors = node.find("Connectors");
  if (connectors == nullptr) return;
  std::set<std::string> names;
  for (const ConfigNode& child : connectors->children) {
    problems_.guard([&] {
      if (child.name != "Connector") child.fail("ssp-schema", "expected Connector, found " + child.name);
      check_attributes(child, {"kind"}, problems_);
      SspConnector connector;
      connector.name = child.text_of("name");
      connector.kind = child.text_of("kind");
      connector.where = ConfigNode{"Connector", "", child.where};
      if (std::find(kConnectorKinds.begin(), kConnectorKinds.end(), connector.kind) == kConnectorKinds.end())
        child.fail("ssp-schema",
                   fmt::format("connector '{}' has the kind '{}', expected one of: {}", connector.name,
                               connector.kind, fmt::join(kConnectorKinds, ", ")));
      if (!names.insert(connector.name).second)
        child.fail("ssp-twice", fmt::format("'{}' has two connectors '{}'", element.name, connector.name));
      for (const ConfigNode& type : child.children)
        if (const auto unit = type.attribute("unit")) connector.unit = *unit;
      element.connectors.push_back(std::move(connector));
    });
  }
}

SspElement TreeReader::nested_ssp(const ConfigNode& node, const std::filesystem::path& file,
                                  SspElement element) {
  if (depth_ >= kMaxDepth)
    node.fail("ssp-depth", fmt::format("systems are nested more than {} deep", kMaxDepth));
  SspTree tree = read_ssp_tree(std::make_shared<SspFiles>(file, options_.archive_limits), options_, problems_,
                               depth_ + 1);
  set_below(tree.root, element.path);
  types_.add(tree.types);
  element.kind = SspElement::Kind::kSystem;
  element.elements = std::move(tree.root.elements);
  element.connections = std::move(tree.root.connections);
  element.dictionaries = std::move(tree.root.dictionaries);
  if (element.connectors.empty()) element.connectors = std::move(tree.root.connectors);
  // What the outer file binds comes later, and wins.
  element.values.insert(element.values.begin(), tree.root.values.begin(), tree.root.values.end());
  return element;
}

// Other people's files may ask for more isolation, not for less, and not for rights.
core::IsolationOptions TreeReader::annotated_isolation(const ConfigNode& component) const {
  core::IsolationOptions isolation = options_.isolation;
  const ConfigNode* const annotations = component.find("Annotations");
  if (annotations == nullptr) return isolation;
  for (const ConfigNode* annotation : annotations->all("Annotation")) {
    if (annotation->text_of("type", "") != "lockstep.isolation") continue;
    for (const ConfigNode& field : annotation->children) {
      if (field.name == "permissions" || (field.name == "isolation" && field.as_text() == "none"))
        field.fail("ssp-isolation", "a system structure cannot give rights to its own FMUs; write '" +
                                        field.name +
                                        "' into a scenario beside 'ssp', or give it to read_ssp()");
    }
    core::read_isolation(*annotation, isolation);
  }
  return isolation;
}

SspElement TreeReader::read_component(const ConfigNode& node, const std::string& path, int /*depth*/) {
  check_children(node, {"Connectors", "ElementGeometry", "ParameterBindings"}, problems_);
  check_attributes(node, {"type", "source", "implementation"}, problems_);
  SspElement element;
  element.kind = SspElement::Kind::kComponent;
  element.where = ConfigNode{"Component", "", node.where};
  element.name = node.text_of("name");
  element.path = joined(path, element.name);
  read_connectors(node, element);
  element.isolation = annotated_isolation(node);
  const std::string type = optional_text(node, "type", "application/x-fmu-sharedlibrary");
  const std::filesystem::path file = files_.find(node, node.text_of("source"));
  element.values = read_bindings(node, files_, file, problems_);
  if (type == "application/x-ssp-definition" || is_ssp(file))
    return nested_ssp(node, file, std::move(element));
  if (type != "application/x-fmu-sharedlibrary")
    node.fail("ssp-type",
              fmt::format("component '{}' is of type '{}', expected an FMU or an SSP", element.name, type));
  const std::string implementation = optional_text(node, "implementation", "any");
  if (implementation == "CoSimulation")
    element.interface = core::InterfaceKind::kCoSimulation;
  else if (implementation == "ModelExchange")
    element.interface = core::InterfaceKind::kModelExchange;
  else if (implementation != "any")
    node.fail("ssp-schema", fmt::format("implementation is '{}', expected any, CoSimulation or ModelExchange",
                                        implementation));
  try {
    std::shared_ptr<const core::Fmu>& fmu = open_[file];
    if (fmu == nullptr) fmu = core::Fmu::open(file);
    element.fmu = fmu;
    element.files = kept_;
  } catch (const Error& error) {
    node.fail("ssp-fmu", error.message());
  }
  return element;
}

void TreeReader::read_elements(const ConfigNode& node, SspElement& system, int depth) {
  const ConfigNode* const elements = node.find("Elements");
  if (elements == nullptr) return;
  std::set<std::string> names;
  for (const ConfigNode& child : elements->children) {
    problems_.guard([&] {
      if (!names.insert(child.text_of("name")).second)
        child.fail("ssp-twice", fmt::format("two elements are named '{}'", child.text_of("name")));
      if (child.name == "Component") {
        system.elements.push_back(read_component(child, system.path, depth));
      } else if (child.name == "System") {
        system.elements.push_back(read_system(child, joined(system.path, child.text_of("name")), depth + 1));
      } else if (child.name == "SignalDictionaryReference") {
        SspElement reference;
        reference.kind = SspElement::Kind::kDictionary;
        reference.name = child.text_of("name");
        reference.path = joined(system.path, reference.name);
        reference.dictionary = child.text_of("dictionary");
        reference.where = ConfigNode{"SignalDictionaryReference", "", child.where};
        read_connectors(child, reference);
        system.elements.push_back(std::move(reference));
      } else {
        child.fail("ssp-schema", fmt::format("'{}' is no element of a system, expected Component, System or "
                                             "SignalDictionaryReference",
                                             child.name));
      }
    });
  }
}

void TreeReader::read_connections(const ConfigNode& node, SspElement& system) {
  const ConfigNode* const connections = node.find("Connections");
  if (connections == nullptr) return;
  for (const ConfigNode& child : connections->children) {
    problems_.guard([&] {
      if (child.name != "Connection") child.fail("ssp-schema", "expected Connection, found " + child.name);
      check_attributes(
          child, {"startElement", "startConnector", "endElement", "endConnector", "suppressUnitConversion"},
          problems_);
      SspConnection connection;
      connection.start_element = optional_text(child, "startElement");
      connection.start_connector = child.text_of("startConnector");
      connection.end_element = optional_text(child, "endElement");
      connection.end_connector = child.text_of("endConnector");
      connection.suppress_unit_conversion = child.boolean("suppressUnitConversion", false);
      connection.transformation = read_transformation(child);
      connection.where = ConfigNode{"Connection", "", child.where};
      system.connections.push_back(std::move(connection));
    });
  }
}

SspElement TreeReader::read_system(const ConfigNode& node, const std::string& path, int depth) {
  if (depth > kMaxDepth)
    node.fail("ssp-depth", fmt::format("systems are nested more than {} deep", kMaxDepth));
  check_children(node,
                 {"Connectors", "ElementGeometry", "ParameterBindings", "Elements", "Connections",
                  "SignalDictionaries", "SystemGeometry", "GraphicalElements"},
                 problems_);
  SspElement system;
  system.name = optional_text(node, "name");
  system.path = path;
  system.where = ConfigNode{"System", "", node.where};
  read_connectors(node, system);
  system.values = read_bindings(node, files_, {}, problems_);
  if (const ConfigNode* dictionaries = node.find("SignalDictionaries")) {
    for (const ConfigNode* dictionary : dictionaries->all("SignalDictionary")) {
      problems_.guard(
          [&] { system.dictionaries.push_back(read_dictionary(*dictionary, files_, problems_)); });
    }
  }
  read_elements(node, system, depth);
  read_connections(node, system);
  return system;
}

}  // namespace

const SspElement* SspElement::find(const std::string& element) const noexcept {
  for (const SspElement& one : elements)
    if (one.name == element) return &one;
  return nullptr;
}

const SspConnector* SspElement::connector(const std::string& connector_name) const noexcept {
  for (const SspConnector& one : connectors)
    if (one.name == connector_name) return &one;
  return nullptr;
}

void check_children(const ConfigNode& node, const std::vector<std::string_view>& known,
                    SspProblems& problems) {
  static const std::vector<std::string_view> kAlways = {"Annotations", "MetaData", "Signature"};
  for (const ConfigNode& child : node.children) {
    const auto has = [&](const std::vector<std::string_view>& names) {
      return std::find(names.begin(), names.end(), child.name) != names.end();
    };
    if (has(known) || has(kAlways)) continue;
    const auto similar = core::similar_word(child.name, known);
    problems.all.push_back(
        child.finding(Severity::kError, "ssp-schema",
                      fmt::format("'{}' cannot have the element '{}'", node.name, child.name),
                      similar ? fmt::format("did you mean '{}'?", *similar) : std::string{}));
  }
}

void check_attributes(const ConfigNode& node, const std::vector<std::string_view>& known,
                      SspProblems& problems) {
  static const std::vector<std::string_view> kAlways = {"id", "description", "name"};
  for (const auto& [name, value] : node.attributes) {
    const auto has = [&, &wanted = name](const std::vector<std::string_view>& names) {
      return std::find(names.begin(), names.end(), wanted) != names.end();
    };
    if (name.find(':') != std::string::npos || name.rfind("xmlns", 0) == 0 || has(known) || has(kAlways))
      continue;
    problems.all.push_back(node.finding(Severity::kWarning, "ssp-schema",
                                        fmt::format("'{}' cannot have the attribute '{}'", node.name, name)));
  }
}

std::string optional_text(const ConfigNode& node, std::string_view attribute, std::string_view fallback) {
  const auto text = node.attribute(attribute);
  return std::string{text && !text->empty() ? *text : fallback};
}

SspTree read_ssp_tree(std::shared_ptr<const SspFiles> files, const SspOptions& options, SspProblems& problems,
                      int depth) {
  return TreeReader{std::move(files), options, problems, depth}.read();
}

}  // namespace lockstep::network
