// SPDX-License-Identifier: Apache-2.0
#include "values.hpp"

#include <fmt/format.h>

#include <limits>

#include "lockstep/core/element_type.hpp"
#include "lockstep/core/error.hpp"

namespace lockstep::python {
namespace {

using Bytes = std::vector<std::uint8_t>;

[[noreturn]] void does_not_fit(std::string_view name, core::VariableType type, const py::handle& object) {
  throw Error{ErrorCode::kBadUsage, fmt::format("{} is no value for '{}' of type {}",
                                                std::string{py::repr(object)}, name, core::to_string(type))};
}

// Python's own conversions, without those that lose something: float to int, number to str.
template <class T>
bool convert(const py::handle& object, T& element) {
  if constexpr (std::is_same_v<T, bool>) {
    if (py::isinstance<py::bool_>(object)) return element = object.cast<bool>(), true;
    const int number = PyObject_IsTrue(object.ptr());
    const bool is_number = PyNumber_Check(object.ptr()) != 0;
    if (!is_number || !(object.equal(py::int_(0)) || object.equal(py::int_(1)))) return false;
    return element = number == 1, true;
  } else if constexpr (std::is_same_v<T, std::string>) {
    if (!py::isinstance<py::str>(object)) return false;
    return element = object.cast<std::string>(), true;
  } else if constexpr (std::is_same_v<T, Bytes>) {
    if (!py::isinstance<py::bytes>(object)) return false;
    const std::string_view view = object.cast<std::string_view>();
    return element.assign(view.begin(), view.end()), true;
  } else if constexpr (std::is_floating_point_v<T>) {
    const double number = PyFloat_AsDouble(object.ptr());
    if (PyErr_Occurred() != nullptr) return PyErr_Clear(), false;
    return element = static_cast<T>(number), true;
  } else {
    if (PyFloat_Check(object.ptr()) != 0) return false;
    const py::object whole = py::reinterpret_steal<py::object>(PyNumber_Index(object.ptr()));
    if (!whole) return PyErr_Clear(), false;
    py::detail::make_caster<T> caster;
    if (!caster.load(whole, false)) return false;
    return element = py::detail::cast_op<T>(caster), true;
  }
}

bool is_sequence(const py::handle& object) {
  return py::isinstance<py::sequence>(object) && !py::isinstance<py::str>(object) &&
         !py::isinstance<py::bytes>(object);
}

template <class T>
void append(std::string_view name, core::VariableType type, const py::handle& object,
            std::vector<core::ValueElement<T>>& elements) {
  if (is_sequence(object) || (py::isinstance<py::array>(object) && object.attr("ndim").cast<int>() > 0)) {
    for (const py::handle item : object)
      append<T>(name, type, item, elements);
    return;
  }
  T element{};
  if (!convert(object, element)) does_not_fit(name, type, object);
  elements.push_back(element);
}

std::size_t element_count(const std::vector<std::uint64_t>& shape) noexcept {
  std::size_t count = 1;
  for (const std::uint64_t size : shape)
    count *= size;
  return count;
}

template <class T>
py::object element_object(const T& element) {
  if constexpr (std::is_same_v<T, Bytes>)
    return py::bytes{reinterpret_cast<const char*>(element.data()), element.size()};
  else
    return py::cast(element);
}

template <class T>
py::object array_object(const T* elements, std::size_t count, const std::vector<std::uint64_t>& shape) {
  if constexpr (std::is_same_v<T, Bytes> || std::is_same_v<T, std::string>) {
    py::list list;
    for (std::size_t i = 0; i < count; ++i)
      list.append(element_object(elements[i]));
    return std::move(list);
  } else {
    return py::array_t<T>{std::vector<py::ssize_t>{shape.begin(), shape.end()}, elements};
  }
}

}  // namespace

core::Value to_value(std::string_view name, core::VariableType type, const py::handle& object) {
  return core::with_element_type(type, [&](auto tag) -> core::Value {
    using T = typename decltype(tag)::type;
    std::vector<core::ValueElement<T>> elements;
    append<T>(name, type, object, elements);
    return elements;
  });
}

py::object to_python(core::VariableType type, const void* data, const std::vector<std::uint64_t>& shape) {
  return core::with_element_type(type, [&](auto tag) -> py::object {
    using T = typename decltype(tag)::type;
    const T* const elements = static_cast<const T*>(data);
    if (shape.empty()) return element_object(elements[0]);
    return array_object(elements, element_count(shape), shape);
  });
}

py::object to_python(const core::Value& value, const std::vector<std::uint64_t>& shape) {
  return std::visit(
      [&shape](const auto& elements) -> py::object {
        using T = typename std::decay_t<decltype(elements)>::value_type;
        const bool fits = element_count(shape) == elements.size();
        if (shape.empty() && fits) return element_object(static_cast<const T&>(elements[0]));
        const std::vector<std::uint64_t> flat{elements.size()};
        if constexpr (std::is_same_v<T, bool>) {
          const std::vector<std::uint8_t> bytes{elements.begin(), elements.end()};
          return array_object(bytes.data(), bytes.size(), fits ? shape : flat).attr("astype")("bool");
        } else {
          return array_object(elements.data(), elements.size(), fits ? shape : flat);
        }
      },
      value);
}

}  // namespace lockstep::python
