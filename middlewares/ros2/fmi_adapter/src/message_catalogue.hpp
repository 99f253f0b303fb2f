// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <rclcpp/rclcpp.hpp>
#include <rclcpp/serialization.hpp>
#include <rcpputils/shared_library.hpp>
#include <string>

#include "lockstep/core/time_grid.hpp"
#include "message_layout.hpp"

namespace fmi_adapter {

/// A message type that was loaded at run time.
struct Ros2MessageType : lockstep::middlewares::MessageType {
  Ros2MessageType(const std::string& full_name);

  std::shared_ptr<rcpputils::SharedLibrary> library, introspection;  // hold what the pointers point to
  const rosidl_message_type_support_t* handle{nullptr};
  const MessageMembers* members{nullptr};
  std::unique_ptr<MessageLayout> layout;
  std::optional<FieldPlace> stamp_sec, stamp_nanosec;  ///< of header.stamp, or of a field stamp

  std::optional<lockstep::core::SimTime> stamp(const char* message) const;
  void set_stamp(char* message, lockstep::core::SimTime stamp) const;
};

/// Every message type that is installed, by "geometry_msgs/msg/Twist" or "geometry_msgs/Twist".
class Ros2Catalogue : public lockstep::middlewares::MessageCatalogue {
 public:
  const Ros2MessageType* find(std::string_view name) const override;
  std::string known_types() const override;
  const Ros2MessageType* natural_type(lockstep::core::VariableType type, bool is_array) const override;

 private:
  mutable std::map<std::string, std::unique_ptr<Ros2MessageType>> types_;
};

/// Sends one output channel. Throws rclcpp's exceptions, e.g. for a topic name ROS 2 does not allow.
class ChannelPublisher {
 public:
  ChannelPublisher(const rclcpp::node_interfaces::NodeTopicsInterface::SharedPtr& topics,
                   const lockstep::middlewares::Channel& channel, const rclcpp::QoS& qos);
  void publish(lockstep::core::SimTime stamp, const std::vector<lockstep::core::Value>& fields);

 private:
  const Ros2MessageType& type_;
  BoundFields fields_;
  MessageMemory message_;
  rclcpp::SerializationBase serialization_;
  rclcpp::SerializedMessage serialized_;
  rclcpp::GenericPublisher::SharedPtr publisher_;
};

/// Unpacks the messages of one input channel.
class ChannelReader {
 public:
  explicit ChannelReader(const lockstep::middlewares::Channel& channel);
  /// Throws rclcpp's exceptions when the bytes are no such message. The values live until the next call.
  const std::vector<lockstep::core::Value>& read(const rclcpp::SerializedMessage& message);
  /// Of the message read last; empty: it has none, or 0.
  std::optional<lockstep::core::SimTime> stamp();

 private:
  const Ros2MessageType& type_;
  BoundFields fields_;
  MessageMemory message_;
  rclcpp::SerializationBase serialization_;
};

}  // namespace fmi_adapter
