// SPDX-License-Identifier: Apache-2.0
#include "../joint_actuators/joint.hpp"

using namespace lockstep::exporter;

/// The torque is the command.
template <class Real>
struct IdentityTransmission : Joint<Real> {
  void describe(Description& m) {
    m.about("Transmission that transmits its command as it is");
    this->describe_joint(m);
  }
  void equations() { this->jointTorque = this->actuatorInput; }
};

LOCKSTEP_FMU(IdentityTransmission)
