// SPDX-License-Identifier: Apache-2.0
#include "big_description.hpp"

#include <gtest/gtest.h>

#include <cstring>

#include "lockstep/core/model_description.hpp"

namespace lockstep::bench {
namespace {

core::ParsedDescription parse(const std::string& xml) {
  core::DescriptionFiles files;
  files.model_description = core::Bytes{xml.size()};
  std::memcpy(files.model_description.data(), xml.data(), xml.size());
  return core::parse_description(std::move(files));
}

// The generated description is a right one: what is measured is the parser, not its error path.
TEST(BigDescription, IsValid) {
  const core::ParsedDescription parsed = parse(big_description(1'000));
  EXPECT_TRUE(parsed.diagnostics.empty()) << to_string(parsed.diagnostics.front());
  EXPECT_EQ(parsed.description->variables().size(), 1'000U);
  EXPECT_EQ(parsed.description->structure().outputs.size(), 100U);
  EXPECT_EQ(parsed.description->structure().continuous_state_derivatives.size(), 50U);
  EXPECT_EQ(parsed.description->find(big_variable_name(999))->value_reference, 999U);
}

// Runs on different days are comparable, and 100,000 variables weigh what large real descriptions do.
TEST(BigDescription, IsTheSameEveryTimeAndLarge) {
  const std::string xml = big_description(100'000);
  EXPECT_EQ(xml, big_description(100'000));
  EXPECT_GT(xml.size(), 22'000'000U);
  EXPECT_LT(xml.size(), 26'000'000U);
}

}  // namespace
}  // namespace lockstep::bench
