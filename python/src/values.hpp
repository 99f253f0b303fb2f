// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "lockstep/core/value.hpp"
#include "python.hpp"

namespace lockstep::python {

/// A Python value for a variable of this type: a number, bool, str or bytes, or a sequence or array of them
/// (row-major). Throws Error{kBadUsage} naming `name` when it does not fit: 2.5 is no Int32, 300 no UInt8.
core::Value to_value(std::string_view name, core::VariableType type, const py::handle& object);

/// Elements in C++ memory as Python sees them: a scalar (shape empty) as float, int, bool, str or bytes; an
/// array as a NumPy array, or as a list of str or bytes. Copies.
py::object to_python(core::VariableType type, const void* data, const std::vector<std::uint64_t>& shape);

/// The same for a Value. A shape with another number of elements counts as a flat array.
py::object to_python(const core::Value& value, const std::vector<std::uint64_t>& shape);

}  // namespace lockstep::python
