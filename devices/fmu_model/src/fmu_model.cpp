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
  double time_s{0.0};
};

/// Unclocked Float64 variables share the group of a device's own outputs: one call reads them all.
bool joins_own_outputs(const core::Variable* variable) noexcept {
  return variable->type == core::VariableType::kFloat64 && variable->clocks.empty();
}

bool has_clocks(const core::ModelDescription& description) noexcept {
  const auto variables = description.variables();
  return std::any_of(variables.begin(), variables.end(), [](const core::Variable& variable) {
    return variable.type == core::VariableType::kClock;
  });
}

std::unique_ptr<core::Stepper> make_stepper(const std::string& device, const FmuConfig& config,
                                            std::shared_ptr<const core::Fmu> fmu, std::string instance_name,
                                            const core::LogSink& log) {
  core::StepperOptions options;
  options.kind = config.kind;
  options.isolation = config.isolation;
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
      model_{"FMU '" + config.file.string() + "'"},
      config_{std::move(config)},
      stepper_{make_stepper(device_, config_, std::move(fmu), std::move(instance_name), log)} {}

FmuModel::FmuModel(std::string device, FmuConfig config, std::unique_ptr<core::Stepper> stepper)
    : device_{std::move(device)},
      model_{"model '" + stepper->name() + "'"},
      config_{std::move(config)},
      stepper_{std::move(stepper)} {}

const core::Variable* FmuModel::find(const std::string& default_name, bool required,
                                     core::Causality causality, std::vector<Diagnostic>& problems) const {
  const auto renamed = config_.variable_names.find(default_name);
  const std::string& name = renamed == config_.variable_names.end() ? default_name : renamed->second;
  const std::string wanted{core::to_string(causality)};
  const core::Variable* variable = stepper_->description().find(name);
  const auto report = [&](const std::string& what) {
    problems.push_back(
        {Severity::kError,
         "fmu-variable",
         device_ + ": " + what + "; " + wanted + "s are: " + names_of(stepper_->description(), causality),
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
                           device_ + ": the FMU has no variable '" + parameter.name + "'; parameters are: " +
                               names_of(stepper_->description(), core::Causality::kParameter));
    try {
      stepper_->set(*variable, core::parse_value(stepper_->description(), *variable, parameter.text));
    } catch (const Error& error) {
      parameter.where.fail("fmu-parameter", device_ + ": " + error.message());
    }
  }
}

void FmuModel::keep_states() {
  if (!config_.save_every_s) return;
  const core::StepperCapabilities& can = stepper_->capabilities();
  const core::InterfaceCapabilities* const interface =
      can.kind ? stepper_->description().interface(*can.kind) : nullptr;
  const char* missing = can.save ? nullptr : "the FMU cannot save its state (canGetAndSetFMUState is false)";
  // A worker that ends takes the states in it along; bytes of them survive in this process.
  if (missing == nullptr && config_.isolation.mode == core::Isolation::kProcess && interface != nullptr) {
    if (!interface->can_serialize_state)
      missing = "the isolated FMU cannot serialise its state (canSerializeFMUState is false)";
    else if (*can.kind != core::InterfaceKind::kCoSimulation || has_clocks(stepper_->description()))
      missing = "states of isolated FMUs are kept for Co-Simulation without clocks alone";
  }
  if (missing != nullptr)
    throw Error{ErrorCode::kUnsupported, device_ + ": save_every is given, but " + missing +
                                             "; leave it out, and restart begins anew"};
  kept_.keep(*config_.save_every_s);
}

void FmuModel::choose_substeps(core::Rational step) {
  substeps_ = config_.substeps;
  step_size_s_ = config_.step_size_s;
  if (config_.own_step) {
    step_size_s_ = stepper_->description().default_experiment().step_size_s;
    if (!step_size_s_)
      throw Error{ErrorCode::kBadInput, device_ + ": step_size is 'fmu', but the description of " + model_ +
                                            " names no step size; write it in seconds"};
  }
  if (!step_size_s_) return;
  // Runs of a device whose period is no multiple of the step are one step longer or shorter than others.
  const double steps = config_.period ? config_.period->seconds() / step.seconds() : 1.0;
  const bool has_period = steps > 1.0 && std::fabs(steps - std::round(steps)) < 1e-9 * steps;
  const double run_s = has_period ? config_.period->seconds() : step.seconds();
  const double ratio = run_s / *step_size_s_;
  // Half a per mille: steps written in decimals are never exact, wrong ones are far off.
  if (ratio > 1.0 && std::fabs(ratio - std::round(ratio)) > 5e-4 * ratio)
    throw Error{ErrorCode::kBadInput, device_ + ": step_size " + core::to_text(*step_size_s_) +
                                          " s does not go into " +
                                          (has_period ? "the device's period of " : "the world's step of ") +
                                          core::to_text(run_s) + " s a whole number of times"};
}

std::int64_t FmuModel::substeps_in(const core::StepInterval& interval) const noexcept {
  if (!step_size_s_) return substeps_;
  return std::max<std::int64_t>(1, std::llround(interval.size_s / *step_size_s_));
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

Variables FmuModel::recorded_variables(const std::vector<std::string>& names,
                                       std::vector<Diagnostic>& problems) const {
  Variables recorded;
  for (const std::string& name : names) {
    const core::Variable* variable = stepper_->description().find(name);
    if (variable != nullptr && variable->type != core::VariableType::kClock) {
      recorded.push_back(variable);
      continue;
    }
    const std::string what =
        variable == nullptr ? "no variable of the FMU" : "a clock, which cannot be a signal";
    problems.push_back({Severity::kError,
                        "fmu-signal",
                        device_ + ": signal '" + name + "' is " + what,
                        {},
                        {config_.file.string(), 0, 0}});
  }
  return recorded;
}

void FmuModel::bind(Binder& binder, const std::vector<Wish>& inputs, const std::vector<Wish>& outputs) {
  apply_parameters();
  keep_states();
  choose_substeps(binder.step_size());
  warn_about_names(binder, inputs, outputs);
  std::vector<Diagnostic> problems;
  Found written = look_up(inputs, core::Causality::kInput, problems);
  Found read = look_up(outputs, core::Causality::kOutput, problems);
  const Variables recorded = recorded_variables(config_.signals, problems);
  if (!problems.empty())
    throw Error{ErrorCode::kBadInput, device_ + ": the " + model_ + " does not fit", std::move(problems)};

  leave_out_unused(written, recorded);

  // One group a type and direction: one set and one get call a step.
  const std::size_t first_signal = read.variables.size();
  Variables recorded_reals, others;
  for (const core::Variable* variable : recorded)
    (joins_own_outputs(variable) ? recorded_reals : others).push_back(variable);
  read.variables.insert(read.variables.end(), recorded_reals.begin(), recorded_reals.end());
  const Span<double> in =
      written.variables.empty() ? Span<double>{} : stepper_->bind_inputs<double>(written.variables);
  const Span<const double> out =
      read.variables.empty() ? Span<const double>{} : stepper_->bind_outputs<double>(read.variables);
  for (const std::size_t place : written.place)
    inputs_.push_back(place == SIZE_MAX ? nullptr : &in[place]);
  for (const std::size_t place : read.place)
    outputs_.push_back(place == SIZE_MAX ? nullptr : &out[place]);
  if (!recorded_reals.empty())
    signals_.add<double>(binder, *stepper_, recorded_reals, out.data() + first_signal);
  signals_.bind(binder, *stepper_, others);
  forget_config();
}

void FmuModel::bind_signals(Binder& binder, const std::vector<InputSource>& inputs,
                            const std::vector<std::string>& outputs) {
  apply_parameters();
  keep_states();
  choose_substeps(binder.step_size());
  std::vector<Diagnostic> problems;
  Variables published = outputs.empty() ? signal_variables(stepper_->description(), core::Causality::kOutput)
                                        : recorded_variables(outputs, problems);
  for (const core::Variable* variable : recorded_variables(config_.signals, problems)) {
    if (std::find(published.begin(), published.end(), variable) == published.end())
      published.push_back(variable);
  }
  if (!problems.empty())
    throw Error{ErrorCode::kBadInput, device_ + ": the " + model_ + " does not fit", std::move(problems)};
  signal_inputs_.bind(device_, binder, *stepper_, inputs);
  // An inlet is a signal of this name already.
  published.erase(
      std::remove_if(published.begin(), published.end(),
                     [&](const core::Variable* variable) { return signal_inputs_.is_inlet(*variable); }),
      published.end());
  signals_.bind(binder, *stepper_, published);
  forget_config();
}

void FmuModel::set_safe_value(const FmuParameter& value) {
  const core::Variable* variable = stepper_->description().find(value.name);
  if (variable == nullptr)
    value.where.fail("fmu-safe-value",
                     device_ + ": the FMU has no variable '" + value.name +
                         "'; outputs are: " + names_of(stepper_->description(), core::Causality::kOutput));
  try {
    signals_.set_safe_value(*stepper_, *variable, value.text);
  } catch (const Error& error) {
    value.where.fail("fmu-safe-value", device_ + ": " + error.message());
  }
}

// After bind() the configuration is of no use; there may be hundreds of models.
void FmuModel::forget_config() {
  config_ = {};
}

void FmuModel::reset(double start_time_s) {
  asked_to_end_at_s_ = -1.0;
  signal_inputs_.take_at_start();
  try {
    if (kept_.resume(*stepper_, start_time_s)) {
      time_s_ = kept_.time_s();
      signals_.publish();
      return;
    }
    // reset() leaves the inputs in their buffers; initialize() gives them to the FMU.
    stepper_->reset();
    stepper_->initialize({start_time_s, {}, {}});
  } catch (const Error& error) {
    throw Error{error.code(), device_ + ": " + error.what()};
  }
  time_s_ = start_time_s;
  kept_.start(start_time_s);
  signals_.publish();
}

core::StepOutcome FmuModel::advance(const core::StepInterval& interval, std::int64_t pieces) noexcept {
  if (pieces == 1) return stepper_->step(interval);
  core::StepOutcome outcome;
  const auto count = static_cast<double>(pieces);
  const auto point = [&](std::int64_t i) {
    return i == pieces ? interval.to_s : interval.from_s + interval.size_s * (static_cast<double>(i) / count);
  };
  for (std::int64_t i = 0; i < pieces; ++i) {
    outcome = stepper_->step({point(i), point(i + 1), interval.size_s / count});
    if (!succeeded(outcome.status) || outcome.terminated) break;
  }
  return outcome;
}

// The model goes to where its run begins, in steps of the usual length: its time never jumps.
core::StepOutcome FmuModel::catch_up(const core::StepInterval& interval) noexcept {
  const double usual_s = interval.size_s / static_cast<double>(substeps_in(interval));
  const core::StepInterval missed = core::StepInterval::between(time_s_, interval.from_s);
  return advance(missed, std::max<std::int64_t>(1, std::llround(missed.size_s / usual_s)));
}

core::Status FmuModel::step(const core::StepInterval& interval) noexcept {
  signal_inputs_.take();
  core::StepOutcome outcome;
  // Points of a grid differ by roundings at most; a tick that was missed is far longer.
  if (interval.from_s - time_s_ > 1e-6 * interval.size_s) outcome = catch_up(interval);
  if (succeeded(outcome.status) && !outcome.terminated) outcome = advance(interval, substeps_in(interval));
  if (outcome.terminated) {
    kept_.note_fault();
    asked_to_end_at_s_ = outcome.reached_s;
    return core::Status::kError;
  }
  if (succeeded(outcome.status)) {
    time_s_ = interval.to_s;
    signals_.publish();
    kept_.note_step(*stepper_, time_s_);
  } else {
    kept_.note_fault();
  }
  return outcome.status;
}

std::string FmuModel::fault() const {
  if (asked_to_end_at_s_ >= 0.0)
    return "the " + model_ + " asked to end the simulation at t = " + core::to_text(asked_to_end_at_s_) +
           " s";
  return stepper_->fault();
}

std::string FmuModel::why_not_saved() const {
  return stepper_->can_save() ? std::string{} : model_ + " cannot save its state";
}

std::unique_ptr<DeviceState> FmuModel::save() {
  auto state = std::make_unique<FmuModelState>();
  stepper_->save(state->snapshot);
  state->time_s = time_s_;
  for (const double* value : inputs_)
    state->inputs.push_back(value == nullptr ? 0.0 : *value);
  return state;
}

void FmuModel::restore(const DeviceState& state) {
  const auto& own = dynamic_cast<const FmuModelState&>(state);
  stepper_->restore(*own.snapshot);
  time_s_ = own.time_s;
  for (std::size_t i = 0; i < inputs_.size(); ++i) {
    if (inputs_[i] != nullptr) *inputs_[i] = own.inputs[i];
  }
}

}  // namespace lockstep::devices
