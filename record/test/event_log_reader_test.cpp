// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "lockstep/core/error.hpp"
#include "lockstep/record/event_log.hpp"
#include "support/files.hpp"

namespace lockstep::record {
namespace {

const std::string kHeader =
    "format: lockstep-events-1\nworld: \"w\"\nengine: \"clock\"\nstep_size: 0.001\nevents:\n";

class EventLogReaderTest : public ::testing::Test {
 protected:
  std::filesystem::path file(const std::string& text) const {
    return lockstep::test::write_file(folder_ / "events.yaml", text);
  }
  /// Why a file cannot be read: "line: message".
  std::string problem(const std::string& text) const {
    try {
      EventLogReader log{file(text)};
      Event event;
      while (log.next(event)) {
      }
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::kBadInput);
      const Diagnostic& found = error.diagnostics().at(0);
      EXPECT_EQ(found.where.file, (folder_ / "events.yaml").string());
      return std::to_string(found.where.line) + ": " + found.message;
    }
    return "nothing was thrown";
  }
  std::string event_problem(const std::string& event) const { return problem(kHeader + event + "\n"); }
  lockstep::test::TemporaryFolder folder_;
};

// What was written reads back: every kind of value, to the same bits.
TEST_F(EventLogReaderTest, ReadsWhatWasWritten) {
  const double smallest = std::numeric_limits<double>::denorm_min();
  std::vector<Event> events(8);
  events[0].values = {std::vector<double>{0.1, -0.0, 1.0 / 3.0, smallest, 1e22, 9007199254740993.0}};
  events[0].stamp = core::SimTime{std::numeric_limits<std::int64_t>::min()};
  events[1].values = {std::vector<std::int64_t>{std::numeric_limits<std::int64_t>::min(), 0, 7}};
  events[2].values = {std::vector<std::uint64_t>{std::numeric_limits<std::uint64_t>::max(), 1}};
  events[3].values = {std::vector<bool>{true, false}};
  events[4].values = {std::vector<std::string>{"", std::string{"a\0\n\t\"\\", 6}, "\xff", "\xc3\xa4"}};
  events[5].values = {std::vector<std::vector<std::uint8_t>>{{}, {0, 15, 255}}};
  events[6].kind = Event::Kind::kRequest;
  events[6].values = {std::vector<double>{1.0}, std::vector<std::string>{"why"},
                      std::vector<std::vector<std::uint8_t>>{{7}}};
  events[6].paused = true;
  events[7].kind = Event::Kind::kEnd;
  for (std::size_t i = 0; i < events.size(); ++i) {
    events[i].step = static_cast<std::int64_t>(i * i);
    if (events[i].kind != Event::Kind::kEnd) events[i].name = "m/\"d\"/" + std::to_string(i);
  }
  Event reset;
  reset.kind = Event::Kind::kReset;
  for (const char* scope : {"time", "state", "both"}) {
    reset.name = scope;
    events.push_back(reset);
  }
  {
    EventLogWriter writer{folder_ / "events.yaml"};
    writer.begin({"name: \"x\"", "dart", 1.0 / 3.0});
    for (const Event& event : events)
      ASSERT_TRUE(writer.write(event));
    writer.end();
  }
  EventLogReader log{folder_ / "events.yaml"};
  EXPECT_EQ(log.header().world, "name: \"x\"");
  EXPECT_EQ(log.header().engine, "dart");
  EXPECT_EQ(log.header().step_s, 1.0 / 3.0);
  Event event;
  for (std::size_t i = 0; i < events.size(); ++i) {
    ASSERT_TRUE(log.next(event));
    EXPECT_EQ(event, events[i]) << i;
    EXPECT_EQ(log.where().line, 7 + i);
    if (i == 0) {
      EXPECT_TRUE(std::signbit(std::get<std::vector<double>>(event.values[0])[1])) << "-0 stays";
    }
  }
  EXPECT_FALSE(log.next(event));
}

// What people write: comments, empty lines, whole numbers among others, arguments left out.
TEST_F(EventLogReaderTest, ReadsWhatPeopleWrite) {
  EventLogReader log{
      file("# mine\n\n" + kHeader +
           "\n# first\n- {\"step\": 3, \"inlet\": \"a\", \"value\": [1, 2.5]}\n"
           "- {\"request\": \"b\", \"step\": 4}\n- {\"step\": 4, \"inlet\": \"a\", \"value\": []}\n")};
  Event event;
  ASSERT_TRUE(log.next(event));
  EXPECT_EQ(event.values[0], (core::Value{std::vector<double>{1.0, 2.5}}));
  EXPECT_EQ(log.where().line, 10U);
  ASSERT_TRUE(log.next(event));
  EXPECT_EQ(event.name, "b");
  EXPECT_TRUE(event.values.empty());
  EXPECT_FALSE(event.paused);
  ASSERT_TRUE(log.next(event));
  EXPECT_EQ(event.values[0], core::Value{std::vector<double>{}});
}

// One can come back to a place between two events.
TEST_F(EventLogReaderTest, GoesBack) {
  EventLogReader log{file(kHeader + "- {\"step\": 1, \"end\": true}\n- {\"step\": 2, \"end\": true}\n")};
  const EventLogReader::Position start = log.position();
  Event event;
  ASSERT_TRUE(log.next(event));
  const EventLogReader::Position second = log.position();
  ASSERT_TRUE(log.next(event));
  ASSERT_FALSE(log.next(event));
  log.go_to(second);
  ASSERT_TRUE(log.next(event));
  EXPECT_EQ(event.step, 2);
  EXPECT_EQ(log.where().line, 7U);
  log.go_to(start);
  ASSERT_TRUE(log.next(event));
  EXPECT_EQ(event.step, 1);
  EXPECT_EQ(log.where().line, 6U);
}

TEST_F(EventLogReaderTest, NamesWhatIsWrongWithTheHeader) {
  EXPECT_EQ(problem(""), "0: the line 'events:' is missing");
  EXPECT_EQ(problem("events:\n"), "1: the first line is not 'format: lockstep-events-1'");
  EXPECT_EQ(problem("world: \"w\"\n"), "1: the first line is not 'format: lockstep-events-1'");
  EXPECT_EQ(problem("format: lockstep-events-2\n"),
            "1: the format is 'lockstep-events-2', expected lockstep-events-1");
  const std::string format = "format: lockstep-events-1\n";
  EXPECT_EQ(problem(format + "events:\n"), "2: 'step_size' is missing before the events");
  for (const char* step : {"0", "-1", "x", "inf", "nan"})
    EXPECT_EQ(problem(format + "step_size: " + step + "\n"),
              "2: 'step_size' is '" + std::string{step} + "', expected a number above 0");
  EXPECT_EQ(problem(format + "world: w\n"), "2: 'world' is no text in double quotes");
  EXPECT_EQ(problem(format + "colour: red\n"),
            "2: 'colour' is unknown, expected format, world, engine, step_size or events");
  EXPECT_THROW(EventLogReader{folder_ / "nowhere.yaml"}, Error);
  EXPECT_THROW(EventLogReader{folder_.path()}, Error);
}

TEST_F(EventLogReaderTest, NamesWhatIsWrongWithAnEvent) {
  EXPECT_EQ(event_problem("{\"step\": 1}"), "6: an event does not begin with '- '");
  EXPECT_EQ(event_problem("- step: 1"), "6: an event is no JSON behind its dash");
  EXPECT_EQ(event_problem("- [1]"), "6: an event is no map, expected one like {\"step\": 0, ...}");
  EXPECT_EQ(event_problem("- {\"end\": true}"), "6: an event has no 'step'");
  EXPECT_EQ(event_problem("- {\"step\": -1, \"end\": true}"), "6: 'step' is -1, expected 0 or more");
  EXPECT_EQ(event_problem("- {\"step\": 1.5, \"end\": true}"), "6: 'step' is no whole number");
  EXPECT_EQ(event_problem("- {\"step\": 18446744073709551615, \"end\": true}"),
            "6: 'step' is no whole number");
  EXPECT_EQ(event_problem("- {\"step\": 1}"),
            "6: an event does nothing, expected 'inlet', 'request', 'reset' or 'end'");
  EXPECT_EQ(event_problem("- {\"step\": 1, \"end\": false}"), "6: 'end' is not true; leave it out");
  EXPECT_EQ(event_problem("- {\"step\": 1, \"end\": true, \"inlet2\": 1}"),
            "6: an event of this kind has no 'inlet2'");
  EXPECT_EQ(event_problem("- {\"step\": 1, \"reset\": \"all\"}"),
            "6: 'reset' is 'all', expected time, state or both");
  EXPECT_EQ(event_problem("- {\"step\": 1, \"inlet\": 5, \"value\": [1]}"), "6: 'inlet' is no text");
  EXPECT_EQ(event_problem("- {\"step\": 1, \"inlet\": \"a\"}"), "6: the value of inlet 'a' is missing");
  EXPECT_EQ(event_problem("- {\"step\": 1, \"request\": \"a\", \"arguments\": 1}"),
            "6: 'arguments' is no list, expected one like [[0.5]]");
}

TEST_F(EventLogReaderTest, NamesWhatIsWrongWithAValue) {
  const auto value = [&](const std::string& text) {
    return event_problem("- {\"step\": 1, \"inlet\": \"a\", \"value\": " + text + "}");
  };
  EXPECT_EQ(value("1"), "6: a value is no list, expected one like [0.5]");
  EXPECT_EQ(value("[1, true]"), "6: a value has elements of different kinds");
  EXPECT_EQ(value("[18446744073709551615, -1]"), "6: a value has numbers that no type holds together");
  const std::string none =
      "6: an element is none of number, true, false, text, {\"bytes\": DIGITS} and {\"text\": DIGITS}";
  EXPECT_EQ(value("[null]"), none);
  EXPECT_EQ(value("[[1]]"), none);
  EXPECT_EQ(value("[{\"bytes\": \"00\", \"text\": \"00\"}]"), none);
  EXPECT_EQ(value("[{\"bytes\": \"0\"}]"), "6: expected an even number of digits");
  EXPECT_EQ(value("[{\"bytes\": 0}]"), "6: expected an even number of digits");
  EXPECT_EQ(value("[{\"text\": \"0g\"}]"), "6: expected digits 0 to 9 and a to f");
  EXPECT_EQ(value("[1e999]"), "6: an event is no JSON behind its dash");
  EXPECT_EQ(value("[\"\xff\"]"), "6: an event is no JSON behind its dash");
}

// A process that is killed may leave a part of a line; hostile lines neither hang nor take much memory.
TEST_F(EventLogReaderTest, SurvivesBrokenFiles) {
  EXPECT_EQ(problem(kHeader + "- {\"step\": 1, \"en"), "6: the file ends in the middle of a line");
  EXPECT_NE(event_problem("- " + std::string(1'000'000, '[')), "nothing was thrown");
  const std::string deep = std::string(1'000'000, '[') + std::string(1'000'000, ']');
  EXPECT_NE(event_problem("- {\"step\": 1, \"inlet\": \"a\", \"value\": " + deep + "}"),
            "nothing was thrown");
  EXPECT_EQ(event_problem("- " + std::string(kLongestEventLine, ' ')),
            "6: the line has more than 67108864 bytes");
}

}  // namespace
}  // namespace lockstep::record
