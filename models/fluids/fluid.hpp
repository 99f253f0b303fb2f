// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockstep/exporter/fmu.hpp>

/// What every fluid model exchanges with one link: its velocity relative to the fluid comes in, force and
/// moment about the link's origin go out, all in the link's frame.
template <class Real>
struct Fluid {
  Real vx{0.0}, vy{0.0}, vz{0.0};
  Real fx{0.0}, fy{0.0}, fz{0.0};
  Real mx{0.0}, my{0.0}, mz{0.0};

  void describe_fluid(lockstep::exporter::Description& m) {
    m.experiment().stop_time(10.0).step_size(0.001);
    m.input("relativeVelocity_x", vx, "Velocity of the link relative to the fluid").unit("m/s");
    m.input("relativeVelocity_y", vy, "Velocity of the link relative to the fluid").unit("m/s");
    m.input("relativeVelocity_z", vz, "Velocity of the link relative to the fluid").unit("m/s");
    m.output("fluidDynamicForce_x", fx, "Force on the link").unit("N");
    m.output("fluidDynamicForce_y", fy, "Force on the link").unit("N");
    m.output("fluidDynamicForce_z", fz, "Force on the link").unit("N");
    m.output("fluidDynamicMoment_x", mx, "Moment on the link").unit("N.m");
    m.output("fluidDynamicMoment_y", my, "Moment on the link").unit("N.m");
    m.output("fluidDynamicMoment_z", mz, "Moment on the link").unit("N.m");
  }
};
