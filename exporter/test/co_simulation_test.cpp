// SPDX-License-Identifier: Apache-2.0
#include "co_simulation.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "prototypes.hpp"

namespace lockstep::exporter::test {
namespace {

/// x' = 1; an event at x = 0.25 sets x back to 0 and counts; time events at 0.1, 0.2, ... count too.
struct Saw {
  double x{0.0}, der_x{1.0}, z{}, last_event{-1.0};
  std::int32_t resets{0}, ticks{0};
  double next{0.1};
  bool has_ticks{false};

  void describe(Description& m) {
    m.output("x", x).derivative(der_x);
    m.local("z", z).event_indicator();
    m.output("last_event", last_event).discrete();
    m.output("resets", resets);
    m.output("ticks", ticks);
    m.memory(next);
    m.parameter("has_ticks", has_ticks).tunable();
    m.solver(Solver::rk4().step(0.1));
  }
  void equations() { z = 0.25 - x; }
  void on_event(Event& event) {
    if (z <= 0.0) {
      x = 0.0;
      ++resets;
      last_event = event.time();
    }
    if (has_ticks && event.time() >= next) {
      ++ticks;
      next += 0.1;
    }
    if (has_ticks) event.next_at(next);
  }
};

template <class M>
class Simulation {
 public:
  explicit Simulation(std::unique_ptr<Prototype> prototype = make_prototype<M>())
      : prototype_(std::move(prototype)) {}
  M& start() {
    c.set_experiment(0.0, 1e9);
    c.enter_initialization();
    c.exit_initialization(kStepMode);
    cs.start();
    return model();
  }
  M& model() { return *static_cast<M*>(c.model().object()); }

 private:
  std::unique_ptr<Prototype> prototype_;

 public:
  Component c{*prototype_, Kind::kCoSimulation, {}};
  CoSimulation cs{c};
};

// Events inside a communication step are found where they are: three resets of a saw in one step of 0.9 s,
// the last at 0.75 s, and the rest of the step goes on from there.
TEST(CoSimulation, state_events_inside_a_step) {
  Simulation<Saw> run;
  run.start();
  EXPECT_FALSE(run.cs.advance(0.0, 0.9));
  EXPECT_EQ(run.model().resets, 3);
  EXPECT_NEAR(run.model().last_event, 0.75, 1e-13);
  EXPECT_NEAR(run.model().x, 0.15, 1e-12);
}

// Time events happen on time whatever the communication step, also at its very end in spite of rounding.
TEST(CoSimulation, time_events_do_not_depend_on_the_step) {
  for (const double step : {0.01, 0.03, 0.1, 0.7}) {
    Simulation<Saw> run;
    run.model().has_ticks = true;
    run.start();
    const int steps = static_cast<int>(std::lround(2.1 / step));
    for (int k = 0; k < steps; ++k)
      run.cs.advance(k * step, step);
    EXPECT_EQ(run.model().ticks, 21) << step;
    EXPECT_EQ(run.model().resets, 8) << step;
  }
}

// With event mode and early return the step ends at the event and leaves it to the importer.
TEST(CoSimulation, leaves_events_to_an_importer_that_wants_them) {
  Simulation<Saw> run;
  run.start();
  run.cs.set_importer({true, true, {}});
  EXPECT_TRUE(run.cs.advance(0.0, 0.9));
  EXPECT_NEAR(run.c.time(), 0.25, 1e-13);
  EXPECT_EQ(run.model().resets, 0);
  run.c.enter_event_mode();
  EXPECT_TRUE(run.c.handle_event().states_changed);
  run.c.set_mode(kStepMode);
  run.cs.after_event_mode();
  EXPECT_EQ(run.model().resets, 1);
  EXPECT_FALSE(run.cs.advance(0.25, 0.1));
  EXPECT_NEAR(run.model().x, 0.1, 1e-12);
}

// With event mode but without early return the FMU handles events itself and says that something happened.
TEST(CoSimulation, without_early_return_events_are_handled_and_reported) {
  Simulation<Saw> run;
  run.start();
  run.cs.set_importer({true, false, {}});
  EXPECT_TRUE(run.cs.advance(0.0, 0.9));
  EXPECT_EQ(run.c.time(), 0.9);
  EXPECT_EQ(run.model().resets, 3);
}

// The importer may look in after every internal step and end the communication step early.
TEST(CoSimulation, the_importer_may_stop_in_between) {
  Simulation<Saw> run;
  run.start();
  std::vector<double> times;
  run.cs.set_importer({false, true, [&](double time, double& end) {
                         times.push_back(time);
                         if (time > 0.15) end = 0.2;
                       }});
  run.cs.advance(0.0, 1.0);
  EXPECT_EQ(times.size(), 2U);
  EXPECT_NEAR(run.c.time(), 0.2, 1e-15);
}

/// y = u + x, x' = u.
struct Integral {
  double u{0.0}, x{0.0}, der_x{};
  void describe(Description& m) {
    m.input("u", u);
    m.output("x", x).derivative(der_x);
    m.solver(Solver::rk4().step(0.1));
  }
  void equations() { der_x = u; }
};

// An input with announced derivatives moves inside the step: the integral of 1 + 2 t + 3 t^2 is exact for
// Runge-Kutta.
TEST(CoSimulation, inputs_move_as_announced) {
  Simulation<Integral> run;
  run.start();
  run.c.about_to_set(0);
  run.model().u = 1.0;
  run.c.set_input_derivative(0, 0, 1, 2.0);
  run.c.set_input_derivative(0, 0, 2, 6.0);
  run.cs.advance(0.0, 1.0);
  EXPECT_NEAR(run.model().x, 3.0, 1e-14);
  EXPECT_NEAR(run.model().u, 6.0, 1e-14);
  run.cs.advance(1.0, 1.0);  // announced for one step only
  EXPECT_NEAR(run.model().x, 9.0, 1e-13);
}

// Communication points are what the importer computed; when one is a rounding error off the time reached, an
// announced motion begins there all the same and the input is not thrown back to its first value.
TEST(CoSimulation, inputs_move_from_points_that_are_not_exact) {
  Simulation<Integral> run;
  run.start();
  run.cs.advance(0.0, 0.1);
  run.c.about_to_set(0);
  run.model().u = 5.0;
  run.c.set_input_derivative(0, 0, 1, 2.0);
  run.cs.advance(std::nextafter(0.1, 1.0), 0.1);
  EXPECT_NEAR(run.model().x, 5.0 * 0.1 + 0.5 * 2.0 * 0.01, 1e-14);
  EXPECT_NEAR(run.model().u, 5.2, 1e-14);
}

// Inputs the importer gives ahead of an internal step run on straight lines inside it: the integral of 10 t
// over a second is exact although the input is asked for at ten points only.
TEST(CoSimulation, inputs_given_ahead_are_interpolated) {
  Simulation<Integral> run;
  run.start();
  std::vector<double> asked;
  run.cs.set_importer({false, false, [](double, double&) {},
                       [&](double to) {
                         asked.push_back(to);
                         run.model().u = 10.0 * to;
                       }});
  run.cs.advance(0.0, 1.0);
  EXPECT_EQ(asked.size(), 10U);
  EXPECT_NEAR(run.model().x, 5.0, 1e-13);
  EXPECT_NEAR(run.model().u, 10.0, 1e-13);
}

struct Stuck {
  double x{}, der_x{};
  void describe(Description& m) { m.output("x", x).derivative(der_x); }
  void equations() {}
  void on_event(Event& event) { event.next_at(event.time()); }
};
struct Repeating {
  double x{};
  void describe(Description& m) { m.output("x", x); }
  void equations() {}
  void on_event(Event& event) { event.repeat(); }
};

template <class M>
std::string failure(double size) {
  Simulation<M> run;
  try {
    run.start();
    run.cs.advance(0.0, size);
    return "";
  } catch (const CallFailed& e) {
    return e.what();
  }
}

// A model that never stops making events is an error and not a hang.
TEST(CoSimulation, endless_events_are_an_error) {
  EXPECT_EQ(failure<Stuck>(1.0), "the model makes events without end within one communication step");
  EXPECT_EQ(failure<Repeating>(1.0), "on_event() asks to be repeated for ever at one instant");
}

struct Explodes {
  double x{1.0}, der_x{};
  void describe(Description& m) { m.output("x", x).derivative(der_x), m.solver(Solver::rk4().step(0.1)); }
  void equations() { der_x = x * x * x * 1e3; }
};

// A number that is none is an error that names the variable and the time.
TEST(CoSimulation, not_a_number_is_an_error) {
  const std::string text = failure<Explodes>(10.0);
  EXPECT_EQ(text.find("variable 'x' is "), 0U) << text;
  EXPECT_NE(text.find("at time 10"), std::string::npos) << text;
}

// Steps that cannot be are refused.
TEST(CoSimulation, impossible_steps_are_refused) {
  EXPECT_EQ(failure<Integral>(0.0), "the communication step size must be positive and finite");
  EXPECT_EQ(failure<Integral>(-1.0), "the communication step size must be positive and finite");
  EXPECT_EQ(failure<Integral>(2e9), "the step goes past the stop time");
}

}  // namespace
}  // namespace lockstep::exporter::test
