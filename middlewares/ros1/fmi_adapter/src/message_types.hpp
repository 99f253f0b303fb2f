// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ros/ros.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lockstep/middlewares/api/channels.hpp"

namespace fmi_adapter {

/// Called with the stamp of a message's header (if it has one that is set) and the values of the channel's
/// fields.
using OnMessage = std::function<void(std::optional<ros::Time>, const std::vector<lockstep::core::Value>&)>;

/// Sends the field values of one output channel as messages.
class ChannelPublisher {
 public:
  virtual ~ChannelPublisher() = default;
  virtual void publish(const ros::Time& stamp, const std::vector<lockstep::core::Value>& fields) = 0;
};

/// A message type with what it takes to receive and send it.
struct Ros1MessageType : lockstep::middlewares::MessageType {
  std::function<ros::Subscriber(ros::NodeHandle&, const lockstep::middlewares::Channel&, OnMessage)>
      subscribe;
  std::function<std::unique_ptr<ChannelPublisher>(ros::NodeHandle&, const lockstep::middlewares::Channel&,
                                                  bool latch)>
      advertise;
};

/// The messages this node speaks: std_msgs, geometry_msgs, sensor_msgs/JointState, nav_msgs/Odometry.
class Ros1Catalogue : public lockstep::middlewares::MessageCatalogue {
 public:
  Ros1Catalogue();
  const Ros1MessageType* find(std::string_view name) const override;
  std::string known_types() const override;
  const Ros1MessageType* natural_type(lockstep::core::VariableType type, bool is_array) const override;

 private:
  std::vector<std::unique_ptr<Ros1MessageType>> types_;
};

}  // namespace fmi_adapter
