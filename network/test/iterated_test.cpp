// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "network_support.hpp"

namespace lockstep::network {
namespace {

using test::Net;
using test::value;

/// A mass so light that the spring moves it in 3 ms, in steps of 10 ms: its feedback over a step is
/// ck h^2 / (2 m) = 5.
Net stiff_pair(MasterKind kind, InputOrder inputs = InputOrder::kHold) {
  return test::two_masses("100", "1", "0.001").master(kind, inputs);
}

// Held inputs are of order 1, however well they are iterated.
TEST(Iterated, HoldIsOfOrderOne) {
  for (const MasterKind kind : {MasterKind::kFixedPoint, MasterKind::kNewton}) {
    const Net net = test::two_masses().master(kind);
    EXPECT_NEAR(test::observed_order(net, "left.x", 2.0, 0.02, test::exact_left_position(2.0)), 1.0, 0.15)
        << to_string(kind);
  }
}

// Straight lines between values that fit each other are of order 2.
TEST(Iterated, LinearInputsAreOfOrderTwo) {
  for (const MasterKind kind : {MasterKind::kFixedPoint, MasterKind::kNewton}) {
    Net net = test::two_masses().master(kind, InputOrder::kLinear);
    net.config.master.tolerance = 1e-10;
    EXPECT_NEAR(test::observed_order(net, "left.x", 2.0, 0.05, test::exact_left_position(2.0)), 2.0, 0.1)
        << to_string(kind);
  }
}

// Named case for Newton: the stiff pair. Jacobi and Gauss-Seidel diverge, fixed point does not converge;
// Newton follows the slow motion.
TEST(Iterated, OnlyNewtonTakesTheStiffPair) {
  const double exact = test::exact_left_position(1.0, 100.0, 1.0, 0.001);
  const auto error = [&](MasterKind kind) {
    return std::fabs(test::result(stiff_pair(kind), "left.x", 1.0, 0.01) - exact);
  };
  EXPECT_LT(error(MasterKind::kNewton), 0.02);
  for (const MasterKind kind : {MasterKind::kJacobi, MasterKind::kGaussSeidel, MasterKind::kFixedPoint})
    EXPECT_FALSE(error(kind) < 1.0) << to_string(kind);  // NaN: a component had given up
}

// Steps that did not converge are counted, and a suggestion says what to do.
TEST(Iterated, ReportsStepsThatDoNotConverge) {
  const auto system = stiff_pair(MasterKind::kFixedPoint).make();
  system->initialize({});
  static_cast<void>(test::run(*system, 0.02, 0.01));
  const CouplingReport report = system->report();
  EXPECT_GT(report.unconverged, 0U);
  ASSERT_FALSE(report.suggestions.empty());
  EXPECT_NE(report.suggestions[0].find("choose the master 'newton'"), std::string::npos)
      << report.suggestions[0];
}

Net loop(const std::string& k1, const std::string& k2, MasterKind kind) {
  Net net;
  net.fmu("a", "Gain", {{"k", k1}, {"b", "3"}})
      .fmu("b", "Gain", {{"k", k2}, {"b", "1"}})
      .fmu("ramp", "Pulse");
  ConnectionConfig sum;
  sum.sources = {{"b.y", 1.0}, {"ramp.s", 1.0}};
  sum.to = "a.u";
  net.config.connections.push_back(sum);
  return net.wire("a.y", "b.u").master(kind);
}

// An algebraic loop that moves: a = k1 (b + t) + 3, b = k2 a + 1. Gauss-Seidel lags; iteration solves it.
TEST(Iterated, SolvesAlgebraicLoops) {
  const double exact = (0.5 * (1.0 + 1.0) + 3.0) / (1.0 - 0.5 * 0.5);
  for (const MasterKind kind : {MasterKind::kFixedPoint, MasterKind::kNewton})
    EXPECT_NEAR(test::result(loop("0.5", "0.5", kind), "a.y", 1.0, 0.1), exact, 2e-5) << to_string(kind);
  EXPECT_GT(std::fabs(test::result(loop("0.5", "0.5", MasterKind::kGaussSeidel), "a.y", 1.0, 0.1) - exact),
            0.01);
}

// A gain of -6 around the loop: only Newton.
TEST(Iterated, NewtonSolvesLoopsThatAmplify) {
  const double exact = (-2.0 * (1.0 + 1.0) + 3.0) / (1.0 + 6.0);
  EXPECT_NEAR(test::result(loop("-2", "3", MasterKind::kNewton), "a.y", 1.0, 0.1), exact, 1e-5);
  EXPECT_FALSE(std::fabs(test::result(loop("-2", "3", MasterKind::kFixedPoint), "a.y", 1.0, 0.1) - exact) <
               1.0);
}

// Relaxation makes a fixed point of gain -1.5 converge: the error is multiplied by 1 - w (1 + 1.5) each time.
TEST(Iterated, RelaxationHelpsFixedPoints) {
  Net net = loop("-1.5", "1", MasterKind::kFixedPoint);
  const double exact = (-1.5 * (1.0 + 1.0) + 3.0) / (1.0 + 1.5);
  EXPECT_FALSE(std::fabs(test::result(net, "a.y", 1.0, 0.1) - exact) < 0.1);
  net.config.master.relaxation = 0.5;
  EXPECT_NEAR(test::result(net, "a.y", 1.0, 0.1), exact, 1e-4);
}

// Linear components: one matrix serves the whole run, and two iterations a step.
TEST(Iterated, NewtonKeepsItsMatrix) {
  const auto system = test::two_masses().master(MasterKind::kNewton).make();
  system->initialize({});
  ASSERT_TRUE(test::run(*system, 1.0, 0.01));
  const CouplingReport report = system->report();
  EXPECT_EQ(report.steps, 100U);
  EXPECT_LE(report.iterations, 2 * report.steps);
  // 100 steps of two iterations, and one matrix of 3 inputs and 2 components
  EXPECT_LE(report.components[0].steps + report.components[1].steps, 2 * 200U + 3U + 2U);
}

// Components before and after those that depend on each other step once.
TEST(Iterated, OthersStepOnce) {
  Net net = test::two_masses().master(MasterKind::kFixedPoint);
  net.fmu("after", "Integrator").fmu("before", "Pulse").fmu("between", "Gain");
  net.wire("right.x", "after.u").wire("before.s", "between.u");
  const auto system = net.make();
  system->initialize({});
  ASSERT_TRUE(test::run(*system, 0.1, 0.01));
  const CouplingReport report = system->report();
  EXPECT_GT(report.components[0].steps, 10U);
  for (std::size_t c = 2; c < 5; ++c)
    EXPECT_EQ(report.components[c].steps, 10U) << report.components[c].name;
}

// A component that cannot go back is stepped once, the others are iterated, and the report says so.
TEST(Iterated, ComponentsThatCannotGoBackAreUsedAsTheyAllow) {
  Net net;
  net.fmu("left", "LeftMass", {{"d", "0.1"}}).limited().fmu("right", "RightMass", {{"dk", "0.2"}});
  net.wire("left.x", "right.x1")
      .wire("left.v", "right.v1")
      .wire("right.F", "left.F")
      .master(MasterKind::kNewton);
  const auto system = net.make();
  system->initialize({});
  ASSERT_TRUE(test::run(*system, 2.0, 0.01));
  EXPECT_NEAR(value(*system, "left.x"), test::exact_left_position(2.0), 0.01);  // order 1 with h = 0.01
  const CouplingReport report = system->report();
  EXPECT_EQ(report.components[0].steps, 200U);
  EXPECT_EQ(report.unconverged, 0U);
  EXPECT_FALSE(report.components[0].rolled_back);
  ASSERT_EQ(report.notes.size(), 1U);
  EXPECT_NE(report.notes[0].find("'left' cannot save its state"), std::string::npos) << report.notes[0];
}

}  // namespace
}  // namespace lockstep::network
