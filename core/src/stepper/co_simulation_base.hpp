// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "instance/call_ring.hpp"
#include "stepper/co_simulation_events.hpp"
#include "stepper/fmu_stepper.hpp"
#include "stepper/input_ramps.hpp"

namespace lockstep::core {

/// A Co-Simulation stepper but for the straight way of step(), which co_simulation_stepper.cpp has once for
/// each FMI version: event mode, early returns, asynchronous and discarded steps, snapshots.
class CoSimulationBase : public FmuStepper {
 public:
  CoSimulationBase(std::shared_ptr<const Fmu> fmu, StepperOptions options, std::unique_ptr<InputRamps> ramps);

  StepperStatistics statistics() const noexcept override;
  void save(std::unique_ptr<Snapshot>& snapshot) override;
  void restore(const Snapshot& snapshot) override;
  /// Not with clocks: their schedule is not in the FMU.
  BinaryValue pack_state() override;
  void unpack_state(Span<const std::uint8_t> bytes, double time_s) override;
  std::optional<double> next_event_time_s() const noexcept override;

 protected:
  /// A group of outputs, flat: what the step reads on every call.
  struct Float64Outputs {
    Span<const ValueReference> references;
    Span<double> values;
    CallRing::Stamp stamp{0};  // the subclass's business
    const Group* group{nullptr};
  };
  /// The inputs, flat, where all of them are one group of Float64 without ramps; else empty.
  struct Float64Inputs {
    Span<const ValueReference> references;
    Span<const double> values;
  };

  void on_initialization_mode(const ExperimentSetup& setup) override;
  void on_initialized(const ExperimentSetup& setup) override;
  void on_bound(Group& group) override;
  Status set_while_running(const Variable& variable, const void* data, std::size_t count) noexcept override;

  Status set_all_inputs(const StepInterval& interval) noexcept;
  /// A step from its beginning, whatever it takes.
  StepOutcome step_in_full(const StepInterval& interval) noexcept;
  /// The rest of a step without event mode whose inputs were set with `status`.
  StepOutcome step_after_inputs(const StepInterval& interval, Status status) noexcept;
  /// The rest of a step after a first doStep that was asynchronous, partial, or wants to end.
  StepOutcome step_from(const StepInterval& interval, Status status, const DoStepResult& result) noexcept;
  /// The end of a step: reads all outputs but the first ones, of which `worst` is known.
  StepOutcome finish(Status worst) noexcept;

  // Hurdles on the straight way of step(), next to not running.
  static constexpr std::uint8_t kDetour = 2;  // event mode, or no Float64 output: step_in_full() does it all
  static constexpr std::uint8_t kInputs = 4;  // there are inputs to set

  // What step() looks at, side by side.
  bool point_is_final_{!options().rollback_possible};
  bool check_outputs_{options().non_finite != NonFinitePolicy::kAllow};
  bool more_outputs_{false};
  Float64Outputs first_outputs_;
  Float64Inputs only_inputs_;
  std::uint64_t plain_steps_{0};  // of step() without detour
  double time_s_{0.0};

 private:
  /// Where a step stands that is not done in one plain doStep.
  struct Progress {
    double time_s;
    Status worst{Status::kOk};
    const char* failed_call{nullptr};
    bool event{false};  // event mode is due at time_s
    bool terminated{false};
    bool early{false};  // the step ends here, as the caller allowed
    int idle{0};        // answers in a row that did not advance time
    bool over() const noexcept { return terminated || failed_call != nullptr; }
  };

  bool has_inputs() const noexcept { return !input_groups().empty() || !ramp_groups().empty(); }
  StepOutcome step_with_events(const StepInterval& interval) noexcept;
  StepOutcome travel(const StepInterval& interval, Progress& progress) noexcept;
  void absorb(const StepInterval& interval, Progress& progress, DoStepResult result, double stop_s) noexcept;
  void may_end_early(const StepInterval& interval, Progress& progress) const noexcept;
  void visit_event_mode(Progress& progress) noexcept;
  /// Reads the outputs for whoever observes events.
  void show_event(Progress& progress, EventSide side) noexcept;
  static void note(Progress& progress, Status status, const char* what) noexcept;
  StepOutcome arrive(const StepInterval& interval, Progress& progress) noexcept;
  DoStepResult wait_for_step(double stop_s) noexcept;

  double pending_limit_s_{options().pending_limit_s};
  std::vector<const Group*> other_outputs_;
  std::unique_ptr<InputRamps> ramps_;
  std::unique_ptr<CoSimulationEvents> events_;  // null: the FMU has no event mode
  bool ends_at_start_{false};                   // the model asked to end during initialisation
};

}  // namespace lockstep::core
