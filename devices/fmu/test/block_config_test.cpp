// SPDX-License-Identifier: Apache-2.0
#include "block_config.hpp"

#include <gtest/gtest.h>

#include "lockstep/core/error.hpp"
#include "lockstep/core/xml_tree.hpp"
#include "support/device_world.hpp"

namespace lockstep::devices::fmu {
namespace {

using test::element;
using test::error_of;
using test::test_context;

core::ConfigNode xml(const std::string& content) {
  return core::read_xml("<plugin name='gauge' filename='fmu'>" + content + "</plugin>", "test.world");
}

// All fields, in the words of SDF.
TEST(BlockConfig, ReadsXml) {
  std::vector<std::string> log;
  const BlockConfig config = read_block(
      xml("<fmu>Damper</fmu><phase>observe</phase><parameters><d>2</d></parameters><inputs>"
          "<jointVelocity>arm/knee/velocity</jointVelocity><input name='a.b' signal='s/t' delayed='true'/>"
          "<limit value='3'/></inputs><outputs><output>jointTorque</output><output>x</output></outputs>"
          "<safe_values><jointTorque>0.5</jointTorque><value name='a.c'>1 2</value></safe_values>"
          "<signals>d</signals><period>0.01</period><fault_policy>safe</fault_policy>"),
      test_context(&log));
  EXPECT_TRUE(log.empty()) << log[0];
  EXPECT_EQ(config.name, "gauge");
  EXPECT_EQ(config.phase, Phase::kObserve);
  EXPECT_EQ(config.model.parameters.size(), 1U);
  EXPECT_EQ(config.model.signals, std::vector<std::string>{"d"});
  EXPECT_EQ(config.model.period->seconds(), 0.01);
  ASSERT_EQ(config.inputs.size(), 3U);
  EXPECT_EQ(config.inputs[0].variable, "jointVelocity");
  EXPECT_EQ(config.inputs[0].signal, "arm/knee/velocity");
  EXPECT_EQ(config.inputs[0].timing, Timing::kSameStep);
  EXPECT_FALSE(config.inputs[0].value);
  EXPECT_EQ(config.inputs[1].variable, "a.b");
  EXPECT_EQ(config.inputs[1].signal, "s/t");
  EXPECT_EQ(config.inputs[1].timing, Timing::kDelayed);
  EXPECT_EQ(config.inputs[2].value, "3");
  EXPECT_EQ(config.inputs[2].signal, "");
  EXPECT_EQ(config.outputs, (std::vector<std::string>{"jointTorque", "x"}));
  ASSERT_EQ(config.safe_values.size(), 2U);
  EXPECT_EQ(config.safe_values[0].name, "jointTorque");
  EXPECT_EQ(config.safe_values[0].text, "0.5");
  EXPECT_EQ(config.safe_values[1].name, "a.c");
}

// As YAML gives it: a list is one node for each item, a map has no attributes.
TEST(BlockConfig, ReadsLists) {
  core::ConfigNode node =
      element("devices", {{"type", "fmu"}, {"fmu", "Damper"}, {"outputs", "a"}, {"outputs", "b"}});
  node.children.emplace_back("inputs");
  node.children.back().children.push_back(element("v", {{"signal", "x/y"}, {"delayed", "true"}}));
  std::vector<std::string> log;
  const BlockConfig config = read_block(node, test_context(&log));
  EXPECT_TRUE(log.empty()) << log[0];
  EXPECT_EQ(config.outputs, (std::vector<std::string>{"a", "b"}));
  ASSERT_EQ(config.inputs.size(), 1U);
  EXPECT_EQ(config.inputs[0].signal, "x/y");
  EXPECT_EQ(config.inputs[0].timing, Timing::kDelayed);
}

// A name of its own comes from the file; the phase is control.
TEST(BlockConfig, HasDefaults) {
  const BlockConfig config = read_block(element("devices", {{"fmu", "Damper"}}), test_context());
  EXPECT_EQ(config.name, "Damper");
  EXPECT_EQ(config.phase, Phase::kControl);
  EXPECT_TRUE(config.inputs.empty());
  EXPECT_TRUE(config.outputs.empty());
}

// Mistakes have their place; words nobody knows are warnings.
TEST(BlockConfig, ReportsMistakes) {
  EXPECT_NE(error_of([] {
              read_block(element("d", {{"fmu", "Damper"}, {"phase", "later"}}), test_context());
            }).find("phase is 'later', expected control, actuate or observe"),
            std::string::npos);
  EXPECT_THROW(read_block(element("d", {{"fmu", "Nothing"}}), test_context()), Error);
  std::vector<std::string> log;
  read_block(xml("<fmu>Damper</fmu><input>x</input><inputs><u signl='a'/></inputs>"), test_context(&log));
  ASSERT_EQ(log.size(), 2U);
  EXPECT_NE(log[0].find("signl"), std::string::npos) << log[0];
  EXPECT_NE(log[1].find("'input'"), std::string::npos) << log[1];
}

}  // namespace
}  // namespace lockstep::devices::fmu
