// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <stdexcept>

#include "dependencies.hpp"
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

/// Writes the model structure, whose lists refer to scalars by index, counting from 1.
class StructureWriter {
 public:
  StructureWriter(XmlWriter& xml, const Prototype& prototype)
      : xml_(xml),
        m_(prototype.description),
        scalars_(fmi2_scalars(m_)),
        first_(fmi2_first_scalars(m_)),
        dependencies_(find_dependencies(prototype)) {}

  void write() {
    xml_.begin("ModelStructure");
    write_list(
        "Outputs", [](const VariableInfo& v) { return v.causality == Causality::kOutput; }, false);
    write_derivatives();
    write_list("InitialUnknowns", is_initial_unknown, true);
    xml_.end();
  }

 private:
  template <class Wanted>
  void write_list(const char* name, Wanted&& wanted, bool is_initial) {
    bool is_open = false;
    for (std::size_t s = 0; s < scalars_.size(); ++s) {
      if (!wanted(m_.variables()[scalars_[s].variable])) continue;
      if (!is_open) xml_.begin(name);
      is_open = true;
      write_unknown(s, is_initial);
    }
    if (is_open) xml_.end();
  }

  /// In the order of their states, which is the order of the state vector.
  void write_derivatives() {
    if (m_.states().empty()) return;
    xml_.begin("Derivatives");
    for (const int s : m_.states()) {
      const VariableInfo& state = m_.variables()[static_cast<std::size_t>(s)];
      const auto der = static_cast<std::size_t>(first_[static_cast<std::size_t>(state.derivative)]);
      for (std::size_t k = 0; k < state.storage->count(state.member); ++k)
        write_unknown(der + k, false);
    }
    xml_.end();
  }

  void write_unknown(std::size_t scalar, bool is_initial) {
    const Fmi2Scalar& s = scalars_[scalar];
    xml_.begin("Unknown").attribute("index", scalar + 1);
    if (dependencies_ && m_.variables()[s.variable].storage->type == Type::kFloat64) {
      const SourceTable& table = is_initial ? dependencies_->initializing : dependencies_->simulating;
      std::string list;
      for (const Source& source : table[s.variable][s.element]) {
        // Parameters are no knowns while simulating in FMI 2.0.
        const VariableInfo& v = m_.variables()[source.variable];
        if (!is_initial && v.causality == Causality::kParameter) continue;
        const auto index = static_cast<std::size_t>(first_[source.variable]) + source.element + 1;
        list += (list.empty() ? "" : " ") + std::to_string(index);
      }
      xml_.attribute("dependencies", list);
    }
    xml_.end();
  }

  XmlWriter& xml_;
  const Description& m_;
  std::vector<Fmi2Scalar> scalars_;
  std::vector<int> first_;
  std::optional<Dependencies> dependencies_;
};

bool has_continuous_input(const Description& m) {
  return std::any_of(m.variables().begin(), m.variables().end(), [](const VariableInfo& v) {
    return v.causality == Causality::kInput && v.variability == Variability::kContinuous;
  });
}

/// What every model can do, whatever its author wrote.
void write_capabilities(XmlWriter& xml, const Description& m) {
  xml.attribute("canNotUseMemoryManagementFunctions", true);
  xml.attribute("canGetAndSetFMUstate", true).attribute("canSerializeFMUstate", true);
  if (m.traits().is_differentiable) xml.attribute("providesDirectionalDerivative", true);
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
  if (m.has_clocks())
    throw std::logic_error(m.model_identifier() + ": FMI 2.0 has no clocks; build it with FMI 3.0 only");
  const auto scalars = fmi2_scalars(m);
  const auto first = fmi2_first_scalars(m);
  XmlWriter xml;
  xml.begin("fmiModelDescription").attribute("fmiVersion", "2.0").attribute("modelName", m.model_name());
  xml.attribute("guid", prototype.token);
  write_about(xml, m);
  if (!m.traits().has_step) xml.attribute("numberOfEventIndicators", indicator_count(m));
  if (!m.traits().has_step) {
    xml.begin("ModelExchange").attribute("modelIdentifier", m.model_identifier());
    xml.attribute("completedIntegratorStepNotNeeded", !m.traits().has_accepted);
    write_capabilities(xml, m);
    xml.end();
  }
  xml.begin("CoSimulation").attribute("modelIdentifier", m.model_identifier());
  xml.attribute("canHandleVariableCommunicationStepSize", true);
  if (!m.traits().has_step && has_continuous_input(m)) xml.attribute("canInterpolateInputs", true);
  if (m.traits().is_differentiable) xml.attribute("maxOutputDerivativeOrder", std::size_t{1});
  write_capabilities(xml, m);
  xml.end();
  write_units(xml, m);
  write_enumerations(xml, m);
  write_log_categories(xml, m);
  write_experiment(xml, m.experiment());
  write_variables(xml, m, scalars, first);
  StructureWriter(xml, prototype).write();
  return xml.end().text();
}

}  // namespace lockstep::exporter
