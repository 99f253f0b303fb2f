// SPDX-License-Identifier: Apache-2.0
// What the rules do to single contacts; tests/contract has how bodies slide and bounce by them.
#include "contact_rules.hpp"

#include <gtest/gtest.h>

#include "mjcf.hpp"
#include "model_loader.hpp"

namespace lockstep::hosts::mujoco {
namespace {

/// A ball of 1 m and 1 kg that overlaps the plane z = 0 by 1 mm.
description::World ball_on_plane(const description::Surface& ball, const description::Surface& plane) {
  description::World world;
  for (const bool is_ball : {false, true}) {
    description::Model& model = world.models.emplace_back();
    model.name = model.scoped_name = is_ball ? "ball" : "ground";
    model.is_static = !is_ball;
    description::Link& link = model.links.emplace_back();
    link.name = "l";
    link.scoped_name = model.name + "::l";
    description::Collision& collision = link.collisions.emplace_back();
    collision.surface = is_ball ? ball : plane;
    if (is_ball)
      collision.geometry = description::Sphere{1.0};
    else
      collision.geometry = description::Plane{};
  }
  world.models[1].pose.position = {0.0, 0.0, 0.999};
  return world;
}

struct Touching {
  Touching(const description::Surface& ball, const description::Surface& plane, double velocity_m_s)
      : plan{make_plan(ball_on_plane(ball, plane), {}, "mujoco", {})} {
    HullTexts hulls;
    model = load_model(mjcf_text(*plan, {}, {}, hulls));
    data.reset(mj_makeData(model.get()));
    data->qvel[2] = velocity_m_s;
    mj_step1(model.get(), data.get());
    rules = ContactRules{*plan, *model};
  }
  std::unique_ptr<const EnginePlan> plan;
  Model model;
  Data data;
  ContactRules rules;
};

description::Surface with_friction(double mu, double mu2, const Eigen::Vector3d& direction) {
  description::Surface surface;
  surface.mu = mu;
  surface.mu2 = mu2;
  surface.friction_direction = direction;
  return surface;
}

// The frame of a contact points along the direction of the smoother surface; both coefficients are the
// smaller.
TEST(ContactRules, TurnFramesToTheDirection) {
  Touching touching{with_friction(0.2, 0.8, {0.6, 0.8, 0.0}), with_friction(0.5, 0.6, {0.0, 1.0, 0.0}), 0.0};
  ASSERT_EQ(touching.data->ncon, 1);
  touching.rules.apply_directions(*touching.model, *touching.data);
  const mjContact& contact = touching.data->contact[0];
  EXPECT_DOUBLE_EQ(contact.friction[0], 0.2);
  EXPECT_DOUBLE_EQ(contact.friction[1], 0.6);
  EXPECT_NEAR(contact.frame[3], 0.6, 1e-12);
  EXPECT_NEAR(contact.frame[4], 0.8, 1e-12);
}

// Without a direction of its own it is that of ODE: along y on level ground.
TEST(ContactRules, HaveADirectionOfTheirOwn) {
  Touching touching{with_friction(0.2, 0.8, {0.0, 0.0, 0.0}), with_friction(1.0, 1.0, {0.0, 0.0, 0.0}), 0.0};
  touching.rules.apply_directions(*touching.model, *touching.data);
  EXPECT_NEAR(std::abs(touching.data->contact[0].frame[4]), 1.0, 1e-12);
}

// Equal coefficients leave a contact as MuJoCo made it.
TEST(ContactRules, LeaveOtherContactsAlone) {
  Touching touching{with_friction(0.2, 0.2, {1.0, 0.0, 0.0}), with_friction(1.0, 0.5, {0.0, 1.0, 0.0}), 0.0};
  const mjContact before = touching.data->contact[0];
  touching.rules.apply_directions(*touching.model, *touching.data);
  for (int i = 0; i < 9; ++i)
    EXPECT_EQ(touching.data->contact[0].frame[i], before.frame[i]);
}

description::Surface with_bounce(double restitution, double threshold) {
  description::Surface surface;
  surface.restitution = restitution;
  surface.restitution_threshold_m_s = threshold;
  return surface;
}

// The smaller restitution and the smaller threshold count: 2 m/s become 0.5 * 2 m/s in one step.
TEST(ContactRules, BounceWithinAStep) {
  Touching touching{with_bounce(0.5, 0.1), with_bounce(0.9, 1e5), -2.0};
  touching.rules.apply_bounce(*touching.model, *touching.data);
  mj_step2(touching.model.get(), touching.data.get());
  EXPECT_NEAR(touching.data->qvel[2], 1.0, 2e-3);
}

// Below the threshold, and where one surface has no restitution, nothing bounces.
TEST(ContactRules, DoNotBounceBelowTheThreshold) {
  for (const auto& [ball, plane] : {std::pair{with_bounce(0.5, 3.0), with_bounce(0.9, 1e5)},
                                    std::pair{with_bounce(0.5, 0.1), with_bounce(0.0, 1e5)}}) {
    Touching touching{ball, plane, -2.0};
    touching.rules.apply_bounce(*touching.model, *touching.data);
    mj_step2(touching.model.get(), touching.data.get());
    EXPECT_LT(touching.data->qvel[2], 0.5);
  }
}

}  // namespace
}  // namespace lockstep::hosts::mujoco
