// SPDX-License-Identifier: Apache-2.0
#include "field_values.hpp"

#include <type_traits>

namespace lockstep::middlewares {
namespace {

// An array of the right alternative and size, with the variable's start values where they are known.
core::Value start_elements(const adapter::Adapter& adapter, const core::Variable& variable) {
  core::Value value = adapter.start_value(variable);
  const std::size_t count = adapter.element_count(variable);
  std::visit(
      [count](auto& elements) {
        if (elements.size() != count) elements.resize(count);
      },
      value);
  return value;
}

void put_element(core::Value& array, std::size_t index, const core::Value& element) {
  std::visit(
      [&](auto& elements) {
        using Elements = std::decay_t<decltype(elements)>;
        elements[index] = std::get<Elements>(element).front();
      },
      array);
}

void take_element(const core::Value& array, std::size_t index, core::Value& element) {
  std::visit(
      [&](const auto& elements) {
        using Elements = std::decay_t<decltype(elements)>;
        if (!std::holds_alternative<Elements>(element)) element = Elements{};
        std::get<Elements>(element).assign(1, elements[index]);
      },
      array);
}

}  // namespace

core::Value& InputArrays::of(const adapter::Adapter& adapter, const core::Variable& variable) {
  const auto found = values_.find(&variable);
  return found != values_.end() ? found->second
                                : values_.emplace(&variable, start_elements(adapter, variable)).first->second;
}

void InputArrays::restart(const adapter::Adapter& adapter) {
  for (auto& [variable, value] : values_)
    value = start_elements(adapter, *variable);
}

InputFields::InputFields(const adapter::Adapter& adapter, const Channel& channel, InputArrays& arrays) {
  for (const FieldBinding& binding : channel.fields) {
    core::Value& value = arrays.of(adapter, *binding.variable);
    core::Value element = value;
    std::visit([](auto& elements) { elements.resize(1); }, element);
    targets_.push_back({binding, &value, element, element});
  }
}

InputFields::Result InputFields::add(adapter::Adapter& adapter, std::size_t field, adapter::SimTime at,
                                     const core::Value& value) {
  Target& target = targets_[field];
  const bool given = std::visit([](const auto& elements) { return !elements.empty(); }, value);
  if (!given || !convert(value, target.binding.element ? target.element : *target.value)) return {};
  if (target.binding.element) {
    take_element(*target.value, *target.binding.element, target.before);
    put_element(*target.value, *target.binding.element, target.element);
  }
  const std::size_t expected = adapter.element_count(*target.binding.variable);
  const std::size_t count = std::visit([](const auto& elements) { return elements.size(); }, *target.value);
  if (count != expected) return {};
  Result result{false, true, adapter.add_value(*target.binding.variable, at, *target.value)};
  result.accepted = accepted(result.point);
  // What was refused must not come back with the next element.
  if (!result.accepted && target.binding.element)
    put_element(*target.value, *target.binding.element, target.before);
  return result;
}

OutputFields::OutputFields(const Channel& channel) : bindings_{channel.fields} {
  for (const FieldBinding& binding : bindings_)
    values_.push_back(binding.variable == nullptr ? binding.constant : empty_value(binding.field->kind));
  clipped_.reserve(bindings_.size());
}

const std::vector<core::Value>& OutputFields::read(const adapter::Adapter& adapter) {
  clipped_.clear();
  for (std::size_t i = 0; i < bindings_.size(); ++i) {
    const FieldBinding& binding = bindings_[i];
    if (binding.variable == nullptr) continue;
    adapter.read_output(*binding.variable, scratch_);
    if (binding.element) take_element(scratch_, *binding.element, element_);
    if (!convert_to_field(binding.element ? element_ : scratch_, *binding.field, values_[i]))
      clipped_.push_back(i);
  }
  return values_;
}

}  // namespace lockstep::middlewares
