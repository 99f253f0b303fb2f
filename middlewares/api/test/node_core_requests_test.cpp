// SPDX-License-Identifier: Apache-2.0
// Pause, step, reset, parameters at run time, faults.
#include "fake_middleware.hpp"
#include "support/files.hpp"

namespace lockstep::middlewares::test {
namespace {

using Node = ActiveNode;

// A paused FMU stands; after the pause it goes on as if there had been none.
TEST(NodeCoreRequests, PauseAndGoOn) {
  Node paused{config_for("DampedPendulum")}, straight{config_for("DampedPendulum")};
  paused.core.on_timer(kT0 + seconds(1.0), 0.0);
  EXPECT_TRUE(paused.core.pause(true, kT0 + seconds(1.0)).success);
  EXPECT_TRUE(paused.core.paused());
  paused.core.on_timer(kT0 + seconds(3.0), 0.0);
  EXPECT_EQ(paused.outlet.messages.size(), 1U);
  EXPECT_EQ(paused.core.pause(false, kT0 + seconds(6.0)).message, "goes on at FMU time 1 s");
  paused.core.on_timer(kT0 + seconds(7.0), 0.0);
  straight.core.on_timer(kT0 + seconds(2.0), 0.0);
  EXPECT_EQ(paused.outlet.messages.back().number(), straight.outlet.messages.back().number());
  EXPECT_EQ(paused.core.pause(false, kT0).message, "runs already");
}

// One step at a time, for a paused node or with trigger service; not for one that runs by itself.
TEST(NodeCoreRequests, Step) {
  Node node{config_for("DampedPendulum")};
  EXPECT_EQ(node.core.step().message, "the node runs by itself; pause it first, or choose trigger: service");
  static_cast<void>(node.core.pause(true, kT0));
  EXPECT_EQ(node.core.step().message, "FMU time 0.01 s");
  EXPECT_EQ(node.outlet.messages.back().stamp, kT0 + seconds(0.01));
  NodeConfig config = config_for("TransportDelay");
  config.trigger = "service";
  config.parameters = {{"d", 0.0}};
  Node service{config};
  service.core.on_timer(kT0 + seconds(9.0), 0.0);
  EXPECT_TRUE(service.outlet.messages.empty());
  service.core.on_message(0, {}, kT0 + seconds(9.0), {std::vector<double>{4.0}});
  EXPECT_TRUE(service.core.step().success);
  EXPECT_EQ(service.outlet.messages.back().number(), 4.0) << "inputs count from the FMU's time on";
}

// A reset starts the FMU again, with its initial values, at the present time.
TEST(NodeCoreRequests, Reset) {
  NodeConfig config = config_for("DampedPendulum");
  config.publish_start = true;
  Node node{config};
  node.core.on_timer(kT0 + seconds(1.0), 0.0);
  EXPECT_TRUE(node.core.reset(kT0 + seconds(5.0)).success);
  EXPECT_EQ(node.outlet.messages.back().number(), 1.5);
  EXPECT_EQ(node.outlet.messages.back().stamp, kT0 + seconds(5.0));
  node.core.cleanup();
  EXPECT_EQ(node.core.reset(kT0).message, "the node is unconfigured");
}

// Deactivation holds the FMU's time, activation goes on as if nothing had been.
TEST(NodeCoreRequests, DeactivateHolds) {
  Node held{config_for("DampedPendulum")}, straight{config_for("DampedPendulum")};
  held.core.on_timer(kT0 + seconds(1.0), 0.0);
  held.core.deactivate();
  EXPECT_EQ(held.core.state(), NodeState::kInactive);
  held.core.on_timer(kT0 + seconds(3.0), 0.0);
  EXPECT_EQ(held.outlet.messages.size(), 1U) << "an inactive node neither steps nor publishes";
  held.core.activate(kT0 + seconds(6.0));
  held.core.on_timer(kT0 + seconds(7.0), 0.0);
  straight.core.on_timer(kT0 + seconds(2.0), 0.0);
  EXPECT_EQ(held.outlet.messages.back().number(), straight.outlet.messages.back().number());
  EXPECT_EQ(held.outlet.messages.back().stamp, kT0 + seconds(7.0));
}

// The switch: an inactive node steps from the first call of its timer on, and only publishing waits.
TEST(NodeCoreRequests, StepsWhileInactive) {
  NodeConfig config = config_for("DampedPendulum");
  config.step_while_inactive = true;
  FakeCatalogue catalogue;
  FakeOutlet outlet;
  NodeCore core{config, catalogue, outlet};
  core.configure();
  core.on_timer(kT0, 0.0);
  core.on_timer(kT0 + seconds(1.0), 0.0);
  EXPECT_TRUE(outlet.messages.empty());
  core.activate(kT0 + seconds(1.5));
  core.on_timer(kT0 + seconds(2.0), 0.0);
  Node straight{config_for("DampedPendulum")};
  straight.core.on_timer(kT0 + seconds(2.0), 0.0);
  ASSERT_EQ(outlet.messages.size(), 1U);
  EXPECT_EQ(outlet.messages.back().number(), straight.outlet.messages.back().number());
}

// When time jumps back the FMU starts again there, or goes on where it was.
TEST(NodeCoreRequests, JumpBack) {
  Node restarted{config_for("DampedPendulum")}, first{config_for("DampedPendulum")};
  first.core.on_timer(kT0 + seconds(1.0), 0.0);
  restarted.core.on_timer(kT0 + seconds(5.0), 0.0);
  restarted.core.on_jump_back(seconds(2.0));
  restarted.core.on_timer(seconds(3.0), 0.0);
  EXPECT_EQ(restarted.outlet.messages.back().number(), first.outlet.messages.back().number());
  EXPECT_EQ(restarted.outlet.messages.back().stamp, seconds(3.0));

  NodeConfig config = config_for("DampedPendulum");
  config.jump_policy = parse_jump_policy("continue");
  Node continued{config};
  continued.core.on_timer(kT0 + seconds(0.5), 0.0);
  continued.core.on_jump_back(seconds(2.0));
  continued.core.on_timer(seconds(2.5), 0.0);
  EXPECT_EQ(continued.outlet.messages.back().number(), first.outlet.messages.back().number());

  restarted.core.deactivate();
  restarted.core.on_jump_back(seconds(1.0));
  restarted.core.activate(seconds(10.0));
  restarted.core.on_timer(seconds(11.0), 0.0);
  EXPECT_EQ(restarted.outlet.messages.back().number(), first.outlet.messages.back().number());
}

// Tunable parameters change at run time, others are refused with the reason.
TEST(NodeCoreRequests, SetParameter) {
  Node node{config_for("Feedthrough", "3.0")};
  const Reply reply = node.core.set_parameter("Float64_tunable_parameter", 3.0);
  EXPECT_TRUE(reply.success) << reply.message;
  EXPECT_EQ(reply.message, "Float64_tunable_parameter = 3");
  EXPECT_TRUE(contains(node.core.set_parameter("Float64_fixed_parameter", 3.0).message, "fixed parameter"));
  EXPECT_TRUE(
      contains(node.core.set_parameter("nothing", 3.0).message, "no variable for parameter 'nothing'"));
  EXPECT_TRUE(contains(node.core.set_parameter("Float64_tunable_parameter", std::string{"x"}).message,
                       "expected a finite number"));
}

// A failing FMU: stop is the default, hold keeps publishing, restart begins anew; a reset heals.
TEST(NodeCoreRequests, Faults) {
  // x' = A x with a huge A overflows to infinity within a few steps.
  NodeConfig config = config_for("StateSpace", "3.0");
  config.parameters = {{"m", std::int64_t{1}},
                       {"n", std::int64_t{1}},
                       {"r", std::int64_t{1}},
                       {"A", 1e200},
                       {"B", 0.0},
                       {"C", 1.0},
                       {"D", 0.0},
                       {"x0", 1.0},
                       {"u", 0.0}};
  Node stop{config};
  stop.core.on_timer(kT0 + seconds(1.0), 0.0);
  EXPECT_EQ(stop.core.state(), NodeState::kFaulted);
  EXPECT_TRUE(stop.outlet.messages.empty());
  EXPECT_EQ(stop.core.diagnostics().level, NodeDiagnostics::Level::kError);
  EXPECT_FALSE(stop.outlet.logged.empty());
  EXPECT_TRUE(stop.core.reset(kT0 + seconds(2.0)).success);
  EXPECT_EQ(stop.core.state(), NodeState::kActive);

  config.fault_policy = parse_fault_policy("hold");
  config.publish_start = true;
  Node hold{config};
  hold.core.on_timer(kT0 + seconds(1.0), 0.0);
  hold.core.on_timer(kT0 + seconds(2.0), 0.0);
  EXPECT_EQ(hold.core.state(), NodeState::kActive);
  ASSERT_EQ(hold.outlet.messages.size(), 3U);
  EXPECT_EQ(hold.outlet.messages.back().number(), 1.0);

  config.fault_policy = parse_fault_policy("restart");
  Node restart{config};
  restart.core.on_timer(kT0 + seconds(0.1), 0.0);
  EXPECT_EQ(restart.core.state(), NodeState::kActive);
  EXPECT_EQ(restart.outlet.messages.back().number(), 1.0);
  EXPECT_EQ(error_of([] { parse_fault_policy("pray"); }),
            "parameter 'fault_policy' is 'pray', expected stop, safe, hold or restart");
}

// With policy safe the outputs have the safe values of the mapping from the fault on, until a reset.
TEST(NodeCoreRequests, SafeFaults) {
  NodeConfig config = config_for("StateSpace", "3.0");
  config.parameters = {{"m", std::int64_t{1}},
                       {"n", std::int64_t{1}},
                       {"r", std::int64_t{1}},
                       {"A", 1e200},
                       {"B", 0.0},
                       {"C", 1.0},
                       {"D", 0.0},
                       {"x0", 1.0},
                       {"u", 0.0}};
  config.fault_policy = parse_fault_policy("safe");
  config.publish_start = true;
  EXPECT_TRUE(contains(error_of([&] { Node{config}; }),
                       "'fault_policy' is 'safe', but no output has a safe value; declare them"));
  const lockstep::test::TemporaryFolder folder;
  config.mapping_file = lockstep::test::write_file(folder / "wrong.yaml", "safe: {x: 0}").string();
  EXPECT_TRUE(contains(error_of([&] { Node{config}; }), "wrong.yaml:1:8: error: the FMU has no output 'x'"));
  config.mapping_file = lockstep::test::write_file(folder / "m.yaml", "safe: {y: -7.5}").string();
  Node node{config};
  EXPECT_EQ(node.outlet.messages.back().number(), 1.0);
  node.core.on_timer(kT0 + seconds(1.0), 0.0);
  node.core.on_timer(kT0 + seconds(2.0), 0.0);
  EXPECT_EQ(node.core.state(), NodeState::kActive);
  EXPECT_EQ(node.core.diagnostics().level, NodeDiagnostics::Level::kError);
  ASSERT_EQ(node.outlet.messages.size(), 3U);
  EXPECT_EQ(node.outlet.messages[1].number(), -7.5);
  EXPECT_EQ(node.outlet.messages[2].number(), -7.5);
  EXPECT_TRUE(node.core.reset(kT0 + seconds(3.0)).success);
  EXPECT_EQ(node.outlet.messages.back().number(), 1.0);
}

}  // namespace
}  // namespace lockstep::middlewares::test
