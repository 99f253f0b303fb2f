// SPDX-License-Identifier: Apache-2.0
#include "messages.hpp"

#include <gtest/gtest.h>

namespace lockstep::cli {
namespace {

using core::LogLevel;

// Warnings and errors always, notes until the run starts, details never.
TEST(Messages, KeepWhatMatters) {
  Messages messages;
  messages.add({LogLevel::kInfo, "lockstep", "a", "before"});
  messages.add({LogLevel::kTrace, "lockstep", "b", "detail"});
  messages.start();
  messages.add({LogLevel::kInfo, "lockstep", "c", "after"});
  messages.add({LogLevel::kWarning, "fmu", "d", "careful"});
  messages.add({LogLevel::kError, "fmu", "e", "broken"});
  const nlohmann::ordered_json list = messages.list();
  ASSERT_EQ(list.size(), 3U);
  EXPECT_EQ(list[0]["severity"], "note");
  EXPECT_EQ(list[1], (nlohmann::ordered_json{
                         {"severity", "warning"}, {"source", "fmu"}, {"id", "d"}, {"message", "careful"}}));
  EXPECT_EQ(list[2]["severity"], "error");
}

// An FMU that never stops talking does not fill the memory.
TEST(Messages, AreBounded) {
  Messages messages;
  for (int i = 0; i < 5000; ++i)
    messages.add({LogLevel::kWarning, "fmu", "x", "again"});
  EXPECT_EQ(messages.list().size(), 1000U);
}

}  // namespace
}  // namespace lockstep::cli
