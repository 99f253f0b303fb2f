// SPDX-License-Identifier: Apache-2.0
// A control board moves the same on every engine: numbers of the laws, in simulated time.
#include <cmath>

#include "engines.hpp"
#include "lockstep/devices/api/request.hpp"

namespace lockstep::contract {
namespace {

constexpr double kDegree = 3.14159265358979323846 / 180.0;

/// One bar for each joint j0, j1, ..., held to the world: 1 kg, 0.1 kg.m2 about its axis. No gravity.
description::World bars(int count, const std::string& board, const std::string& axis = {}) {
  std::string model = "<gravity>0 0 0</gravity><model name='robot'>";
  std::string joints;
  for (int i = 0; i < count; ++i) {
    const std::string n = std::to_string(i);
    model += "<link name='l" + n + "'><pose>0 " + n + " 1 0 0 0</pose><inertial><mass>1</mass><inertia>" +
             "<ixx>0.1</ixx><iyy>0.1</iyy><izz>0.1</izz><ixy>0</ixy><ixz>0</ixz><iyz>0</iyz></inertia></"
             "inertial>" +
             "</link><joint name='j" + n + "' type='revolute'><parent>world</parent><child>l" + n +
             "</child><axis><xyz>0 1 0</xyz>" + axis + "</axis></joint>";
    joints += "j" + n + " ";
  }
  return world_of(model + "<plugin name='board' filename='control_board'><name>board</name><joints>" +
                  joints + "</joints><units>degrees</units>" + board + "</plugin></model>");
}

// Critically damped at 40 rad/s: p = J w^2, d = 2 J w, here for degrees.
const char* const kStiff = "<position_control><p>2.8</p><i>0</i><d>0.14</d></position_control>";

struct BoardRig : Rig {
  BoardRig(const EngineUnderTest& under_test, const description::World& world, double step_s = 0.001)
      : Rig{under_test, world, step_s},
        q{watch("position")},
        dq{watch("velocity")},
        tau{watch("torque")},
        reference{watch("reference")},
        mode{watch("mode")},
        done{watch("motion_done")},
        fault{watch("fault")} {
    runtime->start();
  }
  runtime::SignalView watch(const char* quantity) {
    return runtime->watch(std::string{"robot/board/"} + quantity);
  }
  std::shared_ptr<const runtime::Request> ask(const char* request, std::vector<core::Value> arguments) {
    return runtime->doors().submit(std::string{"robot/board/"} + request, std::move(arguments));
  }
  /// Values in degrees, for axes 0, 1, ...
  void command(const char* request, std::vector<double> values, double unit = kDegree) {
    for (double& value : values)
      value *= unit;
    ask(request, {std::vector<std::int64_t>{}, values});
  }
  void set_mode(const char* word) {
    ask("set_mode", {std::vector<std::int64_t>{}, std::vector<std::string>{word}});
  }
  std::string fault_text() const { return *static_cast<const std::string*>(fault.data); }
  double degrees(std::uint32_t axis = 0) const { return q.number(axis) / kDegree; }
  /// Time from now until `condition` is true, at most `limit_s`.
  template <class Condition>
  double time_until(Condition&& condition, double limit_s) {
    const double begin = runtime->time_s();
    do {
      if (!succeeded(runtime->step())) {
        ADD_FAILURE() << runtime->fault();
        break;
      }
      peak = std::max(peak, std::abs(dq.number()) / kDegree);
    } while (!condition() && runtime->time_s() < begin + limit_s);
    return runtime->time_s() - begin;
  }

  runtime::SignalView q, dq, tau, reference, mode, done, fault;
  double peak{0.0};  ///< greatest speed of axis 0 [deg/s]
};

// The command counts from the step that takes it, so that the motion has ended in the step after its
// duration.
TEST_P(Contract, BoardMovesByMinimumJerkWhateverTheStep) {
  for (const double step : {0.001, 0.002}) {
    BoardRig rig{engine(), bars(1, kStiff), step};
    rig.command("move", {90.0});
    EXPECT_NEAR(rig.time_until([&] { return rig.done.number() == 1.0; }, 12.0), 9.0 + step, 1e-9) << step;
    EXPECT_NEAR(rig.peak, 18.75, 0.01) << step;
    EXPECT_NEAR(rig.degrees(), 90.0, 0.01) << step;
  }
}

TEST_P(Contract, BoardMovesByTrapezoidAndConstantSpeed) {
  struct Case {
    const char* type;
    double target, duration, peak;
  };
  for (const Case& one :
       {Case{"trapezoidal_speed", 90.0, 10.0, 10.0}, Case{"trapezoidal_speed", 2.0, 0.894, 4.472},
        Case{"constant_speed", 2.0, 0.200, 0.0}}) {
    BoardRig rig{engine(),
                 bars(1, std::string{kStiff} + "<trajectory><type>" + one.type + "</type></trajectory>")};
    rig.command("move", {one.target});
    const double time = rig.time_until([&] { return rig.done.number() == 1.0; }, 12.0);
    EXPECT_NEAR(time, one.duration + 0.001, 0.0011) << one.type;
    ASSERT_TRUE(rig.run_until(rig.runtime->time_s() + 0.5));
    EXPECT_NEAR(rig.degrees(), one.target, 0.01) << one.type;
    if (one.peak > 0.0) {
      EXPECT_NEAR(rig.peak, one.peak, 0.15) << one.type;
    }
  }
}

// The test of gazebo-yarp-plugins: 2 deg and 2 deg/s within 0.01, on a pendulum of 0.26 kg.m2 with damping 4.
TEST_P(Contract, BoardPassesTheOriginalsTest) {
  const description::World world = world_of(
      "<gravity>0 0 0</gravity><model name='robot'><link name='upper_link'><pose>0 0 2.1 -1.5708 0 0</pose>"
      "<inertial><pose>0 0 0.5 0 0 "
      "0</pose><mass>1</mass><inertia><ixx>0.01</ixx><iyy>0.01</iyy><izz>0.01</izz>"
      "<ixy>0</ixy><ixz>0</ixz><iyz>0</iyz></inertia></inertial></link><joint name='upper_joint' "
      "type='revolute'>"
      "<parent>world</parent><child>upper_link</child><axis><xyz>1 0 0</xyz><dynamics><damping>4</damping>"
      "</dynamics><limit><lower>-100</lower><upper>100</upper><effort>1000</effort><velocity>50</velocity></"
      "limit>"
      "</axis></joint><plugin name='b' "
      "filename='control_board'><name>board</name><joints>upper_joint</joints>"
      "<units>degrees</units><position_control><p>20</p><d>0.122</d><i>0.003</i><max_integral>9999</"
      "max_integral>"
      "<max_output>9999</max_output></position_control><velocity_control><type>integrator</type></"
      "velocity_control>"
      "</plugin></model>");
  BoardRig rig{engine(), world};
  rig.command("move", {2.0});
  ASSERT_TRUE(rig.run_until(0.4));
  EXPECT_NEAR(rig.degrees(), 2.0, 0.01);
  rig.set_mode("velocity");
  ASSERT_TRUE(rig.run_until(0.5));
  for (int k = 0; k < 400; ++k) {
    rig.command("set_velocities", {2.0});
    ASSERT_TRUE(rig.run_until(0.501 + 0.001 * k));
  }
  EXPECT_NEAR(rig.dq.number() / kDegree, 2.0, 0.01);
}

TEST_P(Contract, BoardRampsVelocitiesAndStopsWhenNobodyRenewsThem) {
  BoardRig rig{engine(),
               bars(1,
                    "<mode>velocity</mode><velocity_control><type>direct</type><p>1</p><i>0</i><d>0</d>"
                    "</velocity_control><trajectory><acceleration>20</acceleration></trajectory>")};
  rig.command("set_velocities", {10.0});
  ASSERT_TRUE(rig.run_until(0.1));
  EXPECT_NEAR(rig.dq.number() / kDegree, 2.0, 0.1);  // 20 deg/s2 for 0.1 s
  ASSERT_TRUE(rig.run_until(0.2));
  EXPECT_NEAR(rig.dq.number() / kDegree, 4.0, 0.1);
  ASSERT_TRUE(rig.run_until(0.3));
  EXPECT_NEAR(rig.dq.number() / kDegree, 0.0, 0.01);
}

// K = 0.5 N.m/deg gives way by 2 deg to 1 N.m.
TEST_P(Contract, CompliantBoardGivesWay) {
  BoardRig rig{engine(), bars(1,
                              "<impedance><stiffness>0.5</stiffness><damping>0.06</damping></impedance>"
                              "<interaction>compliant</interaction>")};
  rig.command("set_torque_offsets", {1.0}, 1.0);
  ASSERT_TRUE(rig.run_until(2.0));
  EXPECT_NEAR(rig.degrees(), 2.000, 0.0005);
}

// Torque mode is exact: 1 N.m on 0.1 kg.m2 is 10 rad/s2. Friction of the joint is not made up for: with
// 4 N.m.s/rad the same torque ends at 0.25 rad/s, and the board still measures 1 N.m.
TEST_P(Contract, TorqueModeAppliesTheTorqueAndFrictionWorksAgainstIt) {
  for (const bool rough : {false, true}) {
    BoardRig rig{engine(), bars(1, "<mode>torque</mode>",
                                rough ? "<dynamics><damping>4</damping></dynamics>" : std::string{})};
    rig.command("set_torques", {1.0}, 1.0);
    ASSERT_TRUE(rig.run_until(0.2));
    EXPECT_DOUBLE_EQ(rig.tau.number(), 1.0);
    EXPECT_NEAR(rig.dq.number(), rough ? 0.25 : 2.0, rough ? 0.001 : 1e-4);
  }
}

TEST_P(Contract, BoardFaultsAboveItsMaximumAndForcedIdleLeadsOut) {
  BoardRig rig{engine(), bars(1, "<mode>torque</mode><limits><torque>3</torque></limits>")};
  rig.command("set_torques", {3.5}, 1.0);
  ASSERT_TRUE(rig.run_until(0.002));
  EXPECT_EQ(rig.mode.number(), 8.0);
  EXPECT_EQ(rig.tau.number(), 0.0);
  EXPECT_EQ(rig.fault_text(), "joint 'j0': torque 3.5 exceeds the maximum of 3; set mode forced_idle");
  const auto refused =
      rig.ask("set_mode", {std::vector<std::int64_t>{}, std::vector<std::string>{"position"}});
  ASSERT_TRUE(rig.run_until(0.003));
  EXPECT_TRUE(refused->refused());
  EXPECT_EQ(rig.mode.number(), 8.0);
  rig.set_mode("forced_idle");
  ASSERT_TRUE(rig.run_until(0.004));
  EXPECT_EQ(rig.mode.number(), 0.0);
  EXPECT_EQ(rig.fault_text(), "");
  rig.set_mode("position");
  ASSERT_TRUE(rig.run_until(0.005));
  EXPECT_EQ(rig.mode.number(), 1.0);
}

// Vergence 20 and version 10 degrees are eyes at 15 and 5.
TEST_P(Contract, CoupledAxesMoveTheirJoints) {
  BoardRig rig{engine(), bars(2, std::string{kStiff} +
                                     "<trajectory><speed>40</speed></trajectory><coupling>"
                                     "<type>eyes_vergence_control</type><axes>0 1</axes></coupling>")};
  rig.command("move", {20.0, 10.0});
  ASSERT_TRUE(rig.run_until(1.5));
  EXPECT_NEAR(rig.degrees(0), 20.0, 0.01);
  EXPECT_NEAR(rig.degrees(1), 10.0, 0.01);
  EXPECT_NEAR(rig.position(0) / kDegree, 15.0, 0.01);
  EXPECT_NEAR(rig.position(1) / kDegree, 5.0, 0.01);
}

// A board at 200 Hz in steps of 1 ms ends at the same time and place.
TEST_P(Contract, BoardHasAPeriodOfItsOwn) {
  BoardRig rig{engine(), bars(1, std::string{kStiff} + "<period>0.005</period><trajectory><speed>20</speed>"
                                                       "</trajectory>")};
  rig.command("move", {20.0});
  ASSERT_TRUE(rig.run_until(0.01));  // the signal has the period of the board
  EXPECT_EQ(rig.done.number(), 0.0);
  EXPECT_NEAR(rig.time_until([&] { return rig.done.number() == 1.0; }, 3.0), 0.995, 1e-9);
  EXPECT_NEAR(rig.peak, 1.875 * 20.0, 0.5);  // sampled and held: 1 % more
  ASSERT_TRUE(rig.run_until(1.5));
  EXPECT_NEAR(rig.degrees(), 20.0, 0.02);
}

// Joints that slide have metres, and the same generators: 0.1 m at 0.05 m/s takes 2 s.
TEST_P(Contract, BoardMovesSlidingJoints) {
  BoardRig rig{engine(),
               world_of("<gravity>0 0 0</gravity><model name='robot'><link name='l'><inertial><mass>2</mass>"
                        "</inertial></link><joint name='j' type='prismatic'><parent>world</parent><child>l"
                        "</child><axis><xyz>1 0 0</xyz></axis></joint><plugin name='b' "
                        "filename='control_board'><name>board</name><joints>j</joints><units>degrees</units>"
                        "<trajectory><speed>0.05</speed></trajectory><position_control><p>3200</p><i>0</i>"
                        "<d>160</d></position_control></plugin></model>")};
  rig.command("move", {0.1}, 1.0);
  EXPECT_NEAR(rig.time_until([&] { return rig.done.number() == 1.0; }, 3.0), 2.001, 1e-9);
  EXPECT_NEAR(rig.q.number(), 0.1, 1e-4);
  EXPECT_NEAR(rig.peak * kDegree, 1.875 * 0.05, 5e-4);
}

// Into a motion and out of it: the torque has no steps larger than the motion itself needs.
TEST_P(Contract, BoardSwitchesModesWithoutAJumpOfTorque) {
  BoardRig rig{engine(), bars(1, std::string{kStiff} + "<mode>torque</mode>")};
  rig.command("set_torques", {0.2}, 1.0);
  ASSERT_TRUE(rig.run_until(0.1));
  double last = rig.tau.number(), largest = 0.0;
  for (const char* mode : {"position", "torque", "position_direct", "torque"}) {
    rig.set_mode(mode);
    for (int k = 0; k < 200; ++k) {
      ASSERT_TRUE(succeeded(rig.runtime->step()));
      largest = std::max(largest, std::abs(rig.tau.number() - last));
      last = rig.tau.number();
    }
  }
  EXPECT_LT(largest, 0.2);
}

}  // namespace
}  // namespace lockstep::contract
