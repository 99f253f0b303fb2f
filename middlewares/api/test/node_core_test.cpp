// SPDX-License-Identifier: Apache-2.0
#include "lockstep/middlewares/api/node_core.hpp"

#include <algorithm>

#include "fake_middleware.hpp"
#include "support/files.hpp"

namespace lockstep::middlewares::test {
namespace {

using Node = BareNode;

double angle(double t) {
  const double d = 0.1, w = std::sqrt(9.81 - d * d);
  return 1.5 * std::exp(-d * t) * (std::cos(w * t) + d / w * std::sin(w * t));
}

// A timer steps the FMU to the present time and publishes every output.
TEST(NodeCore, RunsOnATimer) {
  Node node{config_for("DampedPendulum")};
  EXPECT_EQ(node.core.state(), NodeState::kUnconfigured);
  node.core.configure();
  EXPECT_EQ(node.core.state(), NodeState::kInactive);
  node.core.activate(kT0);
  EXPECT_EQ(node.core.state(), NodeState::kActive);
  EXPECT_TRUE(node.outlet.messages.empty());
  for (int k = 1; k <= 100; ++k)
    node.core.on_timer(kT0 + seconds(0.01 * k), 0.0);
  ASSERT_EQ(node.outlet.messages.size(), 100U);
  EXPECT_EQ(node.outlet.messages.back().stamp, kT0 + seconds(1.0));
  EXPECT_NEAR(node.outlet.messages.back().number(), angle(1.0), 1e-3);  // semi-implicit steps of 0.2 ms
  node.core.on_timer(kT0 + seconds(1.0), 0.0);
  EXPECT_EQ(node.outlet.messages.size(), 101U) << "outputs are published even if there was nothing to step";
}

// Nothing is half-started after a mistake, and the node can be configured again after a clean-up.
TEST(NodeCore, ConfigurationFails) {
  const auto refusal = [](const NodeConfig& config) {
    Node node{config};
    const std::string message = error_of([&] { node.core.configure(); });
    EXPECT_EQ(node.core.state(), NodeState::kUnconfigured);
    EXPECT_TRUE(node.core.channels().inputs.empty());
    return message;
  };
  EXPECT_EQ(refusal({}), "parameter 'fmu_path' is not set; give it the path of an FMU file");
  NodeConfig config = config_for("DampedPendulum");
  config.update_period_s = -0.1;
  EXPECT_EQ(refusal(config), "parameter 'update_period' is -0.1, expected a number of seconds above 0");
  config = config_for("DampedPendulum");
  config.step_size_s = -0.1;
  EXPECT_TRUE(contains(refusal(config), "parameter 'step_size' is -0.1"));
  config = config_for("NoSuchModel");
  EXPECT_TRUE(contains(refusal(config), "NoSuchModel.fmu"));
  config = config_for("DampedPendulum");
  config.parameters = {{"lenght", 1.0}};
  EXPECT_TRUE(contains(refusal(config), "no variable for parameter 'lenght'"));
  config.parameters = {{"l", std::string{"long"}}};
  EXPECT_TRUE(contains(refusal(config), "parameter 'l' is long, expected a finite number"));
  config.parameters = {};
  config.trigger = "message: nothing";
  EXPECT_EQ(refusal(config),
            "the trigger is a message on 'nothing', which is no topic of an input; the FMU has none");
  config = config_for("TransportDelay");
  config.trigger = "message: /other/x";
  EXPECT_EQ(refusal(config),
            "the trigger is a message on '/other/x', which is no topic of an input; expected one of 'x'");

  Node node{config_for("DampedPendulum")};
  node.core.configure();
  EXPECT_TRUE(contains(error_of([&] { node.core.configure(); }), "configured already"));
  node.core.cleanup();
  node.core.configure();
  node.core.activate(kT0);
  EXPECT_TRUE(contains(error_of([&] { node.core.activate(kT0); }), "expected inactive"));
}

// Parameters of the middleware and of the mapping file reach the FMU.
TEST(NodeCore, AppliesParameters) {
  const lockstep::test::TemporaryFolder folder;
  NodeConfig config = config_for("DampedPendulum");
  config.parameters = {{"fmu_path", config.fmu_path}, {"l", std::int64_t{25}}};
  config.mapping_file =
      lockstep::test::write_file(folder / "m.yaml", "parameters: {a: 0.5, d: 0.0}").string();
  Node node{config};
  node.core.configure();
  node.core.activate(kT0);
  node.core.on_timer(kT0 + seconds(2.0), 0.0);
  EXPECT_NEAR(node.outlet.messages.back().number(), 0.5 * std::cos(std::sqrt(9.81 / 25.0) * 2.0), 1e-3);
}

// What a node shows as its parameters is what the FMU has, those of the mapping file included; what was set
// at run time is above the file.
TEST(NodeCore, ShowsParameters) {
  const lockstep::test::TemporaryFolder folder;
  NodeConfig config = config_for("Feedthrough", "3.0");
  config.mapping_file =
      lockstep::test::write_file(folder / "m.yaml", "parameters: {Float64_tunable_parameter: 2.5}").string();
  const auto shown = [](const NodeConfig& given) {
    Node node{given};
    node.core.configure();
    for (const ParameterInfo& info : node.core.parameters())
      if (info.name == "Float64_tunable_parameter") return info.value;
    return ParameterValue{std::string{"none"}};
  };
  EXPECT_EQ(shown(config), ParameterValue{2.5});
  config.parameters = {{"Float64_tunable_parameter", 3.5, true}, {"of_another_fmu", 1.0, true}};
  EXPECT_EQ(shown(config), ParameterValue{3.5});
}

// With a message as trigger the first one starts the FMU at its stamp; outputs carry the stamp of the input.
TEST(NodeCore, RunsOnMessages) {
  const lockstep::test::TemporaryFolder folder;
  NodeConfig config = config_for("TransportDelay");
  config.mapping_file =
      lockstep::test::write_file(folder / "m.yaml",
                                 "inputs: {cmd: {type: Twist, linear.x: x}}\ntrigger: {message: cmd}\n")
          .string();
  config.parameters = {{"d", 0.5}};
  Node node{config};
  node.core.configure();
  node.core.activate(seconds(1.0));
  EXPECT_TRUE(node.outlet.messages.empty());
  const auto send = [&](double at, double value) {
    node.core.on_message(0, kT0 + seconds(at), seconds(1.0), {std::vector<double>{value}});
  };
  for (int k = 0; k <= 100; ++k)
    send(0.01 * k, 0.01 * k);
  ASSERT_EQ(node.outlet.messages.size(), 101U);
  EXPECT_EQ(node.outlet.messages.front().stamp, kT0);
  EXPECT_EQ(node.outlet.messages.back().stamp, kT0 + seconds(1.0));
  EXPECT_NEAR(node.outlet.messages.back().number(), 0.5, 2e-3);  // the ramp, half a second ago
  node.core.on_timer(kT0 + seconds(5.0), 0.0);
  EXPECT_EQ(node.outlet.messages.size(), 101U) << "the timer is not the trigger";
  send(0.1, 7.0);
  const auto values = node.core.diagnostics().values;
  const auto counted = std::find_if(values.begin(), values.end(),
                                    [](const auto& value) { return value.first == "triggers in the past"; });
  ASSERT_NE(counted, values.end());
  EXPECT_EQ(counted->second, "1");
}

// The topic of a trigger may be given by its full name, whichever way the channel is written.
TEST(NodeCore, TriggerByFullName) {
  for (const char* trigger : {"message: x", "message: /node/x"}) {
    NodeConfig config = config_for("TransportDelay");
    config.trigger = trigger;
    Node node{config};
    node.core.configure();
    node.core.activate(seconds(1.0));
    node.core.on_message(0, kT0, kT0, {std::vector<double>{1.0}});
    EXPECT_EQ(node.outlet.messages.size(), 1U) << trigger;
  }
}

// NaN on an input is refused, reported and counted; the FMU keeps the value before.
TEST(NodeCore, RefusesNaN) {
  NodeConfig config = config_for("TransportDelay");
  config.parameters = {{"d", 0.0}};
  Node node{config};
  node.core.configure();
  node.core.activate(kT0);
  node.core.on_message(0, {}, kT0 + seconds(0.001), {std::vector<double>{3.0}});
  node.core.on_message(0, {}, kT0 + seconds(0.002), {std::vector<double>{std::nan("")}});
  ASSERT_EQ(node.outlet.logged.size(), 1U);
  EXPECT_EQ(node.outlet.logged[0], "topic 'x': x = NaN is not finite and was refused");
  node.core.on_timer(kT0 + seconds(0.01), 0.0);
  EXPECT_EQ(node.outlet.messages.back().number(), 3.0);
  EXPECT_EQ(node.core.diagnostics().level, NodeDiagnostics::Level::kWarning);
}

// The barrier for lock step: all inputs must have a message of the instant.
TEST(NodeCore, KnowsWhenInputsAreThere) {
  NodeConfig config = config_for("TransportDelay");
  config.publish_start = true;
  Node node{config};
  node.core.configure();
  node.core.activate(kT0);
  EXPECT_EQ(node.outlet.messages.size(), 1U);
  EXPECT_FALSE(node.core.inputs_ready(kT0));
  node.core.on_message(0, kT0, kT0, {std::vector<double>{1.0}});
  EXPECT_TRUE(node.core.inputs_ready(kT0));
  EXPECT_FALSE(node.core.inputs_ready(kT0 + SimTime{1}));
}

// What comes before the start is not lost: a latched input counts from the start on.
TEST(NodeCore, TakesInputsBeforeTheStart) {
  NodeConfig config = config_for("TransportDelay");
  config.parameters = {{"d", 0.0}};
  config.publish_start = true;
  Node node{config};
  node.core.configure();
  node.core.on_message(0, {}, SimTime{0}, {std::vector<double>{3.0}});
  node.core.activate(kT0);
  EXPECT_EQ(node.outlet.messages.back().number(), 3.0);
}

// The stop time of the FMU ends a node that should honour it.
TEST(NodeCore, Finishes) {
  NodeConfig config = config_for("DampedPendulum");
  config.honour_stop_time = true;
  Node node{config};
  node.core.configure();
  node.core.activate(kT0);
  node.core.on_timer(kT0 + seconds(9.0), 0.0);
  EXPECT_FALSE(node.core.finished());
  node.core.on_timer(kT0 + seconds(11.0), 0.0);
  EXPECT_TRUE(node.core.finished());
  EXPECT_EQ(node.outlet.messages.back().stamp, kT0 + seconds(10.0));
  EXPECT_EQ(node.core.diagnostics().message, "simulation ended");
}

}  // namespace
}  // namespace lockstep::middlewares::test
