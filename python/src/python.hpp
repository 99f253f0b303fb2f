// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

/// The module `lockstep` for Python: one file for each thing it shows, each with one function that adds it.
///
/// The interpreter's lock (GIL) is released while models and worlds run, so that other threads of Python go
/// on; whatever calls back into Python takes it again. Errors of the library become lockstep.Error.
namespace lockstep::python {

namespace py = pybind11;

void add_errors(py::module_& module);
void add_fmu(py::module_& module);
void add_result(py::module_& module);
void add_simulate(py::module_& module);
void add_stepper(py::module_& module);
void add_world(py::module_& module);

}  // namespace lockstep::python
