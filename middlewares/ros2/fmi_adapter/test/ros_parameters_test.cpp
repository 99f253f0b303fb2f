// SPDX-License-Identifier: Apache-2.0
#include "ros_parameters.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace fmi_adapter {
namespace {

using lockstep::middlewares::NamedParameter;
using lockstep::middlewares::ParameterInfo;
using lockstep::middlewares::ParameterValue;
using rclcpp::PARAMETER_DOUBLE;

// Values of every kind go to ROS and come back; bytes and "not set" do not.
TEST(RosParameters, Convert) {
  const std::vector<ParameterValue> values{true,
                                           std::int64_t{3},
                                           2.5,
                                           std::string{"x"},
                                           std::vector<bool>{true},
                                           std::vector<std::int64_t>{1, 2},
                                           std::vector<double>{0.5},
                                           std::vector<std::string>{"a", "b"}};
  for (const ParameterValue& value : values)
    EXPECT_EQ(from_ros(to_ros(value)), value);
  EXPECT_FALSE(from_ros(rclcpp::ParameterValue{}).has_value());
  EXPECT_FALSE(from_ros(rclcpp::ParameterValue{std::vector<std::uint8_t>{1}}).has_value());
  const rclcpp::ParameterValue real{1.0}, whole{std::int64_t{4}};
  EXPECT_EQ(as_type_of(real, whole).get<double>(), 4.0);
  EXPECT_EQ(as_type_of(whole, real).get_type(), PARAMETER_DOUBLE);
}

// Unit, range and read-only reach the descriptor.
TEST(RosParameters, Descriptor) {
  ParameterInfo info;
  info.name = "l";
  info.value = 1.0;
  info.unit = "m";
  info.min = 0.0;
  const auto fixed = descriptor_of(info);
  EXPECT_TRUE(fixed.read_only);
  EXPECT_EQ(fixed.type, PARAMETER_DOUBLE);
  EXPECT_EQ(fixed.additional_constraints, "unit: m");
  ASSERT_EQ(fixed.floating_point_range.size(), 1U);
  EXPECT_EQ(fixed.floating_point_range[0].from_value, 0.0);
  info.tunable = true;
  EXPECT_FALSE(descriptor_of(info).read_only);
  info.value = std::int64_t{1};
  info.max_integer = 7;
  ASSERT_EQ(descriptor_of(info).integer_range.size(), 1U);
  EXPECT_EQ(descriptor_of(info).integer_range[0].to_value, 7);
}

// Whole numbers for reals, of whatever parameter; others keep their type.
TEST(RosParameters, WholeNumbers) {
  const auto node = std::make_shared<rclcpp::Node>("whole");
  node->declare_parameter("real", 1.5);
  node->declare_parameter("text", "x");
  const auto accepted = accept_whole_numbers(*node->get_node_parameters_interface());
  if (accepted == nullptr) GTEST_SKIP() << "this ROS 2 is older than Iron";
  EXPECT_TRUE(node->set_parameter({"real", 4}).successful);
  EXPECT_EQ(node->get_parameter("real").as_double(), 4.0);
  EXPECT_FALSE(node->set_parameter({"text", 4}).successful);
  EXPECT_THROW(node->set_parameter({"nobody", 4}), rclcpp::exceptions::ParameterNotDeclaredException);
}

// What belongs to the node, to rclcpp and to others is told from what belongs to the FMU.
TEST(RosParameters, Given) {
  rclcpp::NodeOptions options;
  options.append_parameter_override("step_size", 1);
  options.append_parameter_override("use_sim_time", false);
  options.append_parameter_override("qos_overrides./clock.subscription.depth", 3);
  options.append_parameter_override("l", 25);
  rclcpp::Node node("given", options);
  auto& parameters = *node.get_node_parameters_interface();
  const std::set<std::string> own = declare_node_parameters(parameters);
  EXPECT_EQ(own.count("use_sim_time"), 1U);
  const std::vector<NamedParameter> given = given_parameters(parameters, own, {});
  const auto find = [&](const std::string& name) {
    return std::find_if(given.begin(), given.end(), [&](const auto& it) { return it.name == name; });
  };
  ASSERT_NE(find("step_size"), given.end());
  EXPECT_EQ(find("step_size")->value, ParameterValue{1.0});
  ASSERT_NE(find("l"), given.end());
  EXPECT_EQ(find("l")->value, ParameterValue{std::int64_t{25}});
  EXPECT_EQ(find("use_sim_time"), given.end());
  EXPECT_EQ(find("qos_overrides./clock.subscription.depth"), given.end());
}

FmuParameters::Apply accept() {
  return [](const std::string&, const ParameterValue&) {
    rcl_interfaces::msg::SetParametersResult result;
    result.successful = true;
    return result;
  };
}

// What was set at run time outlives the FMU, can be set without one, and counts for the next that has it;
// what nobody touched is taken from that FMU, and what it has not is gone.
TEST(RosParameters, Remembered) {
  const auto node = std::make_shared<rclcpp::Node>("remembered");
  const auto parameters = node->get_node_parameters_interface();
  ParameterMemory memory;
  const auto given = [&] {
    std::map<std::string, ParameterValue> result;
    for (const NamedParameter& parameter : given_parameters(*parameters, {}, memory))
      if (parameter.optional) result.emplace(parameter.name, parameter.value);
    return result;
  };
  const auto info = [](const char* name, double value) {
    ParameterInfo result;
    result.name = name;
    result.value = value;
    result.tunable = true;
    return result;
  };
  declare_node_parameters(*parameters);
  {
    const FmuParameters first{parameters,
                              node->get_logger(),
                              memory,
                              {info("k", 1.0), info("same", 2.0), info("gone", 3.0)},
                              accept()};
    EXPECT_TRUE(given().empty());
    EXPECT_TRUE(node->set_parameter({"k", 5.0}).successful);
  }
  EXPECT_EQ(node->get_parameter("k").as_double(), 5.0);
  EXPECT_EQ(given(), (std::map<std::string, ParameterValue>{{"k", 5.0}}));
  for (int life = 0; life < 2; ++life) {
    const FmuParameters next{
        parameters, node->get_logger(), memory, {info("k", 5.0), info("same", 7.0)}, accept()};
    EXPECT_EQ(given(), (std::map<std::string, ParameterValue>{{"k", 5.0}})) << "in every later life";
    EXPECT_EQ(node->get_parameter("same").as_double(), 7.0);
    EXPECT_FALSE(node->has_parameter("gone"));
  }
  EXPECT_TRUE(node->set_parameter({"k", 6.0}).successful) << "without an FMU";
  EXPECT_EQ(given(), (std::map<std::string, ParameterValue>{{"k", 6.0}}));
  EXPECT_TRUE(node->set_parameter({"k", 1.0}).successful);
  EXPECT_TRUE(given().empty()) << "back to what the FMU says itself";
}

// Parameters of an FMU: tunable ones are applied; read-only ones stay as they are.
TEST(RosParameters, OfAnFmu) {
  const auto node = std::make_shared<rclcpp::Node>("fmu");
  ParameterInfo fixed, tunable;
  fixed.name = "fixed";
  fixed.value = 1.0;
  tunable.name = "tunable";
  tunable.value = 2.0;
  tunable.tunable = true;
  ParameterMemory memory;
  for (int life = 0; life < 2; ++life) {
    std::vector<std::string> applied;
    {
      const FmuParameters parameters{node->get_node_parameters_interface(),
                                     node->get_logger(),
                                     memory,
                                     {fixed, tunable},
                                     [&](const std::string& name, const ParameterValue& value) {
                                       applied.push_back(name);
                                       rcl_interfaces::msg::SetParametersResult result;
                                       result.successful = std::holds_alternative<double>(value);
                                       return result;
                                     }};
      EXPECT_FALSE(node->set_parameter({"fixed", 3.0}).successful);
      EXPECT_TRUE(node->set_parameter({"tunable", 3.0}).successful);
      EXPECT_FALSE(node->set_parameter({"tunable", "x"}).successful);
      EXPECT_EQ(node->get_parameter("tunable").as_double(), 3.0);
      EXPECT_EQ(applied, (std::vector<std::string>{"tunable", "tunable"}));
    }
    EXPECT_TRUE(node->has_parameter("fixed"));
    EXPECT_TRUE(node->set_parameter({"tunable", 4.0}).successful);
    EXPECT_EQ(applied.size(), 2U) << "there is no FMU to apply it to";
  }
}

// Of changes that come together and are refused, none is left applied.
TEST(RosParameters, Together) {
  const auto node = std::make_shared<rclcpp::Node>("together");
  ParameterInfo first, second;
  first.name = "first";
  first.value = 1.0;
  second.name = "second";
  second.value = 2.0;
  first.tunable = second.tunable = true;
  std::vector<std::pair<std::string, ParameterValue>> applied;
  ParameterMemory memory;
  const FmuParameters parameters{node->get_node_parameters_interface(),
                                 node->get_logger(),
                                 memory,
                                 {first, second},
                                 [&](const std::string& name, const ParameterValue& value) {
                                   applied.emplace_back(name, value);
                                   rcl_interfaces::msg::SetParametersResult result;
                                   result.successful = value != ParameterValue{-1.0};
                                   return result;
                                 }};
  EXPECT_FALSE(node->set_parameters_atomically({{"first", 5.0}, {"second", -1.0}}).successful);
  const decltype(applied) expected{{"first", 5.0}, {"second", -1.0}, {"first", 1.0}};
  EXPECT_EQ(applied, expected);
  EXPECT_EQ(node->get_parameter("first").as_double(), 1.0);
}

}  // namespace
}  // namespace fmi_adapter
