// SPDX-License-Identifier: Apache-2.0
#include "lockstep/adapter/adapter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "lockstep/adapter/step_clock.hpp"
#include "lockstep/core/element_type.hpp"
#include "lockstep/core/error.hpp"
#include "variable_table.hpp"

namespace lockstep::adapter {
namespace {

using core::Causality;
using core::Variable;
using core::VariableType;

constexpr double kUsualStep = 0.01;  // [s] of an FMU that gives no step; what the FMI Library answers then

enum class Mode : std::uint8_t { kInitializing, kRunning, kFailed };

core::Rational step_of(const core::ModelDescription& description, const AdapterOptions& options) {
  if (options.step) {
    if (options.step->numerator > 0) return *options.step;
    throw Error{ErrorCode::kBadUsage,
                fmt::format("the step size is {} s, expected a number above 0", options.step->seconds())};
  }
  const double step_s = description.default_experiment().step_size_s.value_or(kUsualStep);
  if (step_s > 0.0) return core::Rational::from_seconds(step_s);
  throw Error{ErrorCode::kBadUsage,
              fmt::format("the FMU's default step size is {} s, expected a number above 0; give a step size",
                          step_s)};
}

core::ExperimentSetup experiment(const core::ModelDescription& description, const AdapterOptions& options,
                                 double start_s) {
  return {start_s, {}, options.tolerance ? options.tolerance : description.default_experiment().tolerance};
}

std::unique_ptr<core::Stepper> open_stepper(const std::filesystem::path& path,
                                            const AdapterOptions& options) {
  std::shared_ptr<const core::Fmu> fmu = core::Fmu::open(path, options.open);
  static_cast<void>(step_of(fmu->description(), options));  // refused before the FMU's code is loaded
  return core::Stepper::create(std::move(fmu), options.stepper);
}

bool is_number(VariableType type) noexcept {
  return type != VariableType::kString && type != VariableType::kBinary;
}

bool has_alternative(VariableType type, const core::Value& value) {
  return core::with_element_type(type, [&](auto tag) {
    return std::holds_alternative<std::vector<core::ValueElement<typename decltype(tag)::type>>>(value);
  });
}

}  // namespace

struct Adapter::Impl {
  Impl(std::unique_ptr<core::Stepper> given_stepper, AdapterOptions given)
      : options{std::move(given)},
        stepper{std::move(given_stepper)},
        clock{step_of(stepper->description(), options), options.start_index},
        table{*stepper, options} {
    if (options.honour_stop_time) stop_s = stepper->description().default_experiment().stop_time_s;
  }

  const Slot& input_slot(const Variable& input) const;
  AdvanceResult result(Advance outcome, std::uint64_t steps) const noexcept {
    return {SimTime{offset_ns + clock.elapsed_ns()}, outcome, steps};
  }
  Advance ready() const noexcept;
  Advance step(const core::StepInterval& interval) noexcept;
  [[gnu::noinline]] PointResult add_number(const Variable& input, SimTime at, double value);
  [[gnu::noinline]] double output_number(const Variable& output) const;
  PointResult count(PointResult result) noexcept;

  AdapterOptions options;
  std::unique_ptr<core::Stepper> stepper;
  StepClock clock;
  VariableTable table;
  std::vector<std::pair<const Variable*, core::Value>> initial_inputs;
  std::optional<double> stop_s;
  std::int64_t offset_ns{0};  // the caller's time at the FMU's start
  Mode mode{Mode::kInitializing};
  bool bound{false};
  bool terminated{false};
  AdapterCounters counters;
};

Adapter::Adapter(const std::filesystem::path& fmu, AdapterOptions options)
    : Adapter{open_stepper(fmu, options), options} {}
Adapter::Adapter(std::unique_ptr<core::Stepper> stepper, AdapterOptions options)
    : impl_{std::make_unique<Impl>(std::move(stepper), std::move(options))} {}
Adapter::~Adapter() = default;

const core::ModelDescription& Adapter::description() const noexcept {
  return impl_->stepper->description();
}
std::optional<core::InterfaceKind> Adapter::kind() const noexcept {
  return impl_->stepper->capabilities().kind;
}

std::vector<const Variable*> Adapter::variables_of(Causality causality) const {
  std::vector<const Variable*> found;
  for (const Variable& variable : description().variables()) {
    if (variable.causality == causality) found.push_back(&variable);
  }
  return found;
}

const Variable& Adapter::variable(std::string_view name) const {
  if (const Variable* found = description().find(name)) return *found;
  std::string similar;
  for (const std::string_view candidate : description().similar_names(name))
    similar += fmt::format("{}'{}'", similar.empty() ? "; similar: " : ", ", candidate);
  throw Error{ErrorCode::kNotFound, fmt::format("the FMU has no variable '{}'{}", name, similar)};
}

std::size_t Adapter::element_count(const Variable& variable) const {
  return impl_->stepper->element_count(variable);
}
bool Adapter::can_handle_variable_step() const noexcept {
  return impl_->stepper->capabilities().variable_step_size;
}
core::Rational Adapter::step_size() const noexcept {
  return impl_->clock.step();
}
double Adapter::default_step_s() const noexcept {
  return description().default_experiment().step_size_s.value_or(kUsualStep);
}
std::optional<double> Adapter::stop_time_s() const noexcept {
  return impl_->stop_s;
}
bool Adapter::in_initialization_mode() const noexcept {
  return impl_->mode == Mode::kInitializing;
}

void Adapter::set_initial(const Variable& variable, const core::Value& value) {
  if (!in_initialization_mode()) {
    throw Error{
        ErrorCode::kBadUsage,
        fmt::format("the initial value of '{}' is set after initialisation mode; set it before, or reset",
                    variable.name)};
  }
  impl_->stepper->set(variable, value);
  if (variable.causality == Causality::kStructuralParameter) impl_->table.resize_inputs(*impl_->stepper);
  if (variable.causality != Causality::kInput) return;
  for (auto& [known, old_value] : impl_->initial_inputs) {
    if (known == &variable) {
      old_value = value;
      return;
    }
  }
  impl_->initial_inputs.emplace_back(&variable, value);
}

core::Value Adapter::start_value(const Variable& variable) const {
  for (const auto& [input, value] : impl_->initial_inputs) {
    if (input == &variable) return value;
  }
  return core::start_value(variable);
}

void Adapter::exit_initialization(SimTime at) {
  Impl& self = *impl_;
  if (self.mode != Mode::kInitializing) {
    throw Error{ErrorCode::kBadUsage, "the FMU is no longer in initialisation mode; reset it first"};
  }
  if (!self.bound) self.table.bind(*self.stepper);
  self.bound = true;
  for (const Variable* variable : self.table.input_variables()) {
    const Slot& slot = self.table.slot(*variable);
    const auto given = std::find_if(self.initial_inputs.begin(), self.initial_inputs.end(),
                                    [&](const auto& entry) { return entry.first == variable; });
    self.table.input(slot).seed(slot.place, at,
                                given == self.initial_inputs.end() ? nullptr : &given->second);
  }
  self.offset_ns = at.count();
  self.table.sample(at.count(), 0.0);
  self.mode = Mode::kFailed;  // until the FMU said yes
  self.stepper->initialize(experiment(description(), self.options, self.clock.fmu_time_s()));
  self.mode = Mode::kRunning;
}

void Adapter::reset() {
  Impl& self = *impl_;
  self.mode = Mode::kFailed;
  self.stepper->reset();
  self.table.clear_inputs();
  self.clock.restart();
  self.terminated = false;
  self.mode = Mode::kInitializing;
}

const Slot& Adapter::Impl::input_slot(const Variable& input) const {
  const Slot& slot = table.slot(input);
  if (slot && input.causality == Causality::kInput) return slot;
  if (input.causality == Causality::kInput) {
    throw Error{ErrorCode::kBadUsage,
                fmt::format("clock '{}' takes no points: the FMU defines its ticks itself", input.name)};
  }
  throw Error{ErrorCode::kBadUsage, fmt::format("variable '{}' has causality {}, expected input", input.name,
                                                to_string(input.causality))};
}

PointResult Adapter::Impl::count(PointResult result) noexcept {
  switch (result) {
    case PointResult::kAdded:
      break;
    case PointResult::kReplaced:
    case PointResult::kIgnoredDuplicate:
      ++counters.points_duplicate;
      break;
    case PointResult::kAddedDroppedOldest:
    case PointResult::kRefusedFull:
      ++counters.points_dropped;
      break;
    case PointResult::kRefusedNotFinite:
      ++counters.points_not_finite;
      break;
    case PointResult::kRefusedRange:
      ++counters.points_out_of_range;
      break;
  }
  return result;
}

PointResult Adapter::add_number(const Variable& input, SimTime at, double value) {
  TypedInput<double>* const usual = impl_->table.slot(input).number_input;
  if (usual != nullptr && std::isfinite(value) && usual->append(at, value)) return PointResult::kAdded;
  return impl_->add_number(input, at, value);
}

PointResult Adapter::Impl::add_number(const Variable& input, SimTime at, double value) {
  const Slot& slot = input_slot(input);
  if (!is_number(input.type) || input.is_array()) {
    throw Error{ErrorCode::kBadUsage,
                fmt::format("variable '{}' is {} {}, expected a number; give it a value of its type",
                            input.name, input.is_array() ? "an array of" : "of type", to_string(input.type))};
  }
  return count(table.input(slot).add_number(slot.place, at, value));
}

PointResult Adapter::add_value(const Variable& input, SimTime at, const core::Value& value) {
  const Slot& slot = impl_->input_slot(input);
  const std::size_t given = std::visit([](const auto& elements) { return elements.size(); }, value);
  const std::size_t expected = element_count(input);
  if (!has_alternative(input.type, value) || given != expected) {
    throw Error{ErrorCode::kBadUsage,
                fmt::format("variable '{}' is given {} element(s) '{}', expected {} of type {}", input.name,
                            given, core::to_text(value), expected, to_string(input.type))};
  }
  return impl_->count(impl_->table.input(slot).add(slot.place, at, value));
}

Advance Adapter::Impl::ready() const noexcept {
  if (mode == Mode::kInitializing) return Advance::kInitializing;
  if (mode == Mode::kFailed) return Advance::kFailed;
  if (terminated) return Advance::kTerminated;
  // Half a step of slack, as everywhere: 0.1 + 0.2 must not miss 0.3.
  if (stop_s && clock.fmu_time_s() + clock.step().seconds() / 2.0 >= *stop_s) return Advance::kStopTime;
  return Advance::kDone;
}

// One step over `interval` with the inputs of its start. The caller moves the clock when it succeeded.
Advance Adapter::Impl::step(const core::StepInterval& interval) noexcept {
  table.sample(offset_ns + clock.elapsed_ns(), clock.elapsed_fraction_ns());
  const core::StepOutcome outcome = stepper->step(interval);
  if (!core::succeeded(outcome.status)) {
    mode = Mode::kFailed;
    return Advance::kFailed;
  }
  terminated = outcome.terminated;
  if (terminated) return Advance::kTerminated;
  return outcome.status == core::Status::kWarning ? Advance::kWarning : Advance::kDone;
}

AdvanceResult Adapter::step() noexcept {
  Impl& self = *impl_;
  Advance outcome = self.ready();
  if (!succeeded(outcome)) return self.result(outcome, 0);
  outcome = self.step(self.clock.next());
  if (outcome == Advance::kFailed) return self.result(outcome, 0);
  self.clock.advance();
  return self.result(outcome, 1);
}

AdvanceResult Adapter::step(SimTime size) noexcept {
  Impl& self = *impl_;
  if (size.count() <= 0) return self.result(Advance::kBadStepSize, 0);
  Advance outcome = self.ready();
  if (!succeeded(outcome)) return self.result(outcome, 0);
  outcome = self.step(self.clock.next(size));
  if (outcome == Advance::kFailed) return self.result(outcome, 0);
  self.clock.advance(size);
  return self.result(outcome, 1);
}

AdvanceResult Adapter::step_until(SimTime target) noexcept {
  Impl& self = *impl_;
  if (self.mode == Mode::kInitializing) return self.result(Advance::kInitializing, 0);
  const std::int64_t steps = self.clock.steps_until(target.count() - self.offset_ns);
  if (steps < 0) return self.result(Advance::kTargetInPast, 0);
  if (self.mode == Mode::kFailed) return self.result(Advance::kFailed, 0);
  std::uint64_t done = 0;
  Advance worst = Advance::kDone;
  while (done < static_cast<std::uint64_t>(steps)) {
    const AdvanceResult one = step();
    worst = std::max(worst, one.outcome);
    done += one.steps;
    if (!succeeded(one.outcome)) break;
  }
  return self.result(worst, done);
}

SimTime Adapter::time() const {
  if (in_initialization_mode()) {
    throw Error{ErrorCode::kBadUsage,
                "the FMU is still in initialisation mode and has no time; leave it first"};
  }
  return SimTime{impl_->offset_ns + impl_->clock.elapsed_ns()};
}

double Adapter::fmu_time_s() const noexcept {
  return impl_->clock.fmu_time_s();
}
void Adapter::shift_time(SimTime by) noexcept {
  impl_->offset_ns += by.count();
}
std::string Adapter::fault() const {
  return impl_->stepper->fault();
}

double Adapter::output_number(const Variable& output) const {
  const double* const usual = impl_->table.slot(output).number_output;
  return usual != nullptr ? *usual : impl_->output_number(output);
}

double Adapter::Impl::output_number(const Variable& output) const {
  const Slot& slot = table.slot(output);
  if (!slot || output.causality != Causality::kOutput || output.is_array() || !is_number(output.type)) {
    throw Error{ErrorCode::kBadUsage,
                fmt::format("variable '{}' has causality {} and type {}, expected a scalar output",
                            output.name, to_string(output.causality), to_string(output.type))};
  }
  if (!bound) return 0.0;
  return table.output(slot).number(slot.place);
}

void Adapter::read_output(const Variable& output, core::Value& value) const {
  const Slot& slot = impl_->table.slot(output);
  if (!slot || output.causality != Causality::kOutput || !impl_->bound) {
    throw Error{ErrorCode::kBadUsage,
                fmt::format("variable '{}' has causality {}, expected an output of a running FMU",
                            output.name, to_string(output.causality))};
  }
  impl_->table.output(slot).read(slot.place, value);
}

core::Value Adapter::value(const Variable& variable) {
  Impl& self = *impl_;
  if (self.mode != Mode::kInitializing) return self.stepper->get(variable);
  self.mode = Mode::kFailed;
  self.stepper->initialize(experiment(description(), self.options, self.clock.fmu_time_s()));
  core::Value result = self.stepper->get(variable);
  self.stepper->reset();
  self.mode = Mode::kInitializing;
  return result;
}

void Adapter::set_tunable(const Variable& parameter, const core::Value& value) {
  if (in_initialization_mode()) return set_initial(parameter, value);
  if (parameter.causality == Causality::kInput) {
    throw Error{
        ErrorCode::kBadUsage,
        fmt::format("variable '{}' is an input, expected a tunable parameter; give it a point in time",
                    parameter.name)};
  }
  impl_->stepper->set(parameter, value);
}

AdapterCounters Adapter::counters() const noexcept {
  return impl_->counters;
}
core::StepperStatistics Adapter::statistics() const noexcept {
  return impl_->stepper->statistics();
}

}  // namespace lockstep::adapter
