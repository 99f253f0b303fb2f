// SPDX-License-Identifier: Apache-2.0
// Fmi3Instance: values, derivatives and states.
#include <fmt/format.h>

#include "instance/fmi3_instance.hpp"
#include "instance/scratch.hpp"

namespace lockstep::core {

template <class Function, class T>
Status Fmi3Instance::transfer(Id id, Function* function, References references, Span<T> values) noexcept {
  if (references.empty()) return Status::kOk;
  return call(
      Call{id, references}, function,
      [&] { return function(handle_, references.data(), references.size(), values.data(), values.size()); },
      references, values);
}

Status Fmi3Instance::get_float64(References references, Span<double> values) noexcept {
  return transfer(Id::GetFloat64, functions_->GetFloat64, references, values);
}
Status Fmi3Instance::set_float64(References references, Span<const double> values) noexcept {
  return transfer(Id::SetFloat64, functions_->SetFloat64, references, values);
}

#define LOCKSTEP_FMI3_TYPE(type, name)                                                \
  Status Fmi3Instance::get(References references, Span<type> values) noexcept {       \
    return transfer(Id::Get##name, functions_->Get##name, references, values);        \
  }                                                                                   \
  Status Fmi3Instance::set(References references, Span<const type> values) noexcept { \
    return transfer(Id::Set##name, functions_->Set##name, references, values);        \
  }
LOCKSTEP_FMI3_TYPE(float, Float32)
LOCKSTEP_FMI3_TYPE(std::int8_t, Int8)
LOCKSTEP_FMI3_TYPE(std::uint8_t, UInt8)
LOCKSTEP_FMI3_TYPE(std::int16_t, Int16)
LOCKSTEP_FMI3_TYPE(std::uint16_t, UInt16)
LOCKSTEP_FMI3_TYPE(std::int32_t, Int32)
LOCKSTEP_FMI3_TYPE(std::uint32_t, UInt32)
LOCKSTEP_FMI3_TYPE(std::int64_t, Int64)
LOCKSTEP_FMI3_TYPE(std::uint64_t, UInt64)
LOCKSTEP_FMI3_TYPE(bool, Boolean)
#undef LOCKSTEP_FMI3_TYPE

Status Fmi3Instance::get(References references, Span<std::string> values) noexcept {
  if (references.empty()) return Status::kOk;
  auto& strings = scratch<fmi3String>();
  strings.assign(values.size(), nullptr);
  const Status status = transfer(Id::GetString, functions_->GetString, references, Span<fmi3String>{strings});
  if (!succeeded(status)) return status;
  for (std::size_t i = 0; i < values.size();
       ++i)  // copied now: the FMU may reuse its memory in the next call
    values[i] = strings[i] != nullptr ? strings[i] : "";
  return status;
}

Status Fmi3Instance::set(References references, Span<const std::string> values) noexcept {
  auto& strings = scratch<fmi3String>();
  strings.clear();
  for (const std::string& value : values)
    strings.push_back(value.c_str());
  return transfer(Id::SetString, functions_->SetString, references, Span<const fmi3String>{strings});
}

Status Fmi3Instance::get(References references, Span<BinaryValue> values) noexcept {
  if (references.empty()) return Status::kOk;
  auto& pointers = scratch<fmi3Binary>();
  auto& sizes = scratch<std::size_t>();
  pointers.assign(values.size(), nullptr);
  sizes.assign(values.size(), 0);
  const Status status = call(
      Call{Id::GetBinary, references}, functions_->GetBinary,
      [&] {
        return functions_->GetBinary(handle_, references.data(), references.size(), sizes.data(),
                                     pointers.data(), values.size());
      },
      references, Span<const std::size_t>{sizes});
  if (!succeeded(status)) return status;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::size_t size = pointers[i] != nullptr ? sizes[i] : 0;
    values[i].assign(pointers[i], pointers[i] + size);
  }
  return status;
}

Status Fmi3Instance::set(References references, Span<const BinaryValue> values) noexcept {
  if (references.empty()) return Status::kOk;
  auto& pointers = scratch<fmi3Binary>();
  auto& sizes = scratch<std::size_t>();
  pointers.clear();
  sizes.clear();
  for (const BinaryValue& value : values) {
    pointers.push_back(value.data());
    sizes.push_back(value.size());
  }
  return call(
      Call{Id::SetBinary, references}, functions_->SetBinary,
      [&] {
        return functions_->SetBinary(handle_, references.data(), references.size(), sizes.data(),
                                     pointers.data(), values.size());
      },
      references, Span<const std::size_t>{sizes});
}

Status Fmi3Instance::get_clock(References references, Span<bool> active) noexcept {
  if (references.size() != active.size()) {
    return refuse(static_cast<std::uint8_t>(Id::GetClock),
                  fmt::format("not called: {} clocks but {} values", references.size(), active.size()));
  }
  return call(
      Call{Id::GetClock, references}, functions_->GetClock,
      [&] { return functions_->GetClock(handle_, references.data(), references.size(), active.data()); },
      references, active);
}

Status Fmi3Instance::set_clock(References references, Span<const bool> active) noexcept {
  if (kind() == InterfaceKind::kScheduledExecution) return unsupported("setting Clock variables");
  if (references.size() != active.size()) {
    return refuse(static_cast<std::uint8_t>(Id::SetClock),
                  fmt::format("not called: {} clocks but {} values", references.size(), active.size()));
  }
  return call(
      Call{Id::SetClock, references}, functions_->SetClock,
      [&] { return functions_->SetClock(handle_, references.data(), references.size(), active.data()); },
      references, active);
}

Status Fmi3Instance::directional_derivative(References unknowns, References knowns, Span<const double> seed,
                                            Span<double> sensitivity) noexcept {
  return call(
      Call{Id::GetDirectionalDerivative, unknowns}.if_declared(
          capabilities().provides_directional_derivatives),
      functions_->GetDirectionalDerivative,
      [&] {
        return functions_->GetDirectionalDerivative(handle_, unknowns.data(), unknowns.size(), knowns.data(),
                                                    knowns.size(), seed.data(), seed.size(),
                                                    sensitivity.data(), sensitivity.size());
      },
      unknowns, knowns, seed, sensitivity);
}

Status Fmi3Instance::adjoint_derivative(References unknowns, References knowns, Span<const double> seed,
                                        Span<double> sensitivity) noexcept {
  return call(
      Call{Id::GetAdjointDerivative, unknowns}.if_declared(capabilities().provides_adjoint_derivatives),
      functions_->GetAdjointDerivative,
      [&] {
        return functions_->GetAdjointDerivative(handle_, unknowns.data(), unknowns.size(), knowns.data(),
                                                knowns.size(), seed.data(), seed.size(), sensitivity.data(),
                                                sensitivity.size());
      },
      unknowns, knowns, seed, sensitivity);
}

Status Fmi3Instance::get_state(FmuState& state) noexcept {
  return get_state_by(Id::GetFMUState, functions_->GetFMUState, handle_, state);
}

Status Fmi3Instance::set_state(const FmuState& state) noexcept {
  return set_state_by(Id::SetFMUState, functions_->SetFMUState, handle_, state);
}

Status Fmi3Instance::serialize_state(const FmuState& state, BinaryValue& bytes) noexcept {
  return serialize_state_by(Id::SerializedFMUStateSize, functions_->SerializedFMUStateSize,
                            Id::SerializeFMUState, functions_->SerializeFMUState, handle_, state, bytes);
}

Status Fmi3Instance::deserialize_state(Span<const std::uint8_t> bytes, FmuState& state) noexcept {
  return deserialize_state_by(Id::DeserializeFMUState, functions_->DeserializeFMUState, handle_, bytes,
                              state);
}

void Fmi3Instance::free_state(void* handle) noexcept {
  free_state_by(Id::FreeFMUState, functions_->FreeFMUState, handle_, handle);
}

}  // namespace lockstep::core
