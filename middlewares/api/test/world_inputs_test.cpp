// SPDX-License-Identifier: Apache-2.0
#include "world_inputs.hpp"

#include "bridge_fixture.hpp"

namespace lockstep::middlewares::test {
namespace {

using WorldInputsTest = BridgeFixture;

// Single elements of an array come by different topics; after a reset they begin with the initial values.
TEST_F(WorldInputsTest, ElementsAndReset) {
  open(
      "inputs:\n  a: {type: Number, data: 'arm/board/pair[0]'}\n  b: {type: Number, data: "
      "'arm/board/pair[1]'}\n"
      "outputs: {sum: {type: Number, data: arm/board/sum}}\nown_topics: none\n");
  bridge_->on_message(0, {}, {Numbers{10.0}});
  step();
  EXPECT_EQ(messages().back().number(), 12.0);
  bridge_->on_message(1, {}, {Numbers{20.0}});
  step();
  EXPECT_EQ(messages().back().number(), 30.0);
  world_.runtime.reset();
  publish_all();
  EXPECT_EQ(value("resets"), "1");
  bridge_->on_message(1, {}, {Numbers{5.0}});
  step();
  EXPECT_EQ(messages().back().number(), 6.0);
  EXPECT_EQ(messages().back().stamp, seconds(0.001));
}

// What does not fit is refused, counted and named.
TEST_F(WorldInputsTest, RefusesValues) {
  open(
      "inputs:\n  in: {type: Number, data: arm/board/target}\n  pair: {type: Numbers, data: arm/board/pair}\n"
      "own_topics: none\n");
  bridge_->on_message(0, {}, {Numbers{NAN}});
  EXPECT_TRUE(contains(outlet_.logged(), "topic 'in': arm/board/target = NaN was refused: inlet"))
      << outlet_.logged();
  bridge_->on_message(1, {}, {Numbers{1, 2, 3}});
  EXPECT_TRUE(contains(outlet_.logged(), "topic 'pair': arm/board/pair = 1 2 3 was refused: "))
      << outlet_.logged();
  bridge_->on_message(0, {}, {Numbers{}});
  EXPECT_TRUE(contains(outlet_.logged(), "does not fit and was refused")) << outlet_.logged();
  EXPECT_EQ(value("values refused"), "3");
  EXPECT_EQ(bridge_->diagnostics().level, NodeDiagnostics::Level::kWarning);
}

// Stamps go to the inlet; one that is older than the one before, or far ahead, is refused.
TEST_F(WorldInputsTest, Stamps) {
  open("inputs: {in: {type: Twist, linear.x: arm/board/target}}\nown_topics: none\n");
  const runtime::Inlet& inlet = world_.runtime.doors().inlet("arm/board/target");
  step(10);
  bridge_->on_message(0, seconds(0.008), {Numbers{1.0}});
  step();
  EXPECT_EQ(inlet.given_stamp(), seconds(0.008));
  bridge_->on_message(0, seconds(0.008), {Numbers{1.5}});
  EXPECT_EQ(value("values refused"), "0") << "two of one instant: the newer counts";
  bridge_->on_message(0, seconds(0.007), {Numbers{2.0}});
  EXPECT_EQ(outlet_.logged(),
            "topic 'in': the message stamped 0.007 s is older than the one before, stamped 0.008 s; it was "
            "refused");
  bridge_->on_message(0, seconds(3600.012), {Numbers{3.0}});
  EXPECT_TRUE(contains(outlet_.logged(), "ahead of the world; does its sender follow the world's clock?"));
  EXPECT_EQ(value("values refused"), "2");
  bridge_->on_message(0, seconds(3600.011), {Numbers{4.0}});
  EXPECT_EQ(value("values refused"), "2") << "exactly the limit";
  step();
  EXPECT_EQ(inlet.latched(), core::Value(Numbers{4.0}));
  world_.runtime.reset();
  publish_all();
  bridge_->on_message(0, seconds(0.0), {Numbers{5.0}});
  EXPECT_EQ(value("values refused"), "2") << "time was set back";
}

TEST_F(WorldInputsTest, NoLimitAhead) {
  BridgeConfig config;
  config.max_advance_s = 0.0;
  open("inputs: {in: {type: Twist, linear.x: arm/board/target}}\nown_topics: none\n", config);
  bridge_->on_message(0, seconds(1e6), {Numbers{3.0}});
  EXPECT_EQ(value("values refused"), "0");
}

// A message may be a request; one that is refused is logged when it is done.
TEST_F(WorldInputsTest, Requests) {
  open(
      "inputs: {trim: {type: Label, request: arm/board/trim, data: reason, arguments: {offsets: [1, 2]}}}\n"
      "outputs: {v: {type: Number, data: arm/knee/velocity}}\nown_topics: none\n");
  bridge_->on_message(0, {}, {Texts{"test"}});
  step();
  EXPECT_NEAR(messages().back().number(), 0.003, 1e-15) << "3 N.m for 1 ms";
  bridge_->on_message(0, {}, {Texts{""}});
  publish_all();
  EXPECT_EQ(value("requests refused"), "0") << "it waits for the next step";
  step();
  EXPECT_EQ(outlet_.logged(), "request 'arm/board/trim' was refused: a reason is needed");
  EXPECT_EQ(value("requests refused"), "1");
  bridge_->on_message(0, {}, {Texts{}});
  EXPECT_TRUE(contains(outlet_.logged(), "topic 'trim': request 'arm/board/trim': argument 'reason'"));
  EXPECT_EQ(value("values refused"), "1");
  EXPECT_EQ(bridge_->diagnostics().level, NodeDiagnostics::Level::kWarning);
}

// The world waits for the message of each step, by its stamp; older and later ones do not count.
TEST_F(WorldInputsTest, KeepsStep) {
  open(
      "inputs: {in: {type: Twist, linear.x: arm/board/target, lockstep: true}}\n"
      "outputs: {out: {type: Twist, linear.x: arm/board/shown}}\nown_topics: none\n");
  EXPECT_TRUE(bridge_->keeps_step());
  runtime::Barrier& barrier = world_.runtime.doors().barrier();
  const auto may_step = [&] {
    bool gave_up = false;
    EXPECT_EQ(barrier.pass({world_.runtime.index(), world_.runtime.time()},
                           [&] {
                             gave_up = true;
                             return true;
                           }),
              "");
    return !gave_up;
  };
  EXPECT_FALSE(may_step());
  bridge_->on_message(0, seconds(0.001), {Numbers{1.0}});
  EXPECT_FALSE(may_step()) << "ahead of the world: no answer to anything";
  EXPECT_EQ(value("values refused"), "1");
  bridge_->on_message(0, {}, {Numbers{1.0}});
  EXPECT_TRUE(may_step()) << "no stamp is that of the start";
  step();
  EXPECT_FALSE(may_step());
  bridge_->on_message(0, seconds(0.0009), {Numbers{1.0}});
  EXPECT_FALSE(may_step());
  bridge_->on_message(0, seconds(0.001), {Numbers{7.0}});
  EXPECT_TRUE(may_step());
  step();
  EXPECT_EQ(messages().back().number(), 7.0);
  bridge_.reset();
  EXPECT_TRUE(barrier.empty()) << "it leaves";
}

// A topic may take part at a period only, and the world may go on without it.
TEST_F(WorldInputsTest, KeepsStepAtPeriodAndTimeout) {
  open(
      "inputs: {in: {type: Twist, linear.x: arm/board/target, lockstep: {period: 0.002, timeout: 0.001, "
      "on_timeout: hold}}}\nown_topics: none\n");
  runtime::Barrier& barrier = world_.runtime.doors().barrier();
  EXPECT_EQ(barrier.parties(), Texts{"topic 'in'"});
  EXPECT_EQ(barrier.pass({0, SimTime{0}}), "");
  EXPECT_EQ(value("steps without an awaited message"), "1");
  EXPECT_EQ(barrier.pass({1, seconds(0.001)}), "");
  EXPECT_EQ(value("steps without an awaited message"), "1") << "takes part every 2 ms";
  EXPECT_EQ(bridge_->diagnostics().level, NodeDiagnostics::Level::kWarning);
}

TEST_F(WorldInputsTest, StopsAfterTimeout) {
  open(
      "inputs: {in: {type: Twist, linear.x: arm/board/target, lockstep: {timeout: 0.001}}}\n"
      "own_topics: none\n");
  EXPECT_TRUE(contains(world_.runtime.doors().barrier().pass({0, SimTime{0}}), "topic 'in'"));
}

}  // namespace
}  // namespace lockstep::middlewares::test
