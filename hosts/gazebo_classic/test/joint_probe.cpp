// SPDX-License-Identifier: Apache-2.0
#include <lockstep/exporter/fmu.hpp>

using namespace lockstep::exporter;

/// Shows what an actuator FMU is given: its effort is a sum of its inputs and of the time at the end of its
/// step, each with a factor that is a parameter.
template <class Real>
struct JointProbe {
  Real actuatorInput{0.0}, jointPosition{0.0}, jointVelocity{0.0}, jointAcceleration{0.0}, t{0.0};
  Real ku{0.0}, kq{0.0}, kv{0.0}, ka{0.0}, kt{0.0};
  Real jointTorque{0.0}, current{0.0};

  void describe(Description& m) {
    m.about("Sum of an actuator's inputs, for tests");
    m.time(t);
    m.input("actuatorInput", actuatorInput);
    m.input("jointPosition", jointPosition);
    m.input("jointVelocity", jointVelocity);
    m.input("jointAcceleration", jointAcceleration);
    m.parameter("ku", ku);
    m.parameter("kq", kq);
    m.parameter("kv", kv);
    m.parameter("ka", ka);
    m.parameter("kt", kt);
    m.output("jointTorque", jointTorque);
    m.output("current", current, "Half of the torque").unit("A");
  }

  void equations() {
    jointTorque =
        ku * actuatorInput + kq * jointPosition + kv * jointVelocity + ka * jointAcceleration + kt * t;
    current = 0.5 * jointTorque;
  }
};

LOCKSTEP_FMU(JointProbe)
