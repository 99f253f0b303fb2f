// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "lockstep/core/stepper.hpp"
#include "python.hpp"

namespace lockstep::python {

/// What Stepper() and simulate() take: a path or an opened Fmu, and how to run it. `interface`: "cs", "me" or
/// empty for what the FMU prefers. Throws what Fmu::open and Stepper::create throw.
std::shared_ptr<core::Stepper> make_stepper(const py::object& fmu, const std::string& interface,
                                            bool isolate);

/// stepper.set(name, value) for a value of Python.
void set_by_name(core::Stepper& stepper, const std::string& name, const py::handle& value);

}  // namespace lockstep::python
