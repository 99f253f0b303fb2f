// SPDX-License-Identifier: Apache-2.0
#include "lockstep/description/joint.hpp"

#include <gtest/gtest.h>

namespace lockstep::description {
namespace {

// Words as SDF and URDF write them, and the freedom each joint gives by its definition.
TEST(Joint, TypesHaveWordsAndDegreesOfFreedom) {
  const struct {
    JointType type;
    const char* word;
    int freedom;
  } expected[] = {{JointType::kFixed, "fixed", 0},           {JointType::kRevolute, "revolute", 1},
                  {JointType::kContinuous, "continuous", 1}, {JointType::kPrismatic, "prismatic", 1},
                  {JointType::kUniversal, "universal", 2},   {JointType::kBall, "ball", 3},
                  {JointType::kScrew, "screw", 1},           {JointType::kRevolute2, "revolute2", 2},
                  {JointType::kGearbox, "gearbox", 0},       {JointType::kPlanar, "planar", 3},
                  {JointType::kFloating, "floating", 6}};
  for (const auto& [type, word, freedom] : expected) {
    EXPECT_EQ(to_string(type), word);
    EXPECT_EQ(degrees_of_freedom(type), freedom) << word;
  }
}

}  // namespace
}  // namespace lockstep::description
