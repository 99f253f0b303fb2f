// SPDX-License-Identifier: Apache-2.0
#include "lockstep/middlewares/api/node_setup.hpp"

#include "fake_middleware.hpp"

namespace lockstep::middlewares::test {
namespace {

// Parameters of the node become its configuration; the others stay for the FMU.
TEST(NodeSetup, Reads) {
  const NodeSetup setup = read_setup({{"fmu_path", std::string{"a.fmu"}},
                                      {"step_size", std::int64_t{1}},
                                      {"update_period", 0.5},
                                      {"max_points", std::int64_t{7}},
                                      {"step_while_inactive", true},
                                      {"fault_policy", std::string{"hold"}},
                                      {"on_jump_back", std::string{"continue"}},
                                      {"isolation", std::string{"process"}},
                                      {"call_limit", std::int64_t{5}},
                                      {"drive_clock", true},
                                      {"wait_for_inputs", true},
                                      {"l", 2.0}});
  EXPECT_EQ(setup.node.fmu_path, "a.fmu");
  EXPECT_EQ(setup.node.step_size_s, 1.0);
  EXPECT_EQ(setup.node.update_period_s, 0.5);
  EXPECT_EQ(setup.node.max_points, 7U);
  EXPECT_TRUE(setup.node.step_while_inactive);
  EXPECT_EQ(setup.node.fault_policy, devices::FaultPolicy::kHold);
  EXPECT_EQ(setup.node.jump_policy, JumpPolicy::kContinue);
  EXPECT_TRUE(setup.clock.drive);
  EXPECT_TRUE(setup.node.publish_start) << "a node that waits for others must give them a start";
  EXPECT_EQ(setup.node.isolation, "process");
  EXPECT_EQ(setup.node.call_limit_s, 5.0);
  EXPECT_EQ(setup.node.parameters.size(), 12U);
}

// Wrong types and words are refused by name.
TEST(NodeSetup, Refuses) {
  const auto refusal = [](const char* name, const ParameterValue& value) {
    return error_of([&] { read_setup({{name, value}}); });
  };
  EXPECT_EQ(refusal("fmu_path", 1.0), "parameter 'fmu_path' has the wrong type, expected a text");
  EXPECT_EQ(refusal("step_size", true), "parameter 'step_size' has the wrong type, expected a number");
  EXPECT_EQ(refusal("max_points", std::int64_t{0}),
            "parameter 'max_points' has the wrong type, expected a whole number above 0");
  EXPECT_EQ(refusal("on_jump_back", std::string{"cry"}),
            "parameter 'on_jump_back' is 'cry', expected restart or continue");
}

}  // namespace
}  // namespace lockstep::middlewares::test
