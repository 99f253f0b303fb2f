// SPDX-License-Identifier: Apache-2.0
#include "python.hpp"

PYBIND11_MODULE(lockstep, module) {
  using namespace lockstep::python;
  module.doc() =
      "FMUs and worlds in lock step.\n\n"
      "simulate(path) runs one FMU and returns NumPy arrays; Stepper runs one step by step; World runs a\n"
      "scenario, world, robot or network; open(path) reads an FMU and check(path) says whether it would run.";
  module.attr("__version__") = LOCKSTEP_VERSION;
  add_errors(module);
  add_fmu(module);
  add_result(module);
  add_stepper(module);
  add_simulate(module);
  add_world(module);
}
