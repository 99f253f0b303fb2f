// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockstep/core/instance.hpp"

namespace lockstep::core {

/// An Instance that can do nothing: every call answers unsupported() with the words for it. The FMI versions
/// override what they have.
class UnsupportedInstance : public Instance {
 public:
#define LOCKSTEP_UNSUPPORTED(signature, what) \
  Status signature noexcept override {        \
    return unsupported(what);                 \
  }
#define LOCKSTEP_UNSUPPORTED_TYPE(type, words)                                                     \
  LOCKSTEP_UNSUPPORTED(get(Span<const ValueReference>, Span<type>), "reading " words " variables") \
  LOCKSTEP_UNSUPPORTED(set(Span<const ValueReference>, Span<const type>), "setting " words " variables")

  LOCKSTEP_UNSUPPORTED(enter_configuration_mode(), "configuration mode")
  LOCKSTEP_UNSUPPORTED(exit_configuration_mode(), "configuration mode")
  LOCKSTEP_UNSUPPORTED(enter_event_mode(), "event mode")
  LOCKSTEP_UNSUPPORTED(update_discrete_states(EventInfo&), "updating discrete states")
  LOCKSTEP_UNSUPPORTED(enter_continuous_time_mode(), "continuous-time mode")
  LOCKSTEP_UNSUPPORTED(enter_step_mode(), "step mode")

  LOCKSTEP_UNSUPPORTED_TYPE(float, "Float32")
  LOCKSTEP_UNSUPPORTED_TYPE(double, "Float64")
  LOCKSTEP_UNSUPPORTED_TYPE(std::int8_t, "Int8")
  LOCKSTEP_UNSUPPORTED_TYPE(std::uint8_t, "UInt8")
  LOCKSTEP_UNSUPPORTED_TYPE(std::int16_t, "Int16")
  LOCKSTEP_UNSUPPORTED_TYPE(std::uint16_t, "UInt16")
  LOCKSTEP_UNSUPPORTED_TYPE(std::int32_t, "Int32")
  LOCKSTEP_UNSUPPORTED_TYPE(std::uint32_t, "UInt32")
  LOCKSTEP_UNSUPPORTED_TYPE(std::int64_t, "Int64")
  LOCKSTEP_UNSUPPORTED_TYPE(std::uint64_t, "UInt64")
  LOCKSTEP_UNSUPPORTED_TYPE(bool, "Boolean")
  LOCKSTEP_UNSUPPORTED_TYPE(std::string, "String")
  LOCKSTEP_UNSUPPORTED_TYPE(BinaryValue, "Binary")
  LOCKSTEP_UNSUPPORTED(get_enumeration(Span<const ValueReference>, Span<std::int64_t>),
                       "reading Enumeration variables")
  LOCKSTEP_UNSUPPORTED(set_enumeration(Span<const ValueReference>, Span<const std::int64_t>),
                       "setting Enumeration variables")
  LOCKSTEP_UNSUPPORTED(get_clock(Span<const ValueReference>, Span<bool>), "reading Clock variables")
  LOCKSTEP_UNSUPPORTED(set_clock(Span<const ValueReference>, Span<const bool>), "setting Clock variables")

  DoStepResult do_step(double from_s, double, bool) noexcept override {
    return {unsupported("doStep"), false, false, false, from_s};
  }
  LOCKSTEP_UNSUPPORTED(set_input_derivatives(Span<const ValueReference>, Span<const std::int32_t>,
                                             Span<const double>),
                       "setting input derivatives")
  LOCKSTEP_UNSUPPORTED(get_output_derivatives(Span<const ValueReference>, Span<const std::int32_t>,
                                              Span<double>),
                       "reading output derivatives")
  LOCKSTEP_UNSUPPORTED(poll_step(DoStepResult&), "polling a step")
  LOCKSTEP_UNSUPPORTED(cancel_step(), "cancelling a step")

  LOCKSTEP_UNSUPPORTED(set_time(double), "setting the time")
  LOCKSTEP_UNSUPPORTED(get_continuous_states(Span<double>), "reading continuous states")
  LOCKSTEP_UNSUPPORTED(set_continuous_states(Span<const double>), "setting continuous states")
  LOCKSTEP_UNSUPPORTED(get_nominals(Span<double>), "reading nominal values of states")
  LOCKSTEP_UNSUPPORTED(get_derivatives(Span<double>), "reading derivatives of states")
  LOCKSTEP_UNSUPPORTED(get_event_indicators(Span<double>), "reading event indicators")
  LOCKSTEP_UNSUPPORTED(completed_integrator_step(bool, bool&, bool&), "completing an integrator step")
  LOCKSTEP_UNSUPPORTED(continuous_state_count(std::size_t&), "counting continuous states")
  LOCKSTEP_UNSUPPORTED(event_indicator_count(std::size_t&), "counting event indicators")

  LOCKSTEP_UNSUPPORTED(directional_derivative(Span<const ValueReference>, Span<const ValueReference>,
                                              Span<const double>, Span<double>),
                       "the directional derivative")
  LOCKSTEP_UNSUPPORTED(adjoint_derivative(Span<const ValueReference>, Span<const ValueReference>,
                                          Span<const double>, Span<double>),
                       "the adjoint derivative")

  LOCKSTEP_UNSUPPORTED(get_interval(ValueReference, ClockTick&), "reading clock intervals")
  LOCKSTEP_UNSUPPORTED(get_shift(ValueReference, ClockTick&), "reading clock shifts")
  LOCKSTEP_UNSUPPORTED(set_interval(ValueReference, const ClockTick&), "setting clock intervals")
  LOCKSTEP_UNSUPPORTED(set_shift(ValueReference, const ClockTick&), "setting clock shifts")
  LOCKSTEP_UNSUPPORTED(evaluate_discrete_states(), "evaluating discrete states")
  LOCKSTEP_UNSUPPORTED(activate_model_partition(ValueReference, double), "activating a model partition")

  LOCKSTEP_UNSUPPORTED(get_state(FmuState&), "saving the state")
  LOCKSTEP_UNSUPPORTED(set_state(const FmuState&), "restoring the state")
  LOCKSTEP_UNSUPPORTED(serialize_state(const FmuState&, BinaryValue&), "serialising the state")
  LOCKSTEP_UNSUPPORTED(deserialize_state(Span<const std::uint8_t>, FmuState&), "deserialising the state")
  void free_state(void*) noexcept override {}

#undef LOCKSTEP_UNSUPPORTED_TYPE
#undef LOCKSTEP_UNSUPPORTED

 protected:
  virtual Status unsupported(const char* what) noexcept = 0;
};

}  // namespace lockstep::core
