// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "network_support.hpp"

namespace lockstep::network {
namespace {

using test::Net;
using test::value;

// Named case against all fixed steps: a fast transient, then rest. The error stays near the tolerance with a
// fraction of the steps that a fixed step of the smallest size needs.
TEST(Adaptive, TakesSmallStepsOnlyWhereNeeded) {
  Net net;
  net.fmu("plant", "Plant", {{"T", "0.01"}, {"k", "2"}})
      .fmu("controller", "PiController", {{"kp", "1"}, {"ki", "0.1"}});
  net.wire("plant.y", "controller.y").wire("controller.u", "plant.u").master(MasterKind::kAdaptive);
  net.config.master.tolerance = 1e-4;
  const auto system = net.make();
  const std::vector<std::string> names{"master.step_size"};
  const Span<const double> size = system->bind_outputs<double>(core::select(system->description(), names));
  system->initialize({});
  ASSERT_TRUE(succeeded(system->step({0.0, 0.01, 0.01}).status));
  const double at_start = size[0];
  const core::TimeGrid grid{0.01, core::Rational::from_seconds(0.5)};
  for (int k = 0; k < 20; ++k)
    ASSERT_TRUE(succeeded(system->step(grid.interval(k)).status));
  EXPECT_LT(at_start, 0.001);
  EXPECT_GT(size[0], 20.0 * at_start);
  EXPECT_LT(static_cast<double>(system->report().steps), 0.2 * 10.0 / at_start);
  EXPECT_GT(system->report().rejected, 0U);
}

// A smaller tolerance gives a smaller error: order 1 in the step, so error ~ tolerance^(1/2) for local
// control.
TEST(Adaptive, ErrorFollowsTheTolerance) {
  const double exact = test::exact_plant(2.0);
  const auto error = [&](double tolerance, InputOrder order) {
    Net net = test::control_loop().master(MasterKind::kAdaptive, order);
    net.config.master.tolerance = tolerance;
    return std::fabs(test::result(net, "plant.y", 2.0, 0.5) - exact);
  };
  for (const InputOrder order : {InputOrder::kHold, InputOrder::kLinear}) {
    EXPECT_LT(error(1e-4, order), 0.03) << to_string(order);
    EXPECT_LT(error(1e-6, order), 0.4 * error(1e-4, order)) << to_string(order);
  }
}

// Without rollback the error chooses the next step, nothing is taken back, and the report says so.
TEST(Adaptive, ComponentsThatCannotGoBack) {
  Net net;
  net.fmu("plant", "Plant", {{"k", "2"}})
      .limited()
      .fmu("controller", "PiController", {{"kp", "1"}, {"ki", "2"}});
  net.wire("plant.y", "controller.y").wire("controller.u", "plant.u").master(MasterKind::kAdaptive);
  net.config.master.tolerance = 1e-2;
  const auto system = net.make();
  system->initialize({});
  ASSERT_TRUE(test::run(*system, 2.0, 0.1));
  EXPECT_NEAR(value(*system, "plant.y"), test::exact_plant(2.0), 0.02);
  const CouplingReport report = system->report();
  EXPECT_EQ(report.rejected, 0U);
  EXPECT_GT(report.steps, 20U);
  ASSERT_EQ(report.notes.size(), 1U);
  EXPECT_NE(report.notes[0].find("'plant' cannot save its state"), std::string::npos);
}

// Where nothing changes, one step covers the interval.
TEST(Adaptive, RestNeedsOneStep) {
  Net net;
  net.fmu("a", "Gain").fmu("b", "Gain").wire("a.y", "b.u").master(MasterKind::kAdaptive);
  const auto system = net.make();
  system->initialize({});
  ASSERT_TRUE(test::run(*system, 10.0, 1.0));
  EXPECT_EQ(system->report().steps, 20U);  // two halves each
}

}  // namespace
}  // namespace lockstep::network
