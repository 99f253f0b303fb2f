// SPDX-License-Identifier: Apache-2.0
#include "lockstep/runtime/signal_table.hpp"

#include <gtest/gtest.h>

#include "lockstep/core/error.hpp"
#include "support/allocation_count.hpp"
#include "support/message_of.hpp"

namespace lockstep::runtime {
namespace {

using lockstep::test::message_of;

using devices::SignalInfo;
using devices::Timing;

SignalInfo info(const std::string& name, core::VariableType type = core::VariableType::kFloat64,
                std::uint32_t count = 1) {
  return {name, type, count, "A", "text"};
}

const core::SimTime now{7};

// A writer of long texts has room for them, also where readers came first, and so have those who read
// delayed.
TEST(SignalTable, HasRoomForLongTexts) {
  if (!lockstep::test::counts_allocations()) GTEST_SKIP() << "allocations cannot be counted in this build";
  const std::string long_text(5000, 'x');
  for (const bool reader_first : {true, false}) {
    SignalTable table;
    const auto connect = [&] {
      return static_cast<const std::string*>(
          table.connect(info("a/t", core::VariableType::kString), Timing::kDelayed, "reader"));
    };
    const std::string* delayed = reader_first ? connect() : nullptr;
    auto* const written = static_cast<std::string*>(
        table.declare(info("a/t", core::VariableType::kString), 0, &now, kOwnedByWorld, long_text.size()));
    if (!reader_first) delayed = connect();
    const long before = lockstep::test::allocation_count();
    *written = long_text;
    table.latch_delayed();
    EXPECT_EQ(lockstep::test::allocation_count() - before, 0);
    EXPECT_EQ(*delayed, long_text);
  }
}

// A reader that comes before its writer gets the same memory.
TEST(SignalTable, ConnectsInAnyOrder) {
  SignalTable table;
  const auto* read = static_cast<const double*>(table.connect(info("a/x"), Timing::kSameStep, "reader"));
  auto* written = static_cast<double*>(table.declare(info("a/x"), 0, &now));
  *written = 3.0;
  EXPECT_EQ(*read, 3.0);
  EXPECT_EQ(table.view("a/x").number(), 3.0);
  EXPECT_NO_THROW(table.check_complete());
}

// Type and count must both be the writer's, whoever comes first.
TEST(SignalTable, KindsMustAgree) {
  const SignalInfo others[] = {info("a/x", core::VariableType::kInt32),
                               info("a/x", core::VariableType::kFloat64, 3)};
  for (const SignalInfo& other : others) {
    SignalTable written, read;
    written.declare(info("a/x"), 0, &now);
    EXPECT_NE(
        message_of([&] { written.connect(other, Timing::kSameStep, "reader"); }).find("reader reads it as"),
        std::string::npos);
    read.connect(other, Timing::kSameStep, "reader");
    EXPECT_NE(message_of([&] { read.declare(info("a/x"), 0, &now); }).find("make both the same"),
              std::string::npos);
  }
}

// A delayed reader sees the value from before the step.
TEST(SignalTable, DelaysByOneLatch) {
  SignalTable table;
  auto* written = static_cast<double*>(table.declare(info("a/x"), 0, &now));
  const auto* read = static_cast<const double*>(table.connect(info("a/x"), Timing::kDelayed, "reader"));
  *written = 3.0;
  EXPECT_EQ(*read, 0.0);
  table.latch_delayed();
  *written = 4.0;
  EXPECT_EQ(*read, 3.0);
}

// Mistakes name the signal and what is there.
TEST(SignalTable, NamesWhatIsWrong) {
  SignalTable table;
  table.declare(info("arm/current"), 0, &now);
  EXPECT_EQ(message_of([&] { table.declare(info("arm/current"), 1, &now); }),
            "signal 'arm/current' has a writer already; give one of the two another name");
  EXPECT_EQ(message_of([&] {
              table.connect(info("arm/current", core::VariableType::kInt64, 3), Timing::kSameStep, "logger");
            }),
            "signal 'arm/current' is Float64, but logger reads it as Int64[3]; make both the same");
  EXPECT_EQ(message_of([&] { table.view("arm/curent"); }),
            "there is no signal 'arm/curent'; did you mean 'arm/current'?");
  table.connect(info("leg/current"), Timing::kSameStep, "logger");
  EXPECT_EQ(message_of([&] { table.check_complete(); }),
            "there is no signal 'leg/current', which logger reads; did you mean 'arm/current'?");
}

// Numbers of every type are read as such.
TEST(SignalTable, ReadsEveryTypeAsNumber) {
  SignalTable table;
  *static_cast<bool*>(table.declare(info("b", core::VariableType::kBoolean), 0, &now)) = true;
  *static_cast<std::int64_t*>(table.declare(info("i", core::VariableType::kInt64), 0, &now)) = -5;
  static_cast<float*>(table.declare(info("f", core::VariableType::kFloat32, 2), 0, &now))[1] = 0.5F;
  EXPECT_EQ(table.view("b").number(), 1.0);
  EXPECT_EQ(table.view("i").number(), -5.0);
  EXPECT_EQ(table.view("f").number(1), 0.5);
}

// Texts and byte strings are signals, too: same memory for readers, copies for delayed ones.
TEST(SignalTable, CarriesTextsAndByteStrings) {
  SignalTable table;
  auto* const text =
      static_cast<std::string*>(table.declare(info("mode", core::VariableType::kString, 2), 0, &now));
  const auto* const delayed = static_cast<const std::string*>(
      table.connect(info("mode", core::VariableType::kString, 2), Timing::kDelayed, "reader"));
  text[1] = std::string(100, 'x');
  EXPECT_EQ(delayed[1], "");
  table.latch_delayed();
  EXPECT_EQ(delayed[1], std::string(100, 'x'));
  EXPECT_EQ(table.view("mode").values<std::string>()[1], text[1]);
  EXPECT_EQ(table.view("mode").number(1), 0.0);
  auto* const bytes = static_cast<std::vector<std::uint8_t>*>(
      table.declare(info("frame", core::VariableType::kBinary), 0, &now));
  *bytes = {1, 2, 3};
  EXPECT_EQ(table.view("frame").values<std::vector<std::uint8_t>>()[0].size(), 3U);
}

// A view shows the stamp of its writer, also when the reader came first.
TEST(SignalTable, ShowsTheStampOfTheWriter) {
  SignalTable table;
  table.connect(info("a/x"), Timing::kSameStep, "reader");
  core::SimTime written{5};
  table.declare(info("a/x"), 0, &written);
  const SignalView view = table.view("a/x");
  EXPECT_EQ(view.stamp(), core::SimTime{5});
  written = core::SimTime{9};
  EXPECT_EQ(view.stamp(), core::SimTime{9});
}

}  // namespace
}  // namespace lockstep::runtime
