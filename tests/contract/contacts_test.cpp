// SPDX-License-Identifier: Apache-2.0
// What touches: friction between different surfaces, and where things come to rest.
#include <cmath>

#include "engines.hpp"

namespace lockstep::contract {
namespace {

constexpr double kG = 9.8;

std::string surface(const std::string& mu) {
  return mu.empty() ? "" : "<surface><friction><ode>" + mu + "</ode></friction></surface>";
}

std::string collision(const std::string& shape, const std::string& pose = "0 0 0 0 0 0",
                      const std::string& mu = "", const std::string& name = "c") {
  return "<collision name='" + name + "'><pose>" + pose + "</pose><geometry>" + shape + "</geometry>" +
         surface(mu) + "</collision>";
}

/// A body of 1 kg with the inertia of a ball of 0.5 m.
std::string body(const std::string& name, const std::string& collisions, const std::string& pose) {
  return "<model name='" + name + "'><pose>" + pose +
         "</pose><link "
         "name='l'><inertial><mass>1</mass><inertia><ixx>0.1</ixx><iyy>0.1</iyy><izz>0.1</izz><ixy>0"
         "</ixy><ixz>0</ixz><iyz>0</iyz></inertia></inertial>" +
         collisions + "</link></model>";
}

const char* const kPlane = "<plane><normal>0 0 1</normal></plane>";
std::string ground(const std::string& mu = "<mu>100</mu><mu2>50</mu2>",
                   const std::string& pose = "0 0 0 0 0 0") {
  return "<model name='ground'><static>true</static><pose>" + pose + "</pose><link name='l'>" +
         collision(kPlane, "0 0 0 0 0 0", mu) + "</link></model>";
}
const char* const kCube = "<box><size>1 1 1</size></box>";

/// A world of bodies alone, stepped by hand.
struct Bodies {
  Bodies(const EngineUnderTest& engine, const std::string& content)
      : host{engine.make(world_of(content), {})} {
    for (std::size_t link = 0; link < host->layout().links.size(); ++link)
      needs.links.push_back(static_cast<hosts::LinkIndex>(link));
    needs.pushed = needs.links;
    host->prepare(needs);
  }
  hosts::LinkIndex link(const std::string& name) const { return *host->layout().find_link(name + "/l"); }
  Eigen::Vector3d position(const std::string& name) const { return host->state().p_WB[link(name)]; }
  void run(double seconds, const std::string& pushed = {}, const Eigen::Vector3d& force = {0.0, 0.0, 0.0}) {
    for (int k = 0; k < std::lround(seconds * 1000.0); ++k) {
      if (!pushed.empty()) host->state().force_W[link(pushed)] = force;
      ASSERT_TRUE(succeeded(host->step())) << host->fault();
      if (!pushed.empty()) host->state().force_W[link(pushed)].setZero();
    }
  }
  std::unique_ptr<hosts::Engine> host;
  hosts::Needs needs;
};

/// How far 20 N for 0.1 s push 1 kg over a surface with this friction: v = (20 - mu g) 0.1, then v^2 / (2 mu
/// g).
double slide_of(double mu) {
  const double speed = (20.0 - mu * kG) * 0.1;
  return 0.5 * speed * 0.1 + speed * speed / (2.0 * mu * kG);
}

// Where two surfaces meet, the smaller coefficient counts, as in Gazebo: 0.308 m for 0.5 on the ground's 100.
TEST_P(Contract, SmallerFrictionCounts) {
  for (const auto& [own, other] : {std::pair{"<mu>0.5</mu><mu2>0.5</mu2>", "<mu>100</mu><mu2>50</mu2>"},
                                   std::pair{"<mu>100</mu><mu2>50</mu2>", "<mu>0.5</mu><mu2>0.5</mu2>"}}) {
    Bodies world{engine(),
                 ground(other) + body("box", collision(kCube, "0 0 0 0 0 0", own), "0 0 0.5 0 0 0")};
    world.run(0.2);
    const double start = world.position("box").x();
    world.run(0.1, "box", {20.0, 0.0, 0.0});
    world.run(0.9);
    EXPECT_NEAR(world.position("box").x() - start, slide_of(0.5), 0.03 * slide_of(0.5));
    EXPECT_NEAR(world.position("box").z(), 0.5, 1e-3);
  }
}

/// Height of the origin of a body after it fell by 2 cm.
double rest_height(const EngineUnderTest& engine, const std::string& collisions, double start,
                   const std::string& turn = "0 0 0") {
  Bodies world{engine, ground() + body("b", collisions, "0 0 " + std::to_string(start + 0.02) + ' ' + turn)};
  world.run(1.5);
  return world.position("b").z();
}

// Every shape rests on the ground at its own height, within 1 mm.
TEST_P(Contract, ShapesRestAtTheirHeights) {
  EXPECT_NEAR(rest_height(engine(), collision(kCube), 0.5), 0.5, 1e-3);
  EXPECT_NEAR(rest_height(engine(), collision("<sphere><radius>0.25</radius></sphere>"), 0.25), 0.25, 1e-3);
  const std::string cylinder = "<cylinder><radius>0.2</radius><length>0.6</length></cylinder>";
  EXPECT_NEAR(rest_height(engine(), collision(cylinder), 0.3), 0.3, 1e-3);
  EXPECT_NEAR(rest_height(engine(), collision(cylinder), 0.2, "1.5707963267948966 0 0"), 0.2, 1e-3);
  const std::string capsule = "<capsule><radius>0.2</radius><length>0.6</length></capsule>";
  EXPECT_NEAR(rest_height(engine(), collision(capsule), 0.2, "1.5707963267948966 0 0"), 0.2, 1e-3);
  EXPECT_NEAR(rest_height(engine(), collision("<ellipsoid><radii>0.4 0.4 0.2</radii></ellipsoid>"), 0.2), 0.2,
              1e-3);
  const std::string table = collision("<box><size>0.1 1 0.4</size></box>", "0.4 0 -0.2 0 0 0", "", "left") +
                            collision("<box><size>0.1 1 0.4</size></box>", "-0.4 0 -0.2 0 0 0", "", "right") +
                            collision("<sphere><radius>0.3</radius></sphere>", "0 0 0.1 0 0 0", "", "top");
  EXPECT_NEAR(rest_height(engine(), table, 0.4), 0.4, 1e-3);
}

// A tower of three boxes stays, each at its height.
TEST_P(Contract, StacksStay) {
  Bodies world{engine(), ground() + body("a", collision(kCube), "0 0 0.5 0 0 0") +
                             body("b", collision(kCube), "0 0 1.5 0 0 0") +
                             body("c", collision(kCube), "0 0 2.5 0 0 0")};
  world.run(1.0);
  EXPECT_NEAR(world.position("a").z(), 0.5, 1e-3);
  EXPECT_NEAR(world.position("b").z(), 1.5, 2e-3);
  EXPECT_NEAR(world.position("c").z(), 2.5, 3e-3);
  EXPECT_LT(world.position("c").head<2>().norm(), 2e-3);
}

// Different shapes carry each other: a ball and a cylinder on a box, a box on a cylinder.
TEST_P(Contract, ShapesRestOnEachOther) {
  const std::string low = "<model name='low'><static>true</static><link name='l'>";
  const auto height = [&](const std::string& below, const std::string& above) {
    Bodies world{engine(),
                 low + collision(below) + "</link></model>" + body("b", collision(above), "0 0 1.02 0 0 0")};
    world.run(1.0);
    return world.position("b").z();
  };
  const std::string cylinder = "<cylinder><radius>0.4</radius><length>1</length></cylinder>";
  const std::string sphere = "<sphere><radius>0.5</radius></sphere>";
  EXPECT_NEAR(height(kCube, sphere), 1.0, 1e-3);
  EXPECT_NEAR(height(kCube, cylinder), 1.0, 1e-3);
  EXPECT_NEAR(height(cylinder, kCube), 1.0, 1e-3);
  EXPECT_NEAR(height(cylinder, cylinder), 1.0, 1e-3);
}

// A kinematic link is held where it is, with what rests on it: forces do not move it, as in Gazebo.
TEST_P(Contract, KinematicLinksAreHeld) {
  std::string shelf = body("shelf", collision(kCube), "0 0 1 0 0 0");
  shelf.insert(shelf.find("<inertial>"), "<kinematic>true</kinematic>");
  Bodies world{engine(), shelf + body("b", collision(kCube), "0 0 2.01 0 0 0")};
  world.run(0.5, "shelf", {50.0, 0.0, 0.0});
  EXPECT_LT((world.position("shelf") - Eigen::Vector3d{0.0, 0.0, 1.0}).norm(), 1e-9);
  EXPECT_NEAR(world.position("b").z(), 2.0, 1e-3);
}

// A shape that collides without contact lets everything through: the body above falls by g t^2 / 2 and one
// step's more.
TEST_P(Contract, CollidesWithoutContact) {
  std::string mud = ground();
  mud.insert(mud.find("<surface>") + 9,
             "<contact><collide_without_contact>true</collide_without_contact></contact>");
  Bodies world{engine(), mud + body("b", collision(kCube), "0 0 0.5 0 0 0")};
  world.run(0.5);
  EXPECT_NEAR(world.position("b").z(), 0.5 - 0.5 * kG * 0.25, 5e-3);
}

// On a slope of 0.2 rad a box with more friction than tan 0.2 = 0.2027 stays and one with less slides by
// g (sin - mu cos) t^2 / 2.
TEST_P(Contract, BoxOnASlope) {
  const double angle = 0.2;
  const auto slid = [&](double mu) {
    const std::string text = "<mu>" + std::to_string(mu) + "</mu>";
    Bodies world{engine(),
                 ground("", "0 0 0 0 0.2 0") + body("b", collision(kCube, "0 0 0 0 0 0", text),
                                                    std::to_string(0.5 * std::sin(angle)) + " 0 " +
                                                        std::to_string(0.5 * std::cos(angle)) + " 0 0.2 0")};
    const Eigen::Vector3d start = world.position("b");
    world.run(0.5);
    return (world.position("b") - start).norm();
  };
  EXPECT_LT(slid(0.3), 2e-3);
  const double expected = 0.5 * kG * (std::sin(angle) - 0.1 * std::cos(angle)) * 0.25;
  EXPECT_NEAR(slid(0.1), expected, 0.03 * expected);
}

// 5 N for 0.2 s along a direction with a friction of 0.2 move 1 kg by (5 - 0.2 g) t^2 / 2 there; across it
// 0.8 holds the body. An engine without directions takes 0.2 for both.
TEST_P(Contract, FrictionByDirection) {
  const auto slid = [&](const Eigen::Vector3d& push) {
    Bodies world{engine(), ground() + body("b",
                                           collision(kCube, "0 0 0 0 0 0",
                                                     "<mu>0.2</mu><mu2>0.8</mu2><fdir1>1 0 0</fdir1>"),
                                           "0 0 0.5 0 0 0")};
    world.run(0.2);
    const Eigen::Vector3d start = world.position("b");
    world.run(0.2, "b", push);
    return (world.position("b") - start).norm();
  };
  const double expected = 0.5 * (5.0 - 0.2 * kG) * 0.04;
  EXPECT_NEAR(slid({5.0, 0.0, 0.0}), expected, 0.05 * expected);
  EXPECT_EQ(slid({0.0, 5.0, 0.0}) < 2e-3, can("friction by direction"));
}

/// Highest point of the lower end of a body of 1 m between its first and its second touch, after a fall of
/// 0.5 m.
double rebound(const EngineUnderTest& engine, const std::string& shape, const std::string& own,
               const std::string& other) {
  const auto bounce = [&](const std::string& text) {
    return "<collision name='c'><geometry>" + shape + "</geometry><surface><bounce>" + text +
           "</bounce></surface></collision>";
  };
  std::string plane =
      "<model name='ground'><static>true</static><link name='l'><collision name='c'><geometry>" +
      std::string{kPlane} + "</geometry><surface><bounce>" + other +
      "</bounce></surface></collision></link></model>";
  Bodies world{engine, plane + body("b", bounce(own), "0 0 1 0 0 0")};
  world.run(0.33);  // touches after 0.319 s
  double highest = 0.0;
  for (int k = 0; k < 40; ++k) {
    world.run(0.01);
    highest = std::max(highest, world.position("b").z() - 0.5);
  }
  return highest;
}

std::string bounces(double restitution, const std::string& threshold = "<threshold>0.01</threshold>") {
  return "<restitution_coefficient>" + std::to_string(restitution) + "</restitution_coefficient>" + threshold;
}

// A body comes back to e^2 of the height it fell from, whatever it touches with: 0.5 m become 0.245 m for
// 0.7.
TEST_P(Contract, ReboundHeights) {
  ASSERT_TRUE(can("bounce"));
  const double expected = 0.49 * 0.5;
  EXPECT_NEAR(rebound(engine(), "<sphere><radius>0.5</radius></sphere>", bounces(0.7), bounces(0.7)),
              expected, 0.05 * expected);
  EXPECT_NEAR(rebound(engine(), kCube, bounces(0.7), bounces(0.7)), expected, 0.05 * expected);
  EXPECT_NEAR(rebound(engine(), kCube, bounces(0.7), bounces(1.0)), expected, 0.05 * expected);
}

// As in Gazebo both surfaces must have a restitution, and one of them a threshold (by default nothing
// bounces).
TEST_P(Contract, BounceNeedsBothSurfacesAndAThreshold) {
  EXPECT_LT(rebound(engine(), kCube, bounces(0.7), ""), 0.02);
  EXPECT_LT(rebound(engine(), kCube, bounces(0.7, ""), bounces(0.7, "")), 0.02);
}

}  // namespace
}  // namespace lockstep::contract
