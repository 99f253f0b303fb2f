// SPDX-License-Identifier: Apache-2.0
#include "result.hpp"

#include <fmt/format.h>

namespace lockstep::python {
namespace {

/// An array over memory of `owner`, or a copy while rows still come; Python cannot write to it.
template <class T>
py::object view(const std::shared_ptr<Columns>& owner, const std::vector<T>& elements, bool is_bool) {
  if constexpr (std::is_same_v<T, std::string>) {
    return py::cast(elements);
  } else if constexpr (std::is_same_v<T, std::vector<std::uint8_t>>) {
    py::list list;
    for (const auto& bytes : elements)
      list.append(py::bytes{reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    return std::move(list);
  } else {
    const py::capsule keeper{new std::shared_ptr<Columns>{owner},
                             [](void* kept) { delete static_cast<std::shared_ptr<Columns>*>(kept); }};
    const py::object base = owner->complete() ? py::object{keeper} : py::object{};
    py::array array{is_bool ? py::dtype::of<bool>() : py::dtype::of<T>(),
                    std::vector<py::ssize_t>{static_cast<py::ssize_t>(elements.size())}, elements.data(),
                    base};
    array.attr("setflags")(py::arg("write") = false);
    return std::move(array);
  }
}

bool is_bool(core::VariableType type) noexcept {
  return type == core::VariableType::kBoolean || type == core::VariableType::kClock;
}

py::object column_of(const Result& result, const std::string& name) {
  if (name == "time") return view(result.columns, result.columns->time_s(), false);
  const Columns::Column* const column = result.columns->find(name);
  if (column == nullptr) throw py::key_error(fmt::format("no column is named '{}'", name));
  return std::visit(
      [&](const auto& elements) { return view(result.columns, elements, is_bool(column->type)); },
      column->data);
}

std::vector<std::string> names_of(const Result& result) {
  std::vector<std::string> names{"time"};
  for (const Columns::Column& column : result.columns->columns())
    names.push_back(column.name);
  return names;
}

std::string unit_of(const Result& result, const std::string& name) {
  if (name == "time") return "s";
  const Columns::Column* const column = result.columns->find(name);
  if (column == nullptr) throw py::key_error(fmt::format("no column is named '{}'", name));
  return column->unit;
}

}  // namespace

void add_result(py::module_& module) {
  py::class_<Result>(module, "Result", "Rows of a run: result[\"time\"] and result[NAME] are NumPy arrays.")
      .def("__getitem__", column_of, py::arg("name"))
      .def("__contains__",
           [](const Result& result, const std::string& name) {
             return name == "time" || result.columns->find(name) != nullptr;
           })
      .def("__len__", [](const Result& result) { return result.columns->time_s().size(); })
      .def("keys", names_of, "Names of the columns; dict(result) and pandas.DataFrame(dict(result)) work.")
      .def("unit", unit_of, py::arg("name"), "The unit of a column; empty when it has none.")
      .def_property_readonly("time", [](const Result& result) { return column_of(result, "time"); })
      .def("__repr__", [](const Result& result) {
        return fmt::format("<lockstep.Result: {} rows, columns {}>", result.columns->time_s().size(),
                           fmt::join(names_of(result), ", "));
      });
}

}  // namespace lockstep::python
