// SPDX-License-Identifier: Apache-2.0
#include "../transport_delay/delay_line.hpp"
#include "joint.hpp"

using namespace lockstep::exporter;

/// What a fieldbus and a torque-controlled drive make of a command: it comes late, changes only so fast, and
/// has a limit.
///   u(t) = command(t - delay) within +-tau_max,   |torque'| <= rate_max, towards u with the time constant T.
struct DelaySaturation : Joint<double> {
  double torque{0.0}, der_torque{0.0}, wanted{0.0};
  double delay{0.005}, time_constant{0.002}, rate_max{10000.0}, tau_max{100.0};
  double time{0.0};
  DelayLine line;

  void describe(Description& m) {
    m.about("Delay, lag, rate limit and saturation of a torque command");
    describe_joint(m);
    m.solver(Solver::rk4().step(0.0005));

    m.local("torque", torque, "Torque of the drive").unit("N.m").derivative(der_torque);
    m.local("u", wanted, "Command as it arrives").unit("N.m");
    m.parameter("delay", delay, "Delay of the command").unit("s").min(0.0);
    m.parameter("T", time_constant, "Time constant of the drive").unit("s").min(1e-6);
    m.parameter("rate_max", rate_max, "Limit of the torque's change").unit("N.m/s").min(0.0);
    m.parameter("tau_max", tau_max, "Limit of the torque").unit("N.m").min(0.0);
    m.time(time);
    m.memory(line.samples).memory(line.first);
  }

  void equations() {
    const double command = delay > 0.0 ? line.at(time - delay, 0.0, {time, actuatorInput}) : actuatorInput;
    wanted = clamp(command, -tau_max, tau_max);
    der_torque = clamp((wanted - torque) / time_constant, -rate_max, rate_max);
    jointTorque = torque;
  }

  void accepted() { line.record(time, actuatorInput, delay); }
};

LOCKSTEP_FMU(DelaySaturation)
