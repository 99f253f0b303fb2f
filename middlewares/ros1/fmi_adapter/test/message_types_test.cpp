// SPDX-License-Identifier: Apache-2.0
#include "message_types.hpp"

#include <geometry_msgs/TwistStamped.h>
#include <gtest/gtest.h>
#include <sensor_msgs/JointState.h>

#include "message_fields.hpp"

namespace fmi_adapter {
namespace {

using lockstep::core::Value;
using lockstep::core::VariableType;

// Every FMI type has its message, arrays too; texts have none for arrays.
TEST(MessageTypes, NaturalTypes) {
  const Ros1Catalogue catalogue;
  const auto name = [&](VariableType type, bool is_array) {
    const auto* found = catalogue.natural_type(type, is_array);
    return found == nullptr ? std::string{"none"} : found->name;
  };
  EXPECT_EQ(name(VariableType::kFloat64, false), "std_msgs/Float64");
  EXPECT_EQ(name(VariableType::kFloat32, false), "std_msgs/Float32");
  EXPECT_EQ(name(VariableType::kInt8, false), "std_msgs/Int8");
  EXPECT_EQ(name(VariableType::kUInt64, false), "std_msgs/UInt64");
  EXPECT_EQ(name(VariableType::kBoolean, false), "std_msgs/Bool");
  EXPECT_EQ(name(VariableType::kString, false), "std_msgs/String");
  EXPECT_EQ(name(VariableType::kEnumeration, false), "std_msgs/Int64");
  EXPECT_EQ(name(VariableType::kBinary, true), "std_msgs/UInt8MultiArray");
  EXPECT_EQ(name(VariableType::kFloat64, true), "std_msgs/Float64MultiArray");
  EXPECT_EQ(name(VariableType::kBoolean, true), "std_msgs/UInt8MultiArray");
  EXPECT_EQ(name(VariableType::kString, true), "none");
}

// The types of the seeds' nodes with their fields.
TEST(MessageTypes, Fields) {
  const Ros1Catalogue catalogue;
  const auto* twist = catalogue.find("geometry_msgs/TwistStamped");
  ASSERT_NE(twist, nullptr);
  EXPECT_TRUE(twist->stamped);
  EXPECT_NE(twist->find("twist.angular.z"), nullptr);
  EXPECT_NE(twist->find("header.frame_id"), nullptr);
  EXPECT_NE(catalogue.find("nav_msgs/Odometry")->find("pose.pose.orientation.w"), nullptr);
  EXPECT_TRUE(catalogue.find("sensor_msgs/JointState")->find("position")->is_array);
  EXPECT_FALSE(catalogue.find("geometry_msgs/Twist")->stamped);
  EXPECT_EQ(catalogue.find("sensor_msgs/Image"), nullptr);
  EXPECT_NE(catalogue.known_types().find("geometry_msgs/WrenchStamped"), std::string::npos);
}

}  // namespace
}  // namespace fmi_adapter
