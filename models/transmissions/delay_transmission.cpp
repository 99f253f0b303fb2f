// SPDX-License-Identifier: Apache-2.0
#include "../joint_actuators/joint.hpp"
#include "../transport_delay/delay_line.hpp"

using namespace lockstep::exporter;

/// The torque is the command of 0.1 s ago.
struct DelayTransmission : Joint<double> {
  double delay{0.1}, time{0.0};
  DelayLine line;

  void describe(Description& m) {
    m.about("Transmission that delays its command");
    describe_joint(m);
    m.parameter("delay", delay, "Delay").unit("s").min(0.0);
    m.time(time);
    m.memory(line.samples).memory(line.first);
  }
  void equations() {
    jointTorque = delay > 0.0 ? line.at(time - delay, 0.0, {time, actuatorInput}) : actuatorInput;
  }
  void accepted() { line.record(time, actuatorInput, delay); }
};

LOCKSTEP_FMU(DelayTransmission)
