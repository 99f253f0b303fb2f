// SPDX-License-Identifier: Apache-2.0
#include "event_requests.hpp"

#include <gtest/gtest.h>

#include "lockstep/core/error.hpp"
#include "lockstep/devices/joint_pid/joint_pid.hpp"
#include "lockstep/hosts/fake/fake_host.hpp"

namespace lockstep::world {
namespace {

const core::Rational kStep{1, 1000};

/// One joint with a controller, whose constant effort requests change: 1 N.m on 1 kg.m2 adds 1 mrad/s a step.
class EventRequestsTest : public ::testing::Test {
 protected:
  EventRequestsTest() {
    core::ConfigNode node{"plugin"};
    node.children = {core::ConfigNode{"joint", "knee"}, core::ConfigNode{"name", "pid"}};
    for (devices::MadeDevice& made : devices::joint_pid::kind().make(node, {}))
      runtime_.add(std::move(made.device), made.options, "arm");
    runtime_.bind();
    velocity_ = runtime_.watch("arm/knee/velocity");
    runtime_.start();
  }
  static hosts::fake::FakeWorld one_joint() {
    hosts::fake::FakeWorld world;
    world.joints.emplace_back();
    world.joints[0].name = "arm/knee";
    return world;
  }
  void steps(EventRequests& events, int count) {
    for (int i = 0; i < count; ++i) {
      events.send_due(runtime_);
      ASSERT_TRUE(succeeded(runtime_.step()));
    }
  }
  std::string error_of(const TimedRequest& request) {
    try {
      const EventRequests events{runtime_, {request}, kStep};
    } catch (const Error& error) {
      return error.what();
    }
    return "no error";
  }

  hosts::fake::FakeHost host_{one_joint()};
  runtime::Runtime runtime_{host_};
  runtime::SignalView velocity_;
};

// Each is sent before the first step that begins at or after its time.
TEST_F(EventRequestsTest, AreSentInTime) {
  EventRequests events{runtime_,
                       {{0.0, "arm/pid/effort", {1.0}, {}},
                        {0.002, "arm/pid/effort", {0.0}, {}},
                        {0.0025, "arm/pid/effort", {-1.0}, {}}},
                       kStep};
  steps(events, 1);
  EXPECT_EQ(events.sent(), 1U);
  EXPECT_DOUBLE_EQ(velocity_.number(), 0.001);
  steps(events, 1);
  EXPECT_DOUBLE_EQ(velocity_.number(), 0.002);
  steps(events, 1);
  EXPECT_DOUBLE_EQ(velocity_.number(), 0.002) << "from 2 ms on without effort";
  EXPECT_EQ(events.sent(), 2U);
  steps(events, 1);
  EXPECT_DOUBLE_EQ(velocity_.number(), 0.001) << "3 ms is the first step after 2.5 ms";
  EXPECT_EQ(events.sent(), 3U);
}

// After a reset those of steps that are over do not come again, those of the coming step do.
TEST_F(EventRequestsTest, GoToAStep) {
  EventRequests events{
      runtime_, {{0.001, "arm/pid/effort", {1.0}, {}}, {0.002, "arm/pid/effort", {2.0}, {}}}, kStep};
  events.go_to(2);
  EXPECT_EQ(events.sent(), 1U);
  events.go_to(0);
  EXPECT_EQ(events.sent(), 0U);
  events.go_to(9);
  EXPECT_EQ(events.sent(), 2U);
  events.set_sent(1);
  steps(events, 3);
  EXPECT_EQ(events.sent(), 2U);
}

// Arguments may be words and lists; `all` is the empty list.
TEST_F(EventRequestsTest, TakesWordsAndLists) {
  std::vector<std::vector<std::int64_t>> axes;
  std::vector<std::string> modes;
  std::vector<double> list;
  using core::VariableType;
  runtime_.doors().add_request({"mode",
                                {{"axes", VariableType::kInt64, "", devices::RequestField::kAnyCount},
                                 {"mode", VariableType::kString, "", 1}},
                                "",
                                [&](devices::RequestCall& call) {
                                  axes.push_back(std::get<std::vector<std::int64_t>>(call.arguments()[0]));
                                  modes.push_back(call.text(1));
                                }});
  runtime_.doors().add_request(
      {"list",
       {{"values", VariableType::kFloat64, "", devices::RequestField::kAnyCount}},
       "",
       [&](devices::RequestCall& call) { list.assign(call.numbers().begin(), call.numbers().end()); }});
  EventRequests events{runtime_,
                       {{0.0, "mode", {}, {}, {"0 1", "torque"}},
                        {0.0, "mode", {}, {}, {"all", "idle"}},
                        {0.0, "list", {1.5, 2.5}, {}, {}}},
                       kStep};
  steps(events, 1);
  EXPECT_EQ(axes, (std::vector<std::vector<std::int64_t>>{{0, 1}, {}}));
  EXPECT_EQ(modes, (std::vector<std::string>{"torque", "idle"}));
  EXPECT_EQ(list, (std::vector<double>{1.5, 2.5}));
  EXPECT_NE(error_of({0.0, "mode", {}, {}, {"knee", "torque"}}).find("argument 'axes' of request 'mode'"),
            std::string::npos);
}

// A full queue delays an event instead of losing it.
TEST_F(EventRequestsTest, FullQueueLosesNothing) {
  try {
    for (;;)
      runtime_.doors().submit("arm/pid/effort", {devices::value_of(0.0)});
  } catch (const Error&) {  // NOLINT(bugprone-empty-catch): it is full
  }
  EventRequests events{runtime_, {{0.0, "arm/pid/effort", {1.0}, {}}}, kStep};
  steps(events, 1);
  EXPECT_EQ(events.sent(), 0U);
  steps(events, 1);
  EXPECT_EQ(events.sent(), 1U);
  EXPECT_DOUBLE_EQ(velocity_.number(), 0.001);
}

TEST_F(EventRequestsTest, NamesWhatDoesNotFit) {
  EXPECT_NE(
      error_of({0.0, "arm/pid/efort", {1.0}, {"s.yaml", 3, 5}})
          .find("s.yaml:3:5: error: there is no request 'arm/pid/efort'; did you mean 'arm/pid/effort'"),
      std::string::npos)
      << error_of({0.0, "arm/pid/efort", {1.0}, {"s.yaml", 3, 5}});
  EXPECT_NE(error_of({0.0, "arm/pid/effort", {1.0, 2.0}, {}})
                .find("request 'arm/pid/effort' has 2 arguments here, expected 1"),
            std::string::npos);
}

}  // namespace
}  // namespace lockstep::world
