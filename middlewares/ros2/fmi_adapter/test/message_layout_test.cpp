// SPDX-License-Identifier: Apache-2.0
#include "message_layout.hpp"

#include <gtest/gtest.h>

#include "lockstep/core/error.hpp"
#include "message_catalogue.hpp"

namespace fmi_adapter {
namespace {

using lockstep::core::Value;
using lockstep::core::VariableType;
using lockstep::middlewares::FieldKind;

FieldPlace place(const Ros2MessageType& type, const std::string& path) {
  return type.layout->places[static_cast<std::size_t>(type.find(path) - type.fields.data())];
}

// Types are loaded by name, old or new; what is not installed is not there; texts for people.
TEST(MessageCatalogue, FindsInstalledTypes) {
  const Ros2Catalogue catalogue;
  const Ros2MessageType* type = catalogue.find("geometry_msgs/TwistStamped");
  ASSERT_NE(type, nullptr);
  EXPECT_EQ(type, catalogue.find("geometry_msgs/msg/TwistStamped"));
  EXPECT_TRUE(type->stamped);
  ASSERT_NE(type->find("twist.linear.x"), nullptr);
  EXPECT_EQ(type->find("twist.linear.x")->kind, FieldKind::kReal);
  EXPECT_EQ(type->find("header.frame_id")->kind, FieldKind::kText);
  EXPECT_EQ(catalogue.find("std_msgs/Int8")->find("data")->bits, 8);
  EXPECT_EQ(catalogue.find("std_msgs/Float32")->find("data")->bits, 32);
  for (const char* name : {"nobody_msgs/Nothing", "geometry_msgs/Nothing", "Twist", "/Twist", "a/b/c", ""})
    EXPECT_EQ(catalogue.find(name), nullptr) << name;
  EXPECT_EQ(catalogue.natural_type(VariableType::kFloat64, false)->name, "std_msgs/msg/Float64");
  EXPECT_EQ(catalogue.natural_type(VariableType::kInt32, true)->name, "std_msgs/msg/Int32MultiArray");
  EXPECT_EQ(catalogue.natural_type(VariableType::kInt32, true)->fields.front().path, "data");
  EXPECT_EQ(catalogue.natural_type(VariableType::kString, true), nullptr);
}

// Numbers, texts and arrays go in and come out, one element too; an array grows for its elements.
TEST(MessageLayout, ReadsAndWrites) {
  const Ros2Catalogue catalogue;
  const Ros2MessageType& array = *catalogue.find("std_msgs/Float64MultiArray");
  MessageMemory message{*array.members};
  const FieldPlace data = place(array, "data");
  write_field(message.data(), data, 2, std::vector<double>{7.0});
  Value value = std::vector<double>{};
  read_field(message.data(), data, {}, value);
  EXPECT_EQ(value, Value(std::vector<double>{0.0, 0.0, 7.0}));
  read_field(message.data(), data, 2, value);
  EXPECT_EQ(value, Value(std::vector<double>{7.0}));
  read_field(message.data(), data, 3, value);
  EXPECT_EQ(value, Value(std::vector<double>{})) << "the message is too short";
  write_field(message.data(), data, {}, std::vector<double>{1.0});
  read_field(message.data(), data, {}, value);
  EXPECT_EQ(value, Value(std::vector<double>{1.0}));

  const Ros2MessageType& flag = *catalogue.find("std_msgs/Bool");
  MessageMemory truth{*flag.members};
  write_field(truth.data(), place(flag, "data"), {}, std::vector<bool>{true});
  value = std::vector<bool>{};
  read_field(truth.data(), place(flag, "data"), {}, value);
  EXPECT_EQ(value, Value(std::vector<bool>{true}));
}

// A text is cut where its field ends.
TEST(MessageLayout, BoundedTexts) {
  const Ros2Catalogue catalogue;
  const Ros2MessageType* type = catalogue.find("type_description_interfaces/IndividualTypeDescription");
  ASSERT_NE(type, nullptr);
  MessageMemory message{*type->members};
  write_field(message.data(), place(*type, "type_name"), {}, std::vector<std::string>{std::string(300, 'x')});
  Value value = std::vector<std::string>{};
  read_field(message.data(), place(*type, "type_name"), {}, value);
  EXPECT_EQ(value, Value(std::vector<std::string>{std::string(255, 'x')}));
}

// Stamps, negative ones too; 0 means none.
TEST(MessageLayout, Stamps) {
  const Ros2Catalogue catalogue;
  const Ros2MessageType& type = *catalogue.find("geometry_msgs/Vector3Stamped");
  MessageMemory message{*type.members};
  EXPECT_FALSE(type.stamp(message.data()).has_value());
  using lockstep::core::SimTime;
  for (const SimTime time : {SimTime{1'700'000'000'123'456'789}, SimTime{-1'500'000'000}, SimTime{1}}) {
    type.set_stamp(message.data(), time);
    EXPECT_EQ(type.stamp(message.data()), time);
  }
}

// An index that a bounded array does not have is a mistake at configuration.
TEST(MessageLayout, BoundedArrays) {
  const Ros2Catalogue catalogue;
  const Ros2MessageType& type = *catalogue.find("geometry_msgs/PoseWithCovariance");
  lockstep::middlewares::Channel channel;
  channel.topic = "pose";
  channel.type = &type;
  channel.fields.resize(1);
  channel.fields[0].field = type.find("covariance");
  channel.fields[0].index = 35;
  EXPECT_NO_THROW(BoundFields(channel, *type.layout));
  channel.fields[0].index = 36;
  try {
    const BoundFields fields{channel, *type.layout};
    FAIL() << "accepted";
  } catch (const lockstep::Error& error) {
    EXPECT_EQ(error.message(), "topic 'pose': covariance[36] does not exist, the field has room for 36");
  }
}

}  // namespace
}  // namespace fmi_adapter
