// SPDX-License-Identifier: Apache-2.0
// Runs in a rostest: the shell against a real master.
#include "node_shell.hpp"

#include <gtest/gtest.h>
#include <ros/master.h>

#include <algorithm>

#include "lockstep/core/error.hpp"

namespace fmi_adapter {
namespace {

class NodeShellTest : public testing::Test {
 protected:
  explicit NodeShellTest() {
    handle_.deleteParam(handle_.getNamespace());
    handle_.setParam("fmu_path", std::string{LOCKSTEP_TEST_FMUS} + "/2.0/DampedPendulum.fmu");
  }
  bool advertised(const std::string& name) const {
    ros::master::V_TopicInfo topics;
    ros::master::getTopics(topics);
    return std::any_of(topics.begin(), topics.end(), [&](const ros::master::TopicInfo& topic) {
      return topic.name == handle_.resolveName(name);
    });
  }

  ros::NodeHandle handle_{"~/shell"};
};

// Construction makes topics and services below the node's name; destruction takes them away.
TEST_F(NodeShellTest, OffersTopicsAndServices) {
  {
    const NodeShell shell{handle_};
    EXPECT_TRUE(advertised("a"));
    for (const char* service : {"pause", "step", "reset", "set_parameters"})
      EXPECT_TRUE(ros::service::exists(handle_.resolveName(service), false)) << service;
  }
  EXPECT_FALSE(advertised("a"));
  EXPECT_FALSE(ros::service::exists(handle_.resolveName("pause"), false));
}

// What is wrong throws before anything is advertised.
TEST_F(NodeShellTest, StartsNothingByHalves) {
  handle_.setParam("lenght", 2.0);
  EXPECT_THROW(NodeShell{handle_}, lockstep::Error);
  EXPECT_FALSE(advertised("a"));
  EXPECT_FALSE(ros::service::exists(handle_.resolveName("pause"), false));
}

// A node that drives the clock to the FMU's stop time ends by itself, with code 0.
TEST_F(NodeShellTest, RunsToTheStopTime) {
  handle_.setParam("use_stop_time", true);
  handle_.setParam("drive_clock", true);
  NodeShell shell{handle_};
  EXPECT_EQ(shell.run(), 0);
}

}  // namespace
}  // namespace fmi_adapter
