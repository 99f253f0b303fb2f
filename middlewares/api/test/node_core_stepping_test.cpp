// SPDX-License-Identifier: Apache-2.0
// Slices of work, instants too far away, values too large for their message.
#include <algorithm>

#include "fake_middleware.hpp"
#include "support/files.hpp"

namespace lockstep::middlewares::test {
namespace {

struct Node : ActiveNode {
  using ActiveNode::ActiveNode;
  std::string count_of(const std::string& name) const {
    const auto values = core.diagnostics().values;
    const auto found =
        std::find_if(values.begin(), values.end(), [&](const auto& value) { return value.first == name; });
    return found == values.end() ? "none" : found->second;
  }
  void send(double at, double value) {
    core.on_message(0, kT0 + seconds(at), kT0, {std::vector<double>{value}});
  }
  /// Works to the end; how many slices it took.
  int finish() {
    int slices = 0;
    for (; core.busy(); ++slices)
      core.work();
    return slices;
  }
};

/// Each call does one step.
NodeConfig sliced(NodeConfig config) {
  config.slice = std::chrono::nanoseconds{0};
  return config;
}
/// Steps to the stamps of its input; the output is the input 0.5 s ago.
NodeConfig on_messages() {
  NodeConfig config = config_for("TransportDelay");
  config.trigger = "message: x";
  config.parameters = {{"d", 0.5}};
  return config;
}

// Slices change nothing but when calls return: the same values at the same stamps.
TEST(NodeCoreStepping, SlicesGiveTheSame) {
  Node whole{on_messages()}, slices{sliced(on_messages())};
  for (Node* node : {&whole, &slices}) {
    for (int k = 0; k <= 20; ++k)
      node->send(0.1 * k, 0.1 * k);
  }
  EXPECT_FALSE(whole.core.busy());
  EXPECT_TRUE(slices.core.busy());
  EXPECT_LT(slices.outlet.messages.size(), 21U);
  EXPECT_GT(slices.finish(), 1000) << "steps of 1 ms, one a call";
  ASSERT_EQ(slices.outlet.messages.size(), 21U);
  for (std::size_t k = 0; k <= 20; ++k) {
    EXPECT_EQ(slices.outlet.messages[k].stamp, whole.outlet.messages[k].stamp);
    EXPECT_EQ(slices.outlet.messages[k].number(), whole.outlet.messages[k].number());
  }
}

// A pause interrupts the way to an instant, deactivation too; a reset ends it.
TEST(NodeCoreStepping, CanBeInterrupted) {
  Node node{sliced(on_messages())};
  node.send(0.0, 1.0);
  node.send(10.0, 1.0);
  EXPECT_TRUE(node.core.busy());
  EXPECT_TRUE(node.core.pause(true, kT0).success);
  EXPECT_FALSE(node.core.busy());
  EXPECT_TRUE(node.core.pause(false, kT0).success);
  EXPECT_TRUE(node.core.busy());
  node.core.deactivate();
  EXPECT_FALSE(node.core.busy());
  node.core.activate(kT0);
  EXPECT_TRUE(node.core.busy());
  EXPECT_TRUE(node.core.reset(kT0).success);
  EXPECT_FALSE(node.core.busy());
  EXPECT_EQ(node.outlet.messages.size(), 1U);
}

// An FMU slower than its timer publishes where it is, falls behind and never keeps a call for long.
TEST(NodeCoreStepping, TooSlowForItsTimer) {
  NodeConfig config = sliced(config_for("DampedPendulum"));
  config.step_size_s = 0.002;
  Node node{config};
  for (int k = 1; k <= 100; ++k) {
    node.core.on_timer(kT0 + seconds(0.01 * k), 0.0);
    node.core.work();
  }
  ASSERT_EQ(node.outlet.messages.size(), 99U) << "all but the first call, which had just begun";
  for (std::size_t k = 1; k < node.outlet.messages.size(); ++k)
    EXPECT_EQ(node.outlet.messages[k].stamp - node.outlet.messages[k - 1].stamp, seconds(0.002));
  EXPECT_TRUE(node.core.busy());
  node.finish();
  EXPECT_EQ(node.outlet.messages.back().stamp, kT0 + seconds(1.0)) << "the instant of the last call";
  node.core.on_timer(kT0 + seconds(2.0), 0.0);
  EXPECT_TRUE(node.core.pause(true, kT0 + seconds(2.0)).success);
  EXPECT_TRUE(node.core.pause(false, kT0 + seconds(9.0)).success);
  EXPECT_FALSE(node.core.busy()) << "a pause ends the way of a timer";
}

// A stamp far ahead is refused with its reason and leaves no trace; the next good one works.
TEST(NodeCoreStepping, RefusesFarStamps) {
  Node node{on_messages()};
  node.send(0.0, 1.0);
  node.send(4e9, 7.0);
  ASSERT_EQ(node.outlet.logged.size(), 1U);
  EXPECT_EQ(
      node.outlet.logged[0],
      "topic 'x': the message stamped 4000000100 s lies 4000000000 s ahead, more than max_advance (3600 s) "
      "and was refused");
  EXPECT_EQ(node.outlet.messages.size(), 1U);
  node.send(1.0, 1.0);
  EXPECT_EQ(node.outlet.messages.back().stamp, kT0 + seconds(1.0));
  EXPECT_EQ(node.outlet.messages.back().number(), 1.0);
  EXPECT_EQ(node.count_of("stamps refused"), "1");
  EXPECT_EQ(node.core.diagnostics().level, NodeDiagnostics::Level::kWarning);

  NodeConfig config = config_for("TransportDelay");  // on a timer: counted from the time of arrival
  Node timed{config};
  timed.send(4e9, 7.0);
  EXPECT_EQ(timed.count_of("stamps refused"), "1");
  EXPECT_FALSE(timed.core.inputs_ready(kT0));
}

// Two far stamps that agree are no mistake: the sender was away, and the FMU goes on there.
TEST(NodeCoreStepping, GoesOnAfterALongSilence) {
  Node node{on_messages()};
  node.send(0.0, 1.0);
  node.send(1.0, 1.0);
  node.send(7201.0, 1.0);
  node.send(7201.5, 1.0);
  EXPECT_EQ(node.outlet.messages.back().stamp, kT0 + seconds(7201.5));
  EXPECT_EQ(node.count_of("FMU time [s]"), "1");
  node.send(7202.5, 1.0);
  EXPECT_EQ(node.count_of("FMU time [s]"), "2");
  EXPECT_TRUE(contains(node.outlet.logged.back(), "time went on by 7200.5 s at once"))
      << node.outlet.logged.back();
}

// A clock that leaps ahead is a gap the FMU does not see; without a limit it sees all of it.
TEST(NodeCoreStepping, ClockLeapsAhead) {
  Node node{config_for("DampedPendulum")};
  node.core.on_timer(kT0 + seconds(1.0), 0.0);
  node.core.on_timer(seconds(1.7e9), 0.0);
  EXPECT_EQ(node.count_of("FMU time [s]"), "1");
  EXPECT_EQ(node.outlet.messages.back().stamp, seconds(1.7e9));
  EXPECT_EQ(node.count_of("gaps skipped"), "1");
  NodeConfig config = config_for("DampedPendulum");
  config.max_advance_s = 0.0;
  config.step_size_s = 1.0;
  Node patient{config};
  patient.core.on_timer(kT0 + seconds(5000.0), 0.0);
  patient.finish();
  EXPECT_EQ(patient.count_of("FMU time [s]"), "5000");
  config.max_advance_s = 0.001;
  EXPECT_EQ(
      error_of([&] { Node{config}; }),
      "parameter 'max_advance' is 0.001, expected at least the update_period (0.01 s), or 0 for no limit");
}

// Instants that wait are bounded.
TEST(NodeCoreStepping, BoundsWaitingInstants) {
  NodeConfig config = sliced(on_messages());
  config.max_points = 3;
  Node node{config};
  for (int k = 0; k < 10; ++k)
    node.send(k, 1.0);
  EXPECT_EQ(node.count_of("stamps refused"), "6") << "one starts it, three wait";
  EXPECT_TRUE(
      contains(node.outlet.logged[0], "came while 3 instants were waiting (max_points) and was refused"));
}

// An output too large for its field is published as the nearest value the field can hold, and that is said.
TEST(NodeCoreStepping, ClipsOutputs) {
  const lockstep::test::TemporaryFolder folder;
  NodeConfig config = config_for("Feedthrough", "3.0");
  config.mapping_file = lockstep::test::write_file(folder / "m.yaml",
                                                   "inputs: {in: {type: Twist, count: Int32_input}}\n"
                                                   "outputs: {out: {type: Small, byte: Int32_output}}\n"
                                                   "own_topics: none\n")
                            .string();
  Node node{config};
  const auto published = [&](std::int64_t value, double at) {
    node.core.on_message(0, {}, kT0 + seconds(at - 1.0), {std::vector<std::int64_t>{value}});
    node.core.on_timer(kT0 + seconds(at), 0.0);
    return std::get<std::vector<std::uint64_t>>(node.outlet.messages.back().fields[0]).front();
  };
  EXPECT_EQ(published(200, 1.0), 200U);
  EXPECT_EQ(node.count_of("values clipped"), "0");
  EXPECT_EQ(published(300, 2.0), 255U);
  EXPECT_EQ(published(-7, 3.0), 0U);
  EXPECT_EQ(node.count_of("values clipped"), "2");
  EXPECT_EQ(node.core.diagnostics().level, NodeDiagnostics::Level::kWarning);
  ASSERT_EQ(node.outlet.logged.size(), 2U);
  EXPECT_EQ(node.outlet.logged[0],
            "topic 'out': Int32_output = 300 does not fit field 'byte' (unsigned integer of 8 bits), 255 was "
            "published");
}

}  // namespace
}  // namespace lockstep::middlewares::test
