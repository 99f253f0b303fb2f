// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "fake_simulator.hpp"

namespace lockstep::hosts::shell::test {
namespace {

core::ConfigNode node(std::string name, std::string text = {}, std::vector<core::ConfigNode> children = {}) {
  core::ConfigNode made{std::move(name)};
  made.text = std::move(text);
  made.children = std::move(children);
  return made;
}

TEST(DoorsConfig, ReadsChannelAndRecords) {
  const DoorsConfig none = read_doors_config(node("plugin"));
  EXPECT_FALSE(none.channel);
  EXPECT_TRUE(none.records.empty());
  const DoorsConfig config = read_doors_config(
      node("plugin", "",
           {node("channel"), node("record", "", {node("file", "a.csv")}),
            node("record", "", {node("file", "b.mcap"), node("signal", "x"), node("signal", "y")})}));
  EXPECT_TRUE(config.channel);
  EXPECT_FALSE(config.socket);
  ASSERT_EQ(config.records.size(), 2U);
  EXPECT_TRUE(config.records[0].signals.empty());
  EXPECT_EQ(config.records[1].signals, (std::vector<std::string>{"x", "y"}));
  EXPECT_EQ(read_doors_config(node("plugin", "", {node("channel", "s.sock")})).socket, "s.sock");
}

// Everything that is wrong is named at once, with what was meant.
TEST(DoorsConfig, NamesEverythingThatIsWrong) {
  try {
    read_doors_config(node(
        "plugin", "", {node("chanel"), node("record", "", {node("file", "a.txt")}), node("record", "", {})}));
    FAIL() << "no error";
  } catch (const Error& error) {
    const std::string text = error.what();
    EXPECT_EQ(error.diagnostics().size(), 3U) << text;
    EXPECT_NE(text.find("did you mean 'channel'?"), std::string::npos) << text;
    EXPECT_NE(text.find("a.txt"), std::string::npos) << text;
  }
}

}  // namespace
}  // namespace lockstep::hosts::shell::test
