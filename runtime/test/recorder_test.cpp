// SPDX-License-Identifier: Apache-2.0
#include "lockstep/runtime/recorder.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <string>

#include "lockstep/hosts/fake/fake_host.hpp"
#include "lockstep/record/csv_writer.hpp"
#include "lockstep/record/mcap_writer.hpp"
#include "lockstep/runtime/runtime.hpp"
#include "scripted_device.hpp"
#include "support/allocation_count.hpp"
#include "support/files.hpp"

namespace lockstep::runtime::test {
namespace {

using core::VariableType;
using lockstep::test::TemporaryFolder;

std::chrono::nanoseconds wall_time{0};  // of the clock below
Recorder::Options with_own_clock() {
  wall_time = {};
  Recorder::Options options;
  options.now = []() noexcept { return wall_time; };
  return options;
}

/// Counts its calls; fails in the row number `fails_in`.
class Sink final : public core::RowSink {
 public:
  void begin(Span<const core::RecordColumn> columns) override {
    if (!begin_error.empty()) throw Error{ErrorCode::kSystem, begin_error};
    for (const core::RecordColumn& column : columns)
      names.push_back(column.name + ' ' + column.unit);
  }
  bool row(double /*time_s*/) noexcept override { return ++rows != fails_in; }
  void flush() noexcept override { ++flushes; }
  void end() override {
    ++ends;
    if (!end_error.empty()) throw Error{ErrorCode::kUnsupported, end_error};
  }
  std::vector<std::string> names;
  int rows{0}, flushes{0}, ends{0}, fails_in{-1};
  std::string begin_error, end_error;
};

/// A signal of numbers in memory of its own.
struct Numbers {
  double values[2]{0.0, 0.0};
  devices::SignalInfo info{"arm/knee/force", VariableType::kFloat64, 2, "N", ""};
  std::vector<SignalView> views{1};
  Numbers() {
    views[0].info = &info;
    views[0].data = values;
  }
};

std::size_t lines_of(const std::filesystem::path& file) {
  const std::string text = lockstep::test::read_file(file);
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

// Elements of arrays are columns of their own, at the places where their values are.
TEST(Recorder, ColumnsAreTheElementsOfSignals) {
  std::int16_t counts[3] = {1, 2, 3};
  const devices::SignalInfo info{"board/counts", VariableType::kInt16, 3, "1", ""};
  Numbers force;
  SignalView view;
  view.info = &info;
  view.data = counts;
  const std::vector<SignalView> views{force.views[0], view};
  const std::vector<core::RecordColumn> columns = record_columns(views);
  ASSERT_EQ(columns.size(), 5U);
  EXPECT_EQ(columns[0].name, "arm/knee/force[1]");
  EXPECT_EQ(columns[1].name, "arm/knee/force[2]");
  EXPECT_EQ(columns[1].unit, "N");
  EXPECT_EQ(columns[1].element, &force.values[1]);
  EXPECT_EQ(columns[4].name, "board/counts[3]");
  EXPECT_EQ(columns[4].type, VariableType::kInt16);
  EXPECT_EQ(columns[4].element, &counts[2]);
}

// Texts and byte strings of devices are columns like numbers.
TEST(Recorder, TextsAreColumns) {
  SignalBuffer texts{VariableType::kString, 2};
  auto* const text = static_cast<std::string*>(texts.data());
  text[1] = "a,b";
  SignalBuffer bytes{VariableType::kBinary, 1};
  static_cast<std::vector<std::uint8_t>*>(bytes.data())->assign({0x0A, 0xFF});
  const devices::SignalInfo infos[] = {{"board/texts", VariableType::kString, 2, "", ""},
                                       {"board/bytes", VariableType::kBinary, 1, "", ""}};
  std::vector<SignalView> views(2);
  views[0].info = &infos[0];
  views[0].data = texts.data();
  views[1].info = &infos[1];
  views[1].data = bytes.data();
  const TemporaryFolder folder;
  record::CsvWriter csv{folder / "a.csv"};
  core::RowSink* const sinks[] = {&csv};
  Recorder recorder;
  recorder.begin(views, sinks);
  text[0] = "now";
  EXPECT_TRUE(recorder.row(0.5));
  recorder.end();
  EXPECT_EQ(lockstep::test::read_file(folder / "a.csv"),
            "time,board/texts[1],board/texts[2],board/bytes\n0.5,now,\"a,b\",0aff\n");
}

// A scalar keeps its plain name.
TEST(Recorder, ScalarsHaveNoIndex) {
  Numbers signal;
  signal.info.count = 1;
  Sink sink;
  Recorder recorder;
  core::RowSink* const sinks[] = {&sink};
  recorder.begin(signal.views, sinks);
  EXPECT_EQ(sink.names, std::vector<std::string>{"arm/knee/force N"});
  EXPECT_TRUE(recorder.recording());
  recorder.end();
  EXPECT_FALSE(recorder.recording());
  EXPECT_EQ(sink.ends, 1);
}

// Rows are flushed in the first row a second after the last time, and at a fault, from which the second
// counts anew.
TEST(Recorder, FlushesEverySecondAndAtFaults) {
  Numbers signal;
  Sink sink;
  Recorder recorder{with_own_clock()};
  core::RowSink* const sinks[] = {&sink};
  recorder.begin(signal.views, sinks);
  std::vector<int> flushed_in;
  for (int row = 0; row < 300; ++row) {
    wall_time = std::chrono::milliseconds{10 * row};
    const int before = sink.flushes;
    ASSERT_TRUE(recorder.row(row));
    if (sink.flushes != before) flushed_in.push_back(row);
    if (row == 150) recorder.fault();
  }
  EXPECT_EQ(flushed_in, (std::vector<int>{100, 250}));
  EXPECT_EQ(sink.flushes, 3);
  EXPECT_EQ(recorder.rows(), 300U);
}

// A sink that fails is ended at once and its reason kept; the other sinks get every row and are finished.
TEST(Recorder, OthersGoOnWhenASinkFails) {
  Numbers signal;
  Sink first, failing, last;
  failing.fails_in = 2;
  failing.end_error = "cannot write 'b.csv': No space left on device";
  Recorder recorder;
  core::RowSink* const sinks[] = {&first, &failing, &last};
  recorder.begin(signal.views, sinks);
  EXPECT_TRUE(recorder.row(0));
  EXPECT_FALSE(recorder.row(1));
  ASSERT_EQ(recorder.failures().size(), 1U);
  EXPECT_EQ(recorder.failures()[0].message(), failing.end_error);
  EXPECT_EQ(failing.ends, 1);
  EXPECT_TRUE(recorder.row(2)) << "the failure was reported in its row";
  EXPECT_EQ(failing.rows, 2);
  EXPECT_EQ(first.rows, 3);
  EXPECT_EQ(last.rows, 3);
  try {
    recorder.end();
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kUnsupported);
    EXPECT_EQ(error.message(), failing.end_error);
  }
  EXPECT_EQ(failing.ends, 1);
  EXPECT_EQ(first.ends, 1);
  EXPECT_EQ(last.ends, 1);
}

// Several failures are one error that has all of the reasons; a failure at the end counts, too.
TEST(Recorder, AllReasonsAreInTheError) {
  Numbers signal;
  Sink one, two;
  one.fails_in = 1;
  one.end_error = "cannot write 'a.csv'";
  two.end_error = "cannot close 'b.csv'";
  Recorder recorder;
  core::RowSink* const sinks[] = {&one, &two};
  recorder.begin(signal.views, sinks);
  EXPECT_FALSE(recorder.row(0));
  try {
    recorder.end();
    FAIL() << "no error";
  } catch (const Error& error) {
    const std::string text = error.what();
    EXPECT_EQ(error.message(), "2 recordings failed");
    EXPECT_NE(text.find("cannot write 'a.csv'"), std::string::npos) << text;
    EXPECT_NE(text.find("cannot close 'b.csv'"), std::string::npos) << text;
  }
  recorder.end();  // nothing is left to end
  EXPECT_EQ(two.ends, 1);
}

// A sink that cannot begin ends those that have; the recorder can be used again.
TEST(Recorder, SinksThatHaveBegunAreEndedWhenOneCannot) {
  Numbers signal;
  Sink good, bad;
  bad.begin_error = "no";
  Recorder recorder;
  core::RowSink* const sinks[] = {&good, &bad};
  EXPECT_THROW(recorder.begin(signal.views, sinks), Error);
  EXPECT_EQ(good.ends, 1);
  EXPECT_EQ(bad.ends, 0);
  bad.begin_error.clear();
  recorder.begin(signal.views, sinks);
  EXPECT_THROW(recorder.begin(signal.views, sinks), Error);
  EXPECT_TRUE(recorder.row(0));
  EXPECT_EQ(recorder.rows(), 1U);
}

// Whoever forgets end() gets whole files anyway.
TEST(Recorder, DestructorEndsTheSinks) {
  Numbers signal;
  Sink sink;
  sink.end_error = "nobody hears it";
  core::RowSink* const sinks[] = {&sink};
  {
    Recorder recorder;
    recorder.begin(signal.views, sinks);
  }
  EXPECT_EQ(sink.ends, 1);
}

// Rows into both kinds of files take no memory, flushes included.
TEST(Recorder, RowsDoNotAllocate) {
  if (!lockstep::test::counts_allocations()) GTEST_SKIP() << "allocations are not counted with sanitizers";
  const TemporaryFolder folder;
  Numbers signal;
  record::CsvWriter csv{folder / "a.csv"};
  record::McapWriter mcap{folder / "a.mcap"};
  Recorder recorder{with_own_clock()};
  core::RowSink* const sinks[] = {&csv, &mcap};
  recorder.begin(signal.views, sinks);
  const long before = lockstep::test::allocation_count();
  for (int row = 0; row < 20'000; ++row) {
    wall_time = std::chrono::milliseconds{row};
    signal.values[0] = 1.0 / (row + 1);
    ASSERT_TRUE(recorder.row(row * 1e-3));
  }
  EXPECT_EQ(lockstep::test::allocation_count(), before);
  recorder.end();
  EXPECT_EQ(lines_of(folder / "a.csv"), 20'001U);
}

// A process that is killed by SIGKILL keeps all rows up to the last whole second: 250 rows in 2.5 s leave at
// least those of the first two seconds in both files.
TEST(Recorder, KilledProcessLosesAtMostASecond) {
  const TemporaryFolder folder;
  const pid_t child = ::fork();
  if (child == 0) {
    Numbers signal;
    record::CsvWriter csv{folder / "a.csv"};
    record::McapWriter mcap{folder / "a.mcap"};
    Recorder recorder{with_own_clock()};
    core::RowSink* const sinks[] = {&csv, &mcap};
    recorder.begin(signal.views, sinks);
    for (int row = 0; row < 250; ++row) {
      wall_time = std::chrono::milliseconds{10 * row};
      static_cast<void>(recorder.row(row));
    }
    ::kill(::getpid(), SIGKILL);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFSIGNALED(status));
  EXPECT_EQ(lines_of(folder / "a.csv"), 1 + 201U);
  const std::string mcap = lockstep::test::read_file(folder / "a.mcap");
  EXPECT_NE(mcap.find("\x06"), std::string::npos);
  std::size_t messages = 0;
  for (std::size_t at = mcap.find("{\"force[1]\":0,"); at != std::string::npos;
       at = mcap.find("{\"force[1]\":0,", at + 1))
    ++messages;
  EXPECT_EQ(messages, 201U);
}

// A device that never comes back: a fault before it has brought all rows to the disk, and nothing has to be
// done by the process that hangs.
TEST(Recorder, HangingDeviceKeepsTheRows) {
  const TemporaryFolder folder;
  int hangs[2];
  ASSERT_EQ(::pipe(hangs), 0);
  const pid_t child = ::fork();
  if (child == 0) {
    hosts::fake::FakeWorld world;
    world.joints.emplace_back();
    world.joints[0].name = "arm/knee";
    hosts::fake::FakeHost host{world};
    Runtime runtime{host};
    devices::DeviceOptions hold;
    hold.on_fault = devices::FaultPolicy::kHold;
    const auto bind = [](devices::Binder& binder) { binder.run_in(devices::Phase::kControl); };
    runtime.add(std::make_unique<ScriptedDevice>("fails", bind,
                                                 [](const devices::StepInfo& step) {
                                                   return step.index == 4 ? core::Status::kError
                                                                          : core::Status::kOk;
                                                 }),
                hold, "arm");
    runtime.add(std::make_unique<ScriptedDevice>("hangs", bind,
                                                 [&](const devices::StepInfo& step) {
                                                   if (step.index == 7) {
                                                     static_cast<void>(::write(hangs[1], "x", 1));
                                                     for (;;)
                                                       ::pause();
                                                   }
                                                   return core::Status::kOk;
                                                 }),
                {}, "arm");
    runtime.bind();
    const std::vector<SignalView> signals{runtime.watch("arm/knee/position")};
    record::CsvWriter csv{folder / "a.csv"};
    core::RowSink* const sinks[] = {&csv};
    Recorder recorder{with_own_clock()};
    recorder.begin(signals, sinks);
    runtime.start();
    static_cast<void>(recorder.row(runtime.time_s()));
    std::uint64_t faults = 0;
    for (;;) {
      static_cast<void>(runtime.step());
      static_cast<void>(recorder.row(runtime.time_s()));
      if (runtime.fault_count() != faults) recorder.fault();
      faults = runtime.fault_count();
    }
  }
  ::close(hangs[1]);
  char byte = 0;
  ASSERT_EQ(::read(hangs[0], &byte, 1), 1) << "the child ended before it hung";
  ::kill(child, SIGKILL);
  int status = 0;
  ::waitpid(child, &status, 0);
  ::close(hangs[0]);
  EXPECT_EQ(lines_of(folder / "a.csv"), 1 + 6U) << "header, start and the steps 0 to 4";
}

// The clock of the flushes is the steady clock as of its last tick, a few milliseconds ago.
TEST(Recorder, CoarseClockFollowsTheSteadyClock) {
  const auto before = std::chrono::steady_clock::now().time_since_epoch();
  const std::chrono::nanoseconds coarse = coarse_now();
  EXPECT_LE(coarse, std::chrono::steady_clock::now().time_since_epoch());
  EXPECT_GE(coarse, before - std::chrono::milliseconds{100});
}

}  // namespace
}  // namespace lockstep::runtime::test
