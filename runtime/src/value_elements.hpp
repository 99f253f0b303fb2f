// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "lockstep/core/value.hpp"

namespace lockstep::runtime {

/// Why `value` is not `count` elements for memory of `type`: another number of elements or another kind of
/// value, NaN or infinity, a number beyond the type's range, a text longer than `max_length` bytes. Empty
/// when it fits. Whole numbers fit wherever numbers do.
std::string why_unfit(const core::Value& value, core::VariableType type, std::uint32_t count,
                      std::size_t max_length);
/// Writes a value that fits into memory of `type`.
void store_value(const core::Value& value, core::VariableType type, void* to);
/// The elements in memory as a value.
core::Value load_value(core::VariableType type, std::uint32_t count, const void* from);
/// `count` zeros or empty texts (with room for `text_room` bytes) of the alternative that carries `type`.
core::Value zero_value(core::VariableType type, std::uint32_t count, std::size_t text_room = 0);
/// Whether a value has no elements.
bool is_empty(const core::Value& value) noexcept;

}  // namespace lockstep::runtime
