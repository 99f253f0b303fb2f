// SPDX-License-Identifier: Apache-2.0
#include "describe.hpp"

#include <map>
#include <set>

#include "numbers.hpp"
#include "units.hpp"

#ifndef LOCKSTEP_VERSION
#error "LOCKSTEP_VERSION must be defined by the build"
#endif

namespace lockstep::exporter {

std::string_view name_of(Causality causality) {
  switch (causality) {
    case Causality::kParameter:
      return "parameter";
    case Causality::kCalculatedParameter:
      return "calculatedParameter";
    case Causality::kStructuralParameter:
      return "structuralParameter";
    case Causality::kInput:
      return "input";
    case Causality::kOutput:
      return "output";
    case Causality::kLocal:
      return "local";
    case Causality::kIndependent:
      return "independent";
  }
  return "";
}

std::string_view name_of(Variability variability) {
  switch (variability) {
    case Variability::kConstant:
      return "constant";
    case Variability::kFixed:
      return "fixed";
    case Variability::kTunable:
      return "tunable";
    case Variability::kDiscrete:
      return "discrete";
    case Variability::kContinuous:
      return "continuous";
  }
  return "";
}

std::string_view name_of(Initial initial) {
  switch (initial) {
    case Initial::kExact:
      return "exact";
    case Initial::kApprox:
      return "approx";
    case Initial::kCalculated:
      return "calculated";
    case Initial::kNone:
      return "";
  }
  return "";
}

void write_about(XmlWriter& xml, const Description& m) {
  xml.optional("description", m.about()).optional("author", m.author()).optional("version", m.version());
  xml.optional("license", m.license());
  xml.attribute("generationTool", "lockstep exporter " LOCKSTEP_VERSION);
  xml.attribute("variableNamingConvention", "structured");
}

void write_units(XmlWriter& xml, const Description& m) {
  std::map<std::string, std::set<std::string>> units;  // unit -> its display units, in a reproducible order
  for (const VariableInfo& v : m.variables()) {
    if (v.unit.empty()) continue;
    auto& displays = units[v.unit];
    if (!v.display_unit.empty()) displays.insert(v.display_unit);
  }
  if (units.empty()) return;
  xml.begin("UnitDefinitions");
  for (const auto& [name, displays] : units) {
    const UnitDefinition unit = parse_unit(name).value();
    xml.begin("Unit").attribute("name", name).begin("BaseUnit");
    for (std::size_t i = 0; i < kBaseUnitNames.size(); ++i) {
      if (unit.exponents[i] != 0) xml.attribute(kBaseUnitNames[i], std::to_string(unit.exponents[i]));
    }
    if (unit.factor != 1.0) xml.attribute("factor", unit.factor);
    if (unit.offset != 0.0) xml.attribute("offset", unit.offset);
    xml.end();
    for (const std::string& shown : displays) {
      const UnitDefinition display = parse_unit(shown).value();
      xml.begin("DisplayUnit").attribute("name", shown).attribute("factor", unit.factor / display.factor);
      if (unit.offset != display.offset)
        xml.attribute("offset", (unit.offset - display.offset) / display.factor);
      xml.end();
    }
    xml.end();
  }
  xml.end();
}

void write_log_categories(XmlWriter& xml, const Description& m) {
  xml.begin("LogCategories");
  const auto write = [&](std::string_view name, std::string_view description) {
    xml.begin("Category").attribute("name", name).attribute("description", description).end();
  };
  write("logStatusError", "Calls that failed");
  write("logStatusDiscard", "Calls without a result");
  for (const LogCategory& c : m.log_categories())
    write(c.name, c.description);
  xml.end();
}

void write_experiment(XmlWriter& xml, const Experiment& experiment) {
  if (!experiment.start && !experiment.stop && !experiment.relative_tolerance && !experiment.step) return;
  xml.begin("DefaultExperiment").attribute("startTime", experiment.start.value_or(0.0));
  if (experiment.stop) xml.attribute("stopTime", *experiment.stop);
  if (experiment.relative_tolerance) xml.attribute("tolerance", *experiment.relative_tolerance);
  if (experiment.step) xml.attribute("stepSize", *experiment.step);
  xml.end();
}

bool is_initial_unknown(const VariableInfo& v) {
  if (v.causality == Causality::kCalculatedParameter) return true;
  const bool is_listed =
      (v.causality == Causality::kOutput && v.clocks.empty() && v.storage->type != Type::kClock) ||
      v.is_state() || v.derivative_of >= 0;
  return is_listed && (v.initial == Initial::kCalculated || v.initial == Initial::kApprox);
}

std::string start_text(const VariableInfo& v, std::size_t element) {
  void* elements = v.storage->elements(const_cast<void*>(v.member));
  switch (v.storage->type) {
    case Type::kFloat64:
      return xml_number(static_cast<double*>(elements)[element]);
    case Type::kFloat32:
      return xml_number(static_cast<double>(static_cast<float*>(elements)[element]));
    case Type::kBoolean:
      return static_cast<bool*>(elements)[element] ? "true" : "false";
    case Type::kString:
      return static_cast<std::string*>(elements)[element];
    case Type::kBinary: {
      std::string hex;
      for (const std::uint8_t byte : static_cast<Binary*>(elements)[element].bytes) {
        hex += "0123456789abcdef"[byte >> 4];
        hex += "0123456789abcdef"[byte & 15U];
      }
      return hex;
    }
    case Type::kClock:
      return {};
    case Type::kUInt64:
      return std::to_string(static_cast<std::uint64_t*>(elements)[element]);
    default: {
      std::int64_t x = 0;
      read_integer(*v.storage, elements, element, x);
      return std::to_string(x);
    }
  }
}

}  // namespace lockstep::exporter
