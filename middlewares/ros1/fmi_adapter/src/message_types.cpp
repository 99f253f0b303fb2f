// SPDX-License-Identifier: Apache-2.0
#include "message_types.hpp"

#include <geometry_msgs/AccelStamped.h>
#include <geometry_msgs/PointStamped.h>
#include <geometry_msgs/Pose2D.h>
#include <geometry_msgs/PoseStamped.h>
#include <geometry_msgs/QuaternionStamped.h>
#include <geometry_msgs/TransformStamped.h>
#include <geometry_msgs/TwistStamped.h>
#include <geometry_msgs/Vector3Stamped.h>
#include <geometry_msgs/WrenchStamped.h>
#include <nav_msgs/Odometry.h>
#include <sensor_msgs/JointState.h>
#include <std_msgs/Bool.h>
#include <std_msgs/Float32.h>
#include <std_msgs/Float32MultiArray.h>
#include <std_msgs/Float64.h>
#include <std_msgs/Float64MultiArray.h>
#include <std_msgs/Int16.h>
#include <std_msgs/Int16MultiArray.h>
#include <std_msgs/Int32.h>
#include <std_msgs/Int32MultiArray.h>
#include <std_msgs/Int64.h>
#include <std_msgs/Int64MultiArray.h>
#include <std_msgs/Int8.h>
#include <std_msgs/Int8MultiArray.h>
#include <std_msgs/String.h>
#include <std_msgs/UInt16.h>
#include <std_msgs/UInt16MultiArray.h>
#include <std_msgs/UInt32.h>
#include <std_msgs/UInt32MultiArray.h>
#include <std_msgs/UInt64.h>
#include <std_msgs/UInt64MultiArray.h>
#include <std_msgs/UInt8.h>
#include <std_msgs/UInt8MultiArray.h>

#include "message_fields.hpp"

namespace fmi_adapter {
namespace {

using Types = std::vector<std::unique_ptr<Ros1MessageType>>;
using lockstep::core::VariableType;

template <class M>
void add_scalar(Types& types, const std::string& name) {
  types.push_back(TypeBuilder<M>("std_msgs/" + name)
                      .field(
                          "data", [](auto& m) -> auto& { return m.data; })
                      .build());
}
template <class M>
void add_array(Types& types, const std::string& name) {
  types.push_back(TypeBuilder<M>("std_msgs/" + name + "MultiArray")
                      .list(
                          "data", [](auto& m) -> auto& { return m.data; })
                      .build());
}

// Parts of messages: `reach` leads from the message to the part.
template <class M, class Reach>
void add_xyz(TypeBuilder<M>& builder, const std::string& path, Reach reach) {
  builder.field(
      path + "x", [reach](auto& m) -> auto& { return reach(m).x; });
  builder.field(
      path + "y", [reach](auto& m) -> auto& { return reach(m).y; });
  builder.field(
      path + "z", [reach](auto& m) -> auto& { return reach(m).z; });
}
template <class M, class Reach>
void add_xyzw(TypeBuilder<M>& builder, const std::string& path, Reach reach) {
  add_xyz(builder, path, reach);
  builder.field(
      path + "w", [reach](auto& m) -> auto& { return reach(m).w; });
}
template <class M, class Reach>
void add_linear_angular(TypeBuilder<M>& builder, const std::string& path, Reach reach) {
  add_xyz(
      builder, path + "linear.", [reach](auto& m) -> auto& { return reach(m).linear; });
  add_xyz(
      builder, path + "angular.", [reach](auto& m) -> auto& { return reach(m).angular; });
}
template <class M, class Reach>
void add_pose(TypeBuilder<M>& builder, const std::string& path, Reach reach) {
  add_xyz(
      builder, path + "position.", [reach](auto& m) -> auto& { return reach(m).position; });
  add_xyzw(
      builder, path + "orientation.", [reach](auto& m) -> auto& { return reach(m).orientation; });
}
template <class M, class Reach>
void add_wrench(TypeBuilder<M>& builder, const std::string& path, Reach reach) {
  add_xyz(
      builder, path + "force.", [reach](auto& m) -> auto& { return reach(m).force; });
  add_xyz(
      builder, path + "torque.", [reach](auto& m) -> auto& { return reach(m).torque; });
}
template <class M, class Reach>
void add_transform(TypeBuilder<M>& builder, const std::string& path, Reach reach) {
  add_xyz(
      builder, path + "translation.", [reach](auto& m) -> auto& { return reach(m).translation; });
  add_xyzw(
      builder, path + "rotation.", [reach](auto& m) -> auto& { return reach(m).rotation; });
}

template <class M, class Add>
void add_geometry(Types& types, const std::string& name, Add add) {
  TypeBuilder<M> builder("geometry_msgs/" + name);
  add(builder);
  types.push_back(builder.build());
}

void add_std_msgs(Types& types) {
  types.push_back(TypeBuilder<std_msgs::Bool>("std_msgs/Bool")
                      .field<true>(
                          "data", [](auto& m) -> auto& { return m.data; })
                      .build());
  add_scalar<std_msgs::String>(types, "String");
  add_scalar<std_msgs::Float32>(types, "Float32");
  add_scalar<std_msgs::Float64>(types, "Float64");
  add_scalar<std_msgs::Int8>(types, "Int8");
  add_scalar<std_msgs::Int16>(types, "Int16");
  add_scalar<std_msgs::Int32>(types, "Int32");
  add_scalar<std_msgs::Int64>(types, "Int64");
  add_scalar<std_msgs::UInt8>(types, "UInt8");
  add_scalar<std_msgs::UInt16>(types, "UInt16");
  add_scalar<std_msgs::UInt32>(types, "UInt32");
  add_scalar<std_msgs::UInt64>(types, "UInt64");
  add_array<std_msgs::Float32MultiArray>(types, "Float32");
  add_array<std_msgs::Float64MultiArray>(types, "Float64");
  add_array<std_msgs::Int8MultiArray>(types, "Int8");
  add_array<std_msgs::Int16MultiArray>(types, "Int16");
  add_array<std_msgs::Int32MultiArray>(types, "Int32");
  add_array<std_msgs::Int64MultiArray>(types, "Int64");
  add_array<std_msgs::UInt8MultiArray>(types, "UInt8");
  add_array<std_msgs::UInt16MultiArray>(types, "UInt16");
  add_array<std_msgs::UInt32MultiArray>(types, "UInt32");
  add_array<std_msgs::UInt64MultiArray>(types, "UInt64");
}

void add_geometry_msgs(Types& types) {
  namespace g = geometry_msgs;
  const auto whole = [](auto& m) -> auto& {
    return m;
  };
  add_geometry<g::Vector3>(types, "Vector3", [&](auto& b) { add_xyz(b, "", whole); });
  add_geometry<g::Vector3Stamped>(types, "Vector3Stamped", [](auto& b) {
    add_xyz(
        b, "vector.", [](auto& m) -> auto& { return m.vector; });
  });
  add_geometry<g::Point>(types, "Point", [&](auto& b) { add_xyz(b, "", whole); });
  add_geometry<g::PointStamped>(types, "PointStamped", [](auto& b) {
    add_xyz(
        b, "point.", [](auto& m) -> auto& { return m.point; });
  });
  add_geometry<g::Quaternion>(types, "Quaternion", [&](auto& b) { add_xyzw(b, "", whole); });
  add_geometry<g::QuaternionStamped>(types, "QuaternionStamped", [](auto& b) {
    add_xyzw(
        b, "quaternion.", [](auto& m) -> auto& { return m.quaternion; });
  });
  add_geometry<g::Pose>(types, "Pose", [&](auto& b) { add_pose(b, "", whole); });
  add_geometry<g::PoseStamped>(types, "PoseStamped", [](auto& b) {
    add_pose(
        b, "pose.", [](auto& m) -> auto& { return m.pose; });
  });
  add_geometry<g::Pose2D>(types, "Pose2D", [](auto& b) {
    b.field(
        "x", [](auto& m) -> auto& { return m.x; });
    b.field(
        "y", [](auto& m) -> auto& { return m.y; });
    b.field(
        "theta", [](auto& m) -> auto& { return m.theta; });
  });
  add_geometry<g::Twist>(types, "Twist", [&](auto& b) { add_linear_angular(b, "", whole); });
  add_geometry<g::TwistStamped>(types, "TwistStamped", [](auto& b) {
    add_linear_angular(
        b, "twist.", [](auto& m) -> auto& { return m.twist; });
  });
  add_geometry<g::Accel>(types, "Accel", [&](auto& b) { add_linear_angular(b, "", whole); });
  add_geometry<g::AccelStamped>(types, "AccelStamped", [](auto& b) {
    add_linear_angular(
        b, "accel.", [](auto& m) -> auto& { return m.accel; });
  });
  add_geometry<g::Wrench>(types, "Wrench", [&](auto& b) { add_wrench(b, "", whole); });
  add_geometry<g::WrenchStamped>(types, "WrenchStamped", [](auto& b) {
    add_wrench(
        b, "wrench.", [](auto& m) -> auto& { return m.wrench; });
  });
  add_geometry<g::Transform>(types, "Transform", [&](auto& b) { add_transform(b, "", whole); });
  add_geometry<g::TransformStamped>(types, "TransformStamped", [](auto& b) {
    b.field(
        "child_frame_id", [](auto& m) -> auto& { return m.child_frame_id; });
    add_transform(
        b, "transform.", [](auto& m) -> auto& { return m.transform; });
  });
}

std::unique_ptr<Ros1MessageType> joint_state() {
  TypeBuilder<sensor_msgs::JointState> builder("sensor_msgs/JointState");
  builder.list(
      "name", [](auto& m) -> auto& { return m.name; });
  builder.list(
      "position", [](auto& m) -> auto& { return m.position; });
  builder.list(
      "velocity", [](auto& m) -> auto& { return m.velocity; });
  builder.list(
      "effort", [](auto& m) -> auto& { return m.effort; });
  return builder.build();
}

std::unique_ptr<Ros1MessageType> odometry() {
  TypeBuilder<nav_msgs::Odometry> builder("nav_msgs/Odometry");
  builder.field(
      "child_frame_id", [](auto& m) -> auto& { return m.child_frame_id; });
  add_pose(
      builder, "pose.pose.", [](auto& m) -> auto& { return m.pose.pose; });
  add_linear_angular(
      builder, "twist.twist.", [](auto& m) -> auto& { return m.twist.twist; });
  return builder.build();
}

}  // namespace

Ros1Catalogue::Ros1Catalogue() {
  add_std_msgs(types_);
  add_geometry_msgs(types_);
  types_.push_back(joint_state());
  types_.push_back(odometry());
}

const Ros1MessageType* Ros1Catalogue::find(std::string_view name) const {
  for (const auto& type : types_) {
    if (type->name == name) return type.get();
  }
  return nullptr;
}

std::string Ros1Catalogue::known_types() const {
  std::string text;
  for (const auto& type : types_)
    text += (text.empty() ? "" : ", ") + type->name;
  return text;
}

const Ros1MessageType* Ros1Catalogue::natural_type(VariableType type, bool is_array) const {
  return find("std_msgs/" + lockstep::middlewares::standard_message(type, is_array));
}

}  // namespace fmi_adapter
