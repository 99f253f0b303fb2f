// SPDX-License-Identifier: Apache-2.0
#include "stepper/co_simulation_stepper.hpp"

#include <algorithm>
#include <chrono>
#include <thread>

#include "lockstep/core/error.hpp"
#include "stepper/fmu_stepper.hpp"
#include "stepper/input_ramps.hpp"

namespace lockstep::core {
namespace {

/// How often a doStep may answer without advancing time before the stepper gives up.
constexpr int kMaxIdleAnswers = 100;

/// Snapshot of a Co-Simulation stepper: the FMU state is all there is, the master keeps nothing between
/// steps.
struct CoSimulationSnapshot final : Snapshot {
  explicit CoSimulationSnapshot(const Stepper& stepper) : owner{&stepper} {}
  const Stepper* owner;
  FmuState state;
  double time_s{0.0};
};

class CoSimulationStepper final : public FmuStepper {
 public:
  CoSimulationStepper(std::shared_ptr<const Fmu> fmu, StepperOptions options,
                      std::unique_ptr<InputRamps> ramps)
      : FmuStepper{std::move(fmu), InterfaceKind::kCoSimulation, std::move(options)},
        ramps_{std::move(ramps)} {}

  StepOutcome step(const StepInterval& interval) noexcept override {
    if (phase() != Phase::kRunning) return {interval.from_s, Status::kError, false};
    ++statistics_.steps;
    ++statistics_.do_step_calls;
    Status status = set_inputs();
    if (!ramps_->empty())
      status = std::max(status, ramps_->begin_step(instance(), interval, interval.from_s));
    if (!succeeded(status))
      return {interval.from_s, failed(status, "setting the inputs", interval.from_s), false};
    const DoStepResult result =
        instance().do_step(interval.from_s, interval.size_s, options().rollback_possible);
    if (result.status != Status::kOk || result.terminate || result.early_return)
      return finish(interval, result);
    status = std::max(status, get_outputs(interval.to_s));
    time_s_ = interval.to_s;
    return {interval.to_s, failed(status, "reading the outputs", interval.to_s), false};
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
    mine->time_s = time_s_;
  }

  void restore(const Snapshot& snapshot) override {
    const auto* mine = dynamic_cast<const CoSimulationSnapshot*>(&snapshot);
    if (mine == nullptr || mine->owner != this) {
      throw Error{ErrorCode::kBadUsage,
                  instance().name() + ": the snapshot belongs to another stepper; restore it there"};
    }
    require(instance().set_state(mine->state), "restoring the state", mine->time_s);
    time_s_ = mine->time_s;
    resume();
    require(get_outputs(time_s_), "reading the outputs", time_s_);
  }

  std::optional<double> next_event_time_s() const noexcept override { return std::nullopt; }

 protected:
  void on_initialized(const ExperimentSetup& setup) override { time_s_ = setup.start_time_s; }

  void on_bound(Group& group) override {
    FmuStepper::on_bound(group);
    if (group.role == Group::Role::kRamp) ramps_->bind(group);
  }

 private:
  // Everything but the plain answer "done": asynchronous steps, partial steps, the model's wish to end.
  StepOutcome finish(const StepInterval& interval, DoStepResult result) noexcept {
    Status worst = Status::kOk;
    double from_s = interval.from_s;
    for (int idle = 0; idle < kMaxIdleAnswers;) {
      if (result.status == Status::kPending) result = wait_for_step(interval.to_s);
      if (result.status == Status::kError || result.status == Status::kFatal ||
          result.status == Status::kPending) {
        return {from_s, failed(result.status, "doStep", from_s), false};
      }
      const bool partial = result.status == Status::kDiscard || result.early_return;
      const double reached_s = partial ? std::min(result.reached_s, interval.to_s) : interval.to_s;
      if (result.status != Status::kDiscard) worst = std::max(worst, result.status);
      if (result.terminate || reached_s >= interval.to_s)
        return arrive(interval, reached_s, worst, result.terminate);
      idle = reached_s > from_s ? 0 : idle + 1;
      from_s = std::max(from_s, reached_s);
      if (!ramps_->empty()) worst = std::max(worst, ramps_->begin_step(instance(), interval, from_s));
      ++statistics_.do_step_calls;
      result = instance().do_step(from_s, interval.to_s - from_s, options().rollback_possible);
    }
    static_cast<void>(get_outputs(from_s));
    return {from_s, failed(Status::kDiscard, "doStep", from_s), false};
  }

  StepOutcome arrive(const StepInterval& interval, double reached_s, Status worst, bool terminated) noexcept {
    time_s_ = terminated ? reached_s : interval.to_s;
    worst = std::max(worst, get_outputs(time_s_));
    return {time_s_, failed(worst, "reading the outputs", time_s_), terminated};
  }

  // FMI 1/2: the FMU computes in another thread. Polled with growing pauses up to the limit.
  DoStepResult wait_for_step(double to_s) noexcept {
    DoStepResult result;
    result.reached_s = to_s;
    const auto deadline =
        std::chrono::steady_clock::now() + std::chrono::duration<double>(options().pending_limit_s);
    auto pause = std::chrono::microseconds{1};
    while (true) {
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

  std::unique_ptr<InputRamps> ramps_;
  double time_s_{0.0};
};

}  // namespace

std::unique_ptr<Stepper> make_co_simulation_stepper(std::shared_ptr<const Fmu> fmu, StepperOptions options) {
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
  return std::make_unique<CoSimulationStepper>(std::move(fmu), std::move(options), std::move(ramps));
}

}  // namespace lockstep::core
