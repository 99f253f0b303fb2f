// SPDX-License-Identifier: Apache-2.0
#include "isolation/inputs_text.hpp"

#include <fmt/format.h>

#include "lockstep/core/element_type.hpp"

namespace lockstep::core::isolation {
namespace {

constexpr std::size_t kMaxElements = 10;
constexpr std::size_t kMaxText = 40;

template <class T>
std::string element_text(const T& value) {
  if constexpr (std::is_same_v<T, std::string>) {
    return '"' + value.substr(0, kMaxText) + (value.size() > kMaxText ? "...\"" : "\"");
  } else if constexpr (std::is_same_v<T, BinaryValue>) {
    return fmt::format("{} bytes", value.size());
  } else {
    return fmt::format("{}", value);
  }
}

}  // namespace

std::string inputs_text(const std::vector<Stepper::Group*>& groups) {
  std::string text;
  std::size_t shown = 0, all = 0;
  for (const Stepper::Group* group : groups) {
    const std::size_t each = group->variables.empty() ? 1 : group->element_count / group->variables.size();
    all += group->element_count;
    with_element_type(group->type, [&](auto tag) {
      using T = typename decltype(tag)::type;
      const T* const elements = static_cast<const T*>(group->data);
      // Arrays of several lengths in one group have no names here; their values still tell.
      const bool alike = each * group->variables.size() == group->element_count;
      for (std::size_t i = 0; i < group->element_count && shown < kMaxElements; ++i, ++shown) {
        const std::string name = alike ? std::string{group->variables[i / each]->name} +
                                             (each > 1 ? "[" + std::to_string(i % each) + "]" : "")
                                       : "element " + std::to_string(i);
        text +=
            fmt::format("{}{} = {}", text.empty() ? "inputs: " : ", ", name, element_text<T>(elements[i]));
      }
    });
  }
  if (all > shown) text += fmt::format(", and {} more", all - shown);
  return text;
}

}  // namespace lockstep::core::isolation
