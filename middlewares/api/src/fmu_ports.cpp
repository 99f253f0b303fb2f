// SPDX-License-Identifier: Apache-2.0
#include "fmu_ports.hpp"

#include "lockstep/adapter/names.hpp"

namespace lockstep::middlewares {
namespace {

using adapter::PointResult;
using core::Causality;
using core::Variable;

Direction direction_of(Causality causality) {
  switch (causality) {
    case Causality::kInput:
      return Direction::kIn;
    case Causality::kOutput:
      return Direction::kOut;
    default:
      return Direction::kNone;
  }
}

std::string_view role_of(Causality causality) {
  switch (causality) {
    case Causality::kInput:
      return "an input";
    case Causality::kOutput:
      return "an output";
    case Causality::kParameter:
      return "a parameter";
    case Causality::kStructuralParameter:
      return "a structural parameter";
    case Causality::kCalculatedParameter:
      return "a calculated parameter";
    case Causality::kIndependent:
      return "the independent variable";
    default:
      return "a local variable";
  }
}

std::vector<Port> ports_of(const adapter::Adapter& adapter) {
  const core::ModelDescription& description = adapter.description();
  std::vector<Port> ports;
  ports.reserve(description.variables().size());
  for (const Variable& variable : description.variables()) {
    Port port;
    port.name = std::string{variable.name};
    port.direction = direction_of(variable.causality);
    port.role = role_of(variable.causality);
    port.type = variable.type;
    port.is_array = variable.is_array();
    port.count = port.direction == Direction::kNone ? 1 : adapter.element_count(variable);
    if (port.direction != Direction::kNone) port.topic = adapter::plain_name(variable.name);
    if (variable.unit != core::kNone) port.unit = description.units()[variable.unit].name;
    ports.push_back(std::move(port));
  }
  return ports;
}

std::string refusal(PointResult result) {
  switch (result) {
    case PointResult::kRefusedNotFinite:
      return "is not finite and was refused";
    case PointResult::kRefusedRange:
      return "does not fit the variable's type and was refused";
    default:
      return "came while too many points were waiting and was refused";
  }
}

}  // namespace

FmuPorts::FmuPorts(adapter::Adapter& adapter)
    : adapter_{adapter},
      variables_{adapter.description().variables()},
      table_{std::make_unique<const PortTable>(
          PortTable::Words{"the FMU", "variable", "an input", "an output"}, ports_of(adapter),
          [&description = adapter.description()](std::string_view name) {
            const auto names = description.similar_names(name);
            return std::vector<std::string>{names.begin(), names.end()};
          })} {}

void FmuPorts::read(std::uint32_t port, core::Value& value) const {
  adapter_.read_output(variable(port), value);
}

core::Value FmuPorts::start_value(std::uint32_t port) const {
  return adapter_.start_value(variable(port));
}

std::string FmuPorts::write(std::uint32_t port, SimTime at, const core::Value& value) {
  const std::size_t given = std::visit([](const auto& elements) { return elements.size(); }, value);
  if (given != adapter_.element_count(variable(port))) return "does not fit and was refused";
  const PointResult result = adapter_.add_value(variable(port), at, value);
  return accepted(result) ? std::string{} : refusal(result);
}

}  // namespace lockstep::middlewares
