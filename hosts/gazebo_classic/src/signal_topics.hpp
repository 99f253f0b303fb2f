// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gazebo/msgs/msgs.hh>
#include <gazebo/transport/transport.hh>

#include <string>
#include <vector>

#include "lockstep/hosts/shell/model_session.hpp"

namespace lockstep::hosts::gazebo_classic {

/// Signals of devices (`<signals>` of an actuator) on Gazebo topics, one a device:
/// `~/<model>/<component>/signals`, gazebo.msgs.Param_V: first `time`, the time of the values, then each
/// signal by its name, all of them doubles. An array has one param for each element, row-major, named
/// `name[1]`, `name[2]` ... as in the recordings of `lockstep run`. 50 times in a second of the world's time,
/// and only while somebody listens.
class SignalTopics final : public shell::SignalDisplay {
 public:
  /// Between Runtime::bind() and start(). `world`: its name.
  SignalTopics(runtime::Runtime& runtime, const std::string& world);

  bool empty() const noexcept { return topics_.empty(); }
  /// The message is made once; Gazebo copies it in Publish(), and so allocates, when somebody listens.
  void show(std::int64_t now_ns) override;

 private:
  struct Topic {
    std::string device;
    std::vector<runtime::SignalView> signals;
    gazebo::transport::PublisherPtr publisher;
    gazebo::msgs::Param_V message;
  };
  gazebo::transport::NodePtr node_;
  std::vector<Topic> topics_;
  std::int64_t next_ns_{0};
};

}  // namespace lockstep::hosts::gazebo_classic
