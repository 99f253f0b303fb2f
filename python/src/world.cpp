// SPDX-License-Identifier: Apache-2.0
#include "lockstep/world/world.hpp"

#include <fmt/format.h>

#include "lockstep/core/error.hpp"
#include "logging.hpp"
#include "result.hpp"
#include "values.hpp"

namespace lockstep::python {
namespace {

/// A world, and what keeps its rows in memory: sinks outlive recordings, recordings outlive the world.
struct PythonWorld {
  explicit PythonWorld(const std::filesystem::path& file) : world{file, {python_log(), {}, true}} {}
  std::vector<std::shared_ptr<Columns>> columns;
  std::vector<std::unique_ptr<world::Recording>> recordings;
  world::World world;
};
using WorldPointer = std::shared_ptr<PythonWorld>;

struct Signal {
  WorldPointer world;
  runtime::SignalView view;
};

py::object value_of(const Signal& signal) {
  const devices::SignalInfo& info = *signal.view.info;
  std::vector<std::uint64_t> shape;
  if (info.count != 1) shape.push_back(info.count);
  return to_python(info.type, signal.view.data, shape);
}

Result keep_rows(PythonWorld& world, std::optional<double> output_interval) {
  Result result{std::make_shared<Columns>()};
  world::RecordingOptions options;
  options.sinks.push_back(result.columns.get());
  options.output_interval_s = output_interval;
  world.recordings.push_back(std::make_unique<world::Recording>(std::move(options)));
  world.columns.push_back(result.columns);
  world.world.record(*world.recordings.back());
  return result;
}

/// Ctrl-C ends a run, too.
world::RunHooks hooks() {
  world::RunHooks hooks;
  hooks.progress = [](const core::SimulationProgress& /*progress*/) {
    const py::gil_scoped_acquire lock;
    return PyErr_CheckSignals() == 0;
  };
  return hooks;
}

template <class Run>
double run(PythonWorld& world, Run&& body) {
  world::RunResult result;
  {
    const py::gil_scoped_release running;
    result = body(world.world, hooks());
  }
  if (PyErr_Occurred() != nullptr) throw py::error_already_set();
  return result.reached_s;
}

void put(PythonWorld& world, const std::string& name, const py::handle& value) {
  runtime::Inlet& inlet = world.world.runtime().doors().inlet(name);
  inlet.write(to_value(name, inlet.info().type, value));
}

/// A request that was sent: executed by the next step, or at once while the world waits between two.
struct Asked {
  WorldPointer world;
  std::string name;
  std::shared_ptr<const runtime::Request> request;
};

Asked ask(const WorldPointer& world, const std::string& name, const py::args& arguments) {
  runtime::Doors& doors = world->world.runtime().doors();
  const runtime::PortInfo info = doors.request(doors.find_request(name));
  std::vector<core::Value> values;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const core::VariableType type =
        i < info.arguments.size() ? info.arguments[i].type : core::VariableType::kFloat64;
    values.push_back(to_value(name, type, arguments[i]));
  }
  return {world, name, doors.submit(name, std::move(values))};
}

py::object reply_of(const Asked& asked) {
  const runtime::Request& request = *asked.request;
  if (!request.done()) return py::none();
  if (request.refused())
    throw Error{ErrorCode::kBadUsage, fmt::format("{} was refused: {}", asked.name, request.why())};
  py::list reply;
  for (const core::Value& value : request.reply())
    reply.append(to_python(value, {}));
  return std::move(reply);
}

runtime::ResetScope scope_of(const std::string& what) {
  if (what == "time") return runtime::ResetScope::kTime;
  if (what == "state") return runtime::ResetScope::kState;
  if (what == "both") return runtime::ResetScope::kBoth;
  throw Error{ErrorCode::kBadUsage, fmt::format("reset of '{}', expected time, state or both", what)};
}

py::list ports_of(PythonWorld& world) {
  py::list ports;
  for (const runtime::PortInfo& port : world.world.runtime().doors().ports()) {
    py::dict row;
    row["kind"] = runtime::to_string(port.kind);
    row["name"] = port.name;
    row["unit"] = port.unit;
    row["description"] = port.description;
    if (port.kind != runtime::PortInfo::Kind::kRequest) {
      row["type"] = core::to_string(port.type);
      row["count"] = port.count;
    }
    ports.append(row);
  }
  return ports;
}

void add_signal(py::module_& module) {
  py::class_<Signal>(module, "Signal", "A signal of a world: value is that after the last step.")
      .def_property_readonly("value", value_of)
      .def_property_readonly("name", [](const Signal& signal) { return signal.view.info->name; })
      .def_property_readonly("unit", [](const Signal& signal) { return signal.view.info->unit; })
      .def("__float__", [](const Signal& signal) { return signal.view.number(); });
}

void add_request(py::module_& module) {
  py::class_<Asked>(module, "Request", "A request that was sent to a world.")
      .def_property_readonly("done", [](const Asked& asked) { return asked.request->done(); })
      .def_property_readonly("reply", reply_of,
                             "Values of the reply; None before it is done; Error when it was refused.");
}

template <class Class>
void add_running(Class& type) {
  type.def(
          "step", [](PythonWorld& w, std::int64_t count) { w.world.step(count); }, py::arg("count") = 1,
          py::call_guard<py::gil_scoped_release>())
      .def(
          "run",
          [](PythonWorld& w) { return run(w, [](auto& world, const auto& h) { return world.run(h); }); },
          "Runs for the scenario's duration; returns the time reached.")
      .def(
          "run_for",
          [](PythonWorld& w, double s) {
            return run(w, [s](auto& world, const auto& h) { return world.run_for(s, h); });
          },
          py::arg("seconds"))
      .def(
          "run_until",
          [](PythonWorld& w, double t) {
            return run(w, [t](auto& world, const auto& h) { return world.run_until(t, h); });
          },
          py::arg("time"))
      .def(
          "reset", [](PythonWorld& w, const std::string& what) { w.world.reset(scope_of(what)); },
          py::arg("what") = "both")
      .def("put", &put, py::arg("inlet"), py::arg("value"), "A value for the coming steps.")
      .def("ask", &ask, py::arg("request"), "Sends a request, which the next step executes.")
      .def(
          "finish", [](PythonWorld& w) { w.world.finish(); },
          "Completes the recordings; no step comes after it.")
      .def("__enter__", [](const WorldPointer& w) { return w; })
      .def("__exit__", [](PythonWorld& w, const py::args&) { w.world.finish(); });
}

}  // namespace

void add_world(py::module_& module) {
  add_signal(module);
  add_request(module);
  py::class_<PythonWorld, WorldPointer> type{
      module, "World",
      "A scenario, world, robot, FMU or network (YAML, SDF, URDF, .fmu, .ssp) that runs.\n\n"
      "watch() signals, record() or keep_rows(), run_for(), then finish()."};
  type.def(py::init<const std::filesystem::path&>(), py::arg("file"))
      .def_property_readonly("name", [](PythonWorld& w) { return w.world.name(); })
      .def_property_readonly("engine", [](PythonWorld& w) { return w.world.engine_name(); })
      .def_property_readonly("time", [](PythonWorld& w) { return w.world.time_s(); })
      .def_property_readonly("step_size", [](PythonWorld& w) { return w.world.step_s(); })
      .def_property_readonly("duration", [](PythonWorld& w) { return w.world.duration_s(); })
      .def_property_readonly("ports", ports_of,
                             "Signals, inlets and requests: kind, name, type, unit, description.")
      .def(
          "watch",
          [](const WorldPointer& w, const std::string& name) {
            return Signal{w, w->world.watch(name)};
          },
          py::arg("signal"), "Before the first step.")
      .def(
          "record", [](PythonWorld& w, const std::filesystem::path& file) { w.world.record(file); },
          py::arg("file"), "Records into a .csv or .mcap file. Before the first step.")
      .def("keep_rows", &keep_rows, py::arg("output_interval") = py::none(),
           "Keeps what is recorded in memory: a Result. Before the first step.");
  add_running(type);
}

}  // namespace lockstep::python
