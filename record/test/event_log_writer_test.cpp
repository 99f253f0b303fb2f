// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "lockstep/core/error.hpp"
#include "lockstep/record/event_log.hpp"
#include "support/files.hpp"

namespace lockstep::record {
namespace {

using lockstep::test::read_file;

class EventLogWriterTest : public ::testing::Test {
 protected:
  std::string written(const std::vector<Event>& events) {
    EventLogWriter log{folder_ / "events.yaml"};
    log.begin({"arm \"1\"", "mujoco", 0.001});
    for (const Event& event : events)
      EXPECT_TRUE(log.write(event));
    // Before end(): a process that is killed loses nothing.
    return read_file(folder_ / "events.yaml");
  }
  lockstep::test::TemporaryFolder folder_;
};

Event inlet(std::int64_t step, const char* name, core::Value value) {
  Event event;
  event.step = step;
  event.name = name;
  event.values = {std::move(value)};
  return event;
}

// One line for each event, in the form that the header of the class shows.
TEST_F(EventLogWriterTest, WritesOneLineForEachEvent) {
  Event stamped = inlet(0, "arm/target", std::vector<double>{0.5, -0.0, 3.0, 1e300});
  stamped.stamp = core::SimTime{-5};
  Event request;
  request.kind = Event::Kind::kRequest;
  request.step = 7;
  request.name = "arm/trim";
  request.values = {std::vector<std::int64_t>{-1, 2}, std::vector<std::string>{"a\n\"b\""}};
  request.paused = true;
  Event plain;
  plain.kind = Event::Kind::kRequest;
  plain.name = "arm/stop";
  Event reset;
  reset.kind = Event::Kind::kReset;
  reset.step = 100;
  reset.name = "both";
  Event end;
  end.kind = Event::Kind::kEnd;
  end.step = 250;
  EXPECT_EQ(written({stamped, request, plain, reset, end}),
            R"(# The events of a run. Again: lockstep run WORLD --replay FILE
format: lockstep-events-1
world: "arm \"1\""
engine: "mujoco"
step_size: 0.001
events:
- {"step": 0, "inlet": "arm/target", "value": [0.5, -0.0, 3.0, 1e+300], "stamp": -5}
- {"step": 7, "request": "arm/trim", "arguments": [[-1, 2], ["a\n\"b\""]], "paused": true}
- {"step": 0, "request": "arm/stop", "arguments": []}
- {"step": 100, "reset": "both"}
- {"step": 250, "end": true}
)");
}

// Every kind of value has a form of its own.
TEST_F(EventLogWriterTest, WritesEveryKindOfValue) {
  const std::string text = written({inlet(1, "u", std::vector<std::uint64_t>{18446744073709551615U}),
                                    inlet(1, "b", std::vector<bool>{true, false}),
                                    inlet(1, "t", std::vector<std::string>{"\xff\x01", "\xc3\xa4"}),
                                    inlet(1, "x", std::vector<std::vector<std::uint8_t>>{{0, 255}, {}})});
  EXPECT_EQ(text.substr(text.find("- ")), R"(- {"step": 1, "inlet": "u", "value": [18446744073709551615]}
- {"step": 1, "inlet": "b", "value": [true, false]}
- {"step": 1, "inlet": "t", "value": [{"text": "ff01"}, "ä"]}
- {"step": 1, "inlet": "x", "value": [{"bytes": "00ff"}, {"bytes": ""}]}
)");
}

// An earlier file is emptied when the run begins, not before; a file that cannot be written is named.
TEST_F(EventLogWriterTest, KeepsTheFileUntilTheRunBegins) {
  const auto file = lockstep::test::write_file(folder_ / "old.yaml", "old");
  { const EventLogWriter log{file}; }
  EXPECT_EQ(read_file(file), "old");
  EXPECT_THROW(EventLogWriter{folder_ / "nowhere" / "x.yaml"}, Error);
  EventLogWriter full{"/dev/full"};
  EXPECT_THROW(full.begin({"w", "clock", 1.0}), Error);
  EXPECT_FALSE(full.write(inlet(0, "a", std::vector<double>{1.0})));
  EXPECT_THROW(full.end(), Error);
}

// What could not be read back is refused by name.
TEST_F(EventLogWriterTest, RefusesAnEventThatIsTooLong) {
  EventLogWriter log{folder_ / "events.yaml"};
  log.begin({"w", "clock", 1.0});
  const Event large = inlet(0, "arm/label", std::vector<std::string>{std::string(kLongestEventLine, 'x')});
  try {
    static_cast<void>(log.write(large));
    FAIL() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kUnsupported);
    EXPECT_EQ(error.message().substr(0, 15), "'arm/label' got");
  }
}

}  // namespace
}  // namespace lockstep::record
