// SPDX-License-Identifier: Apache-2.0
#include "../joint_actuators/joint.hpp"

using namespace lockstep::exporter;

/// A rotor fixed to the joint: torque = command - J acceleration.
template <class Real>
struct StiffTransmission : Joint<Real> {
  Real inertia{0.01};

  void describe(Description& m) {
    m.about("Rotor inertia fixed to the joint");
    this->describe_joint(m, "actuatorInputWithStrangeName");
    m.parameter("J", inertia, "Inertia of the rotor").unit("kg.m2").min(0.0);
  }
  void equations() { this->jointTorque = this->actuatorInput - inertia * this->jointAcceleration; }
};

LOCKSTEP_FMU(StiffTransmission)
