// SPDX-License-Identifier: Apache-2.0
#include "lockstep/devices/fmu_model/signal_inputs.hpp"

#include <algorithm>

#include "lockstep/core/element_type.hpp"
#include "lockstep/core/error.hpp"

namespace lockstep::devices {
namespace {

/// What an inlet starts with: one value for each element, or nothing, which is zeros and empty texts. A
/// structural parameter may have changed the size that the start values of the description are for.
core::Value initial_value(const core::Variable& variable, std::size_t count) {
  core::Value value = core::start_value(variable);
  std::visit(
      [&](auto& elements) {
        if (elements.size() == 1) elements.resize(count, elements.front());
        if (elements.size() != count) elements.clear();
      },
      value);
  return value;
}

InletInfo inlet_of(const core::Stepper& stepper, const core::Variable& variable, std::size_t count) {
  InletInfo info;
  info.name = std::string{variable.name};
  info.count = static_cast<std::uint32_t>(count);
  info.unit = unit_of(stepper.description(), variable);
  info.description = std::string{variable.description};
  info.initial = initial_value(variable, count);
  return info;
}

}  // namespace

bool SignalInputs::is_inlet(const core::Variable& variable) const noexcept {
  return std::find(inlets_.begin(), inlets_.end(), &variable) != inlets_.end();
}

// The variable to connect; null when there is nothing to connect, or something is wrong.
const core::Variable* SignalInputs::check(const std::string& device, core::Stepper& stepper,
                                          const InputSource& source, Variables& seen,
                                          std::vector<Diagnostic>& problems) const {
  const auto refuse = [&](const std::string& what) {
    problems.push_back(source.where.finding(Severity::kError, "fmu-input", device + ": " + what));
    return nullptr;
  };
  const core::ModelDescription& description = stepper.description();
  const core::Variable* variable = description.find(source.variable);
  const std::string inputs = "; inputs are: " + names_of(description, core::Causality::kInput);
  const std::string name = "'" + source.variable + "'";
  if (variable == nullptr) return refuse("the model has no variable " + name + inputs);
  if (variable->causality != core::Causality::kInput)
    return refuse("variable " + name + " is a " + std::string{core::to_string(variable->causality)} +
                  ", expected an input" + inputs);
  if (variable->type == core::VariableType::kClock)
    return refuse("input " + name + " is a clock, which a signal cannot tick");
  if (std::find(seen.begin(), seen.end(), variable) != seen.end())
    return refuse("input " + name + " is given twice");
  seen.push_back(variable);
  if (source.signal.empty() == !source.value)
    return refuse("input " + name + " needs either a signal or a value");
  if (!source.value) return variable;
  try {
    stepper.set(*variable, core::parse_value(description, *variable, *source.value));
  } catch (const Error& error) {
    return refuse(error.message());
  }
  return nullptr;
}

void SignalInputs::bind(const std::string& device, Binder& binder, core::Stepper& stepper,
                        const std::vector<InputSource>& sources) {
  std::vector<Diagnostic> problems;
  Variables seen, connected;
  std::vector<const InputSource*> used;
  for (const InputSource& source : sources) {
    if (const core::Variable* variable = check(device, stepper, source, seen, problems)) {
      connected.push_back(variable);
      used.push_back(&source);
    }
  }
  if (!problems.empty())
    throw Error{ErrorCode::kBadInput, device + ": the inputs are wrong", std::move(problems)};
  for (const core::Variable* variable : signal_variables(stepper.description(), core::Causality::kInput)) {
    if (std::find(seen.begin(), seen.end(), variable) != seen.end() || stepper.element_count(*variable) == 0)
      continue;
    inlets_.push_back(variable);
    connected.push_back(variable);
    used.push_back(nullptr);
  }
  for (const Variables& group : bindable_groups(connected)) {
    std::vector<const InputSource*> own;
    for (const core::Variable* variable : group)
      own.push_back(used[static_cast<std::size_t>(std::find(connected.begin(), connected.end(), variable) -
                                                  connected.begin())]);
    connect(binder, stepper, group, own);
  }
}

void SignalInputs::connect(Binder& binder, core::Stepper& stepper, const Variables& group,
                           const std::vector<const InputSource*>& sources) {
  core::with_element_type(group.front()->type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    T* target = stepper.bind_inputs<T>(group).data();
    for (std::size_t i = 0; i < group.size(); ++i) {
      const auto count = static_cast<std::size_t>(stepper.element_count(*group[i]));
      connect_one<T>(binder, stepper, *group[i], sources[i], target, count);
      target += count;
    }
  });
}

template <class T>
void SignalInputs::connect_one(Binder& binder, const core::Stepper& stepper, const core::Variable& variable,
                               const InputSource* source, T* target, std::size_t count) {
  if (source == nullptr) {
    // Latched before any device runs, and back to its initial value before any device is reset.
    same_step_.add<T>(binder.inlet<T>(inlet_of(stepper, variable, count)).values().data(), target, count);
    return;
  }
  const T* signal = binder.input<T>(source->signal, static_cast<std::uint32_t>(count), source->timing).data();
  if (source->timing == Timing::kSameStep) return same_step_.add<T>(signal, target, count);
  const std::shared_ptr<T[]> start{new T[count]()};
  std::copy_n(target, count, start.get());
  start_values_.add<T>(start.get(), target, count);
  kept_.emplace_back(start, start.get());
  delayed_.add<T>(signal, target, count);
}

}  // namespace lockstep::devices
