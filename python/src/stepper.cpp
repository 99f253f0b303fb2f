// SPDX-License-Identifier: Apache-2.0
#include "stepper.hpp"

#include <fmt/format.h>

#include "lockstep/core/element_type.hpp"
#include "lockstep/core/error.hpp"
#include "logging.hpp"
#include "values.hpp"

namespace lockstep::python {
namespace {

using StepperPointer = std::shared_ptr<core::Stepper>;

std::optional<core::InterfaceKind> kind_of(const std::string& interface) {
  if (interface.empty()) return std::nullopt;
  if (interface == "cs") return core::InterfaceKind::kCoSimulation;
  if (interface == "me") return core::InterfaceKind::kModelExchange;
  throw Error{ErrorCode::kBadUsage, fmt::format("interface is '{}', expected 'cs' or 'me'", interface)};
}

const core::Variable& named(const core::Stepper& stepper, const std::string& name) {
  const std::string names[] = {name};
  return *core::select(stepper.description(), names).front();
}

/// A bound variable: where its elements are, and the stepper that keeps them there.
struct Bound {
  StepperPointer stepper;
  const core::Variable* variable;
  std::vector<std::uint64_t> shape;
  void* data;
};

py::object value_of(const Bound& bound) {
  return to_python(bound.variable->type, bound.data, bound.shape);
}

double number_of(const Bound& bound) {
  if (bound.variable->type == core::VariableType::kFloat64) return *static_cast<const double*>(bound.data);
  return py::float_{value_of(bound)};
}

struct Output : Bound {};
struct Input : Bound {
  void set(const py::handle& value) const {
    const core::Value elements = to_value(variable->name, variable->type, value);
    core::with_element_type(variable->type, [&](auto tag) {
      using T = typename decltype(tag)::type;
      const auto& given = std::get<std::vector<core::ValueElement<T>>>(elements);
      const std::uint64_t count = stepper->element_count(*variable);
      if (given.size() != count)
        throw Error{ErrorCode::kBadUsage,
                    fmt::format("{} values for '{}', expected {}", given.size(), variable->name, count)};
      for (std::size_t i = 0; i < count; ++i)
        static_cast<T*>(data)[i] = static_cast<T>(given[i]);
    });
  }
};

Output output(const StepperPointer& stepper, const std::string& name) {
  const core::Variable& variable = named(*stepper, name);
  const core::Variable* const one[] = {&variable};
  void* const data = core::with_element_type(variable.type, [&](auto tag) -> void* {
    using T = typename decltype(tag)::type;
    return const_cast<T*>(stepper->bind_outputs<T>(one).data());
  });
  return {{stepper, &variable, stepper->dimensions(variable), data}};
}

Input input(const StepperPointer& stepper, const std::string& name) {
  const core::Variable& variable = named(*stepper, name);
  const core::Variable* const one[] = {&variable};
  void* const data = core::with_element_type(variable.type, [&](auto tag) -> void* {
    using T = typename decltype(tag)::type;
    return stepper->bind_inputs<T>(one).data();
  });
  return {{stepper, &variable, stepper->dimensions(variable), data}};
}

py::object get(core::Stepper& stepper, const std::string& name) {
  const core::Variable& variable = named(stepper, name);
  return to_python(stepper.get(variable), stepper.dimensions(variable));
}

void add_bound_variables(py::module_& module) {
  py::class_<Output>(module, "Output", "A variable that every step reads; value is that after the last step.")
      .def_property_readonly("value", [](const Output& output) { return value_of(output); })
      .def("__float__", [](const Output& output) { return number_of(output); });
  py::class_<Input>(module, "Input", "A variable that every step hands to the model: assign to value.")
      .def_property(
          "value", [](const Input& input) { return value_of(input); }, &Input::set)
      .def("__float__", [](const Input& input) { return number_of(input); });
}

}  // namespace

StepperPointer make_stepper(const py::object& fmu, const std::string& interface, bool isolate) {
  core::StepperOptions options;
  options.kind = kind_of(interface);
  options.instance.log = python_log();
  if (isolate) options.isolation.mode = core::Isolation::kProcess;
  const std::shared_ptr<const core::Fmu> opened = py::isinstance<core::Fmu>(fmu)
                                                      ? fmu.cast<std::shared_ptr<core::Fmu>>()
                                                      : core::Fmu::open(fmu.cast<std::filesystem::path>());
  const py::gil_scoped_release running;
  return core::Stepper::create(opened, std::move(options));
}

void set_by_name(core::Stepper& stepper, const std::string& name, const py::handle& value) {
  const core::Variable& variable = named(stepper, name);
  if (py::isinstance<py::str>(value) && variable.type != core::VariableType::kString)
    stepper.set(variable, core::parse_value(stepper.description(), variable, value.cast<std::string>()));
  else
    stepper.set(variable, to_value(name, variable.type, value));
}

void add_stepper(py::module_& module) {
  add_bound_variables(module);
  py::class_<core::Stepper, StepperPointer>(module, "Stepper",
                                            "Runs one FMU step by step: set() start values, ask for output() "
                                            "and input(), step(), read the outputs.")
      .def(py::init(&make_stepper), py::arg("fmu"), py::arg("interface") = "", py::arg("isolate") = false)
      .def("set", &set_by_name, py::arg("name"), py::arg("value"),
           "A parameter, start value or input; an enumeration also by the name of its item.")
      .def("get", &get, py::arg("name"), "Reads any variable now.")
      .def("output", &output, py::arg("name"), "Before the first step.")
      .def("input", &input, py::arg("name"), "Before the first step.")
      .def("start", &core::Stepper::start, py::arg("time") = 0.0, py::call_guard<py::gil_scoped_release>(),
           "Initialises the model at this time; the first step does it otherwise.")
      .def(
          "step", [](core::Stepper& stepper, double step_s) { return stepper.step(step_s); },
          py::arg("step_size"), py::call_guard<py::gil_scoped_release>(),
          "Advances; False when the model asks to end the simulation.")
      .def("reset", &core::Stepper::reset, py::call_guard<py::gil_scoped_release>(),
           "Back to before start(); values and bound variables stay.")
      .def_property_readonly("time", &core::Stepper::time_s, "Where the steps have got to, s.")
      .def_property_readonly("name", &core::Stepper::name);
}

}  // namespace lockstep::python
