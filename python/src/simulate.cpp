// SPDX-License-Identifier: Apache-2.0
#include "lockstep/core/simulation.hpp"

#include <fmt/format.h>

#include "lockstep/core/error.hpp"
#include "lockstep/record/csv_input.hpp"
#include "result.hpp"
#include "stepper.hpp"
#include "values.hpp"

namespace lockstep::python {
namespace {

/// {"time": times, NAME: one row for each time, ...} as the table of a simulation.
core::InputTable table_of(const py::dict& inputs, const core::ModelDescription& description) {
  core::InputTable table;
  if (!inputs.contains("time"))
    throw Error{ErrorCode::kBadUsage,
                "inputs have no \"time\"; expected {\"time\": [...], NAME: [...], ...}"};
  table.time_s = inputs["time"].cast<std::vector<double>>();
  std::vector<std::string> names;
  for (const auto& [name, values] : inputs)
    if (name.cast<std::string>() != "time") names.push_back(name.cast<std::string>());
  for (const core::Variable* variable : core::select(description, names)) {
    const py::str name{variable->name.data(), variable->name.size()};
    core::Value values = to_value(variable->name, variable->type, inputs[name]);
    const std::size_t count = std::visit([](const auto& elements) { return elements.size(); }, values);
    const std::size_t expected = table.time_s.size() * variable->element_count();
    if (count != expected)
      throw Error{
          ErrorCode::kBadUsage,
          fmt::format("the input '{}' has {} values, expected {}: {} for each of {} times", variable->name,
                      count, expected, variable->element_count(), table.time_s.size())};
    table.columns.push_back({variable, variable->element_count(), std::move(values)});
  }
  return table;
}

core::InputTable inputs_of(const py::object& inputs, const core::ModelDescription& description) {
  if (inputs.is_none()) return {};
  if (py::isinstance<py::dict>(inputs)) return table_of(inputs.cast<py::dict>(), description);
  return record::read_input_csv(inputs.cast<std::filesystem::path>(), description);
}

/// Whether to go on: Ctrl-C ends a simulation, too.
bool no_signal(const core::SimulationProgress& /*progress*/) {
  const py::gil_scoped_acquire lock;
  return PyErr_CheckSignals() == 0;
}

Result simulate(const py::object& fmu, std::optional<double> start_time, std::optional<double> stop_time,
                std::optional<double> step_size, std::optional<double> output_interval,
                std::optional<double> tolerance, const py::dict& set, const py::object& inputs,
                std::vector<std::string> outputs, const std::string& interface, bool isolate,
                bool event_rows) {
  const std::shared_ptr<core::Stepper> stepper = make_stepper(fmu, interface, isolate);
  for (const auto& [name, value] : set)
    set_by_name(*stepper, name.cast<std::string>(), value);
  Result result{std::make_shared<Columns>()};
  core::SimulationOptions options;
  options.start_time_s = start_time;
  options.stop_time_s = stop_time;
  options.step_size_s = step_size;
  options.output_interval_s = output_interval;
  options.tolerance = tolerance;
  options.output_variables = std::move(outputs);
  options.inputs = inputs_of(inputs, stepper->description());
  options.sinks.push_back(result.columns.get());
  options.event_rows = event_rows;
  options.progress = no_signal;
  {
    const py::gil_scoped_release running;
    core::simulate(*stepper, options);
  }
  if (PyErr_Occurred() != nullptr) throw py::error_already_set();
  return result;
}

}  // namespace

void add_simulate(py::module_& module) {
  module.def(
      "simulate", &simulate, py::arg("fmu"), py::kw_only(), py::arg("start_time") = py::none(),
      py::arg("stop_time") = py::none(), py::arg("step_size") = py::none(),
      py::arg("output_interval") = py::none(), py::arg("tolerance") = py::none(), py::arg("set") = py::dict(),
      py::arg("inputs") = py::none(), py::arg("outputs") = std::vector<std::string>{},
      py::arg("interface") = "", py::arg("isolate") = false, py::arg("event_rows") = true,
      "Runs an FMU (a path, or an Fmu) and returns its outputs as arrays.\n\n"
      "set: start values and parameters. inputs: {\"time\": [...], NAME: [...]} or the path of a CSV file.\n"
      "outputs: names of variables; empty: all outputs. interface: \"cs\" or \"me\". isolate: in a process "
      "of\n"
      "its own. event_rows: both sides of each event of Model Exchange and of Co-Simulation in event mode "
      "are\n"
      "rows, too. What is not given comes from the FMU's default experiment.");
}

}  // namespace lockstep::python
