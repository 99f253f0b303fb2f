// SPDX-License-Identifier: Apache-2.0
// Fmi2Instance: values, derivatives and states.
#include <fmt/format.h>

#include <limits>

#include "instance/fmi2_instance.hpp"
#include "instance/scratch.hpp"

namespace lockstep::core {

Status Fmi2Instance::require_equal(Id id, std::size_t references, std::size_t values) noexcept {
  return refuse(static_cast<std::uint8_t>(id),
                fmt::format("not called: {} references but {} values; FMI 2.0 has one value for each",
                            references, values));
}

Status Fmi2Instance::get_real(Span<const ValueReference> references, Span<double> values) noexcept {
  if (references.size() != values.size()) return require_equal(Id::GetReal, references.size(), values.size());
  if (references.empty()) return Status::kOk;
  return call(
      Call{Id::GetReal, references}, get_real_,
      [&] { return get_real_(component_, references.data(), references.size(), values.data()); }, references,
      values);
}

Status Fmi2Instance::set_real(Span<const ValueReference> references, Span<const double> values) noexcept {
  if (references.size() != values.size()) return require_equal(Id::SetReal, references.size(), values.size());
  if (references.empty()) return Status::kOk;
  return call(
      Call{Id::SetReal, references}, set_real_,
      [&] { return set_real_(component_, references.data(), references.size(), values.data()); }, references,
      values);
}

Status Fmi2Instance::get_integers(Id id, Span<const ValueReference> references, std::size_t count,
                                  fmi2GetIntegerTYPE* function) noexcept {
  auto& integers = scratch<fmi2Integer>();
  if (references.size() != count) return require_equal(id, references.size(), count);
  if (references.empty()) return Status::kOk;
  if (integers.size() < count) integers.resize(count);
  return call(
      Call{id, references}, function,
      [&] { return function(component_, references.data(), count, integers.data()); }, references,
      Span<const fmi2Integer>{integers.data(), count});
}

Status Fmi2Instance::set_integers(Id id, Span<const ValueReference> references,
                                  fmi2SetIntegerTYPE* function) noexcept {
  auto& integers = scratch<fmi2Integer>();
  return call(
      Call{id, references}, function,
      [&] { return function(component_, references.data(), references.size(), integers.data()); }, references,
      Span<const fmi2Integer>{integers.data(), references.size()});
}

Status Fmi2Instance::get(Span<const ValueReference> references, Span<std::int32_t> values) noexcept {
  if (references.size() != values.size())
    return require_equal(Id::GetInteger, references.size(), values.size());
  if (references.empty()) return Status::kOk;
  return call(
      Call{Id::GetInteger, references}, functions_->GetInteger,
      [&] { return functions_->GetInteger(component_, references.data(), references.size(), values.data()); },
      references, values);
}

Status Fmi2Instance::set(Span<const ValueReference> references, Span<const std::int32_t> values) noexcept {
  if (references.size() != values.size())
    return require_equal(Id::SetInteger, references.size(), values.size());
  if (references.empty()) return Status::kOk;
  return call(
      Call{Id::SetInteger, references}, functions_->SetInteger,
      [&] { return functions_->SetInteger(component_, references.data(), references.size(), values.data()); },
      references, values);
}

Status Fmi2Instance::get(Span<const ValueReference> references, Span<bool> values) noexcept {
  auto& integers = scratch<fmi2Integer>();
  const Status status = get_integers(Id::GetBoolean, references, values.size(), functions_->GetBoolean);
  if (!succeeded(status)) return status;
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = integers[i] != fmi2False;
  return status;
}

Status Fmi2Instance::set(Span<const ValueReference> references, Span<const bool> values) noexcept {
  auto& integers = scratch<fmi2Integer>();
  if (references.size() != values.size())
    return require_equal(Id::SetBoolean, references.size(), values.size());
  if (references.empty()) return Status::kOk;
  integers.assign(values.begin(), values.end());
  return set_integers(Id::SetBoolean, references, functions_->SetBoolean);
}

Status Fmi2Instance::get_enumeration(Span<const ValueReference> references,
                                     Span<std::int64_t> values) noexcept {
  auto& integers = scratch<fmi2Integer>();
  const Status status = get_integers(Id::GetInteger, references, values.size(), functions_->GetInteger);
  if (!succeeded(status)) return status;
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = integers[i];
  return status;
}

Status Fmi2Instance::set_enumeration(Span<const ValueReference> references,
                                     Span<const std::int64_t> values) noexcept {
  auto& integers = scratch<fmi2Integer>();
  if (references.size() != values.size())
    return require_equal(Id::SetInteger, references.size(), values.size());
  if (references.empty()) return Status::kOk;
  integers.clear();
  for (const std::int64_t value : values) {
    if (value < std::numeric_limits<fmi2Integer>::min() || value > std::numeric_limits<fmi2Integer>::max()) {
      return refuse(static_cast<std::uint8_t>(Id::SetInteger),
                    fmt::format("not called: {} does not fit the 32-bit integers of FMI 2.0", value));
    }
    integers.push_back(static_cast<fmi2Integer>(value));
  }
  return set_integers(Id::SetInteger, references, functions_->SetInteger);
}

Status Fmi2Instance::get(Span<const ValueReference> references, Span<std::string> values) noexcept {
  auto& strings = scratch<fmi2String>();
  if (references.size() != values.size())
    return require_equal(Id::GetString, references.size(), values.size());
  if (references.empty()) return Status::kOk;
  strings.assign(values.size(), nullptr);
  const Status status = call(
      Call{Id::GetString, references}, functions_->GetString,
      [&] { return functions_->GetString(component_, references.data(), references.size(), strings.data()); },
      references, Span<const fmi2String>{strings});
  if (!succeeded(status)) return status;
  for (std::size_t i = 0; i < values.size();
       ++i)  // copied now: the FMU may reuse its memory in the next call
    values[i] = strings[i] != nullptr ? strings[i] : "";
  return status;
}

Status Fmi2Instance::set(Span<const ValueReference> references, Span<const std::string> values) noexcept {
  auto& strings = scratch<fmi2String>();
  if (references.size() != values.size())
    return require_equal(Id::SetString, references.size(), values.size());
  if (references.empty()) return Status::kOk;
  strings.clear();
  for (const std::string& value : values)
    strings.push_back(value.c_str());
  return call(
      Call{Id::SetString, references}, functions_->SetString,
      [&] { return functions_->SetString(component_, references.data(), references.size(), strings.data()); },
      references, values);
}

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
