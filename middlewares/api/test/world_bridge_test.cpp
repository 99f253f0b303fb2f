// SPDX-License-Identifier: Apache-2.0
#include "lockstep/middlewares/api/world_bridge.hpp"

#include <thread>

#include "bridge_fixture.hpp"

namespace lockstep::middlewares::test {
namespace {

using WorldBridgeTest = BridgeFixture;

// A message is latched by the next step, and its effect is published with the time of the state.
TEST_F(WorldBridgeTest, InletToSignal) {
  open(
      "inputs: {in: {type: Number, data: arm/board/target}}\n"
      "outputs: {out: {type: Twist, linear.x: arm/knee/velocity, angular.z: arm/board/shown, frame: "
      "{constant: knee}}}\nown_topics: none\n");
  ASSERT_EQ(messages().size(), 1U) << "the state at the start";
  bridge_->on_message(0, {}, {Numbers{2.0}});
  step(3);
  ASSERT_EQ(messages().size(), 4U);
  const FakeOutlet::Message& last = messages().back();
  EXPECT_EQ(last.stamp, seconds(0.003));
  EXPECT_NEAR(last.number(0), 2.0 * 0.003, 1e-15) << "2 N.m on 1 kg.m2";
  EXPECT_EQ(last.number(1), 2.0);
  EXPECT_EQ(std::get<Texts>(last.fields[2]), Texts{"knee"});
  EXPECT_EQ(value("messages in"), "1");
  EXPECT_EQ(value("messages out"), "4");
  EXPECT_EQ(value("time [s]"), "0.003");
  EXPECT_EQ(bridge_->diagnostics().level, NodeDiagnostics::Level::kOk);
}

// Without a mapping devices have topics of their own, and joint states come by themselves.
TEST_F(WorldBridgeTest, OwnTopicsAndJointStates) {
  BridgeConfig config;
  config.joint_states = "JointStates";
  open("", config);
  std::vector<std::string> in, out;
  for (const Channel& channel : bridge_->channels().inputs)
    in.push_back(channel.topic);
  for (const Channel& channel : bridge_->channels().outputs)
    out.push_back(channel.topic);
  EXPECT_EQ(in, (Texts{"arm/board/target", "arm/board/pair", "arm/board/label"}));
  EXPECT_EQ(out, (Texts{"joint_states", "arm/board/shown", "arm/board/sum", "arm/board/count"}));
  const std::vector<core::Value>& fields = messages()[0].fields;
  EXPECT_EQ(std::get<Texts>(fields[0]), Texts{"knee"});
  EXPECT_EQ(fields.size(), 4U);
}

// One of that name in the mapping is taken instead.
TEST_F(WorldBridgeTest, OwnJointStates) {
  BridgeConfig config;
  config.joint_states = "JointStates";
  open("outputs: {joint_states: {type: Number, data: arm/knee/position}}\nown_topics: none", config);
  ASSERT_EQ(bridge_->channels().outputs.size(), 1U);
  EXPECT_EQ(bridge_->channels().outputs[0].type->name, "Number");
}

// A service waits for its reply; a paused world answers at once; one that ends does not keep it waiting.
TEST_F(WorldBridgeTest, Services) {
  open(
      "services: {trim: {type: Flagged, request: arm/board/trim, arguments: {offsets: [1, 2], reason: x}}}\n"
      "own_topics: none\n");
  ASSERT_EQ(bridge_->channels().services.size(), 1U);
  world_.runtime.doors().set_paused(true, 0);
  EXPECT_EQ(bridge_->diagnostics().message, "paused");
  Reply reply = bridge_->call(0, {}, always);
  EXPECT_TRUE(reply.success);
  EXPECT_EQ(reply.message, "offset = 3, echo = x");
  reply = bridge_->ask("arm/board/trim", {Numbers{0, 0}, Texts{""}}, always);
  EXPECT_FALSE(reply.success);
  EXPECT_EQ(reply.message, "a reason is needed");
  EXPECT_TRUE(contains(bridge_->ask("arm/board/trimm", {}, always).message, "there is no request"));
  world_.runtime.doors().set_paused(false, 0);
  EXPECT_EQ(bridge_->diagnostics().message, "runs");
  reply = bridge_->call(0, {}, [] { return false; });
  EXPECT_FALSE(reply.success);
  EXPECT_EQ(reply.message, "the node ends");
}

// A controller in another thread answers every message; the result is that of a controller inside.
TEST_F(WorldBridgeTest, ControllerInTheLoopThreads) {
  open(
      "inputs: {in: {type: Twist, linear.x: arm/board/target, lockstep: true}}\n"
      "outputs: {out: {type: Twist, linear.x: arm/knee/velocity}}\nown_topics: none\n");
  bridge_->on_message(0, {}, {Numbers{1.0}});  // the answer to the start
  std::atomic<bool> ends{false};
  std::thread controller{[&] {
    std::size_t seen = 1;
    while (!ends) {
      static_cast<void>(bridge_->publish(std::chrono::milliseconds{1}));
      for (; seen < messages().size(); ++seen)
        bridge_->on_message(0, messages()[seen].stamp, {Numbers{1.0 - messages()[seen].number()}});
    }
  }};
  double expected = 0.0;
  for (int k = 0; k < 200; ++k) {
    EXPECT_EQ(world_.runtime.doors().barrier().pass({world_.runtime.index(), world_.runtime.time()}), "");
    world_.step();
    expected += (1.0 - expected) * 1e-3;  // v' = u on the fake host, exact for a constant u
  }
  ends = true;
  controller.join();
  EXPECT_NEAR(world_.host.state().velocity[0], expected, 1e-12);
}

TEST_F(WorldBridgeTest, RefusesWhatIsNotForWorlds) {
  EXPECT_TRUE(
      contains(mistake("trigger: timer"), "has a trigger, parameters or safe values, which are for FMU"));
  EXPECT_TRUE(contains(mistake("parameters: {a: 1}"), "which are for FMU nodes"));
  EXPECT_TRUE(contains(mistake("safe: {a: 1}"), "which are for FMU nodes"));
  EXPECT_TRUE(contains(mistake("inputs: {in: {type: Number, data: arm/board/target, lockstep: true}}"),
                       "topic 'in' has lockstep, but Number has no stamp"));
  EXPECT_TRUE(contains(mistake("inputs: {in: {type: Number, request: arm/board/trimm}}"),
                       "the world has no request 'arm/board/trimm'"));
}

}  // namespace
}  // namespace lockstep::middlewares::test
