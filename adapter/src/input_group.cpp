// SPDX-License-Identifier: Apache-2.0
#include "input_group.hpp"

#include "lockstep/core/element_type.hpp"
#include "typed_input_group.hpp"

namespace lockstep::adapter {

std::unique_ptr<InputGroup> make_input_group(core::VariableType type, const AdapterOptions& options) {
  return core::with_element_type(type, [&](auto tag) -> std::unique_ptr<InputGroup> {
    return std::make_unique<TypedInputGroup<typename decltype(tag)::type>>(options);
  });
}

}  // namespace lockstep::adapter
