// SPDX-License-Identifier: Apache-2.0
#include "lockstep/core/fmu.hpp"

#include <fmt/format.h>

#include "lockstep/core/check.hpp"
#include "lockstep/core/error.hpp"
#include "python.hpp"
#include "values.hpp"

namespace lockstep::python {
namespace {

using FmuPointer = std::shared_ptr<core::Fmu>;

/// A variable with the FMU that owns its texts.
struct VariableView {
  std::shared_ptr<const core::Fmu> fmu;
  const core::Variable* variable;
};

std::string unit_of(const VariableView& view) {
  const core::TableIndex unit = view.variable->unit;
  return unit == core::kNone ? std::string{} : std::string{view.fmu->description().units()[unit].name};
}

/// With the start values of structural parameters.
std::vector<std::uint64_t> shape_of(const VariableView& view) {
  std::vector<std::uint64_t> shape;
  for (const core::Dimension& dimension : view.variable->dimensions)
    shape.push_back(dimension.size);
  return shape;
}

py::dict variables_of(const std::shared_ptr<const core::Fmu>& fmu) {
  py::dict variables;
  for (const core::Variable& variable : fmu->description().variables())
    variables[py::str{variable.name.data(), variable.name.size()}] = VariableView{fmu, &variable};
  return variables;
}

py::list findings_of(const std::vector<Diagnostic>& diagnostics) {
  py::list list;
  for (const Diagnostic& diagnostic : diagnostics)
    list.append(to_string(diagnostic));
  return list;
}

void add_variable(py::module_& module) {
  py::class_<VariableView>(module, "Variable", "A variable of an FMU.")
      .def_property_readonly("name", [](const VariableView& v) { return v.variable->name; })
      .def_property_readonly("description", [](const VariableView& v) { return v.variable->description; })
      .def_property_readonly("type", [](const VariableView& v) { return core::to_string(v.variable->type); })
      .def_property_readonly("causality",
                             [](const VariableView& v) { return core::to_string(v.variable->causality); })
      .def_property_readonly("variability",
                             [](const VariableView& v) { return core::to_string(v.variable->variability); })
      .def_property_readonly("unit", unit_of)
      .def_property_readonly(
          "start",
          [](const VariableView& v) { return to_python(core::start_value(*v.variable), shape_of(v)); })
      .def("__repr__", [](const VariableView& v) {
        return fmt::format("<lockstep.Variable: {}, {} {} {}>", v.variable->name,
                           core::to_string(v.variable->variability), core::to_string(v.variable->causality),
                           core::to_string(v.variable->type));
      });
}

void add_check(py::module_& module) {
  py::class_<core::CheckReport>(module, "CheckReport", "What check() found.")
      .def_property_readonly("loads", &core::CheckReport::loads_here, "Whether it would run on this machine.")
      .def_property_readonly(
          "valid", [](const core::CheckReport& report) { return !report.has_violations(); },
          "Whether nothing violates the standard.")
      .def_property_readonly("verdict", &core::CheckReport::verdict)
      .def_property_readonly("findings",
                             [](const core::CheckReport& report) { return findings_of(report.diagnostics); })
      .def("__repr__", [](const core::CheckReport& report) {
        return fmt::format("<lockstep.CheckReport: {}>", report.verdict());
      });
  module.def(
      "check", [](const std::filesystem::path& path) { return core::check(path); }, py::arg("path"),
      py::call_guard<py::gil_scoped_release>(),
      "Checks an FMU against the standard and this machine; none of its code runs.");
}

}  // namespace

void add_fmu(py::module_& module) {
  add_variable(module);
  add_check(module);
  // pybind11 keeps no pointers to const; nothing here changes the FMU.
  py::class_<core::Fmu, FmuPointer>(module, "Fmu", "The description of an FMU; see open().")
      .def_property_readonly("name", [](const core::Fmu& fmu) { return fmu.description().model_name(); })
      .def_property_readonly("fmi_version",
                             [](const core::Fmu& fmu) { return fmu.description().fmi_version_text(); })
      .def_property_readonly("description",
                             [](const core::Fmu& fmu) { return fmu.description().description(); })
      .def_property_readonly("path", &core::Fmu::path)
      .def_property_readonly(
          "variables", [](const FmuPointer& fmu) { return variables_of(fmu); },
          "Name -> Variable, in the order of the file.")
      .def_property_readonly("findings", [](const core::Fmu& fmu) { return findings_of(fmu.diagnostics()); })
      .def("__repr__", [](const core::Fmu& fmu) {
        return fmt::format("<lockstep.Fmu: {}, FMI {}, {} variables>", fmu.description().model_name(),
                           fmu.description().fmi_version_text(), fmu.description().variables().size());
      });
  module.def(
      "open",
      [](const std::filesystem::path& path) {
        return std::const_pointer_cast<core::Fmu>(core::Fmu::open(path));
      },
      py::arg("path"), py::call_guard<py::gil_scoped_release>(), "Reads an FMU; none of its code runs.");
}

}  // namespace lockstep::python
