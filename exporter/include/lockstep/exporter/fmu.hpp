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
///   void describe(Description&)  Once. Declares variables, solver, default experiment.
///   void configure()             When structural parameters have changed: gives arrays of new sizes their
///   values. void initialize()            During initialisation, maybe several times: computes start states
///   and calculated
///                                parameters from parameters and inputs; the same again when called again.
///   void equations()             Often, also at trial points: computes derivatives, outputs and event
///   indicators from
///                                time, parameters, inputs, states and discrete variables. Changes nothing
///                                else.
///   void on_event(Event&)        At events: changes states and discrete variables, asks for the next time
///   event. void accepted()              Whenever time, states and inputs are final (start of a step, after
///   each internal step,
///                                after an event): for models that remember the past. Changes memory() only.
///   void step(Step&)             Instead of equations() with states: covers one communication step.
///                                Co-Simulation only.
