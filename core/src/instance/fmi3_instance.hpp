// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "instance/preemption_slots.hpp"
#include "instance/stateful_instance.hpp"

namespace lockstep::core {

/// An instance of an FMI 3.0 FMU: Co-Simulation, Model Exchange or Scheduled Execution.
/// In Scheduled Execution activate_model_partition, get and set may be called from several threads at once,
/// as far as the FMU's priorities allow it; everything else by one thread at a time.
class Fmi3Instance final : public StatefulInstance {
 public:
  /// Loads and instantiates. Throws Error: kLoadFailed, kFmuFailed, kSystem, kBadUsage (options that do not
  /// fit).
  explicit Fmi3Instance(InstanceSpec spec);
  ~Fmi3Instance() override;

  Status enter_configuration_mode() noexcept override;
  Status exit_configuration_mode() noexcept override;
  Status enter_initialization_mode(const ExperimentSetup& setup) noexcept override;
  Status exit_initialization_mode() noexcept override;
  Status enter_event_mode() noexcept override;
  Status update_discrete_states(EventInfo& info) noexcept override;
  Status enter_continuous_time_mode() noexcept override;
  Status enter_step_mode() noexcept override;
  Status terminate() noexcept override;
  Status reset() noexcept override;

  using References = Span<const ValueReference>;
  Status get(References references, Span<double> values) noexcept override {
    if (LOCKSTEP_UNLIKELY((mode() & kValueGates) != 0 || references.empty()))
      return get_float64(references, values);
    const int raw = short_get<Watch::kSome>(references, values, stamp_of_get(references));
    return LOCKSTEP_LIKELY(raw == 0) ? Status::kOk : after_get(raw);
  }
  Status set(References references, Span<const double> values) noexcept override {
    constexpr auto kId = static_cast<std::uint8_t>(Fmi3Function::SetFloat64);
    const std::uint32_t how = mode();
    if (LOCKSTEP_UNLIKELY((how & kValueGates) != 0 || references.empty()))
      return set_float64(references, values);
    CallRing::Ticket ticket = 0;
    if (LOCKSTEP_LIKELY((how & kRecord) != 0))
      ticket = ring_.begin_values(kId, references.front(), references.size());
    const int raw = shielded([&] {
      return set_float64_(handle_, references.data(), references.size(), values.data(), values.size());
    });
    if (LOCKSTEP_LIKELY((how & kRecord) != 0)) ring_.end(ticket, static_cast<std::uint8_t>(raw));
    return LOCKSTEP_LIKELY(raw == 0) ? Status::kOk : note(kId, raw);
  }
#define LOCKSTEP_FMI3_TYPE(type)                                          \
  Status get(References references, Span<type> values) noexcept override; \
  Status set(References references, Span<const type> values) noexcept override;
  LOCKSTEP_FMI3_TYPE(float)
  LOCKSTEP_FMI3_TYPE(std::int8_t)
  LOCKSTEP_FMI3_TYPE(std::uint8_t)
  LOCKSTEP_FMI3_TYPE(std::int16_t)
  LOCKSTEP_FMI3_TYPE(std::uint16_t)
  LOCKSTEP_FMI3_TYPE(std::int32_t)
  LOCKSTEP_FMI3_TYPE(std::uint32_t)
  LOCKSTEP_FMI3_TYPE(std::int64_t)
  LOCKSTEP_FMI3_TYPE(std::uint64_t)
  LOCKSTEP_FMI3_TYPE(bool)
  LOCKSTEP_FMI3_TYPE(std::string)
  LOCKSTEP_FMI3_TYPE(BinaryValue)
#undef LOCKSTEP_FMI3_TYPE
  Status get_enumeration(References references, Span<std::int64_t> values) noexcept override {
    return get(references, values);
  }
  Status set_enumeration(References references, Span<const std::int64_t> values) noexcept override {
    return set(references, values);
  }
  Status get_clock(References references, Span<bool> active) noexcept override;
  Status set_clock(References references, Span<const bool> active) noexcept override;

  DoStepResult do_step(double from_s, double size_s, bool rollback_possible) noexcept override {
    DoStepResult result;
    const int raw = try_step<Watch::kSome>(from_s, size_s, rollback_possible, result);
    if (LOCKSTEP_LIKELY(raw == 0)) return result;
    return after_step(raw, from_s, size_s, rollback_possible, result);
  }

  // The short ways; see InstanceBase.
  template <Watch kWatch>
  int try_step(double from_s, double size_s, bool rollback_possible, DoStepResult& result) noexcept {
    constexpr auto kId = static_cast<std::uint8_t>(Fmi3Function::DoStep);
    if (LOCKSTEP_UNLIKELY((mode() & kStepGates) != 0)) return kClosed;
    result.reached_s = from_s + size_s;
    CallRing::Ticket ticket = 0;
    if (records<kWatch>()) ticket = ring_.begin_at(kId, from_s);
    const int raw = shielded([&] {
      return do_step_(handle_, from_s, size_s, !rollback_possible, &result.event_handling_needed,
                      &result.terminate, &result.early_return, &result.reached_s);
    });
    if (records<kWatch>()) ring_.end_nested(ticket, static_cast<std::uint8_t>(raw));
    check_floating_point<kWatch>(kId);
    return raw;
  }
  DoStepResult after_step(int raw, double from_s, double size_s, bool rollback_possible,
                          const DoStepResult& result) noexcept {
    if (raw == kClosed) return watched_step(from_s, size_s, rollback_possible);
    DoStepResult judged = result;
    judged.status = note(static_cast<std::uint8_t>(Fmi3Function::DoStep), raw);
    judge_step(judged, from_s, size_s);
    return judged;
  }
  static CallRing::Stamp stamp_of_get(References references) noexcept {
    return CallRing::stamp(static_cast<std::uint8_t>(Fmi3Function::GetFloat64), references.front(),
                           references.size());
  }
  template <Watch kWatch>
  int short_get(References references, Span<double> values, CallRing::Stamp stamp) noexcept {
    CallRing::Ticket ticket = 0;
    if (records<kWatch>()) ticket = ring_.begin(stamp);
    const int raw = shielded([&] {
      return get_float64_(handle_, references.data(), references.size(), values.data(), values.size());
    });
    if (records<kWatch>()) ring_.end(ticket, static_cast<std::uint8_t>(raw));
    return raw;
  }
  Status after_get(int raw) noexcept {
    return note(static_cast<std::uint8_t>(Fmi3Function::GetFloat64), raw);
  }
  Status get_output_derivatives(References references, Span<const std::int32_t> orders,
                                Span<double> values) noexcept override;

  Status set_time(double time_s) noexcept override;
  Status get_continuous_states(Span<double> states) noexcept override;
  Status set_continuous_states(Span<const double> states) noexcept override;
  Status get_nominals(Span<double> nominals) noexcept override;
  Status get_derivatives(Span<double> derivatives) noexcept override;
  Status get_event_indicators(Span<double> indicators) noexcept override;
  Status completed_integrator_step(bool rollback_possible, bool& enter_event_mode,
                                   bool& terminate) noexcept override;
  Status continuous_state_count(std::size_t& count) noexcept override;
  Status event_indicator_count(std::size_t& count) noexcept override;

  Status directional_derivative(References unknowns, References knowns, Span<const double> seed,
                                Span<double> sensitivity) noexcept override;
  Status adjoint_derivative(References unknowns, References knowns, Span<const double> seed,
                            Span<double> sensitivity) noexcept override;

  Status get_interval(ValueReference clock, ClockTick& tick) noexcept override;
  Status get_shift(ValueReference clock, ClockTick& tick) noexcept override;
  Status set_interval(ValueReference clock, const ClockTick& tick) noexcept override;
  Status set_shift(ValueReference clock, const ClockTick& tick) noexcept override;
  Status evaluate_discrete_states() noexcept override;
  Status activate_model_partition(ValueReference clock, double activation_time_s) noexcept override;

  Status get_state(FmuState& state) noexcept override;
  Status set_state(const FmuState& state) noexcept override;
  Status serialize_state(const FmuState& state, BinaryValue& bytes) noexcept override;
  Status deserialize_state(Span<const std::uint8_t> bytes, FmuState& state) noexcept override;
  void free_state(void* handle) noexcept override;

 private:
  using Id = Fmi3Function;
  static const Dialect kDialect;

  void check_functions() const;
  void instantiate(const InstanceSpec& spec);
  /// Each makes the call of its interface and returns which one that was; handle_ is null if it failed.
  Id instantiate_model_exchange(const InstanceSpec& spec, const std::string& token, const char* resources);
  Id instantiate_scheduled_execution(const InstanceSpec& spec, const std::string& token,
                                     const char* resources);
  Id instantiate_co_simulation(const InstanceSpec& spec, const std::string& token, const char* resources);
  fmi3Status made(fmi3Instance handle) noexcept;
  Status get_float64(References references, Span<double> values) noexcept;
  Status set_float64(References references, Span<const double> values) noexcept;
  template <class Function, class T>
  Status transfer(Id id, Function* function, References references, Span<T> values) noexcept;
  DoStepResult watched_step(double from_s, double size_s, bool rollback_possible) noexcept;
  static void judge_step(DoStepResult& result, double from_s, double size_s) noexcept;
  bool has_fractions(ValueReference clock) const noexcept;
  bool has_events() const noexcept;

  fmi3Instance handle_{nullptr};
  fmi3DoStepTYPE* do_step_{nullptr};
  fmi3GetFloat64TYPE* get_float64_{nullptr};
  fmi3SetFloat64TYPE* set_float64_{nullptr};
  const Fmi3Functions* functions_;
  std::unique_ptr<PreemptionSlot> preemption_;  // Scheduled Execution
};

}  // namespace lockstep::core
