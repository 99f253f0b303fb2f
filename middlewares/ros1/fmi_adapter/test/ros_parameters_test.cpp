// SPDX-License-Identifier: Apache-2.0
// Runs in a rostest: the parameter server is a real one.
#include "ros_parameters.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "lockstep/core/error.hpp"
#include "lockstep/middlewares/api/node_setup.hpp"

namespace fmi_adapter {
namespace {

using lockstep::middlewares::NamedParameter;
using lockstep::middlewares::NodeSetup;
using lockstep::middlewares::ParameterValue;
using lockstep::middlewares::read_setup;

class RosParametersTest : public testing::Test {
 protected:
  RosParametersTest() { handle_.deleteParam(handle_.getNamespace()); }

  ParameterValue value(const std::string& name) {
    for (const NamedParameter& parameter : private_parameters(handle_)) {
      if (parameter.name == name) return parameter.value;
    }
    ADD_FAILURE() << "no parameter " << name;
    return {};
  }
  std::string refusal() {
    try {
      static_cast<void>(read_setup(private_parameters(handle_)));
    } catch (const lockstep::Error& error) {
      return error.message();
    }
    return "no error";
  }

  ros::NodeHandle handle_{"~/parameters"};
};

// Every type of the parameter server arrives as it is; lists of mixed numbers are lists of reals; what is in
// a namespace below the node's is somebody else's.
TEST_F(RosParametersTest, ReadsEveryType) {
  handle_.setParam("real", 2.5);
  handle_.setParam("whole", 7);
  handle_.setParam("flag", true);
  handle_.setParam("text", "abc");
  handle_.setParam("reals", std::vector<double>{1.5, 2.5});
  handle_.setParam("flags", std::vector<bool>{true, false});
  handle_.setParam("texts", std::vector<std::string>{"a", "b"});
  XmlRpc::XmlRpcValue mixed;
  mixed[0] = 1;
  mixed[1] = 2.5;
  handle_.setParam("mixed", mixed);
  handle_.setParam("below/other", 1.0);
  EXPECT_EQ(value("real"), ParameterValue{2.5});
  EXPECT_EQ(value("whole"), ParameterValue{std::int64_t{7}});
  EXPECT_EQ(value("flag"), ParameterValue{true});
  EXPECT_EQ(value("text"), ParameterValue{std::string{"abc"}});
  EXPECT_EQ(value("reals"), (ParameterValue{std::vector<double>{1.5, 2.5}}));
  EXPECT_EQ(value("flags"), (ParameterValue{std::vector<bool>{true, false}}));
  EXPECT_EQ(value("texts"), (ParameterValue{std::vector<std::string>{"a", "b"}}));
  EXPECT_EQ(value("mixed"), (ParameterValue{std::vector<double>{1.0, 2.5}}));
  EXPECT_EQ(private_parameters(handle_).size(), 8U);
}

// The node's own parameters end up in their places; a whole number is fine where a real is expected.
TEST_F(RosParametersTest, FillsTheSetup) {
  handle_.setParam("fmu_path", "a.fmu");
  handle_.setParam("update_period", 1);
  handle_.setParam("interpolate", false);
  handle_.setParam("max_points", 12);
  handle_.setParam("fault_policy", "hold");
  handle_.setParam("drive_clock", true);
  handle_.setParam("real_time_factor", 0.5);
  const NodeSetup setup = read_setup(private_parameters(handle_));
  EXPECT_EQ(setup.node.fmu_path, "a.fmu");
  EXPECT_EQ(setup.node.update_period_s, 1.0);
  EXPECT_EQ(setup.node.step_size_s, 0.0);
  EXPECT_FALSE(setup.node.interpolate);
  EXPECT_EQ(setup.node.max_points, 12U);
  EXPECT_EQ(setup.node.fault_policy, lockstep::devices::FaultPolicy::kHold);
  EXPECT_TRUE(setup.clock.drive);
  EXPECT_EQ(setup.clock.real_time_factor, 0.5);
}

// A parameter of the wrong type is named, with what was expected.
TEST_F(RosParametersTest, RefusesWrongTypes) {
  const auto refused_with = [&](const char* name, const auto& wrong) {
    handle_.setParam(name, wrong);
    const std::string text = refusal();
    handle_.deleteParam(name);
    return text;
  };
  EXPECT_EQ(refused_with("step_size", "small"),
            "parameter 'step_size' has the wrong type, expected a number");
  EXPECT_EQ(refused_with("fmu_path", 3), "parameter 'fmu_path' has the wrong type, expected a text");
  EXPECT_EQ(refused_with("interpolate", "no"),
            "parameter 'interpolate' has the wrong type, expected true or false");
  EXPECT_EQ(refused_with("max_points", -1),
            "parameter 'max_points' has the wrong type, expected a whole number above 0");
  EXPECT_EQ(refused_with("fault_policy", "ignore"),
            "parameter 'fault_policy' is 'ignore', expected stop, safe, hold or restart");
}

}  // namespace
}  // namespace fmi_adapter
