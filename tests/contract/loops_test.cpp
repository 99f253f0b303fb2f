// SPDX-License-Identifier: Apache-2.0
// Loops of joints and gearboxes in motion, against closed forms.
#include <cmath>

#include "engines.hpp"
#include "lockstep/core/error.hpp"
#include "lockstep/core/number_text.hpp"

namespace lockstep::contract {
namespace {

constexpr double kG = 9.8;

std::string link(const std::string& name, const std::string& pose, double mass, double moment,
                 const std::string& centre = "0 0 0 0 0 0") {
  const std::string i = core::to_text(moment);
  return "<link name='" + name + "'><pose>" + pose + "</pose><inertial><pose>" + centre + "</pose><mass>" +
         core::to_text(mass) + "</mass><inertia><ixx>" + i + "</ixx><iyy>" + i + "</iyy><izz>" + i +
         "</izz><ixy>0</ixy><ixz>0</ixz><iyz>0</iyz></inertia></inertial></link>";
}

std::string joint(const std::string& name, const std::string& type, const std::string& parent,
                  const std::string& child, const std::string& axis,
                  const std::string& pose = "0 0 0 0 0 0") {
  return "<joint name='" + name + "' type='" + type + "'><pose>" + pose + "</pose><parent>" + parent +
         "</parent><child>" + child + "</child>" +
         (axis.empty() ? "" : "<axis><xyz>" + axis + "</xyz></axis>") + "</joint>";
}

std::unique_ptr<hosts::Engine> prepared(const EngineUnderTest& engine, const std::string& content) {
  auto host = engine.make(world_of(content), {});
  hosts::Needs needs;
  for (std::size_t index = 0; index < host->layout().links.size(); ++index)
    needs.links.push_back(static_cast<hosts::LinkIndex>(index));
  host->prepare(needs);
  return host;
}

void run(hosts::Engine& host, int steps) {
  for (int k = 0; k < steps; ++k)
    ASSERT_TRUE(succeeded(host.step())) << host.fault();
}

double position_of(const hosts::Engine& host, const std::string& joint) {
  return host.state().position[host.layout().joints[*host.layout().find_joint("m/" + joint)].first_axis];
}

/// Two cranks of 1 m and 1 kg, 2 m apart, hang from the world and carry a bar of 2 kg; they start at 1 rad.
std::string four_bar() {
  const double angle = 1.0, x = -std::sin(angle), z = 3.0 - std::cos(angle);
  const auto at = [](double px, double pz, const char* turn) {
    return core::to_text(px) + " 0 " + core::to_text(pz) + " 0 " + turn + " 0";
  };
  return "<model name='m'>" + link("left", at(0.0, 3.0, "1"), 1.0, 0.1, "0 0 -0.5 0 0 0") +
         link("right", at(2.0, 3.0, "1"), 1.0, 0.1, "0 0 -0.5 0 0 0") +
         link("bar", at(x, z, "0"), 2.0, 0.2, "1 0 0 0 0 0") +
         joint("left_top", "revolute", "world", "left", "0 1 0") +
         joint("right_top", "revolute", "world", "right", "0 1 0") +
         joint("left_end", "revolute", "left", "bar", "0 1 0") +
         joint("right_end", "revolute", "right", "bar", "0 1 0", "2 0 0 0 0 0") + "</model>";
}

// A parallelogram swings as a pendulum: theta'' = -(m_crank + m_bar) g L sin(theta) / J with
// J = 2 (I + m_crank L^2 / 4) + m_bar L^2. Both of its ends stay where they are joined.
TEST_P(Contract, ParallelogramSwings) {
  ASSERT_TRUE(can("loops of joints"));
  const auto host = prepared(engine(), four_bar());
  run(*host, 1000);
  const double moment = 2.0 * (0.1 + 0.25) + 2.0;
  const double angle = integrate(
      [&](const std::vector<double>& y) {
        return std::vector<double>{y[1], -3.0 * kG * std::sin(y[0]) / moment};
      },
      {1.0, 0.0}, 1.0, 100000)[0];
  EXPECT_NEAR(position_of(*host, "left_top"), angle - 1.0, 5e-3);
  EXPECT_NEAR(position_of(*host, "right_top"), angle - 1.0, 5e-3);
  EXPECT_NEAR(position_of(*host, "right_end"), 1.0 - angle, 5e-3);
  const Eigen::Vector3d bar = host->state().p_WB[*host->layout().find_link("m/bar")];
  EXPECT_NEAR((bar - Eigen::Vector3d(0.0, 0.0, 3.0)).norm(), 1.0, 1e-4);
  EXPECT_NEAR((bar + Eigen::Vector3d(2.0, 0.0, 0.0) - Eigen::Vector3d(2.0, 0.0, 3.0)).norm(), 1.0, 1e-4);
  EXPECT_LT(host->state().q_WB[*host->layout().find_link("m/bar")].vec().norm(), 1e-4);
}

// The same loop on a base of its own: it swings as the one above, or is refused by name.
TEST_P(Contract, LoopWithinOneTree) {
  std::string content = four_bar();
  for (std::size_t at = content.find("<parent>world"); at != std::string::npos;
       at = content.find("<parent>world"))
    content.replace(at, 13, "<parent>base");
  content.insert(content.find("<link"),
                 link("base", "0 0 3 0 0 0", 1.0, 0.1) + joint("held", "revolute", "world", "base", "0 0 1"));
  if (can("loops within one tree")) {
    const auto host = prepared(engine(), content);
    run(*host, 500);
    EXPECT_NEAR(position_of(*host, "left_top"), position_of(*host, "right_top"), 1e-3);
    EXPECT_LT(position_of(*host, "left_top"), -0.5);
    return;
  }
  try {
    static_cast<void>(prepared(engine(), content));
    FAIL() << "was accepted";
  } catch (const Error& error) {
    EXPECT_NE(std::string{error.what()}.find("closes a loop of joints within one tree"), std::string::npos)
        << error.what();
  }
}

// The joint that closes the loop is a joint as the others: what is applied to it acts. 29.4 N.m at it hold
// the parallelogram of 3 kg at 1 m level against gravity.
TEST_P(Contract, EffortOnTheJointThatClosesALoop) {
  std::string content = four_bar();
  const auto host = prepared(engine(), content);
  const auto index = *host->layout().find_joint("m/right_end");
  const double hold = 3.0 * kG * std::sin(1.0);
  for (int k = 0; k < 300; ++k) {
    host->state().applied[host->layout().joints[index].first_axis] = -hold;
    ASSERT_TRUE(succeeded(host->step())) << host->fault();
  }
  EXPECT_NEAR(position_of(*host, "left_top"), 0.0, 1e-3);
}

// A body on two parallel slides falls freely, one with a second, fixed joint does not move.
TEST_P(Contract, LoopsOfSlidesAndFixedJoints) {
  const auto host = prepared(engine(), "<model name='m'>" + link("a", "0 0 5 0 0 0", 1.0, 0.1) +
                                           link("b", "4 0 5 0 0 0", 1.0, 0.1, "0.5 0 0 0 0 0") +
                                           joint("one", "prismatic", "world", "a", "0 0 1") +
                                           joint("two", "prismatic", "world", "a", "0 0 1", "1 0 0 0 0 0") +
                                           joint("turn", "revolute", "world", "b", "0 1 0") +
                                           joint("weld", "fixed", "world", "b", "") + "</model>");
  run(*host, 500);
  const double fall = -0.5 * kG * 0.25;
  EXPECT_NEAR(position_of(*host, "one"), fall, 5e-3);
  EXPECT_NEAR(position_of(*host, "two"), fall, 5e-3);
  EXPECT_NEAR(position_of(*host, "turn"), 0.0, 1e-4);
}

// What would tear a loop open is refused by name.
TEST_P(Contract, JointsOfALoopAreNotPutAlone) {
  const auto host = prepared(engine(), four_bar());
  try {
    host->set_joint_state(0, 0.5, 0.0);
    FAIL() << "was accepted";
  } catch (const Error& error) {
    EXPECT_NE(std::string{error.what()}.find("joint 'm/left_top' is part of a loop"), std::string::npos)
        << error.what();
  }
}

// theta_2 = -ratio theta_1: 1 N.m on the input of a gearbox of 3 turns J_1 + 9 J_2, whichever way its joints
// are described.
TEST_P(Contract, Gearbox) {
  ASSERT_TRUE(can("joint gearbox"));
  for (const bool turned : {false, true}) {
    const auto host = prepared(
        engine(),
        "<gravity>0 0 0</gravity><model name='m'>" + link("base", "0 0 0 0 0 0", 1.0, 0.1) +
            link("input", "0 0 1 0 0 0", 1.0, 0.1) + link("output", "1 0 1 0 0 0", 1.0, 0.2) +
            joint("held", "fixed", "world", "base", "") + joint("in", "revolute", "base", "input", "0 0 1") +
            (turned ? joint("out", "revolute", "output", "base", "0 0 1", "1 0 1 0 0 0")
                    : joint("out", "revolute", "base", "output", "0 0 1")) +
            "<joint name='gears' type='gearbox'><parent>input</parent><child>output</child><gearbox_ratio>3"
            "</gearbox_ratio><gearbox_reference_body>base</gearbox_reference_body><axis><xyz>0 0 "
            "1</xyz></axis>"
            "<axis2><xyz>0 0 1</xyz></axis2></joint></model>");
    for (int k = 0; k < 1000; ++k) {
      host->state().applied[0] = 1.0;
      ASSERT_TRUE(succeeded(host->step())) << host->fault();
    }
    EXPECT_NEAR(host->state().velocity[0], 1.0 / (0.1 + 9.0 * 0.2), 1e-4);
    EXPECT_NEAR(position_of(*host, "out"), (turned ? 3.0 : -3.0) * position_of(*host, "in"), 1e-4);
    EXPECT_NEAR(host->state().w_WB[*host->layout().find_link("m/output")].z(),
                -3.0 * host->state().velocity[0], 1e-3);
  }
}

// A gearbox whose reference body its links do not turn on is refused with what it needs.
TEST_P(Contract, GearboxWithoutJointsIsRefused) {
  try {
    static_cast<void>(prepared(
        engine(), "<model name='m'>" + link("a", "0 0 0 0 0 0", 1.0, 0.1) +
                      link("b", "1 0 0 0 0 0", 1.0, 0.1) + joint("j", "revolute", "world", "a", "0 0 1") +
                      "<joint name='gears' type='gearbox'><parent>a</parent><child>b</child>"
                      "<gearbox_reference_body>a</gearbox_reference_body><axis><xyz>0 0 1</xyz></axis>"
                      "<axis2><xyz>0 0 1</xyz></axis2></joint></model>"));
    FAIL() << "was accepted";
  } catch (const Error& error) {
    EXPECT_NE(std::string{error.what()}.find("gearbox 'm::gears' has reference body 'a'"), std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace lockstep::contract
