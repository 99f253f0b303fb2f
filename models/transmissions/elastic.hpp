// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../joint_actuators/joint.hpp"

/// A rotor that pulls the joint through a spring: J wm' = command - c (phm - q), torque = c (phm - q).
template <class Real>
struct ElasticTransmission : Joint<Real> {
  Real phm{0.0}, wm{0.0}, der_wm{};
  Real inertia{0.01}, c{10.0};

  void describe_elastic(lockstep::exporter::Description& m) {
    m.solver(lockstep::exporter::Solver::rk4().step(0.001));
    m.local("phm", phm, "Angle of the rotor").unit("rad").derivative(wm);
    m.local("wm", wm, "Speed of the rotor").unit("rad/s").derivative(der_wm);
    m.local("der(wm)", der_wm, "Acceleration of the rotor").unit("rad/s2");
    m.parameter("J", inertia, "Inertia of the rotor").unit("kg.m2").min(1e-12);
    m.parameter("c", c, "Stiffness of the spring").unit("N.m/rad").min(0.0);
  }

  void equations() {
    this->jointTorque = c * (phm - this->jointPosition);
    der_wm = (this->actuatorInput - this->jointTorque) / inertia;
  }
};
