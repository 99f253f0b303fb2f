// SPDX-License-Identifier: Apache-2.0
// `<sensor>` elements on every engine: what they measure has a closed form.
#include <cmath>
#include <map>

#include "engines.hpp"

namespace lockstep::contract {
namespace {

constexpr double kG = 9.8;
constexpr double kPi = 3.14159265358979323846;

std::string body(const std::string& name, double mass_kg, const std::string& content) {
  return "<link name='" + name + "'><inertial><mass>" + std::to_string(mass_kg) +
         "</mass><inertia><ixx>0.02</ixx><iyy>0.02</iyy><izz>0.02</izz><ixy>0</ixy><ixz>0</ixz><iyz>0</iyz>"
         "</inertia></inertial>" +
         content + "</link>";
}

Eigen::Vector3d vector_of(const runtime::SignalView& view) {
  return {view.number(0), view.number(1), view.number(2)};
}

// At rest an IMU reads g upwards, in its own axes: the link is rolled by 90 degrees, the sensor pitched
// by 30.
TEST_P(Contract, ImuAtRestReadsGravity) {
  Rig rig{engine(),
          world_of("<model name='m'><pose>0 0 1 1.5707963267948966 0 0</pose>" +
                   body("l", 1.0,
                        "<sensor name='imu' type='imu'><pose>0.1 0.2 0.3 0 0.52359877559829887 0</pose>"
                        "</sensor>") +
                   "<joint name='j' type='fixed'><parent>world</parent><child>l</child></joint></model>")};
  const auto acceleration = rig.runtime->watch("m/imu/linear_acceleration");
  const auto velocity = rig.runtime->watch("m/imu/angular_velocity");
  rig.runtime->start();
  // Up is y of the link, which the pitch leaves alone.
  EXPECT_LT((vector_of(acceleration) - Eigen::Vector3d{0.0, kG, 0.0}).norm(), 1e-9);
  ASSERT_TRUE(rig.run_until(0.01));
  EXPECT_LT((vector_of(acceleration) - Eigen::Vector3d{0.0, kG, 0.0}).norm(), 1e-9);
  EXPECT_LT(vector_of(velocity).norm(), 1e-12);
}

// On an arm that turns with w about the vertical it reads w^2 r towards the axis; here with the frame of the
// link on the axis (exact) and 0.5 m beside it (the mean over a step lags by half of one: w h / 2 = 0.0015).
TEST_P(Contract, ImuOnATurningArmReadsCentripetalAcceleration) {
  if (!can("set joint state")) GTEST_SKIP() << "docs/hosts.md: no set joint state";
  const char* const sensor = "<sensor name='imu' type='imu'><pose>%s 0 0 0 0 0</pose></sensor>";
  for (const bool beside : {false, true}) {
    std::string placed = sensor;
    placed.replace(placed.find("%s"), 2, beside ? "0.25" : "0.75");
    Rig rig{
        engine(),
        world_of("<model name='m'>" + body("l", 1.0, (beside ? "<pose>0.5 0 0 0 0 0</pose>" : "") + placed) +
                 "<joint name='j' type='revolute'>" + (beside ? "<pose>-0.5 0 0 0 0 0</pose>" : "") +
                 "<parent>world</parent><child>l</child><axis><xyz>0 0 1</xyz></axis></joint>"
                 "</model>")};
    const auto acceleration = rig.runtime->watch("m/imu/linear_acceleration");
    const auto velocity = rig.runtime->watch("m/imu/angular_velocity");
    rig.runtime->start();
    rig.runtime->set_joint_state("m/j", 0.0, 3.0);
    ASSERT_TRUE(rig.run_until(0.5));
    const double tolerance = beside ? 0.5 * 9.0 * 0.0016 : 1e-5;
    EXPECT_LT((vector_of(acceleration) - Eigen::Vector3d{-9.0 * 0.75, 0.0, kG}).norm(), tolerance) << beside;
    EXPECT_LT((vector_of(velocity) - Eigen::Vector3d{0.0, 0.0, 3.0}).norm(), 1e-6) << beside;
  }
}

// At the bob of a pendulum released from the horizontal: along the rod w^2 L + g cos(angle), and next to
// nothing across it, since the bob falls as it likes (its inertia of 0.001 keeps back 0.1 %).
TEST_P(Contract, ImuOnAPendulumFeelsTheRodAlone) {
  description::World world = world_of(pendulum("m", "", "", "0 0 1.5 0 0 0", -kPi / 2));
  description::Sensor sensor;
  sensor.name = "imu";
  sensor.type = "imu";
  sensor.pose.position = {0.0, 0.0, -1.0};
  sensor.config = core::ConfigNode{"sensor"};
  world.models[0].links[0].sensors.push_back(sensor);
  Rig rig{engine(), world};
  const auto acceleration = rig.runtime->watch("m/imu/linear_acceleration");
  rig.runtime->start();
  for (int k = 0; k < 8; ++k) {
    ASSERT_TRUE(rig.run_until(0.1 * (k + 1)));
    const double angle = rig.position() - kPi / 2;  // of the rod, 0 when it hangs
    const double along = rig.velocity() * rig.velocity() + kG * std::cos(angle);
    // The mean acceleration of a step may be that of its beginning: g w h = 0.044 at most, and 0.01 of the
    // inertia.
    EXPECT_LT((vector_of(acceleration) - Eigen::Vector3d{0.0, 0.0, along}).norm(), 0.06) << k;
  }
}

// gazebo-yarp-plugins' example: of two bodies of 10 kg the upper one weighs on the sensor between them,
// fz = -98.0 N. The other settings turn direction and axes.
TEST_P(Contract, ForceTorqueReadsTheWeight) {
  if (!can("joint reaction")) GTEST_SKIP() << "docs/hosts.md: no joint reaction";
  const auto sensor = [](const std::string& name, const std::string& settings) {
    return "<sensor name='" + name +
           "' type='force_torque'><pose>0 0 0 1.5707963267948966 0 0</pose><force_torque>" + settings +
           "</force_torque></sensor>";
  };
  Rig rig{
      engine(),
      world_of("<model name='m'>" + body("lower", 10.0, "<pose>0 0 0.1 0 0 1.5707963267948966</pose>") +
               body("upper", 10.0, "<pose>1 0 0.3 0 0 0</pose>") +
               "<joint name='ground' type='fixed'><parent>world</parent><child>lower</child></joint>"
               "<joint name='j' type='fixed'><pose>-1 0 0 0 0 0.5</pose><parent>lower</parent>"
               "<child>upper</child>" +
               sensor("ft", "") + sensor("back", "<measure_direction>parent_to_child</measure_direction>") +
               sensor("parent", "<frame>parent</frame>") + sensor("own", "<frame>sensor</frame>") +
               "</joint></model>")};
  std::map<std::string, runtime::SignalView> force, torque;
  for (const char* name : {"ft", "back", "parent", "own"}) {
    force[name] = rig.runtime->watch("m/" + std::string{name} + "/force");
    torque[name] = rig.runtime->watch("m/" + std::string{name} + "/torque");
  }
  rig.runtime->start();
  EXPECT_EQ(vector_of(force["ft"]), Eigen::Vector3d::Zero());
  ASSERT_TRUE(rig.run_until(0.01));
  // The upper body is 1 m along x from the joint: the child pulls it down there, 98 N.m about +y.
  const Eigen::Vector3d weight{0.0, 0.0, -98.0}, moment{0.0, 98.0, 0.0};
  EXPECT_LT((vector_of(force["ft"]) - weight).norm(), 1e-8);
  EXPECT_LT((vector_of(torque["ft"]) - moment).norm(), 1e-8);
  EXPECT_LT((vector_of(force["back"]) + weight).norm(), 1e-8);
  EXPECT_LT((vector_of(torque["back"]) + moment).norm(), 1e-8);
  // The parent is turned by 90 degrees about z: +y of the world is its +x.
  EXPECT_LT((vector_of(force["parent"]) - weight).norm(), 1e-8);
  EXPECT_LT((vector_of(torque["parent"]) - Eigen::Vector3d{98.0, 0.0, 0.0}).norm(), 1e-8);
  // The sensor is the joint (0.5 rad about z), then rolled by 90 degrees: z of the world is its y.
  EXPECT_LT((vector_of(force["own"]) - Eigen::Vector3d{0.0, -98.0, 0.0}).norm(), 1e-8);
  EXPECT_LT(
      (vector_of(torque["own"]) - Eigen::Vector3d{98.0 * std::sin(0.5), 0.0, -98.0 * std::cos(0.5)}).norm(),
      1e-8);
}

// A sensor at 30 Hz in steps of 1 ms measures in the first step at or after n / 30 s and holds in between:
// the angle of the last reading is that of t = 34 ms until 66 ms.
TEST_P(Contract, SensorsHoldBetweenUpdates) {
  description::World world = world_of(pendulum("m", "", "", "0 0 1.5 0 0 0", 1.0));
  description::Sensor sensor;
  sensor.name = "imu";
  sensor.type = "imu";
  sensor.update_rate_hz = 30.0;
  sensor.config = core::ConfigNode{"sensor"};
  world.models[0].links[0].sensors.push_back(sensor);
  Rig rig{engine(), world};
  const auto velocity = rig.runtime->watch("m/imu/angular_velocity");
  rig.runtime->start();
  ASSERT_TRUE(rig.run_until(0.033));
  EXPECT_EQ(velocity.number(1), 0.0);
  ASSERT_TRUE(rig.run_until(0.034));
  const double read = velocity.number(1);
  EXPECT_NEAR(read, rig.velocity(), 1e-12);
  EXPECT_NE(read, 0.0);
  ASSERT_TRUE(rig.run_until(0.066));
  EXPECT_EQ(velocity.number(1), read);
  ASSERT_TRUE(rig.run_until(0.067));
  EXPECT_NEAR(velocity.number(1), rig.velocity(), 1e-12);
}

}  // namespace
}  // namespace lockstep::contract
