// SPDX-License-Identifier: Apache-2.0
#include "instance/instance_log.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <thread>

namespace lockstep::core {
namespace {

struct Collected {
  std::vector<std::string> lines;
  LogSink sink() {
    return [this](const LogMessage& message) {
      lines.push_back(std::string{to_string(message.level)} + '|' + std::string{message.source} + '|' +
                      std::string{message.category} + '|' + std::string{message.text});
    };
  }
};

void say(InstanceLog& log, Status status, const char* category, const char* message, ...) {
  std::va_list arguments;
  va_start(arguments, message);
  log.foreign(status, category, message, arguments);
  va_end(arguments);
}

// Status becomes level, the format is filled in, the line end of the FMU goes.
TEST(InstanceLog, PassesMessagesOn) {
  Collected collected;
  InstanceLog log{{"pump", collected.sink(), true, {}, 0, nullptr}};
  say(log, Status::kOk, "logEvents", "at %g\n", 0.5);
  say(log, Status::kWarning, nullptr, nullptr);
  log.foreign(Status::kError, "logStatusError", "bad, 100%s certain");
  EXPECT_EQ(collected.lines, (std::vector<std::string>{"info|pump|logEvents|at 0.5", "warning|pump||",
                                                       "error|pump|logStatusError|bad, 100%s certain"}));
}

// Categories filter; errors pass whatever their category; with logging off plain messages are dropped.
TEST(InstanceLog, FiltersByCategory) {
  Collected collected;
  InstanceLog log{{"pump", collected.sink(), true, {"wanted"}, 0, nullptr}};
  say(log, Status::kOk, "wanted", "1");
  say(log, Status::kOk, "other", "2");
  say(log, Status::kWarning, "other", "3");
  say(log, Status::kError, "other", "4");
  EXPECT_EQ(collected.lines, (std::vector<std::string>{"info|pump|wanted|1", "error|pump|other|4"}));
  collected.lines.clear();
  InstanceLog quiet{{"pump", collected.sink(), false, {}, 0, nullptr}};
  say(quiet, Status::kOk, "a", "5");
  say(quiet, Status::kWarning, "a", "6");
  EXPECT_EQ(collected.lines, (std::vector<std::string>{"warning|pump|a|6"}));
}

// A flood is cut at the limit, and the number of lost messages is told at the end at the latest.
TEST(InstanceLog, LimitsTheRate) {
  Collected collected;
  InstanceLog log{{"pump", collected.sink(), true, {}, 10, nullptr}};
  for (int i = 0; i < 1000; ++i)
    say(log, Status::kWarning, "a", "%d", i);
  log.close();
  // A second may have passed in between on a slow machine; then there are two windows and two reports.
  EXPECT_LT(collected.lines.size(), 100U);
  EXPECT_EQ(collected.lines[9], "warning|pump|a|9");
  EXPECT_NE(collected.lines.back().find("messages suppressed: more than 10 in a second"), std::string::npos);
  const std::size_t before = collected.lines.size();
  say(log, Status::kError, "a", "after the end");
  EXPECT_EQ(collected.lines.size(), before);
}

// The last five warnings and errors are kept for error reports, also those the sink never saw.
TEST(InstanceLog, RemembersWhatWentWrong) {
  InstanceLog log{{"pump", nullptr, true, {}, 1, nullptr}};
  EXPECT_EQ(log.recent(), "");
  say(log, Status::kOk, "a", "fine");
  for (int i = 0; i < 7; ++i)
    say(log, Status::kError, "a", "e%d", i);
  EXPECT_EQ(log.recent(), "  Error: e2\n  Error: e3\n  Error: e4\n  Error: e5\n  Error: e6\n");
  log.forget();
  EXPECT_EQ(log.recent(), "");
}

// Where people see both, a report does not repeat what the sink was given, only what the limit swallowed.
TEST(InstanceLog, NeedNotRepeatWhatWasShown) {
  Collected collected;
  InstanceLog log{{"pump", collected.sink(), true, {}, 1, nullptr, false}};
  EXPECT_FALSE(log.complained());
  say(log, Status::kError, "a", "shown");
  EXPECT_EQ(collected.lines.size(), 1U);
  EXPECT_EQ(log.recent(), "");
  EXPECT_TRUE(log.complained());
  for (int i = 0; i < 100; ++i)
    say(log, Status::kError, "a", "e%d", i);
  EXPECT_NE(log.recent().find("  Error: e99\n"), std::string::npos);
  log.forget();
  EXPECT_FALSE(log.complained());
}

// A sink that throws must not unwind through the FMU's C code.
TEST(InstanceLog, DoesNotLetExceptionsThrough) {
  InstanceLog log{
      {"pump", [](const LogMessage&) { throw std::runtime_error{"sink"}; }, true, {}, 0, nullptr}};
  say(log, Status::kError, "a", "b");
  log.own(LogLevel::kInfo, "a", "b");
  log.close();
}

// FMU threads may log at the same time; the sink sees one message at a time and all of them.
TEST(InstanceLog, TakesMessagesFromManyThreads) {
  Collected collected;
  InstanceLog log{{"pump", collected.sink(), true, {}, 0, nullptr}};
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&log, t] {
      for (int i = 0; i < 250; ++i)
        say(log, Status::kWarning, "a", "%d from %d", i, t);
    });
  }
  for (std::thread& thread : threads)
    thread.join();
  EXPECT_EQ(collected.lines.size(), 1000U);
}

}  // namespace
}  // namespace lockstep::core
