// SPDX-License-Identifier: Apache-2.0
#include "lockstep/runtime/event_replay.hpp"

#include <gtest/gtest.h>

#include "door_world.hpp"
#include "lockstep/core/error.hpp"
#include "lockstep/runtime/event_recorder.hpp"
#include "support/files.hpp"

namespace lockstep::runtime::test {
namespace {

using core::Status;
using Next = EventReplay::Next;

const std::string kHeader =
    "format: lockstep-events-1\nworld: \"arm\"\nengine: \"fake\"\nstep_size: 0.001\nevents:\n";

class EventReplayTest : public ::testing::Test {
 protected:
  EventReplay::Options options() const { return {0.001, {"world/pause"}}; }
  EventReplay replay(const std::string& events) {
    return EventReplay{lockstep::test::write_file(folder_ / "events.yaml", kHeader + events),
                       world_.runtime.doors(), options()};
  }
  /// All that is wrong with a file, one line each.
  std::string problems(const std::string& events) {
    try {
      static_cast<void>(replay(events));
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::kBadInput);
      std::string all;
      for (const Diagnostic& problem : error.diagnostics())
        all += std::to_string(problem.where.line) + ": " + problem.message + '\n';
      return all;
    }
    return "nothing was thrown";
  }
  void step() { EXPECT_EQ(world_.runtime.step(), Status::kOk); }

  lockstep::test::TemporaryFolder folder_;
  DoorWorld world_;
};

// Values and requests come at their steps and not before; a reset and the end are for the caller.
TEST_F(EventReplayTest, GivesEventsAtTheirSteps) {
  EventReplay events = replay(R"(- {"step": 0, "inlet": "arm/board/target", "value": [0.5], "stamp": 3}
- {"step": 2, "request": "arm/board/trim", "arguments": [[1.0, 2.0], ["why"]]}
- {"step": 2, "request": "world/pause"}
- {"step": 2, "inlet": "arm/board/label", "value": ["go"]}
- {"step": 3, "reset": "time"}
- {"step": 0, "reset": "state"}
- {"step": 1, "inlet": "arm/board/target", "value": [7]}
- {"step": 2, "end": true}
)");
  EXPECT_TRUE(events.has_end());
  EXPECT_EQ(events.last_step(), 3);
  for (std::int64_t k = 0; k < 3; ++k) {
    EXPECT_EQ(events.next(k), Next::kStep);
    EXPECT_EQ(events.next(k), Next::kStep) << "nothing is given twice";
    step();
    EXPECT_EQ(world_.shown[0], 0.5);
    EXPECT_EQ(world_.target.status().fresh, k == 0);
    EXPECT_EQ(world_.target.status().stamp, core::SimTime{3});
    EXPECT_EQ(world_.offset, k < 2 ? 0.0 : 3.0);
    EXPECT_EQ(world_.shown_label[0], k < 2 ? "" : "go");
  }
  EXPECT_EQ(events.next(3), Next::kReset);
  EXPECT_EQ(events.scope(), ResetScope::kTime);
  world_.runtime.reset(ResetScope::kTime);
  EXPECT_EQ(events.next(0), Next::kReset);
  EXPECT_EQ(events.scope(), ResetScope::kState);
  EXPECT_EQ(events.next(0), Next::kStep);
  step();
  EXPECT_EQ(world_.shown[0], 0.0);
  EXPECT_EQ(events.next(1), Next::kStep);
  step();
  EXPECT_EQ(world_.shown[0], 7.0);
  EXPECT_EQ(events.next(2), Next::kEnd);
  EXPECT_EQ(events.next(2), Next::kStep) << "nothing is left";
}

// A request of a pause is executed before the step, when the inlets of the step are not latched yet.
TEST_F(EventReplayTest, ExecutesRequestsOfAPauseAtOnce) {
  EventReplay events = replay(
      "- {\"step\": 1, \"request\": \"arm/board/trim\", \"arguments\": [[2.0], [\"p\"]], \"paused\": "
      "true}\n");
  EXPECT_FALSE(events.has_end());
  EXPECT_EQ(events.next(0), Next::kStep);
  EXPECT_EQ(world_.offset, 0.0);
  step();
  EXPECT_EQ(events.next(1), Next::kStep);
  EXPECT_EQ(world_.offset, 2.0);
  EXPECT_FALSE(world_.runtime.doors().paused());
  step();
  ASSERT_EQ(world_.runtime.doors().executed().size(), 1U);
  EXPECT_TRUE(world_.runtime.doors().executed()[0]->in_pause());
  EXPECT_EQ(world_.runtime.doors().executed()[0]->step(), 1);
}

// Empty lists fit arguments of any number of elements, whatever their type.
TEST_F(EventReplayTest, TakesEmptyLists) {
  EventReplay events =
      replay("- {\"step\": 0, \"request\": \"arm/board/trim\", \"arguments\": [[], [\"none\"]]}\n");
  EXPECT_EQ(events.next(0), Next::kStep);
  step();
  EXPECT_EQ(world_.last_text, "none");
}

// One can go back, to the start or to a place in between.
TEST_F(EventReplayTest, GoesBack) {
  EventReplay events = replay(R"(- {"step": 0, "inlet": "arm/board/target", "value": [1.0]}
- {"step": 1, "inlet": "arm/board/target", "value": [2.0]}
)");
  const auto shown_after = [&](std::int64_t index) {
    EXPECT_EQ(events.next(index), Next::kStep);
    step();
    return world_.shown[0];
  };
  EXPECT_EQ(shown_after(0), 1.0);
  const record::EventLogReader::Position second = events.position();
  EXPECT_EQ(shown_after(1), 2.0);
  events.restart();
  EXPECT_EQ(shown_after(0), 1.0);
  events.go_to(second);
  EXPECT_EQ(shown_after(0), 1.0) << "it belongs to step 1";
  EXPECT_EQ(shown_after(1), 2.0);
}

// What a file has wrong is found before the run, with its lines.
TEST_F(EventReplayTest, NamesAllThatIsWrong) {
  EXPECT_EQ(
      problems(R"(- {"step": 4, "inlet": "arm/board/targt", "value": [1.0]}
- {"step": 3, "inlet": "arm/board/target", "value": [1.0, 2.0]}
- {"step": 4, "request": "arm/board/trim", "arguments": [[1.0]]}
- {"step": 4, "request": "arm/board/nothing"}
- {"step": 4, "inlet": "arm/board/label", "value": [5]}
- {"step": 4, "reset": "state"}
- {"step": 3, "end": true}
- {"step": 3, "reset": "both"}
)"),
      "6: there is no inlet 'arm/board/targt'; did you mean 'arm/board/target' or 'arm/board/label'?\n"
      "7: step 3 comes after step 4; time goes back only by a reset\n"
      "7: inlet 'arm/board/target' takes Float64, but the value that was written does not fit: it has 2 "
      "elements, expected 1\n"
      "8: request 'arm/board/trim': got 1 arguments; expected Float64[] offsets, String reason\n"
      "9: there is no request 'arm/board/nothing'; did you mean 'arm/board/trim' or 'arm/board/later'?\n"
      "10: inlet 'arm/board/label' takes String, but the value that was written does not fit: it is of "
      "another kind than String\n"
      "12: step 3 comes after step 4; time goes back only by a reset\n"
      "13: there is an event behind the end of the run\n");
  EXPECT_NE(problems("- {\"step\": 1, \"inlet\": \"x\", \"value\": [1]}\n- nonsense\n")
                .find("\n7: an event is no JSON"),
            std::string::npos);
  std::string many;
  for (int i = 0; i < 100; ++i)
    many += "- {\"step\": 1, \"inlet\": \"x\", \"value\": [1]}\n";
  const std::string found = problems(many);
  EXPECT_EQ(std::count(found.begin(), found.end(), '\n'), 20);
}

// Steps of another length would be other times.
TEST_F(EventReplayTest, NeedsTheSameStep) {
  const auto file = lockstep::test::write_file(folder_ / "events.yaml", kHeader);
  try {
    const EventReplay events{file, world_.runtime.doors(), {0.002}};
    FAIL() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error.message(),
              "the events of '" + file.string() +
                  "' were recorded in steps of 0.001 s, but this run has steps of 0.002 s; run "
                  "it with the same step size");
  }
}

// A file that changes under the run is noticed, with its line.
TEST_F(EventReplayTest, NoticesAFileThatChanges) {
  EventReplay events = replay("- {\"step\": 0, \"inlet\": \"arm/board/target\", \"value\": [1.0]}\n" +
                              std::string(100'000, '\n') +
                              "- {\"step\": 0, \"inlet\": \"arm/board/target\", \"value\": [1.0]}\n");
  lockstep::test::write_file(folder_ / "events.yaml", kHeader + std::string(200'000, 'x') + "\n");
  try {
    static_cast<void>(events.next(0));
    FAIL() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kBadInput);
    ASSERT_EQ(error.diagnostics().size(), 1U);
    EXPECT_GT(error.diagnostics()[0].where.line, 6U);
  }
}

// A world that is driven again by what was recorded of it computes the same bits.
TEST(EventReplay, GivesTheSameBits) {
  const lockstep::test::TemporaryFolder folder;
  const auto file = folder / "events.yaml";
  std::vector<double> first;
  {
    DoorWorld world;
    record::EventLogWriter log{file};
    log.begin({"arm", "fake", 0.001});
    EventRecorder events{world.runtime.doors(), log};
    for (int k = 0; k < 100; ++k) {
      if (k % 3 == 0) world.runtime.doors().inlet("arm/board/target").write(std::sin(0.1 * k));
      if (k % 7 == 0) {
        world.runtime.doors().set_paused(k % 2 == 0, k);
        static_cast<void>(world.runtime.doors().submit(
            "arm/board/trim",
            {std::vector<double>{1.0 / (k + 1), 1e-17 * k}, std::vector<std::string>{"x"}}));
      }
      ASSERT_EQ(world.runtime.step(), Status::kOk);
      ASSERT_TRUE(events.step());
      first.push_back(world.host.state().command[0]);
    }
    ASSERT_TRUE(events.end(world.runtime.index()));
  }
  DoorWorld world;
  EventReplay events{file, world.runtime.doors(), {0.001}};
  std::vector<double> second;
  while (events.next(world.runtime.index()) == Next::kStep) {
    ASSERT_EQ(world.runtime.step(), Status::kOk);
    second.push_back(world.host.state().command[0]);
  }
  EXPECT_EQ(second, first);
}

}  // namespace
}  // namespace lockstep::runtime::test
