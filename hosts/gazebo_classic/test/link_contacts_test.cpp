// SPDX-License-Identifier: Apache-2.0
#include "link_contacts.hpp"

#include "in_process.hpp"
#include "model_layout.hpp"

namespace lockstep::hosts::gazebo_classic {
namespace {

class LinkContactsTest : public testing::TestWithParam<std::string> {};

/// A ground, and a ball of 3 kg and 0.5 m that lies on it, turned so that its axes are not the world's.
std::string ball_on_ground() {
  return "<model name='ground'><static>true</static><link name='link'><collision "
         "name='c'><geometry><plane><normal>0 0 1</normal></plane></geometry></collision></link></model>"
         "<model name='ball'><pose>0 0 0.5 1 0 0</pose><link name='link'><inertial><mass>3</mass></inertial>"
         "<collision name='c'><geometry><sphere><radius>0.5</radius></sphere></geometry></collision></link>"
         "</model>";
}

// At rest the ground pushes the ball with its weight, 29.4 N upwards, at its lowest point.
TEST_P(LinkContactsTest, GroundCarriesTheBall) {
  test::World world{GetParam(), ball_on_ground()};
  world->SetGravity({0, 0, -9.8});
  const ModelLayout model = model_layout(world.model("ball"));
  const LinkContactReader contacts{*world, model.links, {0}};
  for (int i = 0; i < 1000; ++i)
    world.step();
  WorldState state;
  state.resize(model.layout);
  state.contacts.resize(8);
  contacts.read(state);
  ASSERT_GE(state.contact_count, 1U);
  Eigen::Vector3d force = Eigen::Vector3d::Zero();
  for (std::size_t i = 0; i < state.contact_count; ++i) {
    const Contact& contact = state.contacts[i];
    const double side = contact.link_b == 0U ? 1.0 : -1.0;
    EXPECT_TRUE(contact.link_a == kWorld || contact.link_b == kWorld);
    force += side * contact.force_b_W_n;
    EXPECT_GT(side * contact.normal_W.z(), 0.99);
    EXPECT_NEAR(contact.p_WC.z(), 0.0, 0.02);
    EXPECT_NEAR(contact.p_WC.x(), 0.0, 0.02);
  }
  EXPECT_NEAR(force.z(), 29.4, 0.6);
  EXPECT_NEAR(force.x(), 0.0, 0.6);
}

INSTANTIATE_TEST_SUITE_P(Engines, LinkContactsTest, testing::Values("ode", "bullet", "simbody"));

// Further contacts than there is room for are dropped; links that nobody watches have none.
TEST(LinkContacts, KeepToTheirRoom) {
  test::World world{"ode", ball_on_ground()};
  world->SetGravity({0, 0, -9.8});
  const ModelLayout model = model_layout(world.model("ball"));
  const LinkContactReader contacts{*world, model.links, {0}};
  const LinkContactReader nobody{*world, model.links, {}};
  for (int i = 0; i < 100; ++i)
    world.step();
  WorldState state;
  state.resize(model.layout);
  contacts.read(state);
  EXPECT_EQ(state.contact_count, 0U);
  state.contacts.resize(8);
  nobody.read(state);
  EXPECT_EQ(state.contact_count, 0U);
  contacts.read(state);
  EXPECT_EQ(state.contact_count, 1U);
}

}  // namespace
}  // namespace lockstep::hosts::gazebo_classic
