// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "lockstep/core/stepper.hpp"
#include "solver/ode_problem.hpp"

namespace lockstep::core {

/// A Model Exchange FMU in continuous-time mode as a solver sees it: time, states and interpolated inputs are
/// set, derivatives and event indicators are read.
///
/// add_ramp() in set-up, set_up() once the FMU is initialised, begin_interval() before each communication
/// step. FMI statuses become evaluations (Discard: kRetry; Error, Fatal: kFailed) and are kept for the
/// stepper. Values the FMU has already been given are not set again: solvers ask for derivatives and
/// indicators of one point one after the other. Call forget() whenever somebody else may have changed the FMU
/// (event mode, restored state).
class ModelExchangeProblem final : public OdeProblem {
 public:
  /// Inputs on a straight line over the communication step.
  void add_ramp(const Stepper::Group& group);
  /// Reads the sizes. `use_jacobian`: directional derivatives where the description allows to find the
  /// references. Returns the FMU's status; throws Error{kUnsupported} for sizes no machine can handle.
  [[nodiscard]] Status set_up(Instance& instance, const ModelDescription& description, bool use_jacobian);

  void begin_interval(double from_s, double to_s) noexcept;
  void end_interval() noexcept { in_interval_ = false; }
  /// Whether a ramp starts elsewhere than the last one ended.
  bool ramps_jump() const noexcept;
  /// Sets time, states and interpolated inputs, where they differ from what the FMU has.
  [[nodiscard]] Status set_point(double time_s, Span<const double> states) noexcept;
  /// Sets the interpolated inputs alone (in event mode).
  [[nodiscard]] Status set_ramps(double time_s) noexcept;
  void forget() noexcept { known_ = false; }

  /// The last status that was no success, and the call it came from.
  Status failed_status() const noexcept { return failed_status_; }
  const char* failed_call() const noexcept { return failed_call_; }
  /// kWarning when any call warned since the last begin_interval(), else kOk.
  Status warning() const noexcept { return warning_; }
  std::uint64_t derivative_calls() const noexcept { return derivative_calls_; }

  /// Values of the ramps as the FMU has them, for snapshots.
  const std::vector<std::vector<double>>& ramp_values() const noexcept { return ramp_values_; }
  void restore_ramp_values(const std::vector<std::vector<double>>& values) noexcept;

  std::size_t state_count() const noexcept override { return states_.size(); }
  std::size_t indicator_count() const noexcept override { return indicator_count_; }
  Evaluation derivatives(double time_s, Span<const double> states,
                         Span<double> derivatives) noexcept override;
  Evaluation indicators(double time_s, Span<const double> states, Span<double> indicators) noexcept override;
  bool has_jacobian() const noexcept override { return !state_references_.empty(); }
  Evaluation jacobian(double time_s, Span<const double> states, Span<double> jacobian) noexcept override;

 private:
  Status note(Status status, const char* call) noexcept;
  static Evaluation evaluation(Status status) noexcept;
  void find_jacobian_references(const ModelDescription& description);

  Instance* instance_{nullptr};
  std::size_t indicator_count_{0};
  std::uint64_t derivative_calls_{0};
  Status failed_status_{Status::kOk}, warning_{Status::kOk};
  const char* failed_call_{""};

  bool known_{false};  // time_s_ and states_ are what the FMU has
  double time_s_{0.0};
  std::vector<double> states_;

  bool in_interval_{false};
  double from_s_{0.0}, to_s_{0.0};
  std::vector<const Stepper::Group*> ramps_;
  std::vector<std::vector<double>> ramp_values_;  // what the FMU has
  std::vector<double> ramp_now_;                  // scratch for one group

  std::vector<ValueReference> state_references_, derivative_references_;
  std::vector<double> seed_;
};

}  // namespace lockstep::core
