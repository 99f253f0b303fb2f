// SPDX-License-Identifier: Apache-2.0
#include "lockstep/middlewares/api/world_bridge.hpp"

#include <thread>

#include "board_world.hpp"
#include "fake_middleware.hpp"
#include "support/files.hpp"

namespace lockstep::middlewares::test {
namespace {

using Numbers = std::vector<double>;
using Texts = std::vector<std::string>;

class ClockOutlet : public WorldOutlet {
 public:
  void publish(std::size_t channel, SimTime stamp, const std::vector<core::Value>& fields) override {
    outlet.publish(channel, stamp, fields);
  }
  void log(core::LogLevel level, const std::string& text) override { outlet.log(level, text); }
  void publish_clock(SimTime time) override { clock.push_back(time); }
  std::string logged() const { return outlet.logged.empty() ? "" : outlet.logged.back(); }

  FakeOutlet outlet;
  std::vector<SimTime> clock;
};

/// The board world on a fake middleware.
class WorldBridgeTest : public ::testing::Test {
 protected:
  void open(const std::string& mapping, BridgeConfig config = {}) {
    config.mapping_file = lockstep::test::write_file(folder_ / "m.yaml", mapping).string();
    bridge_ = std::make_unique<WorldBridge>(world_.runtime, config, catalogue_, outlet_);
    world_.runtime.start();
    publish_all();
  }
  std::string mistake(const std::string& mapping, const BridgeConfig& config = {}) {
    return error_of([&] { open(mapping, config); });
  }
  void publish_all() {
    while (bridge_->publish(std::chrono::nanoseconds{0})) {
    }
  }
  void step(int count = 1) {
    world_.step(count);
    publish_all();
  }
  std::string value(const std::string& key) const {
    for (const auto& [name, text] : bridge_->diagnostics().values)
      if (name == key) return text;
    return "no such value";
  }
  std::vector<FakeOutlet::Message>& messages() { return outlet_.outlet.messages; }
  static bool always() { return true; }

  lockstep::test::TemporaryFolder folder_;
  FakeCatalogue catalogue_;
  ClockOutlet outlet_;
  BoardWorld world_;
  std::unique_ptr<WorldBridge> bridge_;
};

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

// Each topic has its own rate, and so has the clock, which is repeated while time stands still.
TEST_F(WorldBridgeTest, Rates) {
  BridgeConfig config;
  config.publish_period = seconds(0.002);
  config.clock_period = seconds(0.005);
  open(
      "outputs:\n  a: {type: Number, data: arm/board/count, every: 0.004}\n"
      "  b: {type: Number, data: arm/board/shown}\nown_topics: none\n",
      config);
  outlet_.clock.clear();
  world_.step(10);
  for (int i = 0; i < 10; ++i)
    EXPECT_TRUE(bridge_->publish(std::chrono::nanoseconds{0}));
  EXPECT_EQ(outlet_.clock, (std::vector<SimTime>{seconds(0.005), seconds(0.01)}));
  std::vector<SimTime> a, b;
  for (const FakeOutlet::Message& message : messages())
    (message.channel == 0 ? a : b).push_back(message.stamp);
  EXPECT_EQ(a, (std::vector<SimTime>{seconds(0), seconds(0.004), seconds(0.008)}));
  EXPECT_EQ(b.size(), 6U);
  EXPECT_EQ(b.back(), seconds(0.01));
  EXPECT_FALSE(bridge_->publish(std::chrono::nanoseconds{0}));
  EXPECT_EQ(outlet_.clock.size(), 3U);
  EXPECT_EQ(outlet_.clock.back(), seconds(0.01));
}

// Single elements of an array come by different topics; after a reset they begin with the initial values.
TEST_F(WorldBridgeTest, ElementsAndReset) {
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
TEST_F(WorldBridgeTest, RefusesValues) {
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
TEST_F(WorldBridgeTest, Stamps) {
  open("inputs: {in: {type: Twist, linear.x: arm/board/target}}\nown_topics: none\n");
  const runtime::Inlet& inlet = world_.runtime.doors().inlet("arm/board/target");
  step(10);
  bridge_->on_message(0, seconds(0.008), {Numbers{1.0}});
  step();
  EXPECT_EQ(inlet.given_stamp(), seconds(0.008));
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

TEST_F(WorldBridgeTest, NoLimitAhead) {
  BridgeConfig config;
  config.max_advance_s = 0.0;
  open("inputs: {in: {type: Twist, linear.x: arm/board/target}}\nown_topics: none\n", config);
  bridge_->on_message(0, seconds(1e6), {Numbers{3.0}});
  EXPECT_EQ(value("values refused"), "0");
}

// A message may be a request; one that is refused is logged when it is done.
TEST_F(WorldBridgeTest, Requests) {
  open(
      "inputs: {trim: {type: Label, request: arm/board/trim, data: reason, arguments: {offsets: [1, 2]}}}\n"
      "outputs: {v: {type: Number, data: arm/knee/velocity}}\nown_topics: none\n");
  bridge_->on_message(0, {}, {Texts{"test"}});
  step();
  EXPECT_NEAR(messages().back().number(), 0.003, 1e-15) << "3 N.m for 1 ms";
  bridge_->on_message(0, {}, {Texts{""}});
  step();
  EXPECT_EQ(outlet_.logged(), "request 'arm/board/trim' was refused: a reason is needed");
  EXPECT_EQ(value("requests refused"), "1");
  bridge_->on_message(0, {}, {Texts{}});
  EXPECT_TRUE(contains(outlet_.logged(), "topic 'trim': request 'arm/board/trim': argument 'reason'"));
  EXPECT_EQ(value("values refused"), "1");
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

// The world waits for the message of each step, by its stamp; older and later ones do not count.
TEST_F(WorldBridgeTest, KeepsStepThreads) {
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
TEST_F(WorldBridgeTest, KeepsStepAtPeriodAndTimeout) {
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

TEST_F(WorldBridgeTest, StopsAfterTimeout) {
  open(
      "inputs: {in: {type: Twist, linear.x: arm/board/target, lockstep: {timeout: 0.001}}}\n"
      "own_topics: none\n");
  EXPECT_TRUE(contains(world_.runtime.doors().barrier().pass({0, SimTime{0}}), "topic 'in'"));
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
