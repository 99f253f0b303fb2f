// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/adapter/trajectory.hpp"
#include "lockstep/core/stepper.hpp"

namespace lockstep::adapter {

struct AdapterOptions {
  std::optional<core::Rational> step;  ///< [s]; empty: DefaultExperiment, and 10 ms where the FMU gives none
  /// Continuous inputs on straight lines between their points; false: each value holds until the next.
  /// Discrete inputs and other types than Float32/64 always hold.
  bool interpolate{true};
  std::size_t max_points{65'536};  ///< waiting for each input
  FullPolicy full{FullPolicy::kDropOldest};
  DuplicatePolicy duplicate{DuplicatePolicy::kKeepFirst};
  std::optional<double> tolerance;  ///< told to the FMU; empty: DefaultExperiment's
  bool honour_stop_time{false};     ///< no step beyond DefaultExperiment's stop time
  std::int64_t start_index{0};      ///< the FMU starts at start_index * step instead of 0
  core::StepperOptions stepper;     ///< interface kind, solver, log, ...
  core::OpenOptions open;
};

/// How an attempt to advance ended.
enum class Advance : std::uint8_t {
  kDone,
  kWarning,       ///< done; the FMU warned on the way
  kStopTime,      ///< the stop time is reached (honour_stop_time)
  kTerminated,    ///< the FMU asked to end
  kFailed,        ///< the FMU failed or discarded a step; fault() says why, reset() helps
  kInitializing,  ///< exit_initialization() was not called
  kTargetInPast,  ///< more than half a step before now
  kBadStepSize,   ///< not above 0
};

/// kDone and kWarning.
constexpr bool succeeded(Advance advance) noexcept {
  return advance <= Advance::kWarning;
}

struct [[nodiscard]] AdvanceResult {
  SimTime time{0};  ///< where the FMU stands now, in the caller's time
  Advance outcome{Advance::kDone};
  std::uint64_t steps{0};  ///< made by this call
};

/// Events nobody should miss, counted since construction.
struct AdapterCounters {
  std::uint64_t points_dropped{0};     ///< by FullPolicy
  std::uint64_t points_duplicate{0};   ///< same time again (ignored or replaced)
  std::uint64_t points_not_finite{0};  ///< NaN or infinite, refused
  std::uint64_t points_out_of_range{0};
};

/// An FMU with the time of its user: inputs are given as time-stamped points, steps are taken towards
/// instants, and FMU time 0 lies where the user says.
///
/// 1. Construct: reads, loads and instantiates the FMU. Any FMI version, Co-Simulation before Model Exchange
/// (then
///    with a solver), all variable types, arrays.
/// 2. Initialisation mode: set_initial() for parameters and start values, add_*() for inputs.
/// 3. exit_initialization(T0): FMU time 0 is T0 from here on. Each input without a point at or before T0 gets
/// one
///    there with its start value; inputs have their value at T0 already while the FMU initialises.
/// 4. add_*(), step*(), output*(), again. Before each step every input gets its value at the start of the
/// step and
///    keeps it during the step. step*() neither throws nor allocates.
/// 5. reset() goes back to 2; initial values are kept, input points are not.
///
/// Times are the caller's, in integer nanoseconds (of any origin: epoch, start of a simulation). Set-up
/// throws lockstep::Error. One thread at a time. `Variable` references are those of description() and live as
/// long.
class Adapter {
 public:
  /// Throws Error: what Fmu::open and Stepper::create throw; kBadUsage for a step that is not above 0.
  explicit Adapter(const std::filesystem::path& fmu, AdapterOptions options = {});
  /// Any other model: a coupled system, one written in C++. Fresh, with nothing bound; `stepper` and `open`
  /// of the options have no effect. Throws Error{kBadUsage} for a step that is not above 0.
  explicit Adapter(std::unique_ptr<core::Stepper> stepper, AdapterOptions options = {});
  ~Adapter();
  Adapter(const Adapter&) = delete;
  Adapter& operator=(const Adapter&) = delete;

  // --- what the FMU is
  const core::ModelDescription& description() const noexcept;
  /// Empty: not a single FMU.
  std::optional<core::InterfaceKind> kind() const noexcept;
  /// In file order.
  std::vector<const core::Variable*> variables_of(core::Causality causality) const;
  /// Throws Error{kNotFound} with the closest names.
  const core::Variable& variable(std::string_view name) const;
  /// Elements of an array with the structural parameters set so far; 1 for a scalar.
  std::size_t element_count(const core::Variable& variable) const;
  bool can_handle_variable_step() const noexcept;
  core::Rational step_size() const noexcept;
  /// DefaultExperiment's, or 10 ms; may be 0 or less when the FMU says so.
  double default_step_s() const noexcept;
  std::optional<double> stop_time_s() const noexcept;

  // --- initialisation mode
  bool in_initialization_mode() const noexcept;
  /// A parameter or start value. Structural parameters come first: they change the size of arrays, and points
  /// of array inputs given before are forgotten. Throws Error{kBadUsage} after initialisation mode, and for a
  /// variable the standard does not let one set (a calculated output, a constant).
  void set_initial(const core::Variable& variable, const core::Value& value);
  /// What the variable starts with: the value of set_initial() for an input, else the one of the description.
  core::Value start_value(const core::Variable& variable) const;
  /// Throws Error{kBadUsage} when called twice, Error{kFmuFailed}.
  void exit_initialization(SimTime at);
  /// Throws Error{kFmuFailed}.
  void reset();

  // --- inputs, in every mode
  /// A scalar input of any numeric type or Boolean: integer types take whole numbers in their range, Boolean
  /// is true unless 0. Throws Error{kBadUsage} when `input` is no input, is an array, a String or Binary.
  PointResult add_number(const core::Variable& input, SimTime at, double value);
  /// All elements at once. The alternative of `value` is that of core::Value for the variable's type. Throws
  /// Error{kBadUsage} when `input` is no input or type and size do not fit.
  PointResult add_value(const core::Variable& input, SimTime at, const core::Value& value);

  // --- time
  AdvanceResult step() noexcept;
  /// One step of another size. Fixed-step FMUs are not protected: they answer themselves.
  AdvanceResult step(SimTime size) noexcept;
  /// Steps to the point of the grid nearest to `target`: while time + step/2 < target.
  AdvanceResult step_until(SimTime target) noexcept;
  /// Throws Error{kBadUsage} in initialisation mode.
  SimTime time() const;
  /// FMU time [s].
  double fmu_time_s() const noexcept;
  /// From now on the caller's time is `by` later for the same FMU time: a pause that the FMU did not see.
  void shift_time(SimTime by) noexcept;
  /// After Advance::kFailed: what happened, for people.
  std::string fault() const;

  // --- values
  /// A scalar output of a numeric type or Boolean. Throws Error{kBadUsage} for other variables.
  double output_number(const core::Variable& output) const;
  /// Any variable, now. In initialisation mode the FMU is initialised with the values set so far, read, and
  /// reset. Throws Error{kFmuFailed}.
  core::Value value(const core::Variable& variable);
  /// The same into `value`, which keeps its memory: allocates nothing for outputs that are numbers.
  void read_output(const core::Variable& output, core::Value& value) const;
  /// A tunable parameter, after initialisation mode. Throws Error{kBadUsage}, Error{kFmuFailed}.
  void set_tunable(const core::Variable& parameter, const core::Value& value);

  AdapterCounters counters() const noexcept;
  core::StepperStatistics statistics() const noexcept;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace lockstep::adapter
