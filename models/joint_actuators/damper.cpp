// SPDX-License-Identifier: Apache-2.0
#include "joint.hpp"

using namespace lockstep::exporter;

/// A rotational damper to ground: torque = -d velocity.
template <class Real>
struct Damper : Joint<Real> {
  Real d{0.1};

  void describe(Description& m) {
    m.about("Rotational damper on a joint");
    this->describe_joint(m);
    m.parameter("d", d, "Damping constant").unit("N.m.s/rad").min(0.0);
  }

  void equations() { this->jointTorque = -d * this->jointVelocity; }
};

LOCKSTEP_FMU(Damper)
