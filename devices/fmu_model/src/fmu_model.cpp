// SPDX-License-Identifier: Apache-2.0
#include "lockstep/devices/fmu_model/fmu_model.hpp"

#include <cmath>

#include "lockstep/core/error.hpp"
#include "lockstep/core/number_text.hpp"

namespace lockstep::devices {
namespace {

class FmuModelState final : public DeviceState {
 public:
  std::unique_ptr<core::Snapshot> snapshot;
  std::vector<double> inputs, signals;
};

std::unique_ptr<core::Stepper> make_stepper(const std::string& device, const FmuConfig& config,
                                            std::shared_ptr<const core::Fmu> fmu, std::string instance_name,
                                            const core::LogSink& log) {
  core::StepperOptions options;
  options.kind = config.kind;
  options.instance.name = std::move(instance_name);
  options.instance.log = log;
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

void FmuModel::bind(Binder& binder, const std::vector<Wish>& inputs, const std::vector<Wish>& outputs) {
  apply_parameters();
  choose_substeps(binder.step_size());
  std::vector<Diagnostic> problems;
  std::vector<const core::Variable*> read, written;
  std::vector<std::size_t> input_place, output_place;
  const auto look_up = [&](const std::vector<Wish>& wishes, core::Causality causality,
                           std::vector<const core::Variable*>& found, std::vector<std::size_t>& place) {
    for (const Wish& wish : wishes) {
      const core::Variable* variable = find(wish.name, wish.required, causality, problems);
      place.push_back(variable == nullptr ? SIZE_MAX : found.size());
      if (variable != nullptr) found.push_back(variable);
    }
  };
  look_up(inputs, core::Causality::kInput, written, input_place);
  look_up(outputs, core::Causality::kOutput, read, output_place);
  std::vector<Span<double>> signals;
  const std::size_t first_signal = read.size();
  for (const std::string& name : config_.signals) {
    const core::Variable* variable = stepper_->description().find(name);
    if (variable == nullptr || variable->type != core::VariableType::kFloat64 || variable->is_array()) {
      problems.push_back({Severity::kError,
                          "fmu-signal",
                          device_ + ": signal '" + name + "' is no Float64 (Real) variable of the FMU",
                          {},
                          {config_.file.string(), 0, 0}});
      continue;
    }
    const std::string unit = variable->unit == core::kNone
                                 ? std::string{}
                                 : std::string{stepper_->description().units()[variable->unit].name};
    signals.push_back(binder.output<double>(name, unit, std::string{variable->description}));
    read.push_back(variable);
  }
  if (!problems.empty())
    throw Error{ErrorCode::kBadInput, device_ + ": the FMU '" + config_.file.string() + "' does not fit",
                std::move(problems)};

  // One group each: one set and one get call a step.
  const Span<double> in = written.empty() ? Span<double>{} : stepper_->bind_inputs<double>(written);
  const Span<const double> out = read.empty() ? Span<const double>{} : stepper_->bind_outputs<double>(read);
  for (const std::size_t place : input_place)
    inputs_.push_back(place == SIZE_MAX ? nullptr : &in[place]);
  for (const std::size_t place : output_place)
    outputs_.push_back(place == SIZE_MAX ? nullptr : &out[place]);
  for (std::size_t i = 0; i < signals.size(); ++i)
    copies_.push_back({&out[first_signal + i], signals[i].data()});
  // From here on only the file's name is needed, for messages; there may be hundreds of models.
  FmuConfig rest;
  rest.file = std::move(config_.file);
  config_ = std::move(rest);
}

void FmuModel::publish() noexcept {
  for (const Copy& copy : copies_)
    *copy.to = *copy.from;
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
  for (const Copy& copy : copies_)
    state->signals.push_back(*copy.to);
  return state;
}

void FmuModel::restore(const DeviceState& state) {
  const auto& own = dynamic_cast<const FmuModelState&>(state);
  stepper_->restore(*own.snapshot);
  for (std::size_t i = 0; i < inputs_.size(); ++i) {
    if (inputs_[i] != nullptr) *inputs_[i] = own.inputs[i];
  }
  for (std::size_t i = 0; i < copies_.size(); ++i)
    *copies_[i].to = own.signals[i];
}

}  // namespace lockstep::devices
