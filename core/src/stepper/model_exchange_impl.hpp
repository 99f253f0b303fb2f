// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "solver/ode_solver.hpp"
#include "stepper/clock_groups.hpp"
#include "stepper/event_iteration.hpp"
#include "stepper/fmu_stepper.hpp"
#include "stepper/input_memory.hpp"
#include "stepper/model_exchange_problem.hpp"

namespace lockstep::core {

inline constexpr double kDefaultTolerance = 1e-6;

/// Everything that the next step depends on besides the FMU itself.
struct ModelExchangeSnapshot final : Snapshot {
  explicit ModelExchangeSnapshot(const Stepper& stepper) : owner{&stepper} {}
  const Stepper* owner;
  FmuState fmu;
  double time_s{0.0};
  bool ended{false};
  std::vector<double> states;
  ClockSchedule::State clocks;
  std::optional<double> model_event_time_s;
  std::vector<GroupCopy> inputs, clocked_outputs;
  std::vector<std::vector<double>> ramp_values;
};

/// The importer's side of FMI for Model Exchange, 1.0 to 3.0.
///
/// A step: inputs that are held and differ from what the FMU has are set in event mode at its start; the
/// solver runs from event to event, never beyond the end of the step; the FMU hears of each completed solver
/// step; time events, clock ticks, state events and step events are handled where they happen, also at the
/// very end of the step, before the outputs are read. Values are set only between the enter and exit calls
/// the standard wants them in.
///
/// The solver starts anew after each event and after save() or restore(); with
/// StepperOptions::rollback_possible at every communication point (see docs/decisions, SUNDIALS).
class ModelExchangeStepper final : public FmuStepper {
 public:
  ModelExchangeStepper(std::shared_ptr<const Fmu> fmu, StepperOptions options)
      : FmuStepper{std::move(fmu), InterfaceKind::kModelExchange, std::move(options)},
        clocks_{description()},
        clock_groups_{clocks_},
        events_{clocks_, *this, this->options().max_event_iterations} {}

  StepOutcome step(const StepInterval& interval) noexcept override;
  void save(std::unique_ptr<Snapshot>& snapshot) override;
  void restore(const Snapshot& snapshot) override;
  std::optional<double> next_event_time_s() const noexcept override { return events_.next_event_time_s(); }
  StepperStatistics statistics() const noexcept override;
  std::string fault() const override;

 protected:
  void on_bound(Group& group) override;
  void on_initialization_mode(const ExperimentSetup& setup) override;
  void on_initialized(const ExperimentSetup& setup) override;
  Status set_while_running(const Variable& variable, const void* data, std::size_t count) noexcept override;

 private:
  enum class Progress { kGoOn, kEnded, kFailed };
  struct Cause {
    bool time{false}, state{false}, step{false}, input{false};
  };

  void make_solver(const ExperimentSetup& setup);
  Progress begin_interval(const StepInterval& interval) noexcept;
  Progress integrate(const StepInterval& interval) noexcept;
  Progress complete_step(Cause& cause) noexcept;
  Progress handle_event(const Cause& cause, bool parameters_changed) noexcept;
  Progress leave_event_mode(const EventResult& result) noexcept;
  /// Reads the outputs for whoever observes events.
  Progress show_event(EventSide side) noexcept;
  Progress restart_solver() noexcept;
  Progress solver_failed(Advance advance) noexcept;
  StepOutcome finish(Progress progress, double to_s) noexcept;
  bool event_due(double time_s) const noexcept;
  Progress check(Status status, const char* what) noexcept;
  bool rollback_possible() const noexcept { return options().rollback_possible || saved_; }

  ModelExchangeProblem problem_;
  ClockSchedule clocks_;
  ClockGroups clock_groups_;
  EventIteration events_;
  InputMemory inputs_;
  std::unique_ptr<OdeSolver> solver_;

  double time_s_{0.0};
  double relative_tolerance_{kDefaultTolerance};
  std::vector<double> states_, nominals_, tolerances_;
  Status worst_{Status::kOk};
  std::uint32_t interval_steps_{0};  // solver steps in this communication step
  std::uint32_t events_at_time_{0};  // events since the time last moved
  bool ended_{false};                // the FMU asked for it
  bool saved_{false};                // a snapshot exists: the FMU must be able to go back
  bool restart_{false};              // start the solver anew at the next step
  bool set_all_inputs_{false};       // set() overwrote a bound input
  bool solver_failed_{false};
};

}  // namespace lockstep::core
