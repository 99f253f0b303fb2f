// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "model_run.hpp"

namespace lockstep::models::test {
namespace {

/// A fluid model at a constant relative velocity.
class Flow {
 public:
  Flow(const std::string& name, const Form& form, double x, double y, double z) : run(name, form) {
    run.input("relativeVelocity_x") = x;
    run.input("relativeVelocity_y") = y;
    run.input("relativeVelocity_z") = z;
  }
  double force(char axis) { return run.real(std::string("fluidDynamicForce_") + axis); }
  double moment(char axis) { return run.real(std::string("fluidDynamicMoment_") + axis); }
  ModelRun run;
};

class Fluids : public AllForms {};
INSTANTIATE_FORMS(Fluids, kFmi2Cs, kFmi2Me, kFmi3Cs, kFmi3Me);

TEST_P(Fluids, null_friction_is_not_felt) {
  Flow flow("NullFriction", GetParam(), 1.0, 2.0, 3.0);
  flow.run.initialize().run_to(0.001, 0.001);
  EXPECT_EQ(flow.force('x'), 0.0);
  EXPECT_EQ(flow.moment('z'), 0.0);
}

TEST_P(Fluids, linear_friction_is_proportional) {
  Flow flow("LinearFriction", GetParam(), 1.0, -2.0, 3.0);
  flow.run.initialize().run_to(0.001, 0.001);
  EXPECT_EQ(flow.force('x'), -10.0);
  EXPECT_EQ(flow.force('y'), 20.0);
  EXPECT_EQ(flow.force('z'), -30.0);
}

// Level flight at 20 m/s, sinking at 1 m/s: lift up and perpendicular to the motion, drag against it.
TEST_P(Fluids, a_wing_lifts) {
  Flow flow("LiftDrag", GetParam(), 20.0, 0.0, -1.0);
  flow.run.set("x_cp", "0.1").initialize().run_to(0.001, 0.001);
  const double alpha = std::atan2(1.0, 20.0);
  const double q = 0.5 * 1.2 * 401.0;
  const double lift = q * 5.5 * alpha;
  const double drag = q * (0.02 + 1.18 * std::sin(alpha) * std::sin(alpha));
  EXPECT_NEAR(flow.force('z'), lift * std::cos(alpha) + drag * std::sin(alpha), 1e-9);
  EXPECT_NEAR(flow.force('x'), lift * std::sin(alpha) - drag * std::cos(alpha), 1e-9);
  EXPECT_NEAR(flow.moment('y'), -0.1 * flow.force('z'), 1e-12);
}

// Beyond the stall the lift decreases; across the flow there is drag only; at rest there is nothing.
TEST_P(Fluids, a_wing_stalls) {
  Flow steep("LiftDrag", GetParam(), 1.0, 0.0, -1.0);
  steep.run.initialize().run_to(0.001, 0.001);
  const double pi = 3.14159265358979323846;
  EXPECT_NEAR(steep.run.real("cl"), 5.5 * 0.26 * (pi / 4.0) / (pi / 2.0 - 0.26), 1e-12);
  Flow across("LiftDrag", GetParam(), 0.0, 0.0, -2.0);
  across.run.initialize().run_to(0.001, 0.001);
  EXPECT_NEAR(across.force('z'), 0.5 * 1.2 * 4.0 * 1.2, 1e-9);
  EXPECT_NEAR(across.force('x'), 0.0, 1e-9);
  Flow still("LiftDrag", GetParam(), 0.0, 0.0, 0.0);
  still.run.initialize().run_to(0.001, 0.001);
  EXPECT_EQ(still.force('z'), 0.0);
}

// One litre of water carries 9.81 N, at the centre of buoyancy; drag is quadratic; the added mass is felt
// when the velocity jumps and forgotten after some filter times.
TEST_P(Fluids, a_body_floats) {
  Flow flow("Buoyancy", GetParam(), 2.0, 0.0, 0.0);
  flow.run.set("x_cb", "0.2").initialize();
  EXPECT_NEAR(flow.force('z'), 9.81, 1e-12);
  EXPECT_NEAR(flow.force('x'), -10.0 * 4.0 - 0.5 * 2.0 / 0.01, 1e-9);
  EXPECT_NEAR(flow.moment('y'), -0.2 * 9.81, 1e-12);
  flow.run.run_to(0.02, 0.001);
  EXPECT_NEAR(flow.force('x'), -40.0 - 100.0 * std::exp(-2.0), 0.01);
  flow.run.run_to(1.0, 0.01);
  EXPECT_NEAR(flow.force('x'), -40.0, 1e-6);
}

}  // namespace
}  // namespace lockstep::models::test
