// SPDX-License-Identifier: Apache-2.0
#include "fmi_adapter/FMIAdapter.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

namespace {

using fmi_adapter::FMIAdapter;

const rclcpp::Time kStart(17, 0, RCL_ROS_TIME);

std::string fmu(const std::string& model, const std::string& version = "2.0") {
  return std::string(LOCKSTEP_TEST_FMUS) + "/" + version + "/" + model + ".fmu";
}
rclcpp::Logger logger() {
  return rclcpp::get_logger("test");
}
rclcpp::Duration seconds(double value) {
  return rclcpp::Duration::from_seconds(value);
}

// Step sizes: the FMU's own for 0, the given one otherwise; what is wrong throws as the original does.
TEST(FMIAdapter, Constructor) {
  EXPECT_EQ(FMIAdapter(logger(), fmu("TransportDelay")).getStepSize(), seconds(0.001));
  EXPECT_EQ(FMIAdapter(logger(), fmu("TransportDelay"), seconds(0.004)).getStepSize(), seconds(0.004));
  EXPECT_EQ(FMIAdapter(logger(), fmu("DampedPendulum")).getDefaultExperimentStep(), seconds(0.002));
  EXPECT_THROW(FMIAdapter(logger(), fmu("TransportDelay"), seconds(-0.004)), std::invalid_argument);
  EXPECT_THROW(FMIAdapter(logger(), "/nowhere/at/all.fmu"), std::invalid_argument);
  EXPECT_EQ(FMIAdapter::rosifyName("dx[2]"), "dx_2_");
}

// Steps on ROS time: an epoch of any size, the clock of what comes back is ROS time.
TEST(FMIAdapter, RunsOnRosTime) {
  const rclcpp::Time start(1'700'000'000, 123'456'789, RCL_ROS_TIME);
  FMIAdapter pendulum(logger(), fmu("DampedPendulum"), seconds(0.02));
  pendulum.setInitialValue("l", 2.0);
  EXPECT_EQ(pendulum.getValue("l"), 2.0);
  EXPECT_EQ(pendulum.getOutputValue("a"), 1.5);
  EXPECT_THROW(pendulum.doStep(), std::runtime_error);
  pendulum.exitInitializationMode(start);
  EXPECT_EQ(pendulum.getSimulationTime(), start);
  EXPECT_EQ(pendulum.doStep(), start + seconds(0.02));
  EXPECT_EQ(pendulum.doStepsUntil(start + seconds(1.0)), start + seconds(1.0));
  EXPECT_EQ(pendulum.doStep(seconds(0.01)).get_clock_type(), RCL_ROS_TIME);
  EXPECT_THROW(pendulum.doStepsUntil(start), std::invalid_argument);
  EXPECT_THROW(pendulum.setInitialValue("l", 1.0), std::runtime_error);
  EXPECT_EQ(pendulum.getValue(pendulum.getOutputVariables().front()), pendulum.getOutputValue("a"));
}

// The trajectory that jumps: 2 - 3.5/4 = 1.125, through pointers instead of names.
TEST(FMIAdapter, InterpolatesAfterExtrapolation) {
  FMIAdapter delay(logger(), fmu("TransportDelay"));
  fmi2_import_variable_t* x = delay.getInputVariables().front();
  delay.setInitialValue(x, 2.0);
  delay.exitInitializationMode(kStart);
  delay.doStepsUntil(kStart + seconds(3.0));
  delay.setInputValue(x, kStart + seconds(4.0), 1.0);
  delay.doStepsUntil(kStart + seconds(5.5));
  EXPECT_NEAR(delay.getOutputValue("y"), 1.125, 0.01);
  EXPECT_THROW(delay.setInputValue("y", kStart, 1.0), std::invalid_argument);
}

// Parameters of a node: not set unless given, whole numbers are fine for reals, twice is no mistake.
TEST(FMIAdapter, NodeParameters) {
  rclcpp::NodeOptions options;
  options.append_parameter_override("l", 25);
  options.append_parameter_override("d", 0.01);
  const auto node = std::make_shared<rclcpp::Node>("parameters", options);
  FMIAdapter pendulum(logger(), fmu("DampedPendulum"));
  pendulum.declareROSParameters(node->get_node_parameters_interface());
  pendulum.declareROSParameters(node->get_node_parameters_interface());
  EXPECT_TRUE(node->has_parameter("der_a_"));
  EXPECT_EQ(node->get_parameter("g").get_type(), rclcpp::PARAMETER_NOT_SET);
  pendulum.initializeFromROSParameters(node->get_node_parameters_interface());
  EXPECT_EQ(pendulum.getValue("l"), 25.0);
  EXPECT_EQ(pendulum.getValue("d"), 0.01);
  EXPECT_EQ(pendulum.getValue("g"), 9.81);
  EXPECT_THROW(pendulum.declareROSParameters(nullptr), std::invalid_argument);
  EXPECT_THROW(pendulum.initializeFromROSParameters(nullptr), std::invalid_argument);
}

}  // namespace

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  rclcpp::init(argc, argv);
  const int result = RUN_ALL_TESTS();
  rclcpp::shutdown();
  return result;
}
