// SPDX-License-Identifier: Apache-2.0
// The standard models in every form against closed forms. Model Exchange runs with a relative tolerance given
// here; its global error is some multiple of it, Co-Simulation has the error of the solver inside the FMU
// (RK4 or as stated).
#include <cmath>

#include "model_run.hpp"

namespace lockstep::test {
namespace {

using core::InterfaceKind;
using core::SimulationOptions;

// x' = -x, x(0) = 1: x = exp(-t).
TEST(Dahlquist, MeetsTheExponentialInEveryForm) {
  for (const Form& form : kForms) {
    SCOPED_TRACE(to_text(form));
    SimulationOptions options;
    options.tolerance = 1e-9;
    const Table table = run(form, "Dahlquist", options);
    ASSERT_GT(table.time.size(), 10U);
    for (std::size_t i = 0; i < table.time.size(); ++i) {
      // CVODE at 1e-9 stays within some hundred tolerances; RK4 at h = 0.1 has a global error of about
      // h^4/120 * t.
      EXPECT_NEAR(table.data.at("x")[i], std::exp(-table.time[i]), 2e-6);
    }
  }
}

// A ball dropped from 1 m with e = 0.7 (the model's parameters): it hits the floor first at sqrt(2 h / g),
// then after 2 e^k sqrt(2 h / g) each; after the last bounce it lies still.
TEST(BouncingBall, FallsOnAParabolaAndComesToRest) {
  const double g = 9.81;
  const double first_impact_s = std::sqrt(2.0 / g);
  for (const Form& form : kForms) {
    SCOPED_TRACE(to_text(form));
    SimulationOptions options;
    options.tolerance = 1e-8;
    const Table table = run(form, "BouncingBall", options);
    const double impact_speed = g * first_impact_s;
    const double second_impact_s = first_impact_s * (1.0 + 2.0 * 0.7);
    for (std::size_t i = 0; i < table.time.size(); ++i) {
      const double t = table.time[i];
      if (t < first_impact_s) {
        EXPECT_NEAR(table.data.at("h")[i], 1.0 - 0.5 * g * t * t, 1e-6) << t;
      }
      if (t > first_impact_s && t < second_impact_s) {
        const double s = t - first_impact_s;
        EXPECT_NEAR(table.data.at("h")[i], 0.7 * impact_speed * s - 0.5 * g * s * s, 1e-5) << t;
      }
    }
    EXPECT_EQ(table.time.back(), 3.0);
    EXPECT_NEAR(table.data.at("h").back(), 0.0, 1e-9);
    EXPECT_EQ(table.data.at("v").back(), 0.0);
  }
}

// All forms of the same model agree with each other, and with a run at a tolerance 100 times tighter.
TEST(VanDerPol, FormsAgreeWithATightReference) {
  core::SimulationOptions tight;
  tight.tolerance = 1e-11;
  const Table reference = run({"3.0", InterfaceKind::kModelExchange}, "VanDerPol", tight);
  for (const Form& form : kForms) {
    SCOPED_TRACE(to_text(form));
    core::SimulationOptions options;
    options.tolerance = 1e-9;
    const Table table = run(form, "VanDerPol", options);
    ASSERT_EQ(table.time, reference.time);
    for (std::size_t i = 0; i < table.time.size(); ++i) {
      // Twenty seconds of a limit cycle: phase errors grow linearly; both RK4 at 1 ms and CVODE at 1e-9 stay
      // below.
      EXPECT_NEAR(table.data.at("x0")[i], reference.data.at("x0")[i], 1e-5) << table.time[i];
      EXPECT_NEAR(table.data.at("x1")[i], reference.data.at("x1")[i], 1e-5) << table.time[i];
    }
  }
}

// The counter goes up at t = 1, 2, ..., 9: rows at 0.2 s know it exactly, in every form.
TEST(Stair, CountsSeconds) {
  for (const Form& form : kForms) {
    SCOPED_TRACE(to_text(form));
    SimulationOptions options;
    options.step_size_s = 0.2;
    options.event_rows = false;
    const Table table = run(form, "Stair", options);
    for (std::size_t i = 0; i < table.time.size(); ++i) {
      const double expected = 1.0 + std::floor(table.time[i] + 1e-9);
      EXPECT_EQ(table.data.at("counter")[i], expected) << table.time[i];
    }
  }
}

// The published numbers: ten semi-implicit sub-steps of 0.2 ms, bit for bit.
TEST(DampedPendulum, IsBitEqualToTheOracle) {
  for (const char* version : {"2.0", "3.0"}) {
    SCOPED_TRACE(version);
    const Table table = run({version, InterfaceKind::kCoSimulation}, "DampedPendulum");
    const std::vector<double>& a = table.data.at("a");
    ASSERT_EQ(a.size(), 5001U);
    EXPECT_EQ(a[5], 1.4992794839189278);
    EXPECT_EQ(a[50], 1.4276496893519341);
    EXPECT_EQ(a[500], -1.356685824103931);
    EXPECT_EQ(a[1546], -1.0744451949191);
    EXPECT_EQ(a[1550], -1.067165037971358);
    EXPECT_EQ(a[1555], -1.0571404911146913);
    EXPECT_EQ(a[5000], 0.5464670988204738);
  }
}

// a = a0 exp(-d t) (cos w t + d/w sin w t), w = sqrt(g/l - d^2).
TEST(DampedPendulum, ModelExchangeMeetsTheClosedForm) {
  const double d = 0.1;
  const double w = std::sqrt(9.81 - d * d);
  for (const char* version : {"2.0", "3.0"}) {
    SimulationOptions options;
    options.tolerance = 1e-9;
    const Table table = run({version, InterfaceKind::kModelExchange}, "DampedPendulum", options);
    for (std::size_t i = 0; i < table.time.size(); ++i) {
      const double t = table.time[i];
      // Ten seconds of oscillation at 1e-9: some hundred tolerances.
      EXPECT_NEAR(table.data.at("a")[i], 1.5 * std::exp(-d * t) * (std::cos(w * t) + d / w * std::sin(w * t)),
                  1e-6)
          << t;
    }
  }
}

// The error of a fixed-step solver falls with the step as its order says: Euler by 2, RK4 by 16 when the step
// is halved.
TEST(FixedStepSolvers, ConvergeWithTheirOrder) {
  const auto error_at_end = [](core::SolverKind kind, double step_s) {
    core::StepperOptions stepper;
    stepper.solver.kind = kind;
    stepper.solver.fixed_step_s = step_s;
    SimulationOptions options;
    options.stop_time_s = 2.0;
    options.step_size_s = 0.5;
    const Table table = run({"2.0", InterfaceKind::kModelExchange}, "Dahlquist", options, stepper);
    return std::abs(table.data.at("x").back() - std::exp(-2.0));
  };
  const double euler =
      error_at_end(core::SolverKind::kEuler, 0.01) / error_at_end(core::SolverKind::kEuler, 0.005);
  EXPECT_NEAR(euler, 2.0, 0.05);
  const double rk4 = error_at_end(core::SolverKind::kRk4, 0.1) / error_at_end(core::SolverKind::kRk4, 0.05);
  EXPECT_NEAR(rk4, 16.0, 1.0);
}

}  // namespace
}  // namespace lockstep::test
