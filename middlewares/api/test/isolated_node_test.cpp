// SPDX-License-Identifier: Apache-2.0
// A node whose FMU runs in a worker: whatever the FMU does, the node goes on and says why.
#include "fake_middleware.hpp"
#include "support/files.hpp"

#ifdef LOCKSTEP_FAULTY_FMUS
namespace lockstep::middlewares::test {
namespace {

struct Case {
  int number;
  const char* fault;
  const char* expected;  ///< in the diagnostics; null: the node stays well
};

class IsolatedNodeConcurrency : public ::testing::TestWithParam<Case> {
 protected:
  NodeConfig config(const std::string& policy) {
    NodeConfig config;
    config.fmu_path = LOCKSTEP_FAULTY_FMUS "/2.0/Faulty.fmu";
    config.slice = std::chrono::hours{1};
    config.mapping_file =
        lockstep::test::write_file(folder_.path() / "map.yaml",
                                   std::string{"isolation: process\nparameters: {fault: "} +
                                       GetParam().fault + ", fault_time: 0.015}\nsafe: {y: -1}\n")
            .string();
    config.call_limit_s = 0.5;
    config.fault_policy = parse_fault_policy(policy);
    return config;
  }
  const lockstep::test::TemporaryFolder folder_;
};

// Good until 10 ms, at 20 ms the fault: the node is faulted with the cause, and a reset starts a new worker.
TEST_P(IsolatedNodeConcurrency, StopsWithTheCauseAndResets) {
  ActiveNode node{config("stop")};
  for (int life = 0; life < 2; ++life) {
    node.core.on_timer(kT0 + seconds(0.01), 0.0);
    ASSERT_FALSE(node.outlet.messages.empty());
    EXPECT_EQ(node.outlet.messages.back().number(), 0.01);
    node.core.on_timer(kT0 + seconds(0.02), 0.0);
    if (GetParam().expected == nullptr) {
      EXPECT_EQ(node.core.state(), NodeState::kActive);
      return;
    }
    EXPECT_EQ(node.core.state(), NodeState::kFaulted);
    const std::string message = node.core.diagnostics().message;
    EXPECT_NE(message.find(GetParam().expected), std::string::npos) << message;
    EXPECT_TRUE(node.core.reset(kT0).success);
  }
}

// The other policies: the last value, the safe value, a new beginning.
TEST_P(IsolatedNodeConcurrency, FollowsThePolicy) {
  if (GetParam().expected == nullptr) return;
  for (const auto& [policy, value] : {std::pair{"hold", 0.01}, {"safe", -1.0}}) {
    ActiveNode node{config(policy)};
    node.core.on_timer(kT0 + seconds(0.01), 0.0);
    node.core.on_timer(kT0 + seconds(0.02), 0.0);
    node.core.on_timer(kT0 + seconds(0.03), 0.0);
    EXPECT_EQ(node.outlet.messages.back().number(), value) << policy;
  }
  ActiveNode node{config("restart")};
  node.core.on_timer(kT0 + seconds(0.01), 0.0);
  node.core.on_timer(kT0 + seconds(0.02), 0.0);
  node.core.on_timer(kT0 + seconds(0.03), 0.0);
  EXPECT_EQ(node.core.state(), NodeState::kActive);
}

INSTANTIATE_TEST_SUITE_P(
    Faults, IsolatedNodeConcurrency,
    ::testing::Values(Case{2, "segfault", "signal 11 (SIGSEGV"}, Case{3, "abort", "signal 6 (SIGABRT"},
                      Case{4, "exit", "exit(3)"}, Case{5, "endless loop", "did not answer within 0.5 s"},
                      Case{6, "sleep", "did not answer within 0.5 s"}, Case{7, "slow step", nullptr},
                      Case{8, "leak", nullptr}, Case{9, "stack overflow", "signal 11 (SIGSEGV"},
                      Case{10, "NaN", "nan"}, Case{11, "huge", nullptr},
                      Case{12, "exception", "signal 6 (SIGABRT"}, Case{13, "rounding mode", nullptr},
                      Case{14, "locale and folder", nullptr}, Case{15, "closed files", nullptr},
                      Case{16, "log flood", nullptr},
                      Case{17, "wrong status", "doStep failed with status Error"}),
    [](const auto& test) { return "fault" + std::to_string(test.param.number); });

}  // namespace
}  // namespace lockstep::middlewares::test
#endif
