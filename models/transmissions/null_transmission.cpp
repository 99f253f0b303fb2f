// SPDX-License-Identifier: Apache-2.0
#include "../joint_actuators/joint.hpp"

using namespace lockstep::exporter;

/// No torque, whatever the command. Its input has another name than the others', to test the renaming of
/// variables.
template <class Real>
struct NullTransmission : Joint<Real> {
  void describe(Description& m) {
    m.about("Transmission that transmits nothing");
    this->describe_joint(m, "actuatorInputWithStrangeName");
  }
  void equations() { this->jointTorque = 0.0; }
};

LOCKSTEP_FMU(NullTransmission)
