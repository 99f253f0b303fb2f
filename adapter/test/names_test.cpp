// SPDX-License-Identifier: Apache-2.0
#include "lockstep/adapter/names.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace lockstep::adapter {
namespace {

// The rule of the known ROS package, with its edges.
TEST(Names, ReplacesWhatIsNotPlain) {
  EXPECT_EQ(plain_name("dx[2]"), "dx_2_");
  EXPECT_EQ(plain_name("der(a)"), "der_a_");
  EXPECT_EQ(plain_name("_x"), "x");
  EXPECT_EQ(plain_name("a.b.c"), "a_b_c");
  EXPECT_EQ(plain_name("'1 2'"), "1_2_");
  EXPECT_EQ(plain_name("___"), "");
  EXPECT_TRUE(is_plain_name("a_1"));
  EXPECT_FALSE(is_plain_name("1a"));
  EXPECT_FALSE(is_plain_name(""));
  EXPECT_FALSE(is_plain_name("a-b"));
}

// Names that collide, are taken or are no names are all reported, each with the variables.
TEST(Names, ReportsCollisions) {
  std::vector<core::Variable> variables(5);
  variables[0].name = "a.b";
  variables[1].name = "a[b";
  variables[2].name = "step_size";
  variables[3].name = "2x";
  variables[4].name = "fine";
  std::vector<const core::Variable*> pointers;
  for (const core::Variable& variable : variables)
    pointers.push_back(&variable);
  const std::vector<std::string_view> reserved{"step_size"};
  const std::vector<Diagnostic> findings = check_plain_names(pointers, reserved);
  ASSERT_EQ(findings.size(), 3U);
  EXPECT_EQ(findings[0].id, "name-collision");
  EXPECT_EQ(findings[0].message, "variables 'a.b' and 'a[b' would both be called 'a_b'");
  EXPECT_EQ(findings[1].id, "name-reserved");
  EXPECT_EQ(findings[1].message,
            "variable 'step_size' would be called 'step_size', which the node uses itself");
  EXPECT_EQ(findings[2].id, "name-invalid");
  EXPECT_EQ(findings[2].message,
            "variable '2x' would be called '2x', which is no name; expected a letter first");
}

}  // namespace
}  // namespace lockstep::adapter
