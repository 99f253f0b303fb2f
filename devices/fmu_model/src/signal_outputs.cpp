// SPDX-License-Identifier: Apache-2.0
#include "lockstep/devices/fmu_model/signal_outputs.hpp"

#include <algorithm>

#include "lockstep/core/element_type.hpp"
#include "lockstep/core/error.hpp"

namespace lockstep::devices {

void SignalOutputs::bind(Binder& binder, core::Stepper& stepper, const Variables& variables) {
  for (const Variables& group : bindable_groups(variables)) {
    core::with_element_type(group.front()->type, [&](auto tag) {
      using T = typename decltype(tag)::type;
      add<T>(binder, stepper, group, stepper.bind_outputs<T>(group).data());
    });
  }
}

void SignalOutputs::set_safe_value(const core::Stepper& stepper, const core::Variable& variable,
                                   std::string_view text) {
  const auto signal = signals_.find(&variable);
  if (signal == signals_.end())
    throw Error{ErrorCode::kBadUsage, "variable '" + std::string{variable.name} + "' is not a signal"};
  const core::Value value = core::parse_value(stepper.description(), variable, text);
  const auto count = static_cast<std::size_t>(stepper.element_count(variable));
  core::with_element_type(variable.type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    const auto& given = std::get<std::vector<core::ValueElement<T>>>(value);
    if (given.size() != count && given.size() != 1) {
      throw Error{ErrorCode::kBadUsage, "variable '" + std::string{variable.name} + "' is given " +
                                            std::to_string(given.size()) + " elements, expected 1 or " +
                                            std::to_string(count)};
    }
    const std::shared_ptr<T[]> elements{new T[count]()};
    for (std::size_t i = 0; i < count; ++i)
      elements[i] = static_cast<T>(given[given.size() == 1 ? 0 : i]);
    safe_.add<T>(elements.get(), static_cast<T*>(signal->second), count);
    safe_values_.emplace_back(elements, elements.get());
  });
}

}  // namespace lockstep::devices
