// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <cstdint>
#include <lockstep/exporter/fmu.hpp>
#include <stdexcept>

using namespace lockstep::exporter;

/// A fluid whose force along x is 10 N/s times the time at the end of its step, up to a time from which on it
/// fails.
struct FluidProbe {
  double fault_time{1e9};
  std::int32_t fault{0};
  double fx{0.0}, fy{0.0}, fz{0.0}, mx{0.0}, my{0.0}, mz{0.0};

  void describe(Description& m) {
    m.about("A force that grows with time and then fails, for tests");
    m.parameter("fault", fault, "0: forces and moments are not numbers; 1: the step fails");
    m.parameter("fault_time", fault_time, "From when on").unit("s");
    m.output("fluidDynamicForce_x", fx).unchecked();
    m.output("fluidDynamicForce_y", fy).unchecked();
    m.output("fluidDynamicForce_z", fz).unchecked();
    m.output("fluidDynamicMoment_x", mx).unchecked();
    m.output("fluidDynamicMoment_y", my).unchecked();
    m.output("fluidDynamicMoment_z", mz).unchecked();
  }

  void step(Step& step) {
    fx = 10.0 * step.to();
    if (step.to() < fault_time) return;
    if (fault == 1) throw std::runtime_error{"the fluid is gone"};
    fx = fy = fz = mx = my = mz = std::nan("");
  }
};

LOCKSTEP_FMU(FluidProbe)
