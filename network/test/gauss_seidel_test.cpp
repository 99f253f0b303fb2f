// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "network_support.hpp"

namespace lockstep::network {
namespace {

using test::Net;

// Named case against Jacobi: a chain of gains behind an integrator is exact at every communication point,
// while Jacobi's outputs are one step old for each block.
TEST(GaussSeidel, ChainsAreNotDelayed) {
  Net net;
  net.fmu("b", "Gain", {{"k", "3"}}).fmu("a", "Gain", {{"k", "2"}}).fmu("ramp", "Pulse");
  net.wire("a.y", "b.u").wire("ramp.s", "a.u");
  const auto at_end = [&](MasterKind kind) { return test::result(net.master(kind), "b.y", 0.3, 0.1); };
  // s = t; 1e-12: roundings of three Runge-Kutta steps
  EXPECT_NEAR(at_end(MasterKind::kGaussSeidel), 6.0 * 0.3, 1e-12);
  EXPECT_NEAR(at_end(MasterKind::kJacobi), 6.0 * 0.1, 1e-12);
}

// Held inputs: order 1.
TEST(GaussSeidel, HoldIsOfOrderOne) {
  const double exact = test::exact_plant(2.0);
  const Net net = test::control_loop().master(MasterKind::kGaussSeidel);
  EXPECT_NEAR(test::observed_order(net, "plant.y", 2.0, 0.05, exact), 1.0, 0.15);
  const double exact_mass = test::exact_left_position(2.0);
  const Net masses = test::two_masses().master(MasterKind::kGaussSeidel);
  EXPECT_NEAR(test::observed_order(masses, "left.x", 2.0, 0.02, exact_mass), 1.0, 0.15);
}

// Extrapolated ramps: order 2.
TEST(GaussSeidel, LinearInputsAreOfOrderTwo) {
  const double exact = test::exact_plant(2.0);
  const Net net = test::control_loop().master(MasterKind::kGaussSeidel, InputOrder::kLinear);
  EXPECT_NEAR(test::observed_order(net, "plant.y", 2.0, 0.05, exact), 2.0, 0.25);
}

// FMI 2 takes the ramps by input derivatives, FMI 3 by intermediate update; the result is the same.
TEST(GaussSeidel, LinearInputsInBothVersions) {
  Net old;
  old.fmu("plant", "Plant", {{"k", "2"}}, "2.0")
      .fmu("controller", "PiController", {{"kp", "1"}, {"ki", "2"}}, "2.0");
  old.wire("plant.y", "controller.y").wire("controller.u", "plant.u");
  const double with_fmi3 = test::result(
      test::control_loop().master(MasterKind::kGaussSeidel, InputOrder::kLinear), "plant.y", 2.0, 0.05);
  const double with_fmi2 =
      test::result(old.master(MasterKind::kGaussSeidel, InputOrder::kLinear), "plant.y", 2.0, 0.05);
  EXPECT_NEAR(with_fmi2, with_fmi3, 1e-9);
}

}  // namespace
}  // namespace lockstep::network
