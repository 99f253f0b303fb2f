// SPDX-License-Identifier: Apache-2.0
#include "lockstep/network/network_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "lockstep/core/isolation_config.hpp"
#include "lockstep/core/number_text.hpp"
#include "lockstep/network/ssp.hpp"

namespace lockstep::network {
namespace {

using core::ConfigNode;

/// Collects what is wrong, so that a user sees all of it at once.
class Problems {
 public:
  template <class Body>
  void guard(Body&& body) {
    try {
      body();
    } catch (const Error& error) {
      if (error.diagnostics().empty()) throw;
      all_.insert(all_.end(), error.diagnostics().begin(), error.diagnostics().end());
    }
  }
  void unknown_words(const ConfigNode& node, const std::vector<std::string_view>& known) {
    for (Diagnostic& one : node.unknown_fields(known, Severity::kError))
      all_.push_back(std::move(one));
  }
  void throw_if_any(const std::string& name) {
    if (all_.empty()) return;
    throw Error{ErrorCode::kBadInput,
                fmt::format("network '{}' cannot be used: {} problem{}", name, all_.size(),
                            all_.size() == 1 ? "" : "s"),
                std::move(all_)};
  }

 private:
  std::vector<Diagnostic> all_;
};

template <class Word>
Word word_of(const ConfigNode& node, std::string_view field, std::initializer_list<Word> words,
             Word fallback) {
  if (!node.has(field)) return fallback;
  const std::string text = node.text_of(field);
  std::string known;
  for (const Word word : words) {
    if (text == to_string(word)) return word;
    known += (known.empty() ? "" : ", ") + std::string{to_string(word)};
  }
  node.at(field).fail("config-value", fmt::format("'{}' is '{}', expected one of: {}", field, text, known));
}

double positive(const ConfigNode& node, std::string_view field, double fallback) {
  const double value = node.number(field, fallback);
  if (!(value > 0.0))
    node.at(field).fail("config-value",
                        fmt::format("'{}' is {}, expected a number above 0", field, core::to_text(value)));
  return value;
}

std::uint32_t counted(const ConfigNode& node, std::string_view field, std::uint32_t fallback,
                      std::int64_t limit) {
  const std::int64_t value = node.integer(field, fallback);
  if (value < 1 || value > limit)
    node.at(field).fail("config-value", fmt::format("'{}' is {}, expected 1 to {}", field, value, limit));
  return static_cast<std::uint32_t>(value);
}

void read_master(const ConfigNode& node, MasterOptions& master, Problems& problems) {
  using K = MasterKind;
  const std::initializer_list<K> kinds{K::kJacobi, K::kGaussSeidel, K::kFixedPoint,
                                       K::kNewton, K::kAdaptive,    K::kEvents};
  if (!node.text.empty()) {  // master: jacobi
    ConfigNode wrapped{"network", "", node.where};
    wrapped.children.push_back(node);
    problems.guard([&] { master.kind = word_of<K>(wrapped, "master", kinds, master.kind); });
    return;
  }
  problems.unknown_words(node, {"type", "inputs", "loops", "tolerance", "max_iterations", "relaxation",
                                "min_step", "threads", "estimate_error"});
  problems.guard([&] { master.kind = word_of<K>(node, "type", kinds, master.kind); });
  problems.guard([&] {
    master.inputs =
        word_of<InputOrder>(node, "inputs", {InputOrder::kHold, InputOrder::kLinear}, master.inputs);
  });
  problems.guard([&] {
    master.loops = word_of<LoopPolicy>(
        node, "loops", {LoopPolicy::kSolve, LoopPolicy::kBreak, LoopPolicy::kRefuse}, master.loops);
  });
  problems.guard([&] { master.tolerance = positive(node, "tolerance", master.tolerance); });
  problems.guard(
      [&] { master.max_iterations = counted(node, "max_iterations", master.max_iterations, 100'000); });
  problems.guard([&] {
    master.relaxation = positive(node, "relaxation", master.relaxation);
    if (master.relaxation > 1.0)
      node.at("relaxation")
          .fail("config-value",
                fmt::format("'relaxation' is {}, expected at most 1", core::to_text(master.relaxation)));
  });
  problems.guard([&] {
    if (node.has("min_step")) master.min_step_s = positive(node, "min_step", 1.0);
  });
  problems.guard([&] { master.threads = counted(node, "threads", 1, 1024); });
  problems.guard([&] { master.estimate_error = node.boolean("estimate_error", false); });
}

class FmuFiles {
 public:
  FmuFiles(const FindFile& find_file, core::LogSink log, core::IsolationOptions isolation)
      : find_file_{find_file}, log_{std::move(log)}, isolation_{std::move(isolation)} {}
  ComponentConfig read(const ConfigNode& node, Problems& problems);

 private:
  const FindFile& find_file_;
  core::LogSink log_;
  core::IsolationOptions isolation_;
  std::map<std::filesystem::path, std::shared_ptr<const core::Fmu>> open_;
};

ComponentConfig FmuFiles::read(const ConfigNode& node, Problems& problems) {
  problems.unknown_words(node, {"name", "fmu", "interface", "parameters", "step_size", "isolation",
                                "call_limit", "max_memory", "permissions"});
  ComponentConfig component;
  component.where = node.where;
  const std::string file = node.text_of("fmu");
  component.name = node.text_of("name", std::filesystem::path{file}.stem().string());
  std::optional<core::InterfaceKind> kind;
  if (node.has("interface")) {
    const std::string word = node.text_of("interface");
    if (word != "cs" && word != "me")
      node.at("interface").fail("config-value", "interface is '" + word + "', expected cs or me");
    kind = word == "cs" ? core::InterfaceKind::kCoSimulation : core::InterfaceKind::kModelExchange;
  }
  if (node.has("step_size")) component.step_size_s = positive(node, "step_size", 1.0);
  if (const ConfigNode* parameters = node.find("parameters")) {
    for (const ConfigNode& child : parameters->children)
      component.start_values.push_back({child.name, child.as_text(), child.where});
  }
  std::shared_ptr<const core::Fmu>& fmu = open_[find_file_(node, file)];
  try {
    if (fmu == nullptr) fmu = core::Fmu::open(find_file_(node, file));
  } catch (const Error& error) {
    node.fail("network-fmu", error.message());
  }
  core::IsolationOptions isolation = isolation_;
  core::read_isolation(node, isolation);
  component.make = fmu_stepper(fmu, kind, log_, std::move(isolation));
  return component;
}

/// "a.y -> b.u".
bool read_arrow(const std::string& text, ConnectionConfig& connection) {
  const std::size_t arrow = text.find("->");
  if (arrow == std::string::npos) return false;
  connection.to = core::trimmed(std::string_view{text}.substr(arrow + 2));
  connection.sources.push_back({std::string{core::trimmed(std::string_view{text}.substr(0, arrow))}, 1.0});
  return true;
}

void read_connection(const ConfigNode& node, NetworkConfig& network, Problems& problems) {
  ConnectionConfig connection;
  connection.where = node.where;
  if (!node.text.empty()) {
    if (!read_arrow(node.text, connection))
      node.fail("network-connection", fmt::format("'{}' is no connection, expected 'a.y -> b.u'", node.text));
    network.connections.push_back(std::move(connection));
    return;
  }
  problems.unknown_words(node, {"from", "to", "factor", "offset", "convert_units", "map"});
  connection.to = node.text_of("to");
  connection.offset = node.number("offset", 0.0);
  connection.convert_units = node.boolean("convert_units", true);
  if (const ConfigNode* map = node.find("map")) {
    for (const ConfigNode& entry : map->children)
      connection.map.emplace_back(entry.name, entry.as_text());
  }
  const double factor = node.number("factor", 1.0);
  for (const ConfigNode* from : node.all("from")) {
    if (from->children.empty()) {
      connection.sources.push_back({from->as_text(), factor});
      continue;
    }
    problems.unknown_words(*from, {"output", "factor"});
    connection.sources.push_back({from->text_of("output"), factor * from->number("factor", 1.0)});
  }
  if (connection.sources.empty()) node.fail("config-missing", "a connection has no 'from'");
  network.connections.push_back(std::move(connection));
}

/// A variant in an archive ("a.ssp/B.ssd") is no file of its own; a folder is no FMU that could be searched
/// for.
std::filesystem::path ssp_file(const ConfigNode& node, const FindFile& find_file) {
  const std::filesystem::path name{node.text_of("ssp")};
  std::error_code ignored;
  if (name.is_absolute() && std::filesystem::exists(name, ignored)) return name;
  if (name.extension() == ".ssd" && name.parent_path().extension() == ".ssp")
    return find_file(node, name.parent_path().string()) / name.filename();
  return find_file(node, name.string());
}

}  // namespace

const std::vector<std::string_view> kNetworkFields = {"name",       "ssp",        "fmus",      "connections",
                                                      "bonds",      "master",     "isolation", "call_limit",
                                                      "max_memory", "permissions"};

MakeStepper fmu_stepper(std::shared_ptr<const core::Fmu> fmu, std::optional<core::InterfaceKind> kind,
                        core::LogSink log, core::IsolationOptions isolation) {
  return [fmu = std::move(fmu), kind, log = std::move(log), isolation = std::move(isolation)](
             const std::string& name, const ComponentUse& use) {
    core::StepperOptions options;
    options.kind = kind;
    options.instance.name = name;
    options.instance.log = log;
    options.rollback_possible = use.rollback;
    options.isolation = isolation;
    return core::Stepper::create(fmu, std::move(options));
  };
}

NetworkConfig read_network(const ConfigNode& node, const FindFile& find_file, const core::LogSink& log,
                           const core::IsolationOptions& isolation) {
  NetworkConfig network;
  network.name = "network";
  core::IsolationOptions of_all = isolation;
  core::read_isolation(node, of_all);
  if (node.has("ssp")) {
    SspOptions options;
    options.log = log;
    options.isolation = of_all;
    network = read_ssp(ssp_file(node, find_file), options).network;
  }
  network.name = node.text_of("name", network.name);
  network.log = log;
  Problems problems;
  FmuFiles files{find_file, log, of_all};
  for (const ConfigNode& child : node.children) {
    problems.guard([&] {
      if (child.name == "fmus") network.components.push_back(files.read(child, problems));
      if (child.name == "connections") read_connection(child, network, problems);
      if (child.name == "master") read_master(child, network.master, problems);
      if (child.name != "bonds") return;
      problems.unknown_words(child, {"name", "effort", "flow"});
      network.bonds.push_back({child.text_of("name", child.text_of("effort")), child.text_of("effort"),
                               child.text_of("flow"), child.where});
    });
  }
  if (network.components.empty())
    problems.guard([&] { node.fail("network-empty", "the network has neither 'fmus' nor 'ssp'"); });
  problems.throw_if_any(network.name);
  return network;
}

}  // namespace lockstep::network
