// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "instance/instance_base.hpp"

namespace lockstep::core {

/// Capturing, restoring and serialising FMU states: FMI 2 and 3 have the same functions under other names.
/// Subclasses pass theirs, with the handle of the instance.
class StatefulInstance : public InstanceBase {
 protected:
  using InstanceBase::InstanceBase;

  template <class Id, class Get>
  Status get_state_by(Id id, Get* getter, void* component, FmuState& state) noexcept {
    void* handle = state.handle();
    const Status status = call(Call{id}.if_declared(capabilities().can_get_and_set_state), getter,
                               [&] { return getter(component, &handle); });
    if (succeeded(status)) hand_over(state, handle);
    return status;
  }

  template <class Id, class Set>
  Status set_state_by(Id id, Set* setter, void* component, const FmuState& state) noexcept {
    const Status status = call(Call{id}.if_declared(capabilities().can_get_and_set_state).also_after_error(),
                               setter, [&] { return setter(component, state.handle()); });
    if (succeeded(status)) recover();
    return status;
  }

  /// FMI 2 counts bytes as char, FMI 3 as unsigned char.
  template <class Id, class Size, class Result, class Byte>
  Status serialize_state_by(Id size_id, Size* size_of, Id id,
                            Result (*serialize)(void*, void*, Byte*, std::size_t), void* component,
                            const FmuState& state, BinaryValue& bytes) noexcept {
    const bool able = capabilities().can_serialize_state;
    std::size_t size = 0;
    const Status sized = call(Call{size_id}.if_declared(able), size_of,
                              [&] { return size_of(component, state.handle(), &size); });
    if (!succeeded(sized)) return sized;
    bytes.resize(size);
    return call(
        Call{id}.if_declared(able), serialize,
        [&] { return serialize(component, state.handle(), reinterpret_cast<Byte*>(bytes.data()), size); },
        bytes);
  }

  template <class Id, class Result, class Byte>
  Status deserialize_state_by(Id id, Result (*deserialize)(void*, const Byte*, std::size_t, void**),
                              void* component, Span<const std::uint8_t> bytes, FmuState& state) noexcept {
    void* handle = nullptr;
    const Status status = call(Call{id}.if_declared(capabilities().can_serialize_state), deserialize, [&] {
      return deserialize(component, reinterpret_cast<const Byte*>(bytes.data()), bytes.size(), &handle);
    });
    if (succeeded(status)) state = FmuState{*this, handle};
    return status;
  }

  template <class Id, class Free>
  void free_state_by(Id id, Free* release, void* component, void* handle) noexcept {
    static_cast<void>(
        call(Call{id}.also_after_error(), release, [&] { return release(component, &handle); }));
  }

 private:
  void hand_over(FmuState& state, void* handle) noexcept {
    if (state) {
      state.set_handle(handle);
    } else {
      state = FmuState{*this, handle};
    }
  }
};

}  // namespace lockstep::core
