// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "describe.hpp"
#include "fmi2_layout.hpp"

namespace lockstep::exporter {
namespace {

/// A variable as FMI 2.0 knows it: structural parameters do not exist, a size is a constant there.
VariableInfo in_fmi2(const VariableInfo& v) {
  VariableInfo copy = v;
  if (v.causality == Causality::kStructuralParameter) {
    copy.causality = Causality::kLocal;
    copy.variability = Variability::kConstant;
  }
  return copy;
}

void write_enumerations(XmlWriter& xml, const Description& m) {
  if (m.enumerations().empty()) return;
  xml.begin("TypeDefinitions");
  for (const EnumerationInfo& e : m.enumerations()) {
    xml.begin("SimpleType")
        .attribute("name", e.name)
        .optional("description", e.description)
        .begin("Enumeration");
    for (const EnumerationItem& item : e.items) {
      xml.begin("Item").attribute("name", item.name).attribute("value", std::to_string(item.value));
      xml.optional("description", item.description).end();
    }
    xml.end().end();
  }
  xml.end();
}

void write_type(XmlWriter& xml, const VariableInfo& v, const Fmi2Scalar& s, int derivative_of_index) {
  const bool is_enumeration = v.storage->type == Type::kEnumeration;
  const char* const names[] = {"Real", is_enumeration ? "Enumeration" : "Integer", "Boolean", "String"};
  xml.begin(names[static_cast<int>(s.base)]);
  if (is_enumeration) xml.attribute("declaredType", v.enumeration);
  if (s.base == Fmi2Base::kReal || s.base == Fmi2Base::kInteger) {
    xml.optional("quantity", v.quantity).optional("unit", v.unit).optional("displayUnit", v.display_unit);
    if (v.min) xml.attribute("min", *v.min);
    if (v.max) xml.attribute("max", *v.max);
    if (v.nominal && s.base == Fmi2Base::kReal) xml.attribute("nominal", *v.nominal);
  }
  if (has_start(v)) xml.attribute("start", start_text(v, s.element));
  if (derivative_of_index > 0) xml.attribute("derivative", static_cast<std::size_t>(derivative_of_index));
  if (v.is_state() && v.is_reinitialized) xml.attribute("reinit", true);
  xml.end();
}

void write_variables(XmlWriter& xml, const Description& m, const std::vector<Fmi2Scalar>& scalars,
                     const std::vector<int>& first) {
  xml.begin("ModelVariables");
  for (std::size_t vr = 0; vr < scalars.size(); ++vr) {
    const Fmi2Scalar& s = scalars[vr];
    const VariableInfo v = in_fmi2(m.variables()[s.variable]);
    xml.begin("ScalarVariable").attribute("name", s.name).attribute("valueReference", vr);
    xml.optional("description", v.description);
    xml.attribute("causality", name_of(v.causality)).attribute("variability", name_of(v.variability));
    if (v.initial != Initial::kNone) xml.attribute("initial", name_of(v.initial));
    const int state = v.derivative_of < 0 ? 0
                                          : first[static_cast<std::size_t>(v.derivative_of)] +
                                                static_cast<int>(s.element) + 1;
    write_type(xml, v, s, state);
    xml.end();
  }
  xml.end();
}

/// One list of unknowns of the model structure, by predicate. Indices count from 1.
template <class Wanted>
void write_unknowns(XmlWriter& xml, const char* list, const Description& m,
                    const std::vector<Fmi2Scalar>& scalars, Wanted&& wanted) {
  bool is_open = false;
  for (std::size_t vr = 0; vr < scalars.size(); ++vr) {
    if (!wanted(m.variables()[scalars[vr].variable])) continue;
    if (!is_open) xml.begin(list);
    is_open = true;
    xml.begin("Unknown").attribute("index", vr + 1).end();
  }
  if (is_open) xml.end();
}

/// Derivatives are listed in the order of their states, which is the order of the state vector.
void write_derivatives(XmlWriter& xml, const Description& m, const std::vector<int>& first) {
  if (m.states().empty()) return;
  xml.begin("Derivatives");
  for (const int s : m.states()) {
    const VariableInfo& state = m.variables()[static_cast<std::size_t>(s)];
    const auto der = static_cast<std::size_t>(first[static_cast<std::size_t>(state.derivative)]);
    for (std::size_t k = 0; k < state.storage->count(state.member); ++k) {
      xml.begin("Unknown").attribute("index", der + k + 1).end();
    }
  }
  xml.end();
}

void write_structure(XmlWriter& xml, const Description& m, const std::vector<Fmi2Scalar>& scalars,
                     const std::vector<int>& first) {
  xml.begin("ModelStructure");
  write_unknowns(xml, "Outputs", m, scalars,
                 [](const VariableInfo& v) { return v.causality == Causality::kOutput; });
  write_derivatives(xml, m, first);
  write_unknowns(xml, "InitialUnknowns", m, scalars, [](const VariableInfo& v) {
    const bool is_unknown = v.causality == Causality::kOutput ||
                            v.causality == Causality::kCalculatedParameter || v.is_state() ||
                            v.derivative_of >= 0;
    return is_unknown && (v.initial == Initial::kCalculated || v.initial == Initial::kApprox);
  });
  xml.end();
}

std::size_t indicator_count(const Description& m) {
  std::size_t count = 0;
  for (const int i : m.event_indicators()) {
    const VariableInfo& v = m.variables()[static_cast<std::size_t>(i)];
    count += v.storage->count(v.member);
  }
  return count;
}

}  // namespace

std::string describe_fmi2(const Prototype& prototype) {
  const Description& m = prototype.description;
  const auto scalars = fmi2_scalars(m);
  const auto first = fmi2_first_scalars(m);
  XmlWriter xml;
  xml.begin("fmiModelDescription").attribute("fmiVersion", "2.0").attribute("modelName", m.model_name());
  xml.attribute("guid", prototype.token);
  write_about(xml, m);
  if (!m.traits().has_step) xml.attribute("numberOfEventIndicators", indicator_count(m));
  if (!m.traits().has_step) {
    xml.begin("ModelExchange").attribute("modelIdentifier", m.model_identifier());
    xml.attribute("canNotUseMemoryManagementFunctions", true)
        .attribute("completedIntegratorStepNotNeeded", true)
        .end();
  }
  xml.begin("CoSimulation").attribute("modelIdentifier", m.model_identifier());
  xml.attribute("canHandleVariableCommunicationStepSize", true)
      .attribute("canNotUseMemoryManagementFunctions", true)
      .end();
  write_units(xml, m);
  write_enumerations(xml, m);
  write_log_categories(xml, m);
  write_experiment(xml, m.experiment());
  write_variables(xml, m, scalars, first);
  write_structure(xml, m, scalars, first);
  return xml.end().text();
}

}  // namespace lockstep::exporter
