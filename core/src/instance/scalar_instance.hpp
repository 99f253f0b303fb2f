// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "instance/stateful_instance.hpp"

namespace lockstep::core {

/// Names and types of FMI 1.0 for ScalarInstance.
struct Fmi1Api {
  using Functions = Fmi1Functions;
  using Id = Fmi1Function;
  using Boolean = fmi1Boolean;
  using StatusKind = fmi1StatusKind;
  using FmiStatus = fmi1Status;
  static constexpr const char* kVersion = "FMI 1.0";
  static constexpr StatusKind kDoStepStatus = fmi1DoStepStatus;
  static constexpr StatusKind kLastSuccessfulTime = fmi1LastSuccessfulTime;
};

/// Names and types of FMI 2.0 for ScalarInstance.
struct Fmi2Api {
  using Functions = Fmi2Functions;
  using Id = Fmi2Function;
  using Boolean = fmi2Boolean;
  using StatusKind = fmi2StatusKind;
  using FmiStatus = fmi2Status;
  static constexpr const char* kVersion = "FMI 2.0";
  static constexpr StatusKind kDoStepStatus = fmi2DoStepStatus;
  static constexpr StatusKind kLastSuccessfulTime = fmi2LastSuccessfulTime;
};

/// What FMI 1.0 and 2.0 share: variables are scalars of four types (Real is Float64; Integer and Enumeration
/// are Int32), steps may go on in the background, Model Exchange has the same evaluations.
template <class Api>
class ScalarInstance : public StatefulInstance {
 public:
  using References = Span<const ValueReference>;
  using InstanceBase::get;
  using InstanceBase::set;

  Status get(References references, Span<double> values) noexcept final {
    if (LOCKSTEP_UNLIKELY((mode() & kValueGates) != 0 || references.size() != values.size() ||
                          references.empty()))
      return get_real(references, values);
    const int raw = short_get<Watch::kSome>(references, values, stamp_of_get(references));
    return LOCKSTEP_LIKELY(raw == 0) ? Status::kOk : after_get(raw);
  }
  Status set(References references, Span<const double> values) noexcept final {
    constexpr auto kId = static_cast<std::uint8_t>(Id::SetReal);
    const std::uint32_t how = mode();
    if (LOCKSTEP_UNLIKELY((how & kValueGates) != 0 || references.size() != values.size() ||
                          references.empty())) {
      return set_real(references, values);
    }
    CallRing::Ticket ticket = 0;
    if (LOCKSTEP_LIKELY((how & kRecord) != 0))
      ticket = ring_.begin_values(kId, references.front(), references.size());
    const int raw =
        shielded([&] { return set_real_(component_, references.data(), references.size(), values.data()); });
    if (LOCKSTEP_LIKELY((how & kRecord) != 0)) ring_.end(ticket, static_cast<std::uint8_t>(raw));
    return LOCKSTEP_LIKELY(raw == 0) ? Status::kOk : note(kId, raw);
  }
  Status get(References references, Span<std::int32_t> values) noexcept final;
  Status get(References references, Span<bool> values) noexcept final;
  Status get(References references, Span<std::string> values) noexcept final;
  Status get_enumeration(References references, Span<std::int64_t> values) noexcept final;
  Status set(References references, Span<const std::int32_t> values) noexcept final;
  Status set(References references, Span<const bool> values) noexcept final;
  Status set(References references, Span<const std::string> values) noexcept final;
  Status set_enumeration(References references, Span<const std::int64_t> values) noexcept final;

  DoStepResult do_step(double from_s, double size_s, bool rollback_possible) noexcept final {
    DoStepResult result{Status::kOk, false, false, false, from_s + size_s};
    const int raw = try_step<Watch::kSome>(from_s, size_s, rollback_possible, result);
    if (LOCKSTEP_LIKELY(raw == 0)) return result;
    return after_step(raw, from_s, size_s, rollback_possible, result);
  }

  // The short ways; see InstanceBase.
  template <Watch kWatch>
  int try_step(double from_s, double size_s, bool rollback_possible, DoStepResult&) noexcept {
    constexpr auto kId = static_cast<std::uint8_t>(Id::DoStep);
    if (LOCKSTEP_UNLIKELY((mode() & kStepGates) != 0)) return kClosed;
    const typename Api::Boolean flag = step_flag(from_s, rollback_possible);
    CallRing::Ticket ticket = 0;
    if (records<kWatch>()) ticket = ring_.begin_at(kId, from_s);
    const int raw = shielded([&] { return do_step_(component_, from_s, size_s, flag); });
    if (records<kWatch>()) ring_.end(ticket, static_cast<std::uint8_t>(raw));
    check_floating_point<kWatch>(kId);
    return raw;
  }
  DoStepResult after_step(int raw, double from_s, double size_s, bool rollback_possible,
                          const DoStepResult&) noexcept {
    if (raw == kClosed) return watched_step(from_s, size_s, rollback_possible);
    return step_answer(note(static_cast<std::uint8_t>(Id::DoStep), raw), from_s, size_s);
  }
  static CallRing::Stamp stamp_of_get(References references) noexcept {
    return CallRing::stamp(static_cast<std::uint8_t>(Id::GetReal), references.front(), references.size());
  }
  template <Watch kWatch>
  int short_get(References references, Span<double> values, CallRing::Stamp stamp) noexcept {
    CallRing::Ticket ticket = 0;
    if (records<kWatch>()) ticket = ring_.begin(stamp);
    const int raw =
        shielded([&] { return get_real_(component_, references.data(), references.size(), values.data()); });
    if (records<kWatch>()) ring_.end(ticket, static_cast<std::uint8_t>(raw));
    return raw;
  }
  Status after_get(int raw) noexcept { return note(static_cast<std::uint8_t>(Id::GetReal), raw); }
  Status set_input_derivatives(References references, Span<const std::int32_t> orders,
                               Span<const double> values) noexcept final;
  Status get_output_derivatives(References references, Span<const std::int32_t> orders,
                                Span<double> values) noexcept final;
  Status poll_step(DoStepResult& result) noexcept final;
  Status cancel_step() noexcept final;

  Status set_time(double time_s) noexcept final;
  Status get_continuous_states(Span<double> states) noexcept final;
  Status set_continuous_states(Span<const double> states) noexcept final;
  Status get_derivatives(Span<double> derivatives) noexcept final;
  Status get_event_indicators(Span<double> indicators) noexcept final;
  Status continuous_state_count(std::size_t& count) noexcept final;
  Status event_indicator_count(std::size_t& count) noexcept final;

 protected:
  using Id = typename Api::Id;
  using Functions = typename Api::Functions;
  static constexpr typename Api::Boolean to_fmi(bool value) noexcept { return value ? 1 : 0; }

  /// `functions` live in the loaded library.
  ScalarInstance(InstanceSpec& spec, const Dialect& dialect);
  /// Binds the short ways; DoStep for Co-Simulation only.
  void bind(const Functions& functions) noexcept;
  Status require_equal(Id id, std::size_t references, std::size_t values) noexcept;

  void* component_{nullptr};
  const Functions* functions_{nullptr};

 private:
  /// doStep's last argument. FMI 2: no state before this point will be restored. FMI 1: this is a new step,
  /// not the last one repeated.
  typename Api::Boolean step_flag(double from_s, bool rollback_possible) noexcept {
    if constexpr (std::is_same_v<Api, Fmi2Api>) {
      return to_fmi(!rollback_possible);
    } else {
      const bool repeated = has_stepped_ && from_s == from_s_;
      has_stepped_ = true;
      from_s_ = from_s;
      return to_fmi(!repeated);
    }
  }

  Status get_real(References references, Span<double> values) noexcept;
  Status set_real(References references, Span<const double> values) noexcept;
  /// One getter or setter of FMI, `values` as it has them.
  template <class Function, class T>
  Status transfer(Id id, Function* function, References references, Span<T> values) noexcept;
  /// The way of a step that is traced, the first, or not allowed.
  DoStepResult watched_step(double from_s, double size_s, bool rollback_possible) noexcept;
  DoStepResult step_answer(Status status, double from_s, double size_s) noexcept;
  void ask_about_discard(DoStepResult& result) noexcept;
  /// Asks for something about a step; an FMU that does not know is no failure.
  template <class Function, class T>
  bool ask(typename Api::StatusKind kind, Id id, Function* function, T& answer) noexcept;

  decltype(Functions::DoStep) do_step_{nullptr};
  decltype(Functions::GetReal) get_real_{nullptr};
  decltype(Functions::SetReal) set_real_{nullptr};
  double from_s_{0.0}, size_s_{0.0};  // of the step under way after Pending; FMI 1: of the last step
  bool has_stepped_{false};
};

extern template class ScalarInstance<Fmi1Api>;
extern template class ScalarInstance<Fmi2Api>;

}  // namespace lockstep::core
