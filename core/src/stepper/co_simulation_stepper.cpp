// SPDX-License-Identifier: Apache-2.0
#include "stepper/co_simulation_stepper.hpp"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <limits>
#include <thread>

#include "instance/fmi2_instance.hpp"
#include "instance/fmi3_instance.hpp"
#include "lockstep/core/error.hpp"
#include "stepper/co_simulation_events.hpp"
#include "stepper/fmu_stepper.hpp"
#include "stepper/input_ramps.hpp"

/// Keeps what is rare out of the body of step(): fewer registers to save on every call.
#define LOCKSTEP_OUT_OF_LINE __attribute__((noinline))

namespace lockstep::core {
namespace {

/// How often a doStep may answer without advancing time before the stepper gives up.
constexpr int kMaxIdleAnswers = 100;

/// No NaN, no infinity: their exponent has all bits set.
bool all_finite(Span<const double> values) noexcept {
  constexpr std::uint64_t kExponent = 0x7FF0000000000000U;
  bool finite = true;
  for (const double value : values) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof bits);
    finite = finite && (bits & kExponent) != kExponent;
  }
  return finite;
}

/// Snapshot of a Co-Simulation stepper: the FMU state and the events that are to come.
struct CoSimulationSnapshot final : Snapshot {
  explicit CoSimulationSnapshot(const Stepper& stepper) : owner{&stepper} {}
  const Stepper* owner;
  FmuState state;
  CoSimulationEvents::State events;
  double time_s{0.0};
};

/// `ConcreteInstance` is the final class behind instance(): its doStep, get and set are inlined into the
/// step.
template <class ConcreteInstance>
class CoSimulationStepper final : public FmuStepper {
 public:
  CoSimulationStepper(std::shared_ptr<const Fmu> fmu, StepperOptions options,
                      std::unique_ptr<InputRamps> ramps)
      : FmuStepper{std::move(fmu), InterfaceKind::kCoSimulation, std::move(options)},
        ramps_{std::move(ramps)} {
    const bool event_mode = description().interface(InterfaceKind::kCoSimulation)->has_event_mode;
    if (event_mode && this->options().instance.event_mode_used) {
      events_ = make_events();
    }
  }

  StepOutcome step(const StepInterval& interval) noexcept override {
    if (LOCKSTEP_UNLIKELY(phase() != Phase::kRunning)) return {interval.from_s, Status::kError, false};
    ++statistics_.steps;
    if (events_ != nullptr) return step_with_events(interval);
    Status status = Status::kOk;
    if (has_inputs_) {
      status = set_all_inputs(interval);
      if (!succeeded(status))
        return {interval.from_s, failed(status, "setting the inputs", interval.from_s), false};
    }
    ++statistics_.do_step_calls;
    const DoStepResult result = concrete().do_step(interval.from_s, interval.size_s, rollback_possible_);
    if (LOCKSTEP_UNLIKELY(result.status != Status::kOk || result.terminate || result.early_return)) {
      return step_from(interval, status, result);
    }
    time_s_ = interval.to_s;
    status = std::max(status, fetch(interval.to_s));
    return LOCKSTEP_UNLIKELY(status != Status::kOk) ? judge(status)
                                                    : StepOutcome{interval.to_s, Status::kOk, false};
  }

  void save(std::unique_ptr<Snapshot>& snapshot) override {
    if (!can_save()) {
      throw Error{ErrorCode::kUnsupported,
                  instance().name() + ": the FMU cannot save its state (canGetAndSetFMUState is false)"};
    }
    auto* mine = dynamic_cast<CoSimulationSnapshot*>(snapshot.get());
    if (mine == nullptr || mine->owner != this) {
      snapshot = std::make_unique<CoSimulationSnapshot>(*this);
      mine = static_cast<CoSimulationSnapshot*>(snapshot.get());
    }
    require(instance().get_state(mine->state), "saving the state", time_s_);
    if (events_ != nullptr) events_->save(mine->events);
    mine->time_s = time_s_;
  }

  void restore(const Snapshot& snapshot) override {
    const auto* mine = dynamic_cast<const CoSimulationSnapshot*>(&snapshot);
    if (mine == nullptr || mine->owner != this) {
      throw Error{ErrorCode::kBadUsage,
                  instance().name() + ": the snapshot belongs to another stepper; restore it there"};
    }
    require(instance().set_state(mine->state), "restoring the state", mine->time_s);
    if (events_ != nullptr) events_->restore(mine->events);
    time_s_ = mine->time_s;
    resume();
    require(get_outputs(time_s_), "reading the outputs", time_s_);
  }

  std::optional<double> next_event_time_s() const noexcept override {
    return events_ != nullptr ? events_->next_event_time_s() : std::nullopt;
  }

 protected:
  void on_initialization_mode(const ExperimentSetup& setup) override {
    if (events_ != nullptr)
      require(events_->begin(instance(), setup.start_time_s), "reading clock intervals", setup.start_time_s);
  }

  void on_initialized(const ExperimentSetup& setup) override {
    time_s_ = setup.start_time_s;
    if (events_ == nullptr) return;
    const EventResult result = events_->first(instance(), setup.start_time_s);
    statistics_.clock_ticks += result.clock_ticks;
    require(result.status, result.failed_call != nullptr ? result.failed_call : "handling events",
            setup.start_time_s);
    ends_at_start_ = result.terminate;
  }

  void on_bound(Group& group) override {
    FmuStepper::on_bound(group);
    if (group.role == Group::Role::kRamp) ramps_->bind(group);
    if (events_ != nullptr) events_->bind(group);
    has_inputs_ = !input_groups().empty() || !ramp_groups().empty();
    if (output_groups().empty() || output_groups().back() != &group) return;
    if (group.type == VariableType::kFloat64) {
      float64_outputs_.push_back(
          {group.references, {static_cast<double*>(group.data), group.element_count}, &group});
    } else {
      other_outputs_.push_back(&group);
    }
  }

  Status set_while_running(const Variable& variable, const void* data, std::size_t count) noexcept override {
    if (events_ != nullptr) events_->parameter_changed();
    return FmuStepper::set_while_running(variable, data, count);
  }

 private:
  ConcreteInstance& concrete() noexcept { return static_cast<ConcreteInstance&>(instance()); }

  LOCKSTEP_OUT_OF_LINE StepOutcome judge(Status status) noexcept {
    return {time_s_, failed(status, "reading the outputs", time_s_), false};
  }

  LOCKSTEP_OUT_OF_LINE Status set_all_inputs(const StepInterval& interval) noexcept {
    const Status status = set_inputs();
    return ramps_->empty() ? status
                           : std::max(status, ramps_->begin_step(instance(), interval, interval.from_s));
  }

  // get_outputs() with the calls for the usual type inlined.
  Status fetch(double time_s) noexcept {
    Status worst = Status::kOk;
    for (const Float64Outputs& outputs : float64_outputs_) {
      worst = std::max(worst, concrete().get(outputs.references, outputs.values));
      if (check_outputs_ && LOCKSTEP_UNLIKELY(!all_finite(outputs.values))) {
        worst = std::max(worst, check_finite(*outputs.group, time_s));
      }
      if (LOCKSTEP_UNLIKELY(worst != Status::kOk) && !succeeded(worst)) return worst;
    }
    return other_outputs_.empty() ? worst : std::max(worst, fetch_others(time_s));
  }

  LOCKSTEP_OUT_OF_LINE Status fetch_others(double time_s) noexcept {
    Status worst = Status::kOk;
    for (const Group* group : other_outputs_) {
      worst = std::max(worst, get_group(*group, time_s));
      if (!succeeded(worst)) break;
    }
    return worst;
  }

  std::unique_ptr<CoSimulationEvents> make_events() {
    GroupTransfer& transfer = *this;
    return std::make_unique<CoSimulationEvents>(description(), transfer, options().max_event_iterations);
  }

  /// Where a step stands that is not done in one plain doStep.
  struct Progress {
    double time_s;
    Status worst{Status::kOk};
    const char* failed_call{nullptr};
    bool event{false};  // event mode is due at time_s
    bool terminated{false};
    int idle{0};  // answers in a row that did not advance time
    bool over() const noexcept { return terminated || failed_call != nullptr; }
  };

  LOCKSTEP_OUT_OF_LINE StepOutcome step_with_events(const StepInterval& interval) noexcept {
    if (ends_at_start_) return {interval.from_s, Status::kOk, true};
    Progress progress{interval.from_s};
    if (events_->begin_step()) {
      ++statistics_.input_events;
      visit_event_mode(progress);
    }
    if (!progress.over()) note(progress, set_inputs(), "setting the inputs");
    return travel(interval, progress);
  }

  // After a first doStep that was asynchronous, partial, or wants to end.
  LOCKSTEP_OUT_OF_LINE StepOutcome step_from(const StepInterval& interval, Status status,
                                             const DoStepResult& result) noexcept {
    Progress progress{interval.from_s};
    progress.worst = status;
    absorb(progress, result, interval.to_s);
    return travel(interval, progress);
  }

  // Goes on to the end of the interval, stopping for events.
  StepOutcome travel(const StepInterval& interval, Progress& progress) noexcept {
    while (!progress.over() && (progress.time_s < interval.to_s || progress.event)) {
      if (progress.event) {
        visit_event_mode(progress);
        continue;
      }
      const double stop_s =
          std::min(interval.to_s, next_event_time_s().value_or(std::numeric_limits<double>::infinity()));
      if (stop_s <= progress.time_s) {
        progress.event = true;  // due already; counts as an answer that leads nowhere
        if (++progress.idle > kMaxIdleAnswers) note(progress, Status::kDiscard, "handling events");
        continue;
      }
      if (!ramps_->empty())
        note(progress, ramps_->begin_step(instance(), interval, progress.time_s), "setting the inputs");
      if (progress.over()) break;
      const bool whole = progress.time_s == interval.from_s && stop_s == interval.to_s;
      ++statistics_.do_step_calls;
      absorb(progress,
             instance().do_step(progress.time_s, whole ? interval.size_s : stop_s - progress.time_s,
                                rollback_possible_),
             stop_s);
    }
    return arrive(interval, progress);
  }

  // Takes in what doStep(time_s, stop_s - time_s) answered.
  void absorb(Progress& progress, DoStepResult result, double stop_s) noexcept {
    if (result.status == Status::kPending) result = wait_for_step(stop_s);
    const bool partial = result.status == Status::kDiscard || result.early_return;
    if (result.status != Status::kDiscard) note(progress, result.status, "doStep");
    if (progress.failed_call != nullptr) return;
    const double reached_s = partial ? std::min(result.reached_s, stop_s) : stop_s;
    progress.idle = reached_s > progress.time_s ? 0 : progress.idle + 1;
    progress.time_s = std::max(progress.time_s, reached_s);
    progress.terminated = result.terminate;
    const std::optional<double> due_s = next_event_time_s();
    const bool scheduled = due_s && *due_s <= progress.time_s;
    progress.event = events_ != nullptr && (result.event_handling_needed || scheduled);
    if (progress.event && scheduled)
      ++statistics_.time_events;
    else if (progress.event)
      ++statistics_.state_events;
    if (progress.idle > kMaxIdleAnswers) note(progress, Status::kDiscard, "doStep");
  }

  void visit_event_mode(Progress& progress) noexcept {
    progress.event = false;
    const EventResult result = events_->handle(instance(), progress.time_s);
    statistics_.clock_ticks += result.clock_ticks;
    progress.terminated = progress.terminated || result.terminate;
    note(progress, result.status, result.failed_call != nullptr ? result.failed_call : "handling events");
  }

  static void note(Progress& progress, Status status, const char* what) noexcept {
    progress.worst = std::max(progress.worst, status);
    if (!succeeded(status) && progress.failed_call == nullptr) progress.failed_call = what;
  }

  StepOutcome arrive(const StepInterval& interval, Progress& progress) noexcept {
    const bool complete = !progress.over() || progress.terminated;
    time_s_ = progress.over() ? progress.time_s : interval.to_s;
    if (complete || progress.worst == Status::kDiscard) note(progress, fetch(time_s_), "reading the outputs");
    if (events_ != nullptr) events_->end_step();
    if (progress.failed_call == nullptr) return {time_s_, progress.worst, progress.terminated};
    return {time_s_, failed(progress.worst, progress.failed_call, time_s_), false};
  }

  // FMI 1/2: the FMU computes in another thread. Polled with growing pauses up to the limit.
  DoStepResult wait_for_step(double stop_s) noexcept {
    DoStepResult result;
    const auto deadline =
        std::chrono::steady_clock::now() + std::chrono::duration<double>(options().pending_limit_s);
    auto pause = std::chrono::microseconds{1};
    while (true) {
      result.reached_s = stop_s;
      const Status status = instance().poll_step(result);
      if (!succeeded(status)) result.status = status;
      if (result.status != Status::kPending) return result;
      if (std::chrono::steady_clock::now() > deadline) {
        static_cast<void>(instance().cancel_step());
        result.status = Status::kError;
        return result;
      }
      std::this_thread::sleep_for(pause);
      pause = std::min(pause * 2, std::chrono::microseconds{1000});
    }
  }

  /// A group of outputs, flat: what the step reads on every call.
  struct Float64Outputs {
    Span<const ValueReference> references;
    Span<double> values;
    const Group* group;
  };
  std::vector<Float64Outputs> float64_outputs_;
  std::vector<const Group*> other_outputs_;
  bool has_inputs_{false};
  bool rollback_possible_{options().rollback_possible};
  bool check_outputs_{options().non_finite != NonFinitePolicy::kAllow};
  std::unique_ptr<InputRamps> ramps_;
  std::unique_ptr<CoSimulationEvents> events_;  // null: the FMU has no event mode
  double time_s_{0.0};
  bool ends_at_start_{false};  // the model asked to end during initialisation
};

std::unique_ptr<Stepper> make(std::shared_ptr<const Fmu> fmu, StepperOptions options) {
  const ModelDescription& description = fmu->description();
  const InterfaceCapabilities& capabilities = *description.interface(InterfaceKind::kCoSimulation);
  auto ramps = std::make_unique<InputRamps>(capabilities, description.fmi_version());
  if (ramps->means() == InputRamps::Means::kIntermediateUpdate) {
    for (const Variable& variable : description.variables()) {
      if (variable.causality == Causality::kInput && variable.intermediate_update) {
        options.instance.intermediate_variables.push_back(variable.value_reference);
      }
    }
    options.instance.intermediate_update = ramps.get();
  }
  switch (description.fmi_version()) {
    case FmiVersion::k2:
      return std::make_unique<CoSimulationStepper<Fmi2Instance>>(std::move(fmu), std::move(options),
                                                                 std::move(ramps));
    case FmiVersion::k3:
      return std::make_unique<CoSimulationStepper<Fmi3Instance>>(std::move(fmu), std::move(options),
                                                                 std::move(ramps));
    case FmiVersion::k1:
      break;
  }
  return std::make_unique<CoSimulationStepper<Instance>>(std::move(fmu), std::move(options),
                                                         std::move(ramps));
}

bool can_do_without_event_mode(const ModelDescription& description) noexcept {
  const Span<const Variable> variables = description.variables();
  return std::none_of(variables.begin(), variables.end(),
                      [](const Variable& variable) { return variable.type == VariableType::kClock; });
}

}  // namespace

std::unique_ptr<Stepper> make_co_simulation_stepper(std::shared_ptr<const Fmu> fmu, StepperOptions options) {
  const bool event_mode = options.instance.event_mode_used &&
                          fmu->description().interface(InterfaceKind::kCoSimulation)->has_event_mode;
  if (!event_mode || !can_do_without_event_mode(fmu->description()))
    return make(std::move(fmu), std::move(options));
  try {
    return make(fmu, options);
  } catch (const Error& error) {
    // FMUs exist that declare hasEventMode and refuse it when they are instantiated.
    if (error.code() != ErrorCode::kFmuFailed) throw;
    options.instance.event_mode_used = false;
    const LogSink log = options.instance.log;
    std::unique_ptr<Stepper> stepper = make(std::move(fmu), std::move(options));
    if (log) {
      log({LogLevel::kWarning, "lockstep", "event-mode-refused",
           "the FMU declares hasEventMode=\"true\" but cannot be instantiated with it; it runs without event "
           "mode"});
    }
    return stepper;
  }
}

}  // namespace lockstep::core
