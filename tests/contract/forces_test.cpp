// SPDX-License-Identifier: Apache-2.0
// Wrenches, reactions, contacts, wind.
#include <cmath>

#include "engines.hpp"
#include "stateless_device.hpp"

namespace lockstep::contract {
namespace {

constexpr double kG = 9.8;

const char* const kOffCentre =
    R"(<gravity>0 0 0</gravity><wind><linear_velocity>1 2 3</linear_velocity></wind>
  <model name='b'><link name='body'><inertial><pose>0.5 0 0 0 0 0</pose><mass>2</mass><inertia><ixx>0.4</ixx><iyy>0.4</iyy>
  <izz>0.4</izz><ixy>0</ixy><ixz>0</ixz><iyz>0</iyz></inertia></inertial></link></model>)";

/// Steps a host by itself with a wrench on link 0.
void push(hosts::Engine& engine, const Eigen::Vector3d& force, const Eigen::Vector3d& torque, int steps) {
  for (int k = 0; k < steps; ++k) {
    engine.state().force_W[0] = force;
    engine.state().torque_W[0] = torque;
    ASSERT_TRUE(succeeded(engine.step())) << engine.fault();
  }
}

// A force through the origin of a link whose centre of mass is elsewhere moves and turns it: after one step
// v = F h / m for the centre of mass and w = r x F h / I.
TEST_P(Contract, WrenchOnALink) {
  const auto host = engine().make(world_of(kOffCentre), {});
  hosts::Needs needs;
  needs.links = needs.pushed = {0};
  host->prepare(needs);
  push(*host, {0.0, 4.0, 0.0}, {0.0, 0.0, 0.0}, 1);
  const Eigen::Vector3d w = host->state().w_WB[0];
  const Eigen::Vector3d v_com = host->state().v_WB[0] + w.cross(Eigen::Vector3d{0.5, 0.0, 0.0});
  EXPECT_NEAR(v_com.y(), 4.0 * 0.001 / 2.0, 1e-8);
  EXPECT_NEAR(w.z(), -0.5 * 4.0 * 0.001 / 0.4, 1e-8);
  host->reset();
  push(*host, {0.0, 0.0, 0.0}, {0.0, 0.0, 0.8}, 500);
  EXPECT_NEAR(host->state().w_WB[0].z(), 1.0, 1e-6);
}

// The wind of the world is what devices see.
TEST_P(Contract, Wind) {
  const auto host = engine().make(world_of(kOffCentre), {});
  EXPECT_EQ(host->state().wind_W, Eigen::Vector3d(1.0, 2.0, 3.0));
  EXPECT_EQ(host->state().gravity_W, Eigen::Vector3d(0.0, 0.0, 0.0));
}

// Wind blows a cube along through its fluid device: 10 N.s/m on 1 kg take over the wind by 1 % a step.
TEST_P(Contract, WindActsThroughFluids) {
  Rig rig{
      engine(),
      world_of("<gravity>0 0 0</gravity><wind><linear_velocity>2 0 -1</linear_velocity></wind><model "
               "name='cube'><link name='link'><inertial><mass>1</mass></inertial></link><plugin "
               "name='f' filename='libFMISingleBodyFluidDynamicsPlugin.so'><single_body_fluid_dynamics>"
               "<link>link</link><fmu>LinearFriction</fmu></single_body_fluid_dynamics></plugin></model>")};
  const auto velocity = rig.runtime->watch("cube/link/linear_velocity");
  rig.runtime->start();
  ASSERT_TRUE(rig.run_until(0.1));
  EXPECT_NEAR(velocity.number(0), 2.0 * (1.0 - std::pow(0.99, 100)), 1e-6);
  EXPECT_NEAR(velocity.number(2), -(1.0 - std::pow(0.99, 100)), 1e-6);
}

// 10 kg on a fixed joint weigh 98.0 N, and 1 m beside it they turn with 98.0 N m.
TEST_P(Contract, WeightThroughAFixedJoint) {
  if (!can("joint reaction")) GTEST_SKIP() << "docs/hosts.md: no joint reaction";
  Rig rig{
      engine(),
      world_of(R"(<model name='m'><pose>0 0 1 0 0 0</pose><link name='arm'><inertial><pose>1 0 0 0 0 0</pose>
    <mass>10</mass><inertia><ixx>1</ixx><iyy>1</iyy><izz>1</izz><ixy>0</ixy><ixz>0</ixz><iyz>0</iyz></inertia></inertial></link>
    <joint name='mount' type='fixed'><parent>world</parent><child>arm</child></joint></model>)")};
  const auto force = rig.runtime->watch("m/mount/reaction_force");
  const auto torque = rig.runtime->watch("m/mount/reaction_torque");
  const auto acceleration = rig.runtime->watch("m/arm/linear_acceleration");
  rig.runtime->start();
  EXPECT_EQ(force.number(2), 0.0);
  ASSERT_TRUE(rig.run_until(0.01));
  EXPECT_NEAR(force.number(2), 98.0, 1e-9);
  EXPECT_NEAR(force.number(0), 0.0, 1e-9);
  EXPECT_NEAR(torque.number(1), -98.0, 1e-9);
  EXPECT_NEAR(acceleration.number(2), 0.0, 1e-9);
}

const char* const kGround =
    R"(<model name='ground'><static>true</static><link name='link'><collision name='c'><geometry><plane>
  <normal>0 0 1</normal><size>100 100</size></plane></geometry><surface><friction><ode><mu>0.5</mu><mu2>0.5</mu2></ode></friction>
  </surface></collision></link></model>)";
const char* const kBox =
    R"(<model name='box'><pose>0 0 0.5 0 0 0</pose><link name='body'><inertial><mass>1</mass><inertia>
  <ixx>0.1667</ixx><iyy>0.1667</iyy><izz>0.1667</izz><ixy>0</ixy><ixz>0</ixz><iyz>0</iyz></inertia></inertial>
  <collision name='c'><geometry><box><size>1 1 1</size></box></geometry><surface><friction><ode><mu>0.5</mu><mu2>0.5</mu2></ode>
  </friction></surface></collision></link></model>)";

// A box at rest stays within 2 mm of where it stands, its acceleration goes to 0, and the ground carries its
// weight.
TEST_P(Contract, BoxAtRest) {
  if (!can("contacts")) GTEST_SKIP() << "docs/hosts.md: no contacts";
  const auto host = engine().make(world_of(std::string{kGround} + kBox), {});
  const auto body = *host->layout().find_link("box/body");
  hosts::Needs needs;
  needs.links = needs.contacts = {body};
  needs.max_contacts = 16;
  host->prepare(needs);
  for (int k = 0; k < 1000; ++k)
    ASSERT_TRUE(succeeded(host->step()));
  EXPECT_NEAR(host->state().p_WB[body].z(), 0.5, 2e-3);
  EXPECT_NEAR(host->state().v_WB[body].norm(), 0.0, 1e-3);
  Eigen::Vector3d carried = Eigen::Vector3d::Zero();
  ASSERT_GT(host->state().contact_count, 0U);
  for (std::size_t c = 0; c < host->state().contact_count; ++c) {
    const hosts::Contact& contact = host->state().contacts[c];
    carried += contact.link_b == body ? contact.force_b_W_n : Eigen::Vector3d{-contact.force_b_W_n};
  }
  EXPECT_NEAR(carried.z(), kG, 0.02 * kG);
}

// A device that watches the box feels what carries it: nothing at the start, its weight at rest; and each
// contact is one of the box with the ground.
TEST_P(Contract, DevicesReadContacts) {
  if (!can("contacts")) GTEST_SKIP() << "docs/hosts.md: no contacts";
  class Bumper final : public StatelessDevice {
   public:
    const std::string& name() const noexcept override { return name_; }
    void bind(devices::Binder& binder) override {
      contacts_ = binder.read_contacts(binder.find_link("body"));
      force_ = binder.output<double>("force", "N");
      number_ = binder.output<double>("number");
      binder.run_in(devices::Phase::kObserve);
    }
    core::Status run(const devices::StepInfo& /*step*/) noexcept override {
      force_[0] = contacts_.force_W().z();
      number_[0] = 0.0;
      contacts_.each([this](const hosts::Contact&) { number_[0] += 1.0; });
      return core::Status::kOk;
    }

   private:
    std::string name_{"bumper"};
    devices::LinkContacts contacts_;
    Span<double> force_, number_;
  };
  const auto host = engine().make(world_of(std::string{kGround} + kBox), {});
  runtime::Runtime runtime{*host};
  runtime.add(std::make_unique<Bumper>(), {}, "box");
  runtime.bind();
  const auto force = runtime.watch("box/bumper/force");
  const auto number = runtime.watch("box/bumper/number");
  runtime.start();
  EXPECT_EQ(number.number(), 0.0);
  for (int k = 0; k < 1000; ++k)
    ASSERT_TRUE(succeeded(runtime.step())) << runtime.fault();
  EXPECT_NEAR(force.number(), kG, 0.02 * kG);
  EXPECT_GE(number.number(), 1.0);
}

// A box that slides with 2 m/s stops after v^2 / (2 mu g) = 0.408 m, within 5 %.
TEST_P(Contract, BoxSlides) {
  if (!can("contacts")) GTEST_SKIP() << "docs/hosts.md: no contacts";
  Rig rig{engine(), world_of(std::string{kGround} + kBox)};
  const auto position = rig.runtime->watch("box/body/position");
  const auto velocity = rig.runtime->watch("box/body/linear_velocity");
  rig.runtime->start();
  description::Pose pose;
  pose.position = {0.0, 0.0, 0.5};
  rig.runtime->set_link_state("box/body", pose, {2.0, 0.0, 0.0}, {0.0, 0.0, 0.0});
  ASSERT_TRUE(rig.run_until(1.0));
  EXPECT_NEAR(position.number(0), 2.0 * 2.0 / (2.0 * 0.5 * kG), 0.05 * 0.408);
  EXPECT_NEAR(velocity.number(0), 0.0, 0.01);
}

/// Height after 1 s of a shape with the given surface that falls by 1 cm onto one which does not move.
double height_on(const EngineUnderTest& engine, const std::string& shape, const std::string& surface,
                 const char* drop = "0.01") {
  const auto body = [&](const std::string& name, const std::string& more) {
    return "<model name='" + name + "'>" + more +
           "<link name='l'><inertial><mass>1</mass><inertia><ixx>0.1667</ixx>"
           "<iyy>0.1667</iyy><izz>0.1667</izz><ixy>0</ixy><ixz>0</ixz><iyz>0</iyz></inertia></"
           "inertial><collision "
           "name='c'><geometry>" +
           shape + "</geometry><surface>" + surface + "</surface></collision></link></model>";
  };
  const auto host =
      engine.make(world_of(body("low", "<static>true</static>") +
                           body("high", "<pose>0 0 1" + std::string{drop + 1} + " 0 0 0</pose>")),
                  {});
  hosts::Needs needs;
  needs.links = {*host->layout().find_link("high/l")};
  host->prepare(needs);
  for (int k = 0; k < 1000; ++k)
    EXPECT_TRUE(succeeded(host->step())) << host->fault();
  return host->state().p_WB[needs.links[0]].z();
}

const char* const kUnitBox = "<box><size>1 1 1</size></box>";
const char* const kUnitBall = "<sphere><radius>0.5</radius></sphere>";

// A box comes to rest on another one, where the table says so; else it goes through.
TEST_P(Contract, BoxOnBox) {
  const double height = height_on(engine(), kUnitBox, "");
  EXPECT_EQ(std::fabs(height - 1.0) < 5e-3, can("contacts of boxes with boxes")) << height;
}

// Shapes whose bit masks have nothing in common do not touch, where the table says so.
TEST_P(Contract, ContactBitMasks) {
  EXPECT_NEAR(height_on(engine(), kUnitBall, ""), 1.0, 5e-3);
  const double height =
      height_on(engine(), kUnitBall, "<contact><collide_bitmask>0</collide_bitmask></contact>");
  EXPECT_EQ(height < 0.0, can("contact bit masks")) << height;
}

// A ball with a restitution of 0.95 that falls by 0.5 m is in the air for the second time after 1 s, where
// the table says that things bounce; else it lies.
TEST_P(Contract, Bounce) {
  const double height = height_on(
      engine(), kUnitBall,
      "<bounce><restitution_coefficient>0.95</restitution_coefficient><threshold>0</threshold></bounce>",
      "0.5");
  EXPECT_EQ(height > 1.05, can("bounce")) << height;
}

}  // namespace
}  // namespace lockstep::contract
