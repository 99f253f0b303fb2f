// SPDX-License-Identifier: Apache-2.0
#include "contacts.hpp"

#include <gtest/gtest.h>

#include "lockstep/hosts/simbody/simbody_host.hpp"

namespace lockstep::hosts::simbody {
namespace {

description::Model model(const std::string& name, const description::Geometry& geometry, double height) {
  description::Model made;
  made.name = made.scoped_name = name;
  made.pose.position.z() = height;
  description::Link& link = made.links.emplace_back();
  link.name = "l";
  link.scoped_name = name + "::l";
  link.inertial.mass_kg = 1.0;
  link.collisions.emplace_back();
  link.collisions[0].geometry = geometry;
  return made;
}

// Every primitive shape comes to rest on a plane within 2 mm of where it stands (round ones sink in most),
// and the plane carries its weight.
TEST(Contacts, PrimitiveShapesRestOnAPlane) {
  const std::pair<description::Geometry, double> shapes[] = {{description::Box{}, 0.5},
                                                             {description::Sphere{0.4}, 0.4},
                                                             {description::Ellipsoid{{0.3, 0.3, 0.2}}, 0.2},
                                                             {description::Cylinder{0.8, 0.02}, 0.01}};
  for (const auto& [shape, height] : shapes) {
    description::World world;
    world.models.push_back(model("ground", description::Plane{}, 0.0));
    world.models[0].is_static = true;
    world.models.push_back(model("thing", shape, height + 0.001));
    const auto engine = make_engine(world);
    Needs needs;
    needs.links = needs.contacts = {1};
    needs.max_contacts = 32;  // a plate rests on more points than a box
    engine->prepare(needs);
    for (int k = 0; k < 600; ++k)
      ASSERT_TRUE(succeeded(engine->step())) << engine->fault();
    EXPECT_NEAR(engine->state().p_WB[1].z(), height, 2e-3) << shape.index();
    double carried = 0.0;
    ASSERT_GT(engine->state().contact_count, 0U) << shape.index();
    for (std::size_t c = 0; c < engine->state().contact_count; ++c) {
      const Contact& contact = engine->state().contacts[c];
      carried += contact.link_b == 1 ? contact.force_b_W_n.z() : -contact.force_b_W_n.z();
      EXPECT_NEAR(std::abs(contact.normal_W.z()), 1.0, 1e-6);
      EXPECT_GT(contact.depth_m, 0.0);
    }
    EXPECT_NEAR(carried, 9.8, 0.3) << shape.index();
  }
}

// Two surfaces with less friction in one direction: a push along it slides farther than one across.
TEST(Contacts, FrictionMayDependOnTheDirection) {
  const auto slide = [](const Eigen::Vector3d& push) {
    description::World world;
    world.models.push_back(model("ground", description::Plane{}, 0.0));
    world.models[0].is_static = true;
    world.models.push_back(model("thing", description::Box{}, 0.5));
    description::Surface& surface = world.models[1].links[0].collisions[0].surface;
    surface.mu = 0.2;
    surface.mu2 = 0.8;
    surface.friction_direction = {1.0, 0.0, 0.0};
    const auto engine = make_engine(world);
    Needs needs;
    needs.links = needs.pushed = {1};
    engine->prepare(needs);
    for (int k = 0; k < 100; ++k) {
      engine->state().force_W[1] = push;
      EXPECT_TRUE(succeeded(engine->step())) << engine->fault();
    }
    return engine->state().p_WB[1].head<2>().norm();
  };
  EXPECT_NEAR(slide({5.0, 0.0, 0.0}), 0.5 * (5.0 - 0.2 * 9.8) * 0.01, 1e-3);
  EXPECT_LT(slide({0.0, 5.0, 0.0}), 1e-3);
}

}  // namespace
}  // namespace lockstep::hosts::simbody
