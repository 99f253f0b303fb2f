// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "lockstep/core/variable.hpp"

namespace lockstep::runtime {

/// Bytes of one element of a signal as it lies in memory: 8 for a double, sizeof(std::string) for a text.
std::size_t element_size(core::VariableType type) noexcept;
/// Whether elements of this type are plain memory: numbers and Booleans, not texts and byte strings.
bool is_plain(core::VariableType type) noexcept;

/// Copies `count` elements of `type`. Numbers are plain memory. A text or byte string is assigned, which
/// allocates only when it is longer than any the target has held or reserved.
void copy_elements(core::VariableType type, std::uint32_t count, const void* from, void* to) noexcept;

/// Memory for one signal: `count` elements of the C++ type core::with_element_type() names. Numbers start at
/// zero. Texts and byte strings start empty with room for kTextRoom bytes, so that short ones never allocate
/// in a step. The memory never moves, also when the buffer itself is moved.
class SignalBuffer {
 public:
  static constexpr std::size_t kTextRoom = 255;

  SignalBuffer() = default;
  SignalBuffer(core::VariableType type, std::uint32_t count, std::size_t text_room = kTextRoom);

  /// Makes room for texts of so many bytes. Their memory moves, so that this is for set-up.
  void reserve(std::size_t text_room);
  explicit operator bool() const noexcept { return data_ != nullptr; }
  void* data() const noexcept { return data_.get(); }
  /// Copies from the memory of another signal of the same type and count.
  void assign(const void* from) noexcept { copy_elements(type_, count_, from, data_.get()); }
  void copy_to(void* to) const noexcept { copy_elements(type_, count_, data_.get(), to); }

 private:
  core::VariableType type_{core::VariableType::kFloat64};
  std::uint32_t count_{0};
  std::shared_ptr<void> data_;  // knows how to destroy its elements
};

}  // namespace lockstep::runtime
