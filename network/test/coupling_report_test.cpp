// SPDX-License-Identifier: Apache-2.0
#include "lockstep/network/coupling_report.hpp"

#include <gtest/gtest.h>

#include "network_support.hpp"

namespace lockstep::network {
namespace {

using test::Net;
using test::value;

const ConnectionError& connection(const CouplingReport& report, const std::string& to) {
  for (const ConnectionError& one : report.connections)
    if (one.to == to) return one;
  throw Error{ErrorCode::kNotFound, to};
}

// The input defect of a ramp of slope 1 is the step, exactly: held at either end, the other end differs by h.
TEST(CouplingReport, ErrorOfHeldInputs) {
  for (const MasterKind kind : {MasterKind::kJacobi, MasterKind::kGaussSeidel}) {
    Net net;
    net.fmu("ramp", "Pulse").fmu("x", "Integrator").wire("ramp.s", "x.u").master(kind);
    const auto system = net.make();
    system->initialize({});
    ASSERT_TRUE(test::run(*system, 1.0, 0.1));
    const ConnectionError error = connection(system->report(), "x.u");
    EXPECT_NEAR(error.largest, 0.1, 1e-12);
    EXPECT_NEAR(error.rms, 0.1, 1e-12);
    EXPECT_NEAR(error.range, 1.0, 1e-12);
    EXPECT_EQ(error.from, "ramp.s");
  }
}

// On straight lines a parabola deviates by h^2/8 * u'' in the middle: here u = t^2/2.
TEST(CouplingReport, ErrorOfLinearInputs) {
  Net net;
  net.fmu("ramp", "Pulse")
      .fmu("x", "Integrator")
      .fmu("y", "Integrator")
      .wire("ramp.s", "x.u")
      .wire("x.x", "y.u");
  const auto system = net.master(MasterKind::kGaussSeidel, InputOrder::kLinear).make();
  system->initialize({});
  ASSERT_TRUE(test::run(*system, 1.0, 0.1));
  EXPECT_NEAR(connection(system->report(), "y.u").largest, 0.01 / 8.0, 1e-6);
  EXPECT_LT(connection(system->report(), "x.u").largest, 1e-12);
}

/// The largest error of left.x (as right.x1 gets it) over the run, against the exact solution.
double true_error(CoupledSystem& system, double duration_s, double step_s) {
  const core::TimeGrid grid{0.0, core::Rational::from_seconds(step_s)};
  double worst = 0.0;
  const int steps = static_cast<int>(std::lround(duration_s / step_s));
  for (int k = 0; k < steps; ++k) {
    EXPECT_TRUE(succeeded(system.step(grid.interval(k)).status));
    worst = std::max(worst, std::fabs(value(system, "left.x") - test::exact_left_position(grid.at(k + 1))));
  }
  return worst;
}

// The estimate is within a factor of 2 of the true error, on every test network with every kind of input.
TEST(CouplingReport, EstimatesTheTrueError) {
  for (const MasterKind kind : {MasterKind::kJacobi, MasterKind::kGaussSeidel, MasterKind::kNewton}) {
    for (const InputOrder inputs : {InputOrder::kHold, InputOrder::kLinear}) {
      Net net = test::two_masses().master(kind, inputs);
      net.config.master.estimate_error = true;
      net.config.master.tolerance = 1e-9;
      const auto system = net.make();
      system->initialize({});
      const double truth = true_error(*system, 2.0, 0.05);
      const double estimate = connection(system->report(), "right.x1").estimate.value();
      EXPECT_GT(estimate, 0.5 * truth) << to_string(kind) << ' ' << to_string(inputs);
      EXPECT_LT(estimate, 2.0 * truth) << to_string(kind) << ' ' << to_string(inputs);
    }
  }
}

TEST(CouplingReport, EstimatesTheErrorOfTheControlLoop) {
  for (const InputOrder inputs : {InputOrder::kHold, InputOrder::kLinear}) {
    Net net = test::control_loop().master(MasterKind::kGaussSeidel, inputs);
    net.config.master.estimate_error = true;
    const auto system = net.make();
    const std::vector<std::string> names{"plant.y"};
    const Span<const double> y = system->bind_outputs<double>(core::select(system->description(), names));
    system->initialize({});
    const core::TimeGrid grid{0.0, core::Rational::from_seconds(0.05)};
    double truth = 0.0;
    for (int k = 0; k < 60; ++k) {
      ASSERT_TRUE(succeeded(system->step(grid.interval(k)).status));
      truth = std::max(truth, std::fabs(y[0] - test::exact_plant(grid.at(k + 1))));
    }
    const double estimate = connection(system->report(), "controller.y").estimate.value();
    EXPECT_GT(estimate, 0.5 * truth) << to_string(inputs);
    EXPECT_LT(estimate, 2.0 * truth) << to_string(inputs);
  }
}

/// The largest error of a value over a run, and its estimate at a connection, as a ratio estimate / truth.
template <class Exact>
double estimate_ratio(Net net, const std::string& name, const std::string& to, double duration_s,
                      double step_s, Exact&& exact) {
  net.config.master.estimate_error = true;
  const auto system = net.make();
  const std::vector<std::string> names{name};
  const Span<const double> out = system->bind_outputs<double>(core::select(system->description(), names));
  system->initialize({});
  const core::TimeGrid grid{0.0, core::Rational::from_seconds(step_s)};
  double truth = 0.0;
  for (int k = 0; k < static_cast<int>(std::lround(duration_s / step_s)); ++k) {
    EXPECT_TRUE(succeeded(system->step(grid.interval(k)).status));
    truth = std::max(truth, std::fabs(out[0] - exact(grid.at(k + 1))));
  }
  return connection(system->report(), to).estimate.value() / truth;
}

// A stiff spring between the masses, in steps short enough for Gauss-Seidel, and Newton in longer ones.
TEST(CouplingReport, EstimatesTheErrorOfTheStiffPair) {
  const auto exact = [](double t) { return test::exact_left_position(t, 100.0, 1.0, 1.0); };
  const auto pair = [](MasterKind kind) { return test::two_masses("100", "1", "1").master(kind); };
  for (const auto& [kind, step_s] :
       {std::pair{MasterKind::kGaussSeidel, 0.005}, {MasterKind::kNewton, 0.01}}) {
    const double ratio = estimate_ratio(pair(kind), "left.x", "right.x1", 1.0, step_s, exact);
    EXPECT_GT(ratio, 0.5) << to_string(kind);
    EXPECT_LT(ratio, 2.0) << to_string(kind);
  }
}

// An algebraic loop broken by Gauss-Seidel lags by a step: a = 0.5 (b + t) + 3, b = 0.5 a + 1.
TEST(CouplingReport, EstimatesTheErrorOfABrokenLoop) {
  Net net;
  net.fmu("a", "Gain", {{"k", "0.5"}, {"b", "3"}}).fmu("b", "Gain", {{"k", "0.5"}, {"b", "1"}});
  net.fmu("ramp", "Pulse").wire("a.y", "b.u");
  ConnectionConfig sum;
  sum.sources = {{"b.y", 1.0}, {"ramp.s", 1.0}};
  sum.to = "a.u";
  net.config.connections.push_back(sum);
  const double ratio = estimate_ratio(net.master(MasterKind::kGaussSeidel), "a.y", "b.u", 1.0, 0.05,
                                      [](double t) { return (0.5 * (1.0 + t) + 3.0) / 0.75; });
  EXPECT_GT(ratio, 0.5);
  EXPECT_LT(ratio, 2.0);
}

// A chain without a loop: the integral of an integral of a ramp, t^3 / 6.
TEST(CouplingReport, EstimatesTheErrorOfAChain) {
  for (const MasterKind kind : {MasterKind::kJacobi, MasterKind::kGaussSeidel}) {
    Net net;
    net.fmu("ramp", "Pulse").fmu("x", "Integrator").fmu("y", "Integrator").fmu("end", "Gain");
    net.wire("ramp.s", "x.u").wire("x.x", "y.u").wire("y.x", "end.u").master(kind);
    const double ratio =
        estimate_ratio(net, "y.x", "end.u", 1.0, 0.05, [](double t) { return t * t * t / 6.0; });
    EXPECT_GT(ratio, 0.5) << to_string(kind);
    EXPECT_LT(ratio, 2.0) << to_string(kind);
  }
}

// The copy gets the same inputs from outside.
TEST(CouplingReport, TheCopySeesTheSameInputs) {
  Net net;
  net.fmu("a", "Integrator").fmu("b", "Gain").wire("a.x", "b.u");
  net.config.master.estimate_error = true;
  const auto system = net.make();
  const std::vector<std::string> names{"a.u"};
  const Span<double> in = system->bind_inputs<double>(core::select(system->description(), names));
  system->initialize({});
  in[0] = 5.0;
  ASSERT_TRUE(test::run(*system, 1.0, 0.1));
  EXPECT_NEAR(value(*system, "b.y"), 5.0, 1e-9);
  EXPECT_LT(connection(system->report(), "b.u").estimate.value(), 1e-9);  // constant slope: nothing to gain
}

// Energy between the masses: F given to the left mass, its velocity to the right one. With Jacobi and held
// inputs energy appears or disappears; with iterated straight lines nearly none does.
TEST(CouplingReport, EnergyOfBonds) {
  const auto residual = [](MasterKind kind, InputOrder inputs) {
    Net net = test::two_masses().bond("left.F", "right.v1").master(kind, inputs);
    const auto system = net.make();
    system->initialize({});
    EXPECT_TRUE(test::run(*system, 2.0, 0.05));
    const BondError bond = system->report().bonds.at(0);
    EXPECT_GT(bond.exchanged, 0.01);
    EXPECT_GT(bond.largest_power, 0.0);
    return std::fabs(bond.residual);
  };
  const double held = residual(MasterKind::kJacobi, InputOrder::kHold);
  EXPECT_GT(held, 1e-3);
  EXPECT_LT(residual(MasterKind::kNewton, InputOrder::kLinear), 1e-3 * held);
}

// Exact: an effort of 2 and a flow that is the ramp t. Held, the receiver gets the old (Jacobi) flow: each
// step loses 2 * h^2 / 2.
TEST(CouplingReport, EnergyHasItsExactValue) {
  Net net;
  net.fmu("a", "Gain", {{"k", "0"}, {"b", "2"}}).fmu("b", "Integrator");
  net.wire("a.y", "b.u").wire("b.x", "a.u").bond("b.u", "a.u").master(MasterKind::kJacobi);
  const auto system = net.make();
  system->initialize({});
  ASSERT_TRUE(test::run(*system, 1.0, 0.1));
  // x = 2 t; handed over: effort 2 times the flow it was given, 2 t_k; received: 2 times 2 t.
  const BondError bond = system->report().bonds.at(0);
  EXPECT_NEAR(bond.residual, -10 * 2.0 * 0.1 * 0.5 * 0.2, 1e-9);
  EXPECT_NEAR(bond.largest_power, 0.2, 1e-9);
}

TEST(CouplingReport, BondsThatDoNotFitAreRefused) {
  for (const auto& [effort, flow] : {std::pair{"left.F", "right.c"}, std::pair{"right.x1", "right.v1"}}) {
    Net net = test::two_masses().bond(effort, flow);
    const auto system = net.make();
    EXPECT_THROW(system->initialize({}), Error) << effort << ' ' << flow;
  }
}

// Large errors come with a suggestion that works: the step it names brings the error near 1 %.
TEST(CouplingReport, SuggestsAStep) {
  const auto system = test::control_loop().make();
  system->initialize({});
  ASSERT_TRUE(test::run(*system, 2.0, 0.1));
  const CouplingReport coarse = system->report();
  ASSERT_EQ(coarse.suggestions.size(), 1U);
  EXPECT_NE(coarse.suggestions[0].find("'controller.y'"), std::string::npos) << coarse.suggestions[0];
  const auto fine = test::control_loop().make();
  fine->initialize({});
  ASSERT_TRUE(test::run(*fine, 2.0, 0.005));
  EXPECT_TRUE(fine->report().suggestions.empty());
}

TEST(CouplingReport, IsTextForPeople) {
  const auto system = test::two_masses().bond("left.F", "right.v1").make();
  system->initialize({});
  ASSERT_TRUE(test::run(*system, 0.5, 0.1));
  const std::string text = to_text(system->report());
  for (const char* part : {"network 'network', master gauss_seidel: 5 steps", "left.x -> right.x1",
                           "bond 'bond'", "% of the time, 5 steps"})
    EXPECT_NE(text.find(part), std::string::npos) << text;
  EXPECT_NE(to_text(system->report(), 1).find("... and 2 more"), std::string::npos);
}

// The report reaches the log when the run ends, once.
TEST(CouplingReport, IsLoggedAtTheEnd) {
  std::vector<std::string> log;
  Net net = test::two_masses();
  net.config.log = [&log](const core::LogMessage& message) { log.emplace_back(message.category); };
  {
    const auto system = net.make();
    system->initialize({});
    ASSERT_TRUE(test::run(*system, 0.5, 0.1));
    EXPECT_EQ(system->terminate(), core::Status::kOk);
  }
  EXPECT_EQ(std::count(log.begin(), log.end(), "network-report"), 1);
}

}  // namespace
}  // namespace lockstep::network
