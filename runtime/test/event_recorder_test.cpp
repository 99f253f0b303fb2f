// SPDX-License-Identifier: Apache-2.0
#include "lockstep/runtime/event_recorder.hpp"

#include <gtest/gtest.h>

#include "door_world.hpp"
#include "lockstep/core/error.hpp"
#include "support/files.hpp"

namespace lockstep::runtime::test {
namespace {

using core::Status;

class EventRecorderTest : public ::testing::Test {
 protected:
  EventRecorderTest() { log_.begin({"arm", "fake", 0.001}); }
  Doors& doors() { return world_.runtime.doors(); }
  void step() {
    EXPECT_EQ(world_.runtime.step(), Status::kOk);
    EXPECT_TRUE(events_.step());
  }
  void trim(double by, const std::string& why) {
    static_cast<void>(
        doors().submit("arm/board/trim", {std::vector<double>{by}, std::vector<std::string>{why}}));
  }
  /// The events so far, without the lines before them.
  std::string written() const {
    const std::string text = lockstep::test::read_file(folder_ / "events.yaml");
    return text.substr(text.find("events:\n") + 8);
  }

  lockstep::test::TemporaryFolder folder_;
  DoorWorld world_;
  record::EventLogWriter log_{folder_ / "events.yaml"};
  EventRecorder events_{doors(), log_};
};

// Each step has the values that it latched and the requests that it executed, those of a pause before it
// first; a step without any has none.
TEST_F(EventRecorderTest, WritesWhatCameIn) {
  step();
  doors().inlet("arm/board/target").write(core::Value{std::vector<double>{0.5}}, core::SimTime{7});
  doors().inlet("arm/board/label").write(core::Value{std::vector<std::string>{"go"}});
  trim(1.0, "first");
  step();
  step();
  doors().set_paused(true, 3);
  trim(2.0, "paused");
  doors().set_paused(false, 3);
  doors().inlet("arm/board/target").write(-0.0);
  trim(3.0, "");  // refused, and recorded nevertheless
  step();
  EXPECT_EQ(written(), R"(- {"step": 1, "inlet": "arm/board/target", "value": [0.5], "stamp": 7}
- {"step": 1, "inlet": "arm/board/label", "value": ["go"]}
- {"step": 1, "request": "arm/board/trim", "arguments": [[1.0], ["first"]]}
- {"step": 3, "request": "arm/board/trim", "arguments": [[2.0], ["paused"]], "paused": true}
- {"step": 3, "inlet": "arm/board/target", "value": [-0.0]}
- {"step": 3, "request": "arm/board/trim", "arguments": [[3.0], [""]]}
)");
}

// What was executed in a pause is written before a reset and before the end, although no step follows.
TEST_F(EventRecorderTest, WritesResetsAndTheEnd) {
  trim(1.0, "a");
  step();
  doors().set_paused(true, 1);
  trim(2.0, "b");
  doors().set_paused(false, 1);
  EXPECT_TRUE(events_.reset(1, ResetScope::kState));
  world_.runtime.reset(ResetScope::kState);
  EXPECT_TRUE(events_.reset(1, ResetScope::kBoth));
  world_.runtime.reset();
  step();
  doors().set_paused(true, 1);
  trim(4.0, "c");
  doors().set_paused(false, 1);
  EXPECT_TRUE(events_.end(1));
  EXPECT_EQ(written(), R"(- {"step": 0, "request": "arm/board/trim", "arguments": [[1.0], ["a"]]}
- {"step": 1, "request": "arm/board/trim", "arguments": [[2.0], ["b"]], "paused": true}
- {"step": 1, "reset": "state"}
- {"step": 1, "reset": "both"}
- {"step": 1, "request": "arm/board/trim", "arguments": [[4.0], ["c"]], "paused": true}
- {"step": 1, "end": true}
)");
}

// A value that is too old is written as it came, not as the safe value that the world shows instead.
TEST(EventRecorder, WritesTheValueThatCame) {
  devices::InletInfo info = DoorWorld::target_info();
  info.timeout = core::SimTime{1};
  for (const devices::FaultPolicy policy : {devices::FaultPolicy::kSafe, devices::FaultPolicy::kStop}) {
    info.on_timeout = policy;
    const lockstep::test::TemporaryFolder folder;
    DoorWorld world{info};
    record::EventLogWriter log{folder / "events.yaml"};
    log.begin({"arm", "fake", 0.001});
    EventRecorder events{world.runtime.doors(), log};
    world.runtime.doors()
        .inlet("arm/board/target")
        .write(core::Value{std::vector<double>{5.0}}, core::SimTime{-9});
    const bool stops = policy == devices::FaultPolicy::kStop;
    for (int k = 0; k < 2; ++k) {  // a world that has stopped latches nothing again
      EXPECT_EQ(world.runtime.step(), stops ? Status::kError : Status::kOk);
      EXPECT_TRUE(events.step());
    }
    const std::string text = lockstep::test::read_file(folder / "events.yaml");
    EXPECT_EQ(text.substr(text.find("- ")),
              "- {\"step\": 0, \"inlet\": \"arm/board/target\", \"value\": [5.0], \"stamp\": -9}\n");
  }
}

// A log that cannot be written says so, from the first event on.
TEST(EventRecorder, SaysThatTheDiskIsFull) {
  DoorWorld world;
  record::EventLogWriter log{"/dev/full"};
  EXPECT_THROW(log.begin({"arm", "fake", 0.001}), Error);
  EventRecorder events{world.runtime.doors(), log};
  EXPECT_TRUE(events.step()) << "nothing came in";
  world.runtime.doors().inlet("arm/board/target").write(1.0);
  EXPECT_EQ(world.runtime.step(), Status::kOk);
  EXPECT_FALSE(events.step());
  EXPECT_FALSE(events.reset(1, ResetScope::kBoth));
  EXPECT_FALSE(events.end(1));
}

}  // namespace
}  // namespace lockstep::runtime::test
