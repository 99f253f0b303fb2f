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
  fmi2FMUstate handle = state.handle();
  const Status status =
      call(Call{Id::GetFMUstate}.if_declared(capabilities().can_get_and_set_state), functions_->GetFMUstate,
           [&] { return functions_->GetFMUstate(component_, &handle); });
  if (!succeeded(status)) return status;
  if (state) {
    state.set_handle(handle);
  } else {
    state = FmuState{*this, handle};
  }
  return status;
}

Status Fmi2Instance::set_state(const FmuState& state) noexcept {
  const Status status =
      call(Call{Id::SetFMUstate}.if_declared(capabilities().can_get_and_set_state).also_after_error(),
           functions_->SetFMUstate, [&] { return functions_->SetFMUstate(component_, state.handle()); });
  if (succeeded(status)) recover();
  return status;
}

Status Fmi2Instance::serialize_state(const FmuState& state, BinaryValue& bytes) noexcept {
  const bool able = capabilities().can_serialize_state;
  std::size_t size = 0;
  const Status sized =
      call(Call{Id::SerializedFMUstateSize}.if_declared(able), functions_->SerializedFMUstateSize,
           [&] { return functions_->SerializedFMUstateSize(component_, state.handle(), &size); });
  if (!succeeded(sized)) return sized;
  bytes.resize(size);
  return call(
      Call{Id::SerializeFMUstate}.if_declared(able), functions_->SerializeFMUstate,
      [&] {
        return functions_->SerializeFMUstate(component_, state.handle(),
                                             reinterpret_cast<fmi2Byte*>(bytes.data()), size);
      },
      bytes);
}

Status Fmi2Instance::deserialize_state(Span<const std::uint8_t> bytes, FmuState& state) noexcept {
  fmi2FMUstate handle = nullptr;
  const Status status =
      call(Call{Id::DeSerializeFMUstate}.if_declared(capabilities().can_serialize_state),
           functions_->DeSerializeFMUstate, [&] {
             return functions_->DeSerializeFMUstate(
                 component_, reinterpret_cast<const fmi2Byte*>(bytes.data()), bytes.size(), &handle);
           });
  if (succeeded(status)) state = FmuState{*this, handle};
  return status;
}

void Fmi2Instance::free_state(void* handle) noexcept {
  fmi2FMUstate state = handle;
  static_cast<void>(call(Call{Id::FreeFMUstate}.also_after_error(), functions_->FreeFMUstate,
                         [&] { return functions_->FreeFMUstate(component_, &state); }));
}

}  // namespace lockstep::core
