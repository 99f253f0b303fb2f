// SPDX-License-Identifier: Apache-2.0
#include "fluid.hpp"

using namespace lockstep::exporter;

/// Viscous friction: force = -c velocity.
template <class Real>
struct LinearFriction : Fluid<Real> {
  Real c{10.0};

  void describe(Description& m) {
    m.about("Force against the velocity and proportional to it");
    this->describe_fluid(m);
    m.parameter("c", c, "Friction coefficient").unit("N.s/m").min(0.0);
  }

  void equations() {
    this->fx = -c * this->vx;
    this->fy = -c * this->vy;
    this->fz = -c * this->vz;
  }
};

LOCKSTEP_FMU(LinearFriction)
