// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "lockstep/core/variable.hpp"
#include "value_table.hpp"

namespace lockstep::network {

/// Elements that move from one buffer to another and become another type on the way; everything that is not
/// a plain Float64 connection. Made once; run() looks nothing up. Texts and byte strings allocate only when
/// they are longer than the target has room for.
class TypedMove {
 public:
  /// `sum`: adds to what is there instead of replacing it (floating-point targets only). The types fit each
  /// other (is_lossless).
  TypedMove(core::VariableType from_type, const void* from, core::VariableType to_type, void* to,
            std::size_t count, double factor, double offset, bool sum);
  /// With a table: both types are Booleans, integers or enumerations (is_tabular).
  TypedMove(core::VariableType from_type, const void* from, core::VariableType to_type, void* to,
            std::size_t count, ValueTable table);
  void run() const noexcept { run_(*this); }

 private:
  template <class From, class To>
  static void convert(const TypedMove& move) noexcept;
  template <class From, class To>
  static void look_up(const TypedMove& move) noexcept;
  template <class T>
  static void assign(const TypedMove& move) noexcept;

  void (*run_)(const TypedMove&) noexcept {nullptr};
  const void* from_;
  void* to_;
  std::size_t count_;
  double factor_{1.0}, offset_{0.0};
  bool sum_{false};
  ValueTable table_;
};

/// The place of element `index` in an array of elements of this type.
void* element_at(core::VariableType type, void* data, std::size_t index) noexcept;
const void* element_at(core::VariableType type, const void* data, std::size_t index) noexcept;

}  // namespace lockstep::network
