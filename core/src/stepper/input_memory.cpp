// SPDX-License-Identifier: Apache-2.0
#include "stepper/input_memory.hpp"

#include <algorithm>
#include <cstring>
#include <type_traits>

#include "stepper/element_types.hpp"
#include "stepper/typed_buffer.hpp"

namespace lockstep::core {
namespace {

void copy_elements(VariableType type, const void* from, void* to, std::size_t count) noexcept {
  with_element_type(type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    std::copy_n(static_cast<const T*>(from), count, static_cast<T*>(to));
  });
}

bool equal_elements(VariableType type, const void* a, const void* b, std::size_t count) noexcept {
  return with_element_type(type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    if constexpr (std::is_arithmetic_v<T>) return std::memcmp(a, b, count * sizeof(T)) == 0;
    return std::equal(static_cast<const T*>(a), static_cast<const T*>(a) + count, static_cast<const T*>(b));
  });
}

}  // namespace

GroupCopy::GroupCopy(const Stepper::Group& group)
    : group_{&group},
      count_{group.element_count},
      data_{make_typed_buffer(group.type, group.element_count)} {}

void GroupCopy::take() noexcept {
  copy_elements(group_->type, group_->data, data_.get(), count_);
}

void GroupCopy::give() const noexcept {
  copy_elements(group_->type, data_.get(), group_->data, count_);
}

void GroupCopy::assign(const GroupCopy& other) noexcept {
  copy_elements(group_->type, other.data_.get(), data_.get(), count_);
}

bool GroupCopy::differs() const noexcept {
  return !equal_elements(group_->type, group_->data, data_.get(), count_);
}

InputMemory::Change InputMemory::change() const noexcept {
  Change change;
  for (const GroupCopy& copy : copies_) {
    if (!copy.differs()) continue;
    change.any = true;
    for (const Variable* variable : copy.group().variables)
      change.parameter = change.parameter || variable->causality == Causality::kParameter;
  }
  return change;
}

void InputMemory::take() noexcept {
  for (GroupCopy& copy : copies_)
    copy.take();
}

std::vector<GroupCopy> InputMemory::state() const {
  std::vector<GroupCopy> state;
  for (const GroupCopy& copy : copies_)
    state.emplace_back(copy.group());
  copy_to(state);
  return state;
}

void InputMemory::copy_to(std::vector<GroupCopy>& state) const noexcept {
  for (std::size_t i = 0; i < copies_.size(); ++i)
    state[i].assign(copies_[i]);
}

void InputMemory::restore(const std::vector<GroupCopy>& state) noexcept {
  for (std::size_t i = 0; i < copies_.size(); ++i)
    copies_[i].assign(state[i]);
}

}  // namespace lockstep::core
