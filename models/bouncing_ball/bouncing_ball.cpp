// SPDX-License-Identifier: Apache-2.0
#include <lockstep/exporter/fmu.hpp>

using namespace lockstep::exporter;

/// A ball that falls on the floor and bounces, lower each time, until it rests.
template <class Real>
struct BouncingBall {
  Real h{1.0}, der_h{}, v{0.0}, der_v{};
  Real g{-9.81}, e{0.7}, v_min{0.1};
  bool is_resting{false};

  void describe(Description& m) {
    m.about("A ball dropped from a height bounces until it comes to rest");
    m.experiment().stop_time(3.0).step_size(0.01);
    m.solver(Solver::rk4().step(0.001));
    m.log_category("logEvents", "Bounces, and the end of them");

    m.output("h", h, "Height above the floor").unit("m").derivative(der_h).event_indicator();
    m.output("v", v, "Velocity, upwards").unit("m/s").derivative(der_v);
    m.parameter("g", g, "Gravity, upwards").unit("m/s2");
    m.parameter("e", e, "Part of the speed left after a bounce").range(0.0, 1.0).tunable();
    m.parameter("v_min", v_min, "Speed below which the ball rests").unit("m/s").min(0.0);
    m.local("is_resting", is_resting, "The ball lies on the floor").exact();
  }

  void equations() {
    der_h = v;
    der_v = is_resting ? Real(0.0) : g;
  }

  void on_event(Event& event) {
    if (is_resting || h > 0.0 || v >= 0.0) return;
    h = 0.0;
    v = -e * v;
    event.log("logEvents", "the ball bounces");
    if (v >= v_min) return;
    v = 0.0;
    is_resting = true;
    event.log("logEvents", "the ball rests");
  }
};

LOCKSTEP_FMU(BouncingBall)
