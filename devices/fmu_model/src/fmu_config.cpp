// SPDX-License-Identifier: Apache-2.0
#include "lockstep/devices/fmu_model/fmu_config.hpp"

#include "lockstep/core/isolation_config.hpp"
#include "lockstep/core/number_text.hpp"

namespace lockstep::devices {
namespace {

std::vector<std::string> words(std::string_view text) {
  std::vector<std::string> found;
  std::string word;
  for (const char c : text) {
    if (c != ' ' && c != '\t' && c != '\n' && c != '\r') {
      word += c;
    } else if (!word.empty()) {
      found.push_back(std::move(word));
      word.clear();
    }
  }
  if (!word.empty()) found.push_back(std::move(word));
  return found;
}

/// Where the host finds it; else beside the file the element stands in, which may be a model or a scenario
/// far from the world.
std::filesystem::path fmu_file(const core::ConfigNode& node, const DeviceContext& context) {
  const std::string name = node.text_of("fmu");
  try {
    return context.find_file(name);
  } catch (const Error& error) {
    const std::filesystem::path folder = std::filesystem::path{node.where.file}.parent_path();
    for (const char* suffix : {"", ".fmu"}) {
      std::error_code ignored;
      std::filesystem::path beside = folder / (name + suffix);
      if (std::filesystem::is_regular_file(beside, ignored)) return beside;
    }
    node.fail("fmu-not-found", error.message());
  }
}

void read_parameters(const core::ConfigNode& node, FmuConfig& config) {
  const core::ConfigNode* parameters = node.find("parameters");
  if (parameters == nullptr) return;
  for (const core::ConfigNode& child : parameters->children) {
    // A name that is no XML name ("motor.k") stands in an attribute.
    const auto named = child.attribute("name");
    config.parameters.push_back({named ? std::string{*named} : child.name, child.as_text(), child});
  }
}

void read_steps(const core::ConfigNode& node, FmuConfig& config) {
  config.substeps = node.integer("substeps", 1);
  if (config.substeps < 1 || config.substeps > 1'000'000)
    node.fail("config-value", "substeps is " + std::to_string(config.substeps) + ", expected 1 to 1000000");
  if (!node.has("step_size")) return;
  if (node.has("substeps"))
    node.fail("config-value", "substeps and step_size are both given", "keep one of them");
  if (node.text_of("step_size") == "fmu") {
    config.own_step = true;
    return;
  }
  config.step_size_s = node.number("step_size");
  if (*config.step_size_s <= 0.0)
    node.fail("config-value",
              "step_size is " + core::to_text(*config.step_size_s) + " s, expected > 0 or 'fmu'");
}

void read_save_every(const core::ConfigNode& node, FmuConfig& config) {
  if (!node.has("save_every")) return;
  config.save_every_s = node.number("save_every");
  if (!(*config.save_every_s > 0.0))
    node.fail("config-value", "save_every is " + core::to_text(*config.save_every_s) + " s, expected > 0");
  if (read_options(node).on_fault != FaultPolicy::kRestart)
    node.fail("config-value", "save_every is given, but the fault policy is not 'restart'",
              "write fault_policy: restart, or leave save_every out");
}

void read_variable_names(const core::ConfigNode& node, FmuConfig& config) {
  const core::ConfigNode* names = node.find("variable_names");
  if (names == nullptr) return;
  for (const core::ConfigNode& child : names->children) {
    const auto name = child.attribute("name");
    if (!name || name->empty())
      child.fail("config-missing", "'" + child.name + "' in variable_names has no attribute 'name'",
                 "write <" + child.name + " name=\"variable of the FMU\"/>");
    config.variable_names[child.name] = std::string{*name};
  }
}

}  // namespace

const std::vector<std::string_view> kFmuFields = {
    "fmu",        "parameters", "substeps",   "step_size",  "interface",   "signals",   "variable_names",
    "all_inputs", "isolation",  "call_limit", "max_memory", "permissions", "save_every"};

FmuConfig read_fmu_config(const core::ConfigNode& node, const DeviceContext& context) {
  FmuConfig config;
  config.file = fmu_file(node, context);
  read_parameters(node, config);
  read_steps(node, config);
  read_variable_names(node, config);
  read_save_every(node, config);
  config.period = read_options(node).period;
  config.all_inputs = node.boolean("all_inputs", false);
  config.isolation.mode = context.isolation;
  core::read_isolation(node, config.isolation);
  if (node.has("interface")) {
    const std::string kind = node.text_of("interface");
    if (kind != "cs" && kind != "me")
      node.fail("config-value", "interface is '" + kind + "', expected cs or me");
    config.kind = kind == "cs" ? core::InterfaceKind::kCoSimulation : core::InterfaceKind::kModelExchange;
  }
  if (const core::ConfigNode* signals = node.find("signals")) {
    config.signals = words(signals->text);
    for (const core::ConfigNode* signal : signals->all("signal"))
      config.signals.push_back(signal->as_text());
  }
  return config;
}

std::shared_ptr<const core::Fmu> FmuPool::open(const std::filesystem::path& file) {
  const std::lock_guard<std::mutex> lock{mutex_};
  std::error_code ignored;  // Fmu::open says what is wrong with the file
  const auto changed = std::filesystem::last_write_time(file, ignored);
  const std::uintmax_t size = std::filesystem::file_size(file, ignored);
  Opened& known = open_[file];
  std::shared_ptr<const core::Fmu> fmu = known.fmu.lock();
  if (!fmu || known.changed != changed || known.size != size) {
    fmu = core::Fmu::open(file);
    known = {fmu, changed, size};
  }
  return fmu;
}

}  // namespace lockstep::devices
