// SPDX-License-Identifier: Apache-2.0
#include "lockstep/devices/fmu_model/fmu_model.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "lockstep/core/error.hpp"
#include "lockstep/core/number_text.hpp"

namespace lockstep::devices {
namespace {

class FmuModelState final : public DeviceState {
 public:
  std::unique_ptr<core::Snapshot> snapshot;
  std::vector<double> inputs;
};

bool is_number(core::VariableType type) noexcept {
  return type != core::VariableType::kString && type != core::VariableType::kBinary &&
         type != core::VariableType::kClock;
}

std::vector<const core::Variable*> those_of(const std::vector<const core::Variable*>& variables,
                                            core::VariableType type) {
  std::vector<const core::Variable*> found;
  for (const core::Variable* variable : variables)
    if (variable->type == type) found.push_back(variable);
  return found;
}

std::unique_ptr<core::Stepper> make_stepper(const std::string& device, const FmuConfig& config,
                                            std::shared_ptr<const core::Fmu> fmu, std::string instance_name,
                                            const core::LogSink& log) {
  core::StepperOptions options;
  options.kind = config.kind;
  options.instance.name = std::move(instance_name);
  options.instance.log = log;
  options.instance.repeat_log = log == nullptr;  // who reads the log has read what the FMU said
  try {
    return core::Stepper::create(std::move(fmu), std::move(options));
  } catch (const Error& error) {
    throw Error{error.code(), device + ": " + error.what()};
  }
}

}  // namespace

FmuModel::FmuModel(std::string device, FmuConfig config, std::shared_ptr<const core::Fmu> fmu,
                   std::string instance_name, const core::LogSink& log)
    : device_{std::move(device)},
      config_{std::move(config)},
      stepper_{make_stepper(device_, config_, std::move(fmu), std::move(instance_name), log)} {}

std::string FmuModel::names_of(core::Causality causality) const {
  std::string names;
  for (const core::Variable& variable : stepper_->description().variables()) {
    if (variable.causality == causality) names += (names.empty() ? "" : ", ") + std::string{variable.name};
  }
  return names.empty() ? "(none)" : names;
}

const core::Variable* FmuModel::find(const std::string& default_name, bool required,
                                     core::Causality causality, std::vector<Diagnostic>& problems) const {
  const auto renamed = config_.variable_names.find(default_name);
  const std::string& name = renamed == config_.variable_names.end() ? default_name : renamed->second;
  const std::string wanted{core::to_string(causality)};
  const core::Variable* variable = stepper_->description().find(name);
  const auto report = [&](const std::string& what) {
    problems.push_back({Severity::kError,
                        "fmu-variable",
                        device_ + ": " + what + "; " + wanted + "s are: " + names_of(causality),
                        "name the right one in <variable_names>",
                        {config_.file.string(), 0, 0}});
  };
  if (variable == nullptr) {
    if (required || renamed != config_.variable_names.end()) report("the FMU has no variable '" + name + "'");
    return nullptr;
  }
  if (variable->causality != causality) {
    report("variable '" + name + "' is a " + std::string{core::to_string(variable->causality)} +
           ", expected an " + wanted);
    return nullptr;
  }
  if (variable->type != core::VariableType::kFloat64 || variable->is_array()) {
    report("variable '" + name + "' is " +
           (variable->is_array() ? "an array" : std::string{core::to_string(variable->type)}) +
           ", expected a Float64 (Real)");
    return nullptr;
  }
  return variable;
}

void FmuModel::apply_parameters() {
  for (const FmuParameter& parameter : config_.parameters) {
    const core::Variable* variable = stepper_->description().find(parameter.name);
    if (variable == nullptr)
      parameter.where.fail("fmu-parameter",
                           device_ + ": the FMU has no variable '" + parameter.name +
                               "'; parameters are: " + names_of(core::Causality::kParameter));
    try {
      stepper_->set(*variable, core::parse_value(*variable, parameter.text));
    } catch (const Error& error) {
      parameter.where.fail("fmu-parameter", device_ + ": " + error.message());
    }
  }
}

void FmuModel::choose_substeps(core::Rational step) {
  substeps_ = config_.substeps;
  std::optional<double> size = config_.step_size_s;
  if (config_.own_step) {
    size = stepper_->description().default_experiment().step_size_s;
    if (!size)
      throw Error{ErrorCode::kBadInput, device_ + ": step_size is 'fmu', but the description of '" +
                                            config_.file.string() +
                                            "' names no step size; write it in seconds"};
  }
  if (!size) return;
  const double ratio = step.seconds() / *size;
  substeps_ = std::max<std::int64_t>(1, std::llround(ratio));
  // Half a per mille: steps written in decimals are never exact, wrong ones are far off.
  if (ratio > 1.0 && std::fabs(ratio - static_cast<double>(substeps_)) > 5e-4 * ratio)
    throw Error{ErrorCode::kBadInput, device_ + ": step_size " + core::to_text(*size) +
                                          " s does not go into the world's step of " +
                                          core::to_text(step.seconds()) + " s a whole number of times"};
}

FmuModel::Found FmuModel::look_up(const std::vector<Wish>& wishes, core::Causality causality,
                                  std::vector<Diagnostic>& problems) const {
  Found found;
  for (const Wish& wish : wishes) {
    const core::Variable* variable = find(wish.name, wish.required, causality, problems);
    const auto known = std::find(found.variables.begin(), found.variables.end(), variable);
    found.place.push_back(variable == nullptr ? SIZE_MAX
                                              : static_cast<std::size_t>(known - found.variables.begin()));
    if (variable == nullptr) continue;
    if (known == found.variables.end()) {
      found.variables.push_back(variable);
    } else if (causality == core::Causality::kInput) {  // an output may well be read twice
      problems.push_back({Severity::kError,
                          "fmu-variable-twice",
                          device_ + ": input '" + wish.name + "' is variable '" +
                              std::string{variable->name} + "' of the FMU, which another input is already",
                          "correct <variable_names>",
                          {config_.file.string(), 0, 0}});
    }
  }
  return found;
}

void FmuModel::leave_out_unused(Found& inputs, const Variables& recorded) const {
  if (config_.all_inputs) return;
  // A recorded variable that is no output has no row in ModelStructure and may show any input.
  if (std::any_of(recorded.begin(), recorded.end(), [](const core::Variable* variable) {
        return variable->causality != core::Causality::kOutput;
      }))
    return;
  Variables used;
  for (std::size_t& place : inputs.place) {
    if (place == SIZE_MAX) continue;
    const core::Variable* const variable = inputs.variables[place];
    place = core::may_use_input(stepper_->description(), *variable) ? used.size() : SIZE_MAX;
    if (place != SIZE_MAX) used.push_back(variable);
  }
  inputs.variables = std::move(used);
}

void FmuModel::warn_about_names(Binder& binder, const std::vector<Wish>& inputs,
                                const std::vector<Wish>& outputs) const {
  for (const auto& [name, renamed] : config_.variable_names) {
    const auto is_it = [&name = name](const Wish& wish) { return wish.name == name; };
    if (std::any_of(inputs.begin(), inputs.end(), is_it) ||
        std::any_of(outputs.begin(), outputs.end(), is_it))
      continue;
    std::string known;
    for (const std::vector<Wish>* wishes : {&inputs, &outputs})
      for (const Wish& wish : *wishes)
        known += (known.empty() ? "" : ", ") + wish.name;
    binder.warn("<" + name + "> in <variable_names> has no effect; names there are: " + known);
  }
}

FmuModel::Variables FmuModel::recorded_variables(std::vector<Diagnostic>& problems) const {
  Variables recorded;
  for (const std::string& name : config_.signals) {
    const core::Variable* variable = stepper_->description().find(name);
    if (variable != nullptr && is_number(variable->type)) {
      recorded.push_back(variable);
      continue;
    }
    const std::string what = variable == nullptr ? "no variable of the FMU"
                                                 : "a " + std::string{core::to_string(variable->type)} +
                                                       ", expected a number, Boolean or enumeration";
    problems.push_back({Severity::kError,
                        "fmu-signal",
                        device_ + ": signal '" + name + "' is " + what,
                        {},
                        {config_.file.string(), 0, 0}});
  }
  return recorded;
}

template <class T>
void FmuModel::declare_signals(Binder& binder, const Variables& variables, const T* values) {
  const core::ModelDescription& description = stepper_->description();
  for (const core::Variable* variable : variables) {
    const std::string unit =
        variable->unit == core::kNone ? std::string{} : std::string{description.units()[variable->unit].name};
    const auto count = static_cast<std::uint32_t>(stepper_->element_count(*variable));
    const Span<T> signal =
        binder.output<T>(std::string{variable->name}, unit, std::string{variable->description}, count);
    copies_.push_back({values, signal.data(), count * sizeof(T)});
    values += count;
  }
}

template <class T>
void FmuModel::record(Binder& binder, const Variables& recorded, core::VariableType type) {
  const Variables own = those_of(recorded, type);
  if (!own.empty()) declare_signals(binder, own, stepper_->bind_outputs<T>(own).data());
}

void FmuModel::bind(Binder& binder, const std::vector<Wish>& inputs, const std::vector<Wish>& outputs) {
  apply_parameters();
  choose_substeps(binder.step_size());
  warn_about_names(binder, inputs, outputs);
  std::vector<Diagnostic> problems;
  Found written = look_up(inputs, core::Causality::kInput, problems);
  Found read = look_up(outputs, core::Causality::kOutput, problems);
  const Variables recorded = recorded_variables(problems);
  if (!problems.empty())
    throw Error{ErrorCode::kBadInput, device_ + ": the FMU '" + config_.file.string() + "' does not fit",
                std::move(problems)};

  leave_out_unused(written, recorded);

  // One group a type and direction: one set and one get call a step.
  const std::size_t first_signal = read.variables.size();
  const Variables recorded_reals = those_of(recorded, core::VariableType::kFloat64);
  read.variables.insert(read.variables.end(), recorded_reals.begin(), recorded_reals.end());
  const Span<double> in =
      written.variables.empty() ? Span<double>{} : stepper_->bind_inputs<double>(written.variables);
  const Span<const double> out =
      read.variables.empty() ? Span<const double>{} : stepper_->bind_outputs<double>(read.variables);
  for (const std::size_t place : written.place)
    inputs_.push_back(place == SIZE_MAX ? nullptr : &in[place]);
  for (const std::size_t place : read.place)
    outputs_.push_back(place == SIZE_MAX ? nullptr : &out[place]);
  declare_signals(binder, recorded_reals, out.data() + first_signal);
  record<float>(binder, recorded, core::VariableType::kFloat32);
  record<std::int8_t>(binder, recorded, core::VariableType::kInt8);
  record<std::uint8_t>(binder, recorded, core::VariableType::kUInt8);
  record<std::int16_t>(binder, recorded, core::VariableType::kInt16);
  record<std::uint16_t>(binder, recorded, core::VariableType::kUInt16);
  record<std::int32_t>(binder, recorded, core::VariableType::kInt32);
  record<std::uint32_t>(binder, recorded, core::VariableType::kUInt32);
  record<std::int64_t>(binder, recorded, core::VariableType::kInt64);
  record<std::uint64_t>(binder, recorded, core::VariableType::kUInt64);
  record<bool>(binder, recorded, core::VariableType::kBoolean);
  record<std::int64_t>(binder, recorded, core::VariableType::kEnumeration);
  // From here on only the file's name is needed, for messages; there may be hundreds of models.
  FmuConfig rest;
  rest.file = std::move(config_.file);
  config_ = std::move(rest);
}

void FmuModel::publish() noexcept {
  for (const Copy& copy : copies_)
    std::memcpy(copy.to, copy.from, copy.bytes);
}

void FmuModel::reset(double start_time_s) {
  asked_to_end_at_s_ = -1.0;
  try {
    // reset() leaves the inputs in their buffers; initialize() gives them to the FMU.
    stepper_->reset();
    stepper_->initialize({start_time_s, {}, {}});
  } catch (const Error& error) {
    throw Error{error.code(), device_ + ": " + error.what()};
  }
  publish();
}

core::Status FmuModel::step(const core::StepInterval& interval) noexcept {
  core::StepOutcome outcome;
  if (substeps_ == 1) {
    outcome = stepper_->step(interval);
  } else {
    const auto count = static_cast<double>(substeps_);
    const auto point = [&](std::int64_t i) {
      return i == substeps_ ? interval.to_s
                            : interval.from_s + interval.size_s * (static_cast<double>(i) / count);
    };
    for (std::int64_t i = 0; i < substeps_; ++i) {
      outcome = stepper_->step({point(i), point(i + 1), interval.size_s / count});
      if (!succeeded(outcome.status) || outcome.terminated) break;
    }
  }
  if (outcome.terminated) {
    asked_to_end_at_s_ = outcome.reached_s;
    return core::Status::kError;
  }
  if (succeeded(outcome.status)) publish();
  return outcome.status;
}

std::string FmuModel::fault() const {
  if (asked_to_end_at_s_ >= 0.0)
    return "the FMU '" + config_.file.string() +
           "' asked to end the simulation at t = " + core::to_text(asked_to_end_at_s_) + " s";
  return stepper_->fault();
}

std::string FmuModel::why_not_saved() const {
  return stepper_->can_save() ? std::string{} : "FMU '" + config_.file.string() + "' cannot save its state";
}

std::unique_ptr<DeviceState> FmuModel::save() {
  auto state = std::make_unique<FmuModelState>();
  stepper_->save(state->snapshot);
  for (const double* value : inputs_)
    state->inputs.push_back(value == nullptr ? 0.0 : *value);
  return state;
}

void FmuModel::restore(const DeviceState& state) {
  const auto& own = dynamic_cast<const FmuModelState&>(state);
  stepper_->restore(*own.snapshot);
  for (std::size_t i = 0; i < inputs_.size(); ++i) {
    if (inputs_[i] != nullptr) *inputs_[i] = own.inputs[i];
  }
}

}  // namespace lockstep::devices
