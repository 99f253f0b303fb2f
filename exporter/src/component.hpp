// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "prototype.hpp"

namespace lockstep::exporter {

enum class Status : std::uint8_t { kOk, kWarning, kDiscard, kError, kFatal };

/// A failure that ends the FMI call with `status`; the text goes to the importer's log.
class CallFailed : public std::runtime_error {
 public:
  CallFailed(Status status, const std::string& text) : std::runtime_error(text), status_(status) {}
  Status status() const noexcept { return status_; }

 private:
  Status status_;
};

/// The importer made a call that is not possible now; nothing has changed and the instance lives on.
class CallRefused : public CallFailed {
 public:
  explicit CallRefused(const std::string& text) : CallFailed(Status::kError, text) {}
};

enum class Kind : std::uint8_t { kModelExchange, kCoSimulation, kScheduledExecution };

/// States of an instance, as bits so that a function can name those it is allowed in.
enum Mode : std::uint32_t {
  kInstantiated = 1U << 0,
  kConfiguration = 1U << 1,
  kInitialization = 1U << 2,
  kEventMode = 1U << 3,
  kContinuousTime = 1U << 4,
  kStepMode = 1U << 5,
  kTerminated = 1U << 6,
  kReconfiguration = 1U << 8,
  kClockActivation = 1U << 10,
  kIntermediateUpdate = 1U << 9,  ///< inside a callback out of a Co-Simulation step
  kFailed = 1U << 7,              ///< the model failed: only reset, restoring a state and freeing are left
};

/// The part of an instance's state that is not in the model; copied as a whole.
struct RunState {
  double time{0.0};
  double start_time{0.0};
  double stop_time{std::numeric_limits<double>::infinity()};
  double next_event{std::numeric_limits<double>::infinity()};
  Mode mode{kInstantiated};
  Mode mode_before_configuration{kInstantiated};
  bool is_terminating{false};   ///< the model asked to end the simulation
  bool is_event_due{false};     ///< in event mode: on_event() has not yet seen what happened
  bool has_input_event{false};  ///< a discrete input or tunable parameter was set since the model last looked
};

/// Times that differ by rounding only are the same instant: importers compute communication points as start +
/// k * step.
inline double rounding_of(double t) noexcept {
  return 8.0 * std::numeric_limits<double>::epsilon() * std::max(1.0, std::abs(t));
}

/// How an input moves during a Co-Simulation step, as the importer announced it: value + sum of c_k (t -
/// t0)^k / k!.
struct InputMotion {
  std::size_t variable;
  std::size_t element;
  double start_value{0.0};
  double start_time{0.0};
  std::vector<double> derivatives;  ///< first, second, ...

  double value_at(double time) const noexcept;
  double slope_at(double time) const noexcept;
};

struct SavedState;

/// One running instance: the model, its time and mode; what FMI 2.0 and FMI 3.0 functions have in common.
/// Functions throw CallFailed, or whatever the model throws; the shells of the two interfaces turn that into
/// a status. One thread at a time.
class Component final : public Log {
 public:
  /// Receives messages: status, category, text.
  using Sink = std::function<void(Status, const char*, const char*)>;

  Component(const Prototype& prototype, Kind kind, Sink sink);
  Component(const Component&) = delete;
  Component& operator=(const Component&) = delete;

  const Prototype& prototype() const noexcept { return *prototype_; }
  const Description& description() const noexcept { return prototype_->description; }
  const VariableInfo& variable(std::size_t index) const { return description().variables()[index]; }
  Kind kind() const noexcept { return kind_; }
  Mode mode() const noexcept { return run_.mode; }
  void set_mode(Mode mode) noexcept { run_.mode = mode; }
  double time() const noexcept { return run_.time; }
  const RunState& run_state() const noexcept { return run_; }
  AnyModel& model() noexcept { return *model_; }

  // Log.
  void message(std::string_view category, std::string_view text) override {
    log(Status::kOk, category, text);
  }
  void log(Status status, std::string_view category, std::string_view text);
  /// Switches categories on or off; none named means all. Errors are always told.
  void set_logging(bool on, const std::vector<std::string>& categories);

  // Life.
  void set_experiment(double start_time, double stop_time);
  void enter_initialization();
  /// Computes start values; the next mode depends on kind and FMI version.
  void exit_initialization(Mode next);
  void reset();
  /// Structural parameters may be set between these two; then arrays take their new sizes.
  void enter_configuration();
  void exit_configuration();
  /// Folder of the FMU's resources, for models that ask for it.
  void set_resources(std::string path);
  std::unique_ptr<SavedState> save() const;
  void restore(const SavedState& state);
  /// Throws CallRefused unless the instance is in one of these modes.
  void demand(std::uint32_t modes) const;

  // Values. Reading what is computed first brings it up to date.
  void* elements(std::size_t variable) noexcept;
  std::size_t element_count(std::size_t variable) const noexcept;
  /// Throws CallRefused if a value for this structural parameter is outside of its declared range.
  void demand_range(std::size_t variable, std::uint64_t value) const;
  /// Throws unless the variable may be set in the current mode; marks computed values as out of date.
  void about_to_set(std::size_t variable);
  void about_to_get();

  // Continuous time. Order of states: declaration, arrays element by element.
  void set_time(double time) {
    run_.time = time;
    if (!input_motions_.empty()) move_inputs();
    if (time_member_ != nullptr) *time_member_ = time;
    is_current_ = false;
  }
  std::size_t state_count() const noexcept { return states_.size(); }
  double& state(std::size_t i) noexcept { return *states_[i]; }
  double derivative(std::size_t i) const noexcept { return *derivatives_[i]; }
  double nominal(std::size_t i) const noexcept { return nominals_[i]; }
  /// The vectors of Model Exchange; throw CallRefused if n is not their size.
  void read_states(double* x, std::size_t n);
  void write_states(const double* x, std::size_t n);
  void read_derivatives(double* x, std::size_t n);
  void read_indicators(double* z, std::size_t n);
  void read_nominals(double* x, std::size_t n) const;
  /// A declared state variable: its elements among all states, and whether its derivative is a state, too,
  /// and so known without evaluating.
  struct StateBlock {
    std::size_t begin{0}, end{0};
    bool derivative_is_state{false};
  };
  const std::vector<StateBlock>& state_blocks() const noexcept { return state_blocks_; }
  std::size_t indicator_count() const noexcept { return indicators_.size(); }
  double indicator(std::size_t i) const noexcept { return *indicators_[i]; }
  void mark_changed() noexcept { is_current_ = false; }
  /// Brings derivatives, outputs and event indicators up to date with time, states and inputs.
  void evaluate() {
    if (is_current_) return;
    model_->equations();
    is_current_ = true;
  }
  /// Throws if a state, derivative or output is NaN or infinite.
  void check_finite(Status status) const;

  /// Time, states and inputs are final: tells models that keep a history.
  void accept() {
    if (!has_accepted_) return;
    evaluate();
    model_->accepted();
  }

  // Inputs that move during a Co-Simulation step.
  void set_input_derivative(std::size_t variable, std::size_t element, std::size_t order, double value);
  const std::vector<InputMotion>& input_motions() const noexcept { return input_motions_; }
  /// Motions start at `time`, from the inputs' current values.
  void begin_input_motions(double time);
  /// Lets `set_inputs` write the continuous inputs as they will be at `to`; until end_input_motions() they
  /// run there on straight lines from what they are now.
  void plan_input_motions(double to, const std::function<void(double time)>& set_inputs);
  void end_input_motions() { input_motions_.clear(); }

  // Events.
  struct EventResult {
    bool repeat{false}, terminate{false}, states_changed{false};
    double next_event{std::numeric_limits<double>::infinity()};
  };
  void enter_event_mode() noexcept;
  /// Lets the model handle the event, unless it has done so because somebody read a clocked value; ends the
  /// instant.
  EventResult handle_event();

  // Clocks (FMI 3.0). Ticks are seen by on_event() once, at the first reading or at the end of the instant.
  Clock& clock(std::size_t variable);
  void set_clock(std::size_t variable, bool is_active);
  /// Scheduled Execution: lets the model handle a tick of this clock now.
  void activate_partition(std::size_t clock, double time);
  bool has_clock_news();
  /// True once after a discrete input or tunable parameter was set while simulating: the model wants to see
  /// it.
  bool take_input_event() noexcept { return std::exchange(run_.has_input_event, false); }
  /// Whether each event indicator was > 0 when events were last looked for.
  std::vector<char>& indicator_signs() noexcept { return indicator_signs_; }
  void terminate() noexcept { run_.is_terminating = true; }

 private:
  void bind_members();
  bool is_continuous_input(std::size_t variable) const noexcept;
  double real_element(std::size_t variable, std::size_t element);
  void set_real_element(std::size_t variable, std::size_t element, double value);
  void move_inputs();
  void give_resources();
  void resize_arrays();
  void run_event_handler();
  void end_ticks(Causality causality) noexcept;
  void bind_reals(std::size_t variable, std::vector<double*>& out);

  const Prototype* prototype_;
  Kind kind_;
  Sink sink_;
  std::vector<std::string> log_categories_;  ///< those switched on
  std::string resources_;
  std::unique_ptr<AnyModel> model_;
  std::uint8_t* base_{nullptr};
  RunState run_;
  bool is_current_{false};
  bool has_accepted_;
  double* time_member_{nullptr};
  std::vector<double*> states_, derivatives_, indicators_;
  std::vector<double> nominals_;
  std::vector<StateBlock> state_blocks_;
  struct Checked {
    const double* value;
    std::size_t variable;
  };
  std::vector<Checked> checked_;
  std::vector<double> states_before_event_;
  EventResult event_result_;
  std::vector<char> indicator_signs_;
  std::vector<InputMotion> input_motions_;
  struct ContinuousInput {
    std::size_t variable, element;
    double value;  ///< before plan_input_motions()
  };
  std::vector<ContinuousInput> continuous_inputs_;
};

}  // namespace lockstep::exporter
