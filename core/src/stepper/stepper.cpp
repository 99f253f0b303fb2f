// SPDX-License-Identifier: Apache-2.0
#include "lockstep/core/stepper.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "description/value_reference.hpp"
#include "lockstep/core/error.hpp"
#include "stepper/typed_buffer.hpp"

namespace lockstep::core {
namespace {

using Role = Stepper::Group::Role;

bool shares_element_type(VariableType variable, VariableType element) noexcept {
  return variable == element || (variable == VariableType::kEnumeration && element == VariableType::kInt64) ||
         (variable == VariableType::kClock && element == VariableType::kBoolean);
}

// Whether a running FMU accepts this variable in a set call, by the standard.
bool settable_in_a_step(const Variable& variable) noexcept {
  return variable.causality == Causality::kInput ||
         (variable.causality == Causality::kParameter && variable.variability == Variability::kTunable);
}

void require_same_type(const Variable& variable, VariableType group_type, VariableType element_type) {
  if (!shares_element_type(variable.type, element_type)) {
    throw Error{ErrorCode::kBadUsage,
                fmt::format("variable '{}' is of type {}, expected {}; bind it in a group of its own type",
                            variable.name, to_string(variable.type), to_string(element_type))};
  }
  if (variable.type != group_type) {
    throw Error{ErrorCode::kBadUsage,
                fmt::format("variable '{}' is of type {} in a group of type {}; a group holds one type",
                            variable.name, to_string(variable.type), to_string(group_type))};
  }
}

void require_role(const Variable& variable, Role role) {
  if (role != Role::kOutput && !settable_in_a_step(variable)) {
    throw Error{ErrorCode::kBadUsage,
                fmt::format("variable '{}' is a {} {}, expected an input or a tunable parameter; set it "
                            "before initialisation instead",
                            variable.name, to_string(variable.variability), to_string(variable.causality))};
  }
  if (role == Role::kRamp &&
      (variable.causality != Causality::kInput || variable.variability != Variability::kContinuous)) {
    throw Error{ErrorCode::kBadUsage,
                fmt::format("variable '{}' is a {} {}, expected a continuous input; bind it with bind_inputs",
                            variable.name, to_string(variable.variability), to_string(variable.causality))};
  }
}

void fill_with_start_values(const Variable& variable, char* data, std::size_t count) {
  const Value start = start_value(variable);
  const bool usable = std::visit(
      [&](const auto& values) { return values.size() == count || (values.size() == 1 && count > 0); }, start);
  if (!usable) return;
  Value full = start;
  std::visit([&](auto& values) { values.resize(count, values.front()); }, full);
  store_value(variable, full, data, count);
}

}  // namespace

Stepper::Stepper(std::string name, std::shared_ptr<const ModelDescription> description,
                 const StepperCapabilities& capabilities)
    : name_{std::move(name)}, description_{std::move(description)}, capabilities_{capabilities} {}
Stepper::~Stepper() = default;

std::vector<std::uint64_t> Stepper::dimensions(const Variable& variable) const {
  std::vector<std::uint64_t> sizes;
  for (const Dimension& dimension : variable.dimensions)
    sizes.push_back(dimension.size);
  return sizes;
}

void Stepper::enter_initialization(const ExperimentSetup& /*setup*/) {
  throw Error{ErrorCode::kUnsupported,
              fmt::format("{}: the model has no initialisation mode; call initialize()", name_)};
}

void Stepper::evaluate_initial() {
  Stepper::enter_initialization({});
}

void Stepper::exit_initialization() {
  Stepper::enter_initialization({});
}

void Stepper::save(std::unique_ptr<Snapshot>& /*snapshot*/) {
  throw Error{ErrorCode::kUnsupported, fmt::format("{}: the model cannot save its state", name_)};
}

void Stepper::restore(const Snapshot& /*snapshot*/) {
  throw Error{ErrorCode::kUnsupported, fmt::format("{}: the model cannot restore a state", name_)};
}

Status Stepper::directional_derivative(Span<const ValueReference> /*unknowns*/,
                                       Span<const ValueReference> /*knowns*/, Span<const double> /*seed*/,
                                       Span<double> /*sensitivity*/) noexcept {
  return Status::kError;
}

std::uint64_t Stepper::element_count(const Variable& variable) const {
  std::uint64_t count = 1;
  for (const std::uint64_t size : dimensions(variable)) {
    if (size != 0 && count > UINT64_MAX / size) return UINT64_MAX;
    count *= size;
  }
  return count;
}

Stepper::Group& Stepper::bind(Group::Role role, Span<const Variable* const> variables,
                              VariableType element_type) {
  auto group = std::make_unique<Group>();
  group->role = role;
  group->type = variables.empty() ? element_type : variables.front()->type;
  for (const Variable* variable : variables) {
    require_same_type(*variable, group->type, element_type);
    require_role(*variable, role);
    require_value_reference(*variable);
    group->variables.push_back(variable);
    group->references.push_back(variable->value_reference);
    const std::uint64_t count = element_count(*variable);
    require_memory(*variable, count);  // what fits one by one has a sum that does not overflow
    group->element_count += count;
  }
  const std::size_t copies = role == Role::kRamp ? 2 : 1;
  std::shared_ptr<void> buffer = make_typed_buffer(group->type, copies * group->element_count);
  group->data = buffer.get();
  const std::size_t size =
      with_element_type(group->type, [](auto tag) { return sizeof(typename decltype(tag)::type); });
  char* element = static_cast<char*>(group->data);
  for (std::size_t copy = 0; copy < copies; ++copy) {
    for (const Variable* variable : group->variables) {
      const std::size_t count = element_count(*variable);
      fill_with_start_values(*variable, element, count);
      element += count * size;
    }
  }
  on_bound(*group);
  buffers_.push_back(std::move(buffer));
  groups_.push_back(std::move(group));
  return *groups_.back();
}

template <class T>
Span<T> Stepper::bind_inputs(Span<const Variable* const> variables) {
  const Group& group = bind(Role::kInput, variables, variable_type_of<T>());
  return {static_cast<T*>(group.data), group.element_count};
}

template <class T>
Span<const T> Stepper::bind_outputs(Span<const Variable* const> variables) {
  const Group& group = bind(Role::kOutput, variables, variable_type_of<T>());
  return {static_cast<const T*>(group.data), group.element_count};
}

RampGroup Stepper::bind_ramps(Span<const Variable* const> variables) {
  const Group& group = bind(Role::kRamp, variables, VariableType::kFloat64);
  auto* data = static_cast<double*>(group.data);
  return {{data, group.element_count}, {data + group.element_count, group.element_count}};
}

#define LOCKSTEP_INSTANTIATE_BIND(T)                                                                    \
  template LOCKSTEP_CORE_EXPORT Span<T> Stepper::bind_inputs<T>(Span<const Variable* const> variables); \
  template LOCKSTEP_CORE_EXPORT Span<const T> Stepper::bind_outputs<T>(Span<const Variable* const> variables);
LOCKSTEP_INSTANTIATE_BIND(float)
LOCKSTEP_INSTANTIATE_BIND(double)
LOCKSTEP_INSTANTIATE_BIND(std::int8_t)
LOCKSTEP_INSTANTIATE_BIND(std::uint8_t)
LOCKSTEP_INSTANTIATE_BIND(std::int16_t)
LOCKSTEP_INSTANTIATE_BIND(std::uint16_t)
LOCKSTEP_INSTANTIATE_BIND(std::int32_t)
LOCKSTEP_INSTANTIATE_BIND(std::uint32_t)
LOCKSTEP_INSTANTIATE_BIND(std::int64_t)
LOCKSTEP_INSTANTIATE_BIND(std::uint64_t)
LOCKSTEP_INSTANTIATE_BIND(bool)
LOCKSTEP_INSTANTIATE_BIND(std::string)
LOCKSTEP_INSTANTIATE_BIND(BinaryValue)
#undef LOCKSTEP_INSTANTIATE_BIND

std::vector<const Variable*> select(const ModelDescription& description, Span<const std::string> names) {
  std::vector<const Variable*> found;
  std::vector<Diagnostic> unknown;
  for (const std::string& name : names) {
    if (const Variable* variable = description.find(name)) {
      found.push_back(variable);
      continue;
    }
    const std::vector<std::string_view> similar = description.similar_names(name);
    Diagnostic diagnostic{
        Severity::kError, "unknown-variable", fmt::format("no variable is named '{}'", name), "", {}};
    if (!similar.empty()) diagnostic.fix = fmt::format("did you mean '{}'?", fmt::join(similar, "', '"));
    unknown.push_back(std::move(diagnostic));
  }
  if (!unknown.empty()) {
    throw Error{ErrorCode::kNotFound,
                fmt::format("model '{}' lacks variables that were asked for", description.model_name()),
                std::move(unknown)};
  }
  return found;
}

}  // namespace lockstep::core
