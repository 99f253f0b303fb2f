// SPDX-License-Identifier: Apache-2.0
// Fmi2Instance: derivatives and states.
#include "instance/fmi2_instance.hpp"

namespace lockstep::core {

Status Fmi2Instance::directional_derivative(Span<const ValueReference> unknowns,
                                            Span<const ValueReference> knowns, Span<const double> seed,
                                            Span<double> sensitivity) noexcept {
  constexpr Id kId = Id::GetDirectionalDerivative;
  if (knowns.size() != seed.size()) return require_equal(kId, knowns.size(), seed.size());
  if (unknowns.size() != sensitivity.size()) return require_equal(kId, unknowns.size(), sensitivity.size());
  return call(
      Call{kId, unknowns}.if_declared(capabilities().provides_directional_derivatives),
      functions_->GetDirectionalDerivative,
      [&] {
        return functions_->GetDirectionalDerivative(component_, unknowns.data(), unknowns.size(),
                                                    knowns.data(), knowns.size(), seed.data(),
                                                    sensitivity.data());
      },
      unknowns, knowns, seed, sensitivity);
}

Status Fmi2Instance::get_state(FmuState& state) noexcept {
  return get_state_by(Id::GetFMUstate, functions_->GetFMUstate, component_, state);
}

Status Fmi2Instance::set_state(const FmuState& state) noexcept {
  return set_state_by(Id::SetFMUstate, functions_->SetFMUstate, component_, state);
}

Status Fmi2Instance::serialize_state(const FmuState& state, BinaryValue& bytes) noexcept {
  return serialize_state_by(Id::SerializedFMUstateSize, functions_->SerializedFMUstateSize,
                            Id::SerializeFMUstate, functions_->SerializeFMUstate, component_, state, bytes);
}

Status Fmi2Instance::deserialize_state(Span<const std::uint8_t> bytes, FmuState& state) noexcept {
  return deserialize_state_by(Id::DeSerializeFMUstate, functions_->DeSerializeFMUstate, component_, bytes,
                              state);
}

void Fmi2Instance::free_state(void* handle) noexcept {
  free_state_by(Id::FreeFMUstate, functions_->FreeFMUstate, component_, handle);
}

}  // namespace lockstep::core
