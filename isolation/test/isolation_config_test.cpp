// SPDX-License-Identifier: Apache-2.0
#include "lockstep/core/isolation_config.hpp"

#include <gtest/gtest.h>

namespace lockstep::core {
namespace {

ConfigNode node(std::vector<ConfigNode> children) {
  ConfigNode made{"device", "", {"world.yaml", 3, 1}};
  made.children = std::move(children);
  return made;
}

TEST(IsolationConfig, ReadsAllFields) {
  ConfigNode permissions{"permissions"};
  permissions.children = {ConfigNode{"network", "true"}, ConfigNode{"read", "/a"}, ConfigNode{"read", "/b"},
                          ConfigNode{"write", "/c"}, ConfigNode{"environment", "LICENSE"}};
  IsolationOptions options;
  read_isolation(node({ConfigNode{"isolation", "process"}, ConfigNode{"call_limit", "2.5"},
                       ConfigNode{"max_memory", "1000000"}, permissions}),
                 options);
  EXPECT_EQ(options.mode, Isolation::kProcess);
  EXPECT_EQ(options.call_limit_s, 2.5);
  EXPECT_EQ(options.max_memory_bytes, 1'000'000U);
  EXPECT_TRUE(options.permissions.network);
  EXPECT_FALSE(options.permissions.programs);
  EXPECT_EQ(options.permissions.read_paths, (std::vector<std::filesystem::path>{"/a", "/b"}));
  EXPECT_EQ(options.permissions.write_paths, (std::vector<std::filesystem::path>{"/c"}));
  EXPECT_EQ(options.permissions.environment, std::vector<std::string>{"LICENSE"});
}

// What is not there stays as the run has it.
TEST(IsolationConfig, LeavesOtherFieldsAlone) {
  IsolationOptions options;
  options.mode = Isolation::kProcess;
  read_isolation(node({}), options);
  EXPECT_EQ(options.mode, Isolation::kProcess);
  EXPECT_EQ(options.call_limit_s, 60.0);
  read_isolation(node({ConfigNode{"isolation", "none"}}), options);
  EXPECT_EQ(options.mode, Isolation::kInProcess);
}

TEST(IsolationConfig, WrongWordsAreNamed) {
  const auto message = [](const ConfigNode& wrong) -> std::string {
    IsolationOptions options;
    try {
      read_isolation(wrong, options);
    } catch (const Error& error) {
      return error.what();
    }
    return "no error";
  };
  EXPECT_NE(message(node({ConfigNode{"isolation", "thread"}}))
                .find("'thread', expected process, none or automatic"),
            std::string::npos);
  EXPECT_NE(message(node({ConfigNode{"call_limit", "-1"}})).find("call_limit is -1 s"), std::string::npos);
  ConfigNode misspelt{"permissions"};
  misspelt.children = {ConfigNode{"netwrok", "true"}};
  EXPECT_NE(message(node({misspelt})).find("netwrok"), std::string::npos);
  ConfigNode relative{"permissions"};
  relative.children = {ConfigNode{"read", "data"}};
  EXPECT_NE(message(node({relative})).find("expected an absolute path"), std::string::npos);
}

}  // namespace
}  // namespace lockstep::core
