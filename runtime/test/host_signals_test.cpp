// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <set>

#include "lockstep/core/error.hpp"
#include "lockstep/hosts/fake/fake_host.hpp"
#include "lockstep/runtime/runtime.hpp"

namespace lockstep::runtime {
namespace {

/// A joint and a link for each of these names.
hosts::fake::FakeWorld world_of(const std::vector<std::string>& joints,
                                const std::vector<std::string>& links) {
  hosts::fake::FakeWorld world;
  for (const std::string& name : joints) {
    world.joints.emplace_back();
    world.joints.back().name = name;
    world.joints.back().position = 0.25;
  }
  for (const std::string& name : links) {
    world.links.emplace_back();
    world.links.back().name = name;
    world.links.back().X_WB.position = {1.0, 2.0, 3.0};
  }
  return world;
}

std::set<std::string> names_of(const Runtime& runtime) {
  std::set<std::string> names;
  for (const SignalTable::Entry& entry : runtime.signals().entries())
    names.insert(entry.info.name);
  return names;
}

const std::vector<std::string> kJointQuantities{"position", "velocity",       "acceleration",   "command",
                                                "applied",  "reaction_force", "reaction_torque"};
const std::vector<std::string> kLinkQuantities{
    "position",      "orientation",    "linear_velocity",     "angular_velocity",
    "applied_force", "applied_torque", "linear_acceleration", "angular_acceleration"};

std::set<std::string> with(const std::string& prefix, const std::vector<std::string>& quantities) {
  std::set<std::string> names;
  for (const std::string& quantity : quantities)
    names.insert(prefix + quantity);
  return names;
}

// Joints and links have their quantities below their names; the time is there, too.
TEST(HostSignals, AreBelowTheNamesOfJointsAndLinks) {
  hosts::fake::FakeHost host{world_of({"arm/knee"}, {"arm/shin"})};
  Runtime runtime{host};
  runtime.bind();
  std::set<std::string> expected = with("arm/knee/", kJointQuantities);
  expected.merge(with("arm/shin/", kLinkQuantities));
  expected.insert("time");
  EXPECT_EQ(names_of(runtime), expected);
}

// A joint and a link of one name keep all their signals: those of the link are below "link". Other links of
// the model keep their names, also one with the name of a joint elsewhere.
TEST(HostSignals, OfALinkWithTheNameOfAJointAreBelowLink) {
  hosts::fake::FakeHost host{world_of({"arm/knee"}, {"arm/knee", "arm/foot", "leg/knee"})};
  Runtime runtime{host};
  runtime.bind();
  std::set<std::string> expected = with("arm/knee/", kJointQuantities);
  expected.merge(with("arm/knee/link/", kLinkQuantities));
  expected.merge(with("arm/foot/", kLinkQuantities));
  expected.merge(with("leg/knee/", kLinkQuantities));
  expected.insert("time");
  EXPECT_EQ(names_of(runtime), expected);
  const SignalView joint = runtime.watch("arm/knee/position");
  const SignalView link = runtime.watch("arm/knee/link/position");
  runtime.start();
  ASSERT_EQ(joint.info->count, 1U);
  EXPECT_EQ(joint.number(), 0.25);
  ASSERT_EQ(link.info->count, 3U);
  EXPECT_EQ(link.number(1), 2.0);
  EXPECT_EQ(host.needs().links, std::vector<hosts::LinkIndex>{0});
}

// A fixed joint has no position, so a link of its name keeps the plain names.
TEST(HostSignals, OfALinkWithTheNameOfAFixedJointStay) {
  hosts::fake::FakeHost host{world_of({"arm/knee"}, {"arm/knee"})};
  const_cast<hosts::WorldLayout&>(host.layout()).joints[0].axis_count = 0;
  Runtime runtime{host};
  runtime.bind();
  EXPECT_EQ(runtime.signals().find("arm/knee/position")->info.count, 3U);
  EXPECT_NE(runtime.signals().find("arm/knee/reaction_force"), nullptr);
}

// Nothing is dropped in silence: names that still clash are refused.
TEST(HostSignals, RefuseTwoOfOneName) {
  hosts::fake::FakeHost host{world_of({"arm/knee"}, {"arm/knee", "arm/knee/link"})};
  Runtime runtime{host};
  try {
    runtime.bind();
    ADD_FAILURE() << "was bound";
  } catch (const Error& error) {
    EXPECT_EQ(error.message(),
              "the world has two signals 'arm/knee/link/position'; rename a link, a joint or a model of it");
  }
}

}  // namespace
}  // namespace lockstep::runtime
