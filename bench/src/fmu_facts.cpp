// SPDX-License-Identifier: Apache-2.0
#include "fmu_facts.hpp"

#include <pugixml.hpp>

#include <cstdlib>
#include <string_view>

#include "lockstep/core/archive.hpp"
#include "lockstep/core/error.hpp"

namespace lockstep::bench {
namespace {

constexpr double kStepS = 1.0 / 16384.0;

[[noreturn]] void unsupported(const std::filesystem::path& path, const std::string& reason) {
  throw Error{ErrorCode::kUnsupported, "cannot measure '" + path.string() + "': " + reason};
}

bool is_scalar_float64(const pugi::xml_node& variable, std::string_view causality, int fmi_version) {
  if (variable.attribute("causality").value() != causality) {
    return false;
  }
  return fmi_version == 2
             ? !variable.child("Real").empty()
             : std::string_view{variable.name()} == "Float64" && variable.child("Dimension").empty();
}

void read_variables(const pugi::xml_node& root, FmuFacts& facts) {
  std::size_t found = 0;
  for (const pugi::xml_node variable : root.child("ModelVariables").children()) {
    if (is_scalar_float64(variable, "input", facts.fmi_version)) {
      facts.inputs.push_back(variable.attribute("valueReference").as_uint());
      facts.all_input_names.emplace_back(variable.attribute("name").value());
    }
    if (is_scalar_float64(variable, "output", facts.fmi_version)) {
      facts.outputs.push_back(variable.attribute("valueReference").as_uint());
      facts.all_output_names.emplace_back(variable.attribute("name").value());
    }
    if (found < facts.references.size() && is_scalar_float64(variable, "output", facts.fmi_version)) {
      facts.references[found] = variable.attribute("valueReference").as_uint();
      facts.output_names[found] = variable.attribute("name").value();
      ++found;
    }
  }
  if (found == 0) {
    unsupported(facts.path, "it has no scalar Float64 output");
  }
  if (found == 1) {
    facts.references[1] = facts.references[0];
    facts.output_names[1] = facts.output_names[0];
  }
}

}  // namespace

std::string platform_folder(int fmi_version) {
#if defined(__aarch64__)
  return fmi_version == 3 ? "aarch64-linux" : "linux64";
#else
  return fmi_version == 3 ? "x86_64-linux" : "linux64";
#endif
}

FmuFacts read_facts(const std::filesystem::path& path) {
  const core::Archive archive = core::Archive::open(path);
  const core::Bytes xml = archive.read("modelDescription.xml");
  pugi::xml_document document;
  if (!document.load_buffer(xml.data(), xml.size())) {
    unsupported(path, "its modelDescription.xml is not XML");
  }
  const pugi::xml_node root = document.child("fmiModelDescription");
  FmuFacts facts;
  facts.path = path;
  facts.name = root.attribute("modelName").value();
  facts.fmi_version = static_cast<int>(std::strtol(root.attribute("fmiVersion").value(), nullptr, 10));
  if (facts.fmi_version != 2 && facts.fmi_version != 3) {
    unsupported(path, "it is not FMI 2 or 3");
  }
  facts.label = facts.name + ", FMI " + std::to_string(facts.fmi_version);
  facts.model_identifier = root.child("CoSimulation").attribute("modelIdentifier").value();
  if (facts.model_identifier.empty()) {
    unsupported(path, "it has no Co-Simulation");
  }
  facts.token = root.attribute(facts.fmi_version == 3 ? "instantiationToken" : "guid").value();
  facts.binary_entry =
      "binaries/" + platform_folder(facts.fmi_version) + "/" + facts.model_identifier + ".so";
  if (!archive.contains(facts.binary_entry)) {
    unsupported(path, "it has no " + facts.binary_entry);
  }
  facts.step_s = kStepS;
  read_variables(root, facts);
  return facts;
}

}  // namespace lockstep::bench
