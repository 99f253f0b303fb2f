// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "instance/instance_base.hpp"

namespace lockstep::core {

/// An instance of an FMI 2.0 FMU, Co-Simulation or Model Exchange. Real is Float64, Integer and Enumeration
/// are Int32 in the FMU.
class Fmi2Instance final : public InstanceBase {
 public:
  /// Loads and instantiates. Throws Error: kLoadFailed, kFmuFailed, kSystem.
  explicit Fmi2Instance(InstanceSpec spec);
  ~Fmi2Instance() override;

  Status enter_initialization_mode(const ExperimentSetup& setup) noexcept override;
  Status exit_initialization_mode() noexcept override;
  Status enter_event_mode() noexcept override;
  Status update_discrete_states(EventInfo& info) noexcept override;
  Status enter_continuous_time_mode() noexcept override;
  Status terminate() noexcept override;
  Status reset() noexcept override;

  using InstanceBase::get;
  using InstanceBase::set;
  Status get(Span<const ValueReference> references, Span<double> values) noexcept override {
    constexpr auto kId = static_cast<std::uint8_t>(Fmi2Function::GetReal);
    if (LOCKSTEP_UNLIKELY(is_special(references.size(), values.size()) || get_real_ == nullptr)) {
      return get_real(references, values);
    }
    const CallRing::Ticket ticket = begin_values(kId, references);
    return end(kId, ticket, shielded([&] {
                 return get_real_(component_, references.data(), references.size(), values.data());
               }));
  }
  Status set(Span<const ValueReference> references, Span<const double> values) noexcept override {
    constexpr auto kId = static_cast<std::uint8_t>(Fmi2Function::SetReal);
    if (LOCKSTEP_UNLIKELY(is_special(references.size(), values.size()) || set_real_ == nullptr)) {
      return set_real(references, values);
    }
    const CallRing::Ticket ticket = begin_values(kId, references);
    return end(kId, ticket, shielded([&] {
                 return set_real_(component_, references.data(), references.size(), values.data());
               }));
  }
  Status get(Span<const ValueReference> references, Span<std::int32_t> values) noexcept override;
  Status get(Span<const ValueReference> references, Span<bool> values) noexcept override;
  Status get(Span<const ValueReference> references, Span<std::string> values) noexcept override;
  Status get_enumeration(Span<const ValueReference> references, Span<std::int64_t> values) noexcept override;
  Status set(Span<const ValueReference> references, Span<const std::int32_t> values) noexcept override;
  Status set(Span<const ValueReference> references, Span<const bool> values) noexcept override;
  Status set(Span<const ValueReference> references, Span<const std::string> values) noexcept override;
  Status set_enumeration(Span<const ValueReference> references,
                         Span<const std::int64_t> values) noexcept override;

  DoStepResult do_step(double from_s, double size_s, bool rollback_possible) noexcept override {
    constexpr auto kId = static_cast<std::uint8_t>(Fmi2Function::DoStep);
    if (LOCKSTEP_UNLIKELY(gate() != 0 || fatal() || do_step_ == nullptr)) {
      return watched_step(from_s, size_s, rollback_possible);
    }
    const CallRing::Ticket ticket = record_ ? ring_.begin_at(kId, from_s) : 0;
    const int raw = shielded(
        [&] { return do_step_(component_, from_s, size_s, rollback_possible ? fmi2False : fmi2True); });
    if (record_) ring_.end(ticket, static_cast<std::uint8_t>(raw));
    if (check_fp_ && LOCKSTEP_UNLIKELY(FpControl::current() != fp_)) repair_floating_point(kId, fp_);
    if (LOCKSTEP_UNLIKELY(raw != fmi2OK)) return step_answer(note(kId, raw), from_s, size_s);
    return {Status::kOk, false, false, false, from_s + size_s};
  }
  Status set_input_derivatives(Span<const ValueReference> references, Span<const std::int32_t> orders,
                               Span<const double> values) noexcept override;
  Status get_output_derivatives(Span<const ValueReference> references, Span<const std::int32_t> orders,
                                Span<double> values) noexcept override;
  Status poll_step(DoStepResult& result) noexcept override;
  Status cancel_step() noexcept override;

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
  Status directional_derivative(Span<const ValueReference> unknowns, Span<const ValueReference> knowns,
                                Span<const double> seed, Span<double> sensitivity) noexcept override;

  Status get_state(FmuState& state) noexcept override;
  Status set_state(const FmuState& state) noexcept override;
  Status serialize_state(const FmuState& state, BinaryValue& bytes) noexcept override;
  Status deserialize_state(Span<const std::uint8_t> bytes, FmuState& state) noexcept override;
  void free_state(void* handle) noexcept override;

 private:
  using Id = Fmi2Function;
  static const Dialect kDialect;

  bool is_special(std::size_t references, std::size_t values) const noexcept {
    return (gate() & kValueGates) != 0 || fatal() || references != values || references == 0;
  }
  CallRing::Ticket begin_values(std::uint8_t function, Span<const ValueReference> references) noexcept {
    return record_ ? ring_.begin_values(function, references.front(), references.size()) : 0;
  }
  Status end(std::uint8_t function, CallRing::Ticket ticket, int raw) noexcept {
    if (record_) ring_.end(ticket, static_cast<std::uint8_t>(raw));
    return LOCKSTEP_UNLIKELY(raw != fmi2OK) ? note(function, raw) : Status::kOk;
  }

  void instantiate(const InstanceSpec& spec);
  Status get_real(Span<const ValueReference> references, Span<double> values) noexcept;
  Status set_real(Span<const ValueReference> references, Span<const double> values) noexcept;
  /// The way of a step that is traced, the first, or not allowed.
  DoStepResult watched_step(double from_s, double size_s, bool rollback_possible) noexcept;
  DoStepResult step_answer(Status status, double from_s, double size_s) noexcept;
  void ask_about_discard(DoStepResult& result) noexcept;
  /// Integers of the FMU in scratch<fmi2Integer>(), for the types that travel as such.
  Status get_integers(Id id, Span<const ValueReference> references, std::size_t count,
                      fmi2GetIntegerTYPE* function) noexcept;
  Status set_integers(Id id, Span<const ValueReference> references, fmi2SetIntegerTYPE* function) noexcept;
  /// Asks for something about a step; an FMU that does not know is no failure.
  template <class Kind, class Function, class T>
  bool ask(Kind kind, Id id, Function* function, T& answer) noexcept;
  Status require_equal(Id id, std::size_t references, std::size_t values) noexcept;

  fmi2Component component_{nullptr};
  fmi2DoStepTYPE* do_step_{nullptr};
  fmi2GetRealTYPE* get_real_{nullptr};
  fmi2SetRealTYPE* set_real_{nullptr};
  const Fmi2Functions* functions_;
  double pending_from_s_{0.0}, pending_size_s_{0.0};  // the step under way after Pending
};

}  // namespace lockstep::core
