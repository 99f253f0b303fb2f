// SPDX-License-Identifier: Apache-2.0
// Worlds with FMUs: the damped pendulum, the transmissions and the fluid cube of gazebo-fmi's tests.
#include <algorithm>
#include <cmath>

#include "engines.hpp"
#include "stateless_device.hpp"

namespace lockstep::contract {
namespace {

std::string actuator(const std::string& fmu, const std::string& more = {}) {
  return "<plugin name='fmu' "
         "filename='libFMIActuatorPlugin.so'><actuator><name>fmu</name><joint>joint</joint><fmu>" +
         fmu + "</fmu>" + more + "</actuator></plugin>";
}

/// gazebo-fmi's damped_pendulum.world: the same pendulum with damping of the engine and of an FMU, from the
/// horizontal.
description::World damped_pendulums() {
  return world_of(
      pendulum("sdf", "<damping>0.1</damping>", "", "0 -0.5 1.5 0 0 0", 1.5707963268) +
      pendulum("fmi", "<damping>0</damping>", actuator("Damper.fmu"), "0 0.5 1.5 0 0 0", 1.5707963268));
}

/// Applies -d w in `actuate`, as the FMU does.
class NativeDamper final : public StatelessDevice {
 public:
  const std::string& name() const noexcept override { return name_; }
  void bind(devices::Binder& binder) override {
    const auto joint = binder.find_joint("joint");
    motion_ = binder.read_joint(joint);
    actuation_ = binder.own_actuation(joint);
    binder.run_in(devices::Phase::kActuate);
  }
  core::Status run(const devices::StepInfo& /*step*/) noexcept override {
    actuation_.apply(-0.1 * motion_.velocity());
    return core::Status::kOk;
  }

 private:
  std::string name_{"native"};
  devices::JointMotion motion_;
  devices::JointActuation actuation_;
};

double largest_difference(const EngineUnderTest& engine, double step_s) {
  Rig rig{engine, damped_pendulums(), step_s};
  rig.runtime->start();
  double largest = 0.0;
  const int steps = static_cast<int>(std::lround(10.0 / step_s));
  for (int k = 0; k < steps; ++k) {
    EXPECT_TRUE(succeeded(rig.runtime->step())) << rig.runtime->fault();
    largest = std::max(largest, std::fabs(rig.position(0) - rig.position(1)));
  }
  return largest;
}

// Damping by the file and by the FMU differ by at most 2e-3 rad over 10 s at 1 ms, and by about half of it at
// half the step: what remains is the explicit coupling.
TEST_P(Contract, DampedPendulumBySdfAndByFmu) {
  const double at_1_ms = largest_difference(engine(), 0.001);
  const double at_half = largest_difference(engine(), 0.0005);
  EXPECT_LE(at_1_ms, 2e-3);
  EXPECT_LE(at_half, 0.6 * at_1_ms);
}

// The FMU and a native device with the same law agree to 1e-6 rad over 10 s: the FMU adds nothing of its own.
TEST_P(Contract, DampedPendulumByFmuAndNatively) {
  Rig fmu{engine(), world_of(pendulum("p", "", actuator("Damper.fmu"), "0 0 1.5 0 0 0", 1.5707963268))};
  Rig native{engine(), world_of(pendulum("q", "", "", "0 0 1.5 0 0 0", 1.5707963268))};
  // The rig has bound its devices, so the native one gets a runtime of its own.
  runtime::Runtime own{*native.engine};
  own.add(std::make_unique<NativeDamper>(), {}, "q");
  own.bind();
  own.start();
  fmu.runtime->start();
  double largest = 0.0;
  for (int k = 0; k < 10000; ++k) {
    ASSERT_TRUE(succeeded(own.step()));
    ASSERT_TRUE(succeeded(fmu.runtime->step())) << fmu.runtime->fault();
    largest = std::max(largest, std::fabs(fmu.position() - native.position()));
  }
  EXPECT_LT(largest, 1e-6);
}

// The angles of a fine solution of 1.001 th'' = -9.8 sin th - 0.1 th' from pi/2, within 5e-3; the joint
// counts from the horizontal.
TEST_P(Contract, DampedPendulumOracle) {
  Rig rig{engine(), damped_pendulums()};
  rig.runtime->start();
  const std::pair<double, double> oracle[] = {
      {0.5, 0.42239}, {1.0, -1.32341}, {2.0, 0.88815}, {5.0, 0.41858}, {10.0, -0.90756}};
  for (const auto& [time_s, angle] : oracle) {
    ASSERT_TRUE(rig.run_until(time_s));
    for (const std::size_t axis : {std::size_t{0}, std::size_t{1}})
      EXPECT_NEAR(rig.position(axis) + 1.5707963268, angle, 5e-3) << time_s;
  }
}

/// gazebo-fmi's test_*Transmission.world, standing on the world instead of a plate of 100 kg.
description::World transmission_world(const std::string& plugin) {
  return world_of(
      R"(<model name='pendulum_with_base'><link name='base'><inertial><mass>100</mass></inertial></link>
    <joint name='mount' type='fixed'><parent>world</parent><child>base</child></joint>
    <link name='upper_link'><pose>0 0 2.1 -1.5708 0 0</pose><self_collide>0</self_collide><inertial><pose>0 0 0.5 0 0 0</pose></inertial></link>
    <joint name='upper_joint' type='revolute'><parent>base</parent><child>upper_link</child><axis><xyz>1 0 0</xyz>
    <limit><effort>0.0001</effort><velocity>50</velocity></limit><dynamics><damping>4</damping><friction>0</friction></dynamics></axis></joint>
    <plugin name='pid' filename='joint_pid'><joint>upper_joint</joint><position><p>100</p><i>0.1</i><d>0</d><i_min>-10000</i_min>
    <i_max>10000</i_max><output_min>-10000</output_min><output_max>10000</output_max><target>0</target></position></plugin>)" +
      plugin + "</model>");
}

std::string transmission(const std::string& fmu, const std::string& more = {}) {
  return "<plugin name='t' "
         "filename='libFMIActuatorPlugin.so'><actuator><name>t</name><joint>upper_joint</joint><fmu>" +
         fmu + ".fmu</fmu><disable_velocity_effort_limits>true</disable_velocity_effort_limits>" + more +
         "</actuator></plugin>";
}

// Position regulation through each transmission, 3000 steps, with the tolerances of the original test (0.1
// rad) and the 1-DOF solution (0.01 rad).
TEST_P(Contract, PositionRegulationThroughTransmissions) {
  const std::string renamed =
      "<variable_names><actuatorInput name='actuatorInputWithStrangeName'/></variable_names>";
  const std::string old_tags =
      "<actuatorInputName>actuatorInputWithStrangeName</actuatorInputName>"
      "<jointAccelerationName>jointAccelerationWithStrangeName</jointAccelerationName>";
  struct Case {
    const char* fmu;
    std::string more;
    double expected, solution;
  };
  for (const Case& test :
       {Case{"NullTransmission", renamed, -1.5708, -1.583}, Case{"IdentityTransmission", "", 0.0, -0.0486},
        Case{"StiffTransmission", renamed, 0.0, -0.0486}, Case{"CompliantTransmission", "", 0.0, -0.0460}}) {
    Rig rig{engine(), transmission_world(transmission(test.fmu, test.more))};
    rig.runtime->start();
    ASSERT_TRUE(rig.run_until(3.0)) << test.fmu;
    EXPECT_NEAR(rig.position(), test.expected, 0.1) << test.fmu;
    EXPECT_NEAR(rig.position(), test.solution, 0.01) << test.fmu;
  }
  Rig soft{engine(), transmission_world(transmission("SoftTransmission", old_tags))};
  soft.runtime->start();
  ASSERT_TRUE(soft.run_until(3.0));
  EXPECT_GT(std::fabs(soft.position()), 0.1);
}

/// gazebo-fmi's fluid test: a cube of 1 kg with 1 m/s, no gravity; the link name is as wrong as there.
description::World fluid_world(const std::string& fmu) {
  return world_of(
      R"(<gravity>0 0 0</gravity><model name='floating_cube'><link name='link'><inertial><mass>1</mass><inertia>
    <ixx>0.166666666</ixx><iyy>0.166666666</iyy><izz>0.166666666</izz><ixy>0</ixy><ixz>0</ixz><iyz>0</iyz></inertia></inertial></link>
    <plugin name='fluid' filename='libFMISingleBodyFluidDynamicsPlugin.so'><single_body_fluid_dynamics><name>fluid</name>
    <link>floating_cube</link><fmu>)" +
      fmu + ".fmu</fmu></single_body_fluid_dynamics></plugin></model>");
}

// Without friction the cube is at 2 m after 2 s; with 10 N.s/m it stops short of 0.1 m.
TEST_P(Contract, SingleBodyFluidDynamics) {
  const auto distance = [&](const char* fmu) {
    Rig rig{engine(), fluid_world(fmu)};
    const auto position = rig.runtime->watch("floating_cube/link/position");
    rig.runtime->start();
    rig.runtime->set_link_state("floating_cube/link", {}, {1.0, 0.0, 0.0}, {0.0, 0.0, 0.0});
    EXPECT_TRUE(rig.run_until(2.0));
    return position.number(0);
  };
  EXPECT_NEAR(distance("NullFriction"), 2.0, 0.001);
  const double slowed = distance("LinearFriction");
  EXPECT_GT(slowed, 0.096);
  EXPECT_LT(slowed, 0.1);
}

// A device built outside the tree, by the name of its library in the file: 20 N m/rad on 1.001 kg.m2 without
// gravity swing with sqrt(20 / 1.001).
TEST_P(Contract, LoadsALibraryOfDevices) {
  const std::string spring = "<plugin name='s' filename='" LOCKSTEP_SPRING_LIBRARY
                             "'><joint>joint</joint><stiffness>20</stiffness><rest>0.5</rest></plugin>";
  Rig rig{engine(), world_of("<gravity>0 0 0</gravity>" + pendulum("p", "", spring))};
  const auto energy = rig.runtime->watch("p/joint_spring/energy");
  rig.runtime->start();
  ASSERT_TRUE(rig.run_until(0.5));
  EXPECT_NEAR(rig.position(), 0.5 - 0.5 * std::cos(std::sqrt(20.0 / 1.001) * 0.5), 5e-3);
  EXPECT_GT(energy.number(), 0.0);
}

}  // namespace
}  // namespace lockstep::contract
