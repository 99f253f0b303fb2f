// SPDX-License-Identifier: Apache-2.0
#include "field_values.hpp"

#include <fmt/format.h>

#include <type_traits>

namespace lockstep::middlewares {
namespace {

// An array of the right alternative and size, with the port's start values where they are known.
core::Value start_elements(const PortWriter& writer, const Port& port) {
  core::Value value = writer.start_value(port.handle);
  std::visit(
      [count = port.count](auto& elements) {
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

core::Value& InputArrays::of(const PortWriter& writer, const Port& port) {
  const auto found = values_.find(&port);
  return found != values_.end() ? found->second
                                : values_.emplace(&port, start_elements(writer, port)).first->second;
}

void InputArrays::restart(const PortWriter& writer) {
  for (auto& [port, value] : values_)
    value = start_elements(writer, *port);
}

InputFields::InputFields(const PortWriter& writer, const std::vector<FieldBinding>& fields,
                         InputArrays& arrays) {
  for (const FieldBinding& binding : fields) {
    core::Value& value = arrays.of(writer, *binding.port);
    core::Value element = value;
    std::visit([](auto& elements) { elements.resize(1); }, element);
    targets_.push_back({binding, &value, element, element});
  }
}

std::string InputFields::add(PortWriter& writer, std::size_t field, SimTime at, const core::Value& value) {
  Target& target = targets_[field];
  const std::size_t given = std::visit([](const auto& elements) { return elements.size(); }, value);
  const bool any_count = target.binding.port->count == 0;
  if ((given == 0 && !any_count) || !convert(value, target.binding.element ? target.element : *target.value))
    return "does not fit and was refused";
  if (target.binding.element) {
    take_element(*target.value, *target.binding.element, target.before);
    put_element(*target.value, *target.binding.element, target.element);
  }
  std::string why = writer.write(target.binding.port->handle, at, *target.value);
  // What was refused must not come back with the next element.
  if (!why.empty() && target.binding.element)
    put_element(*target.value, *target.binding.element, target.before);
  return why;
}

OutputFields::OutputFields(const Channel& channel) : bindings_{channel.fields} {
  for (const FieldBinding& binding : bindings_)
    values_.push_back(binding.port == nullptr ? binding.constant : empty_value(binding.field->kind));
  clipped_.reserve(bindings_.size());
}

const std::vector<core::Value>& OutputFields::read(const PortReader& reader) {
  clipped_.clear();
  for (std::size_t i = 0; i < bindings_.size(); ++i) {
    const FieldBinding& binding = bindings_[i];
    if (binding.port == nullptr) continue;
    reader.read(binding.port->handle, scratch_);
    if (binding.element) take_element(scratch_, *binding.element, element_);
    if (!convert_to_field(binding.element ? element_ : scratch_, *binding.field, values_[i]))
      clipped_.push_back(i);
  }
  return values_;
}

std::string clipped_text(const Channel& channel, std::size_t field, const core::Value& value,
                         const core::Value& published) {
  const FieldBinding& binding = channel.fields[field];
  return fmt::format("topic '{}': {} = {} does not fit field '{}' ({} of {} bits), {} was published",
                     channel.topic, binding.port->name, core::to_text(value), binding.field->path,
                     to_string(binding.field->kind), binding.field->bits, core::to_text(published));
}

}  // namespace lockstep::middlewares
