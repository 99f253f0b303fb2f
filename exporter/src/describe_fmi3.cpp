// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "dependencies.hpp"
#include "describe.hpp"

namespace lockstep::exporter {
namespace {

const char* element_name(Type type) {
  constexpr const char* kNames[] = {"Float32", "Float64", "Int8",   "UInt8",       "Int16",
                                    "UInt16",  "Int32",   "UInt32", "Int64",       "UInt64",
                                    "Boolean", "String",  "Binary", "Enumeration", "Clock"};
  return kNames[static_cast<int>(type)];
}

const char* name_of(IntervalVariability interval) {
  constexpr const char* kNames[] = {"triggered", "constant", "fixed", "tunable", "changing", "countdown"};
  return kNames[static_cast<int>(interval)];
}

std::string numbers(const std::vector<int>& list) {
  std::string text;
  for (const int x : list)
    text += (text.empty() ? "" : " ") + std::to_string(x);
  return text;
}

void write_fmi3_capabilities(XmlWriter& xml, const Description& m) {
  xml.attribute("modelIdentifier", m.model_identifier());
  xml.attribute("canGetAndSetFMUState", true).attribute("canSerializeFMUState", true);
  if (!m.traits().is_differentiable) return;
  xml.attribute("providesDirectionalDerivatives", true).attribute("providesAdjointDerivatives", true);
}

void write_interfaces(XmlWriter& xml, const Description& m) {
  const bool has_equations = !m.traits().has_step;
  if (has_equations) {
    xml.begin("ModelExchange");
    write_fmi3_capabilities(xml, m);
    xml.attribute("needsCompletedIntegratorStep", m.traits().has_accepted).end();
  }
  xml.begin("CoSimulation");
  write_fmi3_capabilities(xml, m);
  xml.attribute("canHandleVariableCommunicationStepSize", true);
  if (has_equations) {
    if (m.traits().is_differentiable) xml.attribute("maxOutputDerivativeOrder", std::size_t{1});
    xml.attribute("providesIntermediateUpdate", true)
        .attribute("canReturnEarlyAfterIntermediateUpdate", true);
    xml.attribute("mightReturnEarlyFromDoStep", m.traits().has_on_event).attribute("hasEventMode", true);
  }
  xml.end();
  if (!m.has_clocks()) return;
  xml.begin("ScheduledExecution").attribute("modelIdentifier", m.model_identifier());
  xml.attribute("canGetAndSetFMUState", true).attribute("canSerializeFMUState", true).end();
}

void write_fmi3_enumerations(XmlWriter& xml, const Description& m) {
  if (m.enumerations().empty()) return;
  xml.begin("TypeDefinitions");
  for (const EnumerationInfo& e : m.enumerations()) {
    xml.begin("EnumerationType").attribute("name", e.name).optional("description", e.description);
    for (const EnumerationItem& item : e.items) {
      xml.begin("Item").attribute("name", item.name).attribute("value", std::to_string(item.value));
      xml.optional("description", item.description).end();
    }
    xml.end();
  }
  xml.end();
}

/// Start values of all elements, separated by blanks; strings and binaries have an element of their own
/// instead.
std::string start_list(const VariableInfo& v) {
  std::string text;
  for (std::size_t k = 0; k < v.storage->count(v.member); ++k)
    text += (k == 0 ? "" : " ") + start_text(v, k);
  return text;
}

void write_number_attributes(XmlWriter& xml, const VariableInfo& v) {
  const bool is_float = v.storage->type == Type::kFloat64 || v.storage->type == Type::kFloat32;
  if (v.storage->type == Type::kEnumeration) xml.attribute("declaredType", v.enumeration);
  xml.optional("quantity", v.quantity).optional("unit", v.unit).optional("displayUnit", v.display_unit);
  if (v.min) xml.attribute("min", *v.min);
  if (v.max) xml.attribute("max", *v.max);
  if (v.nominal && is_float) xml.attribute("nominal", *v.nominal);
  if (v.derivative_of >= 0) xml.attribute("derivative", std::to_string(v.derivative_of));
  if (v.is_reinitialized) xml.attribute("reinit", true);
}

void write_clock_attributes(XmlWriter& xml, const ClockInfo& clock, Causality causality) {
  xml.attribute("intervalVariability", name_of(clock.interval));
  if (causality == Causality::kInput) xml.attribute("priority", std::size_t{clock.priority});
  if (clock.period > 0.0) xml.attribute("intervalDecimal", clock.period);
  if (clock.shift > 0.0) xml.attribute("shiftDecimal", clock.shift);
  if (clock.resolution == 0) return;
  xml.attribute("supportsFraction", true).attribute("resolution", std::to_string(clock.resolution));
  xml.attribute("intervalCounter", std::to_string(clock.counter));
}

void write_children(XmlWriter& xml, const VariableInfo& v) {
  for (const Dimension& d : v.dimensions) {
    xml.begin("Dimension");
    if (d.variable >= 0) {
      xml.attribute("valueReference", std::to_string(d.variable));
    } else {
      xml.attribute("start", std::to_string(d.size));
    }
    xml.end();
  }
  const bool is_text = v.storage->type == Type::kString || v.storage->type == Type::kBinary;
  if (!is_text || !has_start(v)) return;
  for (std::size_t k = 0; k < v.storage->count(v.member); ++k) {
    xml.begin("Start").attribute("value", start_text(v, k)).end();
  }
}

void write_variable(XmlWriter& xml, const VariableInfo& v, std::size_t reference) {
  const Type type = v.storage->type;
  xml.begin(element_name(type)).attribute("name", v.name).attribute("valueReference", reference);
  xml.optional("description", v.description);
  xml.attribute("causality", exporter::name_of(v.causality))
      .attribute("variability", exporter::name_of(v.variability));
  if (!v.clocks.empty()) xml.attribute("clocks", numbers(v.clocks));
  if (type == Type::kClock) {
    write_clock_attributes(xml, v.clock, v.causality);
  } else if (v.initial != Initial::kNone) {
    xml.attribute("initial", exporter::name_of(v.initial));
  }
  const bool is_exchanged = v.causality == Causality::kInput || v.causality == Causality::kOutput;
  if (is_exchanged && v.variability == Variability::kContinuous) xml.attribute("intermediateUpdate", true);
  if (type != Type::kString && type != Type::kBinary && type != Type::kClock && type != Type::kBoolean) {
    write_number_attributes(xml, v);
  }
  const bool is_text = type == Type::kString || type == Type::kBinary;
  if (!is_text && type != Type::kClock && has_start(v)) xml.attribute("start", start_list(v));
  write_children(xml, v);
  xml.end();
}

/// References of the variables a variable depends on, all its elements taken together.
std::string merged(const std::vector<std::vector<Source>>& elements) {
  std::vector<int> references;
  for (const auto& list : elements) {
    for (const Source& s : list)
      references.push_back(static_cast<int>(s.variable));
  }
  std::sort(references.begin(), references.end());
  references.erase(std::unique(references.begin(), references.end()), references.end());
  return numbers(references);
}

void write_unknown(XmlWriter& xml, const char* element, const VariableInfo& v, std::size_t reference,
                   const SourceTable* sources) {
  xml.begin(element).attribute("valueReference", reference);
  if (sources != nullptr && v.storage->type == Type::kFloat64)
    xml.attribute("dependencies", merged((*sources)[reference]));
  xml.end();
}

void write_structure(XmlWriter& xml, const Prototype& prototype) {
  const Description& m = prototype.description;
  const auto dependencies = find_dependencies(prototype);
  const SourceTable* simulating = dependencies ? &dependencies->simulating : nullptr;
  const SourceTable* initializing = dependencies ? &dependencies->initializing : nullptr;
  const auto& variables = m.variables();
  xml.begin("ModelStructure");
  for (std::size_t i = 0; i < variables.size(); ++i) {
    if (variables[i].causality == Causality::kOutput)
      write_unknown(xml, "Output", variables[i], i, simulating);
  }
  for (const int s : m.states()) {
    const auto der = static_cast<std::size_t>(variables[static_cast<std::size_t>(s)].derivative);
    write_unknown(xml, "ContinuousStateDerivative", variables[der], der, simulating);
  }
  for (std::size_t i = 0; i < variables.size(); ++i) {
    if (is_initial_unknown(variables[i])) write_unknown(xml, "InitialUnknown", variables[i], i, initializing);
  }
  for (const int i : m.event_indicators()) {
    write_unknown(xml, "EventIndicator", variables[static_cast<std::size_t>(i)], static_cast<std::size_t>(i),
                  nullptr);
  }
  xml.end();
}

}  // namespace

std::string describe_fmi3(const Prototype& prototype) {
  const Description& m = prototype.description;
  XmlWriter xml;
  xml.begin("fmiModelDescription").attribute("fmiVersion", "3.0").attribute("modelName", m.model_name());
  xml.attribute("instantiationToken", prototype.token);
  write_about(xml, m);
  write_interfaces(xml, m);
  write_units(xml, m);
  write_fmi3_enumerations(xml, m);
  write_log_categories(xml, m);
  write_experiment(xml, m.experiment());
  xml.begin("ModelVariables");
  for (std::size_t i = 0; i < m.variables().size(); ++i)
    write_variable(xml, m.variables()[i], i);
  if (m.time_variable() < 0) {
    xml.begin("Float64").attribute("name", "time").attribute("valueReference", m.variables().size());
    xml.attribute("description", "Simulation time")
        .attribute("causality", "independent")
        .attribute("variability", "continuous")
        .end();
  }
  xml.end();
  write_structure(xml, prototype);
  return xml.end().text();
}

}  // namespace lockstep::exporter
