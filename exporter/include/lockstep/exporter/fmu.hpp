// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockstep/exporter/any_model.hpp"
#include "lockstep/exporter/description.hpp"
#include "lockstep/exporter/dual.hpp"
#include "lockstep/exporter/event.hpp"
#include "lockstep/exporter/solver.hpp"

/// Everything an author of an FMU needs. A whole model:
///
///   #include <lockstep/exporter/fmu.hpp>
///   using namespace lockstep::exporter;
///
///   template <class Real>
///   struct Decay {
///     Real x{1.0}, der_x{}, k{1.0};
///
///     void describe(Description& m) {
///       m.about("x' = -k x");
///       m.output("x", x).derivative(der_x);
///       m.parameter("k", k).unit("1/s");
///     }
///     void equations() { der_x = -k * x; }
///   };
///   LOCKSTEP_FMU(Decay)
///
/// and in CMake: lockstep_add_fmu(Decay SOURCES decay.cpp FMI 2.0 3.0).
///
/// Functions of a model. describe() and one of equations() and step() are needed, the others only if there is
/// something to do. A running instance is used by one thread at a time; several instances may run in several
/// threads, so a model keeps no static data. An exception thrown anywhere becomes an FMI error with the
/// exception's text as message.
///
/// - `void describe(Description&)`: once. Declares variables, solver, default experiment.
/// - `void configure()`: when structural parameters have changed. Gives arrays of new sizes their values.
/// - `void initialize()`: during initialisation, maybe several times. Computes start states and calculated
///   parameters from parameters and inputs; the same again when called again.
/// - `void equations()`: often, also at trial points. Computes derivatives, outputs and event indicators from
///   time, parameters, inputs, states and discrete variables. Changes nothing else; not called when nobody
///   reads what it computes.
/// - `void on_event(Event&)`: at events. Changes states and discrete variables, asks for the next time event.
/// - `void accepted()`: whenever time, states and inputs are final (at the start of a step, after each
///   internal step, after an event), for models that remember the past. Changes memory() only.
/// - `void step(Step&)`: instead of equations() with states. Covers one communication step. Co-Simulation.
