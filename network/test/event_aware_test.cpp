// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "network_support.hpp"

namespace lockstep::network {
namespace {

using test::Net;
using test::value;

Net pulse_and_integrator(const std::string& output, MasterKind kind, const std::string& version = "3.0") {
  Net net;
  net.fmu("integrator", "Integrator", {}, version).fmu("pulse", "Pulse", {}, version);
  return net.wire("pulse." + output, "integrator.u").master(kind);
}

// Named case: a jump at 0.3337 s between two communication points. x(1) = 1 - 0.3337 with events, while
// others integrate a whole step too much or too little.
TEST(EventAware, AnnouncedEventsAreExact) {
  const double exact = 1.0 - 0.3337;
  EXPECT_NEAR(test::result(pulse_and_integrator("y", MasterKind::kEvents), "integrator.x", 1.0, 0.1), exact,
              1e-12);
  EXPECT_GT(
      std::fabs(test::result(pulse_and_integrator("y", MasterKind::kGaussSeidel), "integrator.x", 1.0, 0.1) -
                exact),
      0.02);
  EXPECT_GT(std::fabs(test::result(pulse_and_integrator("y", MasterKind::kNewton), "integrator.x", 1.0, 0.1) -
                      exact),
            0.02);
}

// A Boolean acts from its event on, not in the step that the event ends, although its component steps first.
TEST(EventAware, BooleansActFromTheEventOn) {
  Net net;
  net.fmu("pulse", "Pulse").fmu("integrator", "Integrator");
  net.wire("pulse.on", "integrator.gate").master(MasterKind::kEvents);
  EXPECT_NEAR(test::result(net, "integrator.x", 1.0, 0.1), 1.0 - 0.3337, 1e-12);
}

// The component that jumps steps after the other one: that one goes back, and both meet at the event.
TEST(EventAware, EventsThatAreFoundTakeOthersBack) {
  const Net net = pulse_and_integrator("z", MasterKind::kEvents);
  const auto system = net.make();
  system->initialize({});
  ASSERT_TRUE(test::run(*system, 1.0, 0.1));
  // The kit of the FMU locates a zero crossing to 1e-9 of its solver's step at best.
  EXPECT_NEAR(value(*system, "integrator.x"), 1.0 - 0.3337, 1e-6);
  EXPECT_GT(system->report().steps, 10U);
}

// The same where the integrator cannot go back: it had gone past the event, waits there, and the report says
// so.
TEST(EventAware, ComponentsThatCannotGoBackWait) {
  Net net;
  net.fmu("integrator", "Integrator").limited().fmu("pulse", "Pulse").fmu("lead", "Gain");
  // The gain needs the integrator at once, which puts the integrator before the pulse.
  net.wire("pulse.z", "integrator.u").wire("integrator.x", "lead.u").master(MasterKind::kEvents);
  const auto system = net.make();
  system->initialize({});
  ASSERT_TRUE(test::run(*system, 1.0, 0.1));
  EXPECT_NEAR(value(*system, "integrator.x"), 1.0 - 0.3337, 0.1);
  EXPECT_EQ(value(*system, "lead.y"), value(*system, "integrator.x"));
}

// Without events it is Gauss-Seidel.
TEST(EventAware, IsGaussSeidelWithoutEvents) {
  EXPECT_EQ(test::result(test::control_loop().master(MasterKind::kEvents), "plant.y", 2.0, 0.1),
            test::result(test::control_loop().master(MasterKind::kGaussSeidel), "plant.y", 2.0, 0.1));
}

}  // namespace
}  // namespace lockstep::network
