// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "isolation/worker_link.hpp"
#include "lockstep/core/stepper.hpp"
#include "stepper/event_observer.hpp"

namespace lockstep::core::isolation {

inline constexpr double kNoTime = std::numeric_limits<double>::quiet_NaN();  // a request without a time

class IsolatedStepper;

/// A name for a snapshot that lies in the worker, and where possible the same as bytes.
struct IsolatedSnapshot final : Snapshot {
  IsolatedSnapshot(IsolatedStepper& stepper, std::uint64_t name, std::uint64_t in_worker)
      : owner{stepper}, id{name}, worker{in_worker} {}
  ~IsolatedSnapshot() override;
  IsolatedStepper& owner;
  std::uint64_t id;
  std::uint64_t worker;  ///< which worker it lies in; with that it is lost, but for `bytes`
  BinaryValue bytes;     ///< empty: none
  double time_s{0.0};
};

class IsolatedStepper final : public Stepper, public EventSource {
 public:
  IsolatedStepper(std::shared_ptr<const Fmu> fmu, InterfaceKind kind, StepperOptions options);
  ~IsolatedStepper() override;

  std::vector<std::uint64_t> dimensions(const Variable& variable) const override;
  void set(const Variable& variable, const Value& value) override;
  Value get(const Variable& variable) override;
  void initialize(const ExperimentSetup& setup) override;
  void enter_initialization(const ExperimentSetup& setup) override;
  void evaluate_initial() override;
  void exit_initialization() override;
  StepOutcome step(const StepInterval& interval) noexcept override;
  void reset() override;
  Status terminate() noexcept override;
  void save(std::unique_ptr<Snapshot>& snapshot) override;
  void restore(const Snapshot& snapshot) override;
  std::optional<double> next_event_time_s() const noexcept override { return next_event_time_s_; }
  Status directional_derivative(Span<const ValueReference> unknowns, Span<const ValueReference> knowns,
                                Span<const double> seed, Span<double> sensitivity) noexcept override;
  StepperStatistics statistics() const noexcept override { return statistics_; }
  std::string fault() const override;

  void forget(const IsolatedSnapshot& snapshot) noexcept;

 protected:
  void on_bound(Group& group) override;

 private:
  void start_worker();
  void send_set(const Variable& variable, const Value& value);
  void send_bind(const Group& group);
  /// The variable of this description that is meant. Throws Error{kBadUsage}.
  const Variable& own(const Variable& variable) const;
  std::uint32_t index_of(const Variable& variable) const;
  void write_inputs(FrameWriter& frame) const noexcept;
  /// Statistics, the next event and all outputs. False: the reply is broken, or an output is not finite.
  bool read_state(FrameReader& reply) noexcept;
  bool outputs_finite() const noexcept;
  /// A clock that was asked for ticks once.
  void take_ticks() noexcept;
  /// Hands the events that come before the end of a step to the observer. False: the reply is broken.
  bool show_events(FrameReader& reply, const StepInterval& interval) noexcept;
  /// Sends a request that is answered by the state, and takes it.
  void fetch_state(const FrameWriter& request);
  /// Inputs there, outputs back, in initialisation mode.
  void exchange_initial(Request kind, bool finite);

  std::shared_ptr<const Fmu> fmu_;
  StepperOptions options_;
  std::unique_ptr<WorkerLink> worker_;
  std::uint64_t worker_number_{0};
  std::uint64_t snapshots_{0};
  std::vector<Group*> inputs_, outputs_;
  std::vector<std::pair<const Variable*, Value>> set_values_;  // before initialize(), for the next worker
  double start_time_s_{0.0};
  double time_s_{0.0};  // where the model is
  bool running_{false};
  bool fatal_{false};  // FMI forbids this process of the FMU to go on
  StepperStatistics statistics_;
  std::optional<double> next_event_time_s_;
};

}  // namespace lockstep::core::isolation
