// SPDX-License-Identifier: Apache-2.0
// Our reader against libsdformat, which Gazebo itself uses: same poses, axes, masses and limits from the same
// files, over the versions of SDF and through the conversion of URDF.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <sdf/sdf.hh>

#include "support.hpp"
#include "support/environment.hpp"
#include "support/files.hpp"

namespace lockstep::description {
namespace {

constexpr double kTolerance = 1e-9;  // both compose a handful of rotations in double

Pose to_ours(const ignition::math::Pose3d& pose) {
  return {{pose.Pos().X(), pose.Pos().Y(), pose.Pos().Z()},
          Quaternion{pose.Rot().W(), pose.Rot().X(), pose.Rot().Y(), pose.Rot().Z()}};
}

void expect_near(const Pose& ours, const Pose& theirs, const std::string& what) {
  EXPECT_LT((ours.position - theirs.position).norm(), kTolerance) << what;
  EXPECT_LT(ours.orientation.angularDistance(theirs.orientation), 1e-7)
      << what;  // acos near 1 has half the digits
}

template <class Element>
Pose resolved(const Element& element, const std::string& frame) {
  ignition::math::Pose3d pose;
  const sdf::Errors errors = element.SemanticPose().Resolve(pose, frame);
  EXPECT_TRUE(errors.empty()) << element.Name();
  return to_ours(pose);
}

void compare_joint(const Joint& ours, const sdf::Joint& theirs) {
  std::string child, parent;
  EXPECT_TRUE(theirs.ResolveChildLink(child).empty());
  EXPECT_TRUE(theirs.ResolveParentLink(parent).empty());
  EXPECT_EQ(ours.child, child);
  EXPECT_EQ(ours.parent, parent);
  if (child != "world") expect_near(ours.pose, resolved(theirs, child), ours.scoped_name);
  for (unsigned i = 0; i < ours.axes.size(); ++i) {
    const sdf::JointAxis* axis = theirs.Axis(i);
    ASSERT_NE(axis, nullptr);
    ignition::math::Vector3d xyz;
    EXPECT_TRUE(axis->ResolveXyz(xyz).empty());
    EXPECT_LT((ours.axes[i].direction - Vector3{xyz.X(), xyz.Y(), xyz.Z()}).norm(), kTolerance)
        << ours.scoped_name;
    if (ours.type != JointType::kContinuous) {
      EXPECT_EQ(std::clamp(ours.axes[i].lower, -1e16, 1e16), std::clamp(axis->Lower(), -1e16, 1e16));
      EXPECT_EQ(std::clamp(ours.axes[i].upper, -1e16, 1e16), std::clamp(axis->Upper(), -1e16, 1e16));
    }
    if (axis->Effort() >= 0) {
      EXPECT_EQ(ours.axes[i].effort, axis->Effort());
    }
    EXPECT_EQ(ours.axes[i].damping, axis->Damping());
    EXPECT_EQ(ours.axes[i].friction, axis->Friction());
  }
}

void compare_inertial(const Link& ours, const sdf::Link& theirs) {
  const ignition::math::Inertiald& inertial = theirs.Inertial();
  EXPECT_NEAR(ours.inertial.mass_kg, inertial.MassMatrix().Mass(), kTolerance);
  const Pose pose = to_ours(inertial.Pose());
  EXPECT_LT((ours.inertial.pose.position - pose.position).norm(), kTolerance) << ours.scoped_name;
  // The same tensor may be written in differently turned frames: compared in the link frame.
  const Matrix3 turn = ours.inertial.pose.orientation.toRotationMatrix();
  const ignition::math::Matrix3d moments = inertial.Moi();
  const Matrix3 in_link = turn * ours.inertial.inertia_kg_m2 * turn.transpose();
  for (int row = 0; row < 3; ++row)
    for (int column = 0; column < 3; ++column)
      EXPECT_NEAR(in_link(row, column),
                  moments(static_cast<std::size_t>(row), static_cast<std::size_t>(column)), 1e-7)
          << ours.scoped_name;
}

void compare_model(const Model& ours, const sdf::Model& theirs) {
  EXPECT_EQ(ours.name, theirs.Name());
  EXPECT_EQ(ours.is_static, theirs.Static());
  ASSERT_EQ(ours.links.size(), theirs.LinkCount());
  for (std::size_t i = 0; i < ours.links.size(); ++i) {
    const sdf::Link& link = *theirs.LinkByIndex(i);
    EXPECT_EQ(ours.links[i].name, link.Name());
    expect_near(ours.links[i].pose, resolved(link, "__model__"), ours.links[i].scoped_name);
    compare_inertial(ours.links[i], link);
    EXPECT_EQ(ours.links[i].collisions.size(), link.CollisionCount());
    EXPECT_EQ(ours.links[i].visuals.size(), link.VisualCount());
  }
  ASSERT_EQ(ours.joints.size(), theirs.JointCount());
  for (std::size_t i = 0; i < ours.joints.size(); ++i)
    compare_joint(ours.joints[i], *theirs.JointByIndex(i));
  ASSERT_EQ(ours.models.size(), theirs.ModelCount());
  for (std::size_t i = 0; i < ours.models.size(); ++i) {
    expect_near(ours.models[i].pose, resolved(*theirs.ModelByIndex(i), "__model__"),
                ours.models[i].scoped_name);
    compare_model(ours.models[i], *theirs.ModelByIndex(i));
  }
}

/// libsdformat writes a log into the home folder: it gets one of its own.
class SdformatOracle : public ::testing::TestWithParam<std::string> {
 protected:
  SdformatOracle() { sdf::Console::Instance()->SetQuiet(true); }
  test::TemporaryFolder home_;
  test::ScopedEnvironment environment_{"HOME", home_.path().string()};
};

std::vector<std::string> files_ending_with(const std::string& suffix) {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator{LOCKSTEP_DESCRIPTION_CORPUS})
    if (entry.path().extension() == suffix) files.push_back(entry.path().filename().string());
  std::sort(files.begin(), files.end());
  return files;
}

// Poses of links, joints, nested models and frames, axes in every old and new way of writing them.
TEST_P(SdformatOracle, AgreesOnWorlds) {
  const std::string text = test::read_file(std::filesystem::path{LOCKSTEP_DESCRIPTION_CORPUS} / GetParam());
  const World ours = read(text).world;
  // libsdformat would look for the sun on the network's behalf; it is no model anyway.
  std::string without_includes = text;
  const std::size_t begin = text.find("<include>"), end = text.find("</include>");
  if (begin != std::string::npos) without_includes.erase(begin, end + 10 - begin);
  sdf::Root root;
  const sdf::Errors errors = root.LoadSdfString(without_includes);
  for (const sdf::Error& error : errors)
    ADD_FAILURE() << error.Message();
  if (const sdf::World* world = root.WorldByIndex(0)) {
    EXPECT_EQ(ours.gravity_m_s2, Vector3(world->Gravity().X(), world->Gravity().Y(), world->Gravity().Z()));
    EXPECT_EQ(ours.wind_m_s.x(), world->WindLinearVelocity().X());
    ASSERT_EQ(ours.models.size(), world->ModelCount());
    for (std::size_t i = 0; i < ours.models.size(); ++i) {
      expect_near(ours.models[i].pose, resolved(*world->ModelByIndex(i), "world"), ours.models[i].name);
      compare_model(ours.models[i], *world->ModelByIndex(i));
    }
  } else {
    ASSERT_NE(root.Model(), nullptr);
    expect_near(ours.models.at(0).pose, to_ours(root.Model()->RawPose()), ours.models.at(0).name);
    compare_model(ours.models.at(0), *root.Model());
  }
}

INSTANTIATE_TEST_SUITE_P(Corpus, SdformatOracle, ::testing::ValuesIn(files_ending_with(".sdf")),
                         [](const auto& one) { return one.param.substr(0, one.param.find('.')); });

// Merged fixed joints weigh the same, and joints stand and turn the same, as after Gazebo's own conversion.
TEST_F(SdformatOracle, AgreesOnUrdfWithMergedJoints) {
  const std::string text = test::read_file(std::filesystem::path{LOCKSTEP_DESCRIPTION_CORPUS} / "robot.urdf");
  ReadOptions merge = alone();
  merge.merge_fixed_joints = true;
  const Model ours = read(text, merge).world.models.at(0);
  sdf::Root root;
  const sdf::Errors errors = root.LoadSdfString(text);
  for (const sdf::Error& error : errors)
    ADD_FAILURE() << error.Message();
  ASSERT_NE(root.Model(), nullptr);
  compare_model(ours, *root.Model());
}

}  // namespace
}  // namespace lockstep::description
