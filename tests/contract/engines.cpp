// SPDX-License-Identifier: Apache-2.0
#include "engines.hpp"

#include <cmath>
#include <fstream>

#include "lockstep/core/error.hpp"
#include "lockstep/core/number_text.hpp"
#include "lockstep/description/reader.hpp"
#include "lockstep/devices/base_state/base_state.hpp"
#include "lockstep/devices/contact_load_cells/contact_load_cells.hpp"
#include "lockstep/devices/control_board/control_board.hpp"
#include "lockstep/devices/fmu_actuator/fmu_actuator.hpp"
#include "lockstep/devices/fmu_contact/fmu_contact.hpp"
#include "lockstep/devices/fmu_fluid_dynamics/fmu_fluid_dynamics.hpp"
#include "lockstep/devices/force_torque/force_torque.hpp"
#include "lockstep/devices/imu/imu.hpp"
#include "lockstep/devices/joint_pid/joint_pid.hpp"
#include "lockstep/hosts/engines/engines.hpp"

namespace lockstep::contract {

const std::vector<EngineUnderTest>& engines() {
  static const std::vector<EngineUnderTest> all = [] {
    std::vector<EngineUnderTest> found;
    for (const std::string& name : hosts::engine_names())
      found.push_back({name, [name](const description::World& world, const hosts::EngineOptions& options) {
                         return hosts::make_engine(name, world, options);
                       }});
    return found;
  }();
  return all;
}

namespace {

std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells;
  std::size_t start = 1;
  for (std::size_t end = line.find('|', start); end != std::string::npos; end = line.find('|', start)) {
    cells.emplace_back(core::trimmed(std::string_view{line}.substr(start, end - start)));
    start = end + 1;
  }
  return cells;
}

}  // namespace

bool table_says(const std::string& engine, const std::string& feature) {
  std::ifstream file{LOCKSTEP_HOSTS_TABLE};
  std::string line;
  std::size_t column = 0;
  while (std::getline(file, line)) {
    if (line.empty() || line[0] != '|') continue;
    const std::vector<std::string> cells = cells_of(line);
    if (cells[0] == "feature") {
      for (std::size_t i = 1; i < cells.size(); ++i) {
        if (cells[i] == engine) column = i;
      }
    } else if (column != 0 && column < cells.size() && cells[0] == feature) {
      return cells[column] == "yes";
    }
  }
  ADD_FAILURE() << "docs/hosts.md says nothing about '" << feature << "' of " << engine;
  return false;
}

runtime::DeviceCatalogue known_devices() {
  runtime::DeviceCatalogue catalogue;
  catalogue.add(devices::base_state::kind());
  catalogue.add(devices::contact_load_cells::kind());
  catalogue.add(devices::control_board::kind());
  catalogue.add(devices::fmu_actuator::kind());
  catalogue.add(devices::fmu_contact::kind());
  catalogue.add(devices::fmu_fluid_dynamics::kind());
  catalogue.add(devices::force_torque::kind());
  catalogue.add(devices::imu::kind());
  catalogue.add(devices::joint_pid::kind());
  return catalogue;
}

devices::DeviceContext build_context() {
  devices::DeviceContext context;
  context.find_file = [](const std::string& name) {
    if (std::filesystem::exists(name)) return std::filesystem::path{name};
    for (const char* suffix : {"", ".fmu"}) {
      const std::filesystem::path file = std::string{LOCKSTEP_FMUS_DIR} + "/2.0/" + name + suffix;
      if (std::filesystem::exists(file)) return file;
    }
    throw Error{ErrorCode::kNotFound, "there is no file '" + name + "'"};
  };
  return context;
}

description::World world_of(const std::string& content) {
  return description::read_world_text("<sdf version='1.6'><world name='w'>" + content + "</world></sdf>",
                                      "test.world")
      .world;
}

std::string pendulum(const std::string& name, const std::string& dynamics, const std::string& extra,
                     const std::string& pose, double pitch) {
  return "<model name='" + name + "'><pose>" + pose + "</pose><link name='bar'><pose>0 0 0 0 " +
         core::to_text(pitch) +
         " 0</pose><inertial><pose>0 0 -1 0 0 "
         "0</pose><mass>1</mass><inertia><ixx>0.001</ixx><iyy>0.001</iyy><izz>0.001</izz>"
         "<ixy>0</ixy><ixz>0</ixz><iyz>0</iyz></inertia></inertial></link><joint name='joint' "
         "type='revolute'>"
         "<parent>world</parent><child>bar</child><axis><xyz>0 1 0</xyz><dynamics>" +
         dynamics + "</dynamics></axis></joint>" + extra + "</model>";
}

Rig::Rig(const EngineUnderTest& under_test, const description::World& world, double step_s)
    : catalogue{known_devices()} {
  hosts::EngineOptions options;
  options.step = core::Rational::from_seconds(step_s);
  engine = under_test.make(world, options);
  runtime = std::make_unique<runtime::Runtime>(*engine);
  runtime::add_devices(*runtime, catalogue, world, build_context(), runtime::UnknownPlugins::kError);
  runtime->bind();
}

bool Rig::run_until(double time_s) {
  while (runtime->time_s() < time_s - 1e-9) {
    if (!succeeded(runtime->step())) {
      ADD_FAILURE() << runtime->fault();
      return false;
    }
  }
  return true;
}

std::vector<double> integrate(const std::function<std::vector<double>(const std::vector<double>&)>& f,
                              std::vector<double> y, double end_s, int steps) {
  const double h = end_s / steps;
  const auto along = [](std::vector<double> at, const std::vector<double>& slope, double length) {
    for (std::size_t i = 0; i < at.size(); ++i)
      at[i] += length * slope[i];
    return at;
  };
  for (int k = 0; k < steps; ++k) {
    const auto k1 = f(y);
    const auto k2 = f(along(y, k1, 0.5 * h));
    const auto k3 = f(along(y, k2, 0.5 * h));
    const auto k4 = f(along(y, k3, h));
    for (std::size_t i = 0; i < y.size(); ++i)
      y[i] += h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]);
  }
  return y;
}

}  // namespace lockstep::contract
