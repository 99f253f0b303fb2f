// SPDX-License-Identifier: Apache-2.0
#include "isolation/stepper_frames.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace lockstep::core::isolation {
namespace {

template <class Write, class Read>
auto through(Write&& write_it, Read&& read_it) {
  std::vector<char> memory(65536);
  FrameWriter writer{memory.data(), memory.size(), nullptr};
  write_it(writer);
  EXPECT_TRUE(writer.ok());
  FrameReader reader{memory.data(), writer.used(), nullptr};
  auto result = read_it(reader);
  EXPECT_TRUE(reader.ok());
  EXPECT_EQ(reader.value<std::uint8_t>(), 0U);
  EXPECT_FALSE(reader.ok()) << "not all of the frame was read";
  return result;
}

// The worker gets the options of the host.
TEST(StepperFrames, SetupArrivesWhole) {
  WorkerSetup setup;
  setup.fmu = "/models/Motor.fmu";
  setup.identity.inode = 42;
  setup.open.cache.directory = "/cache";
  setup.open.archive_limits.max_depth = 7;
  setup.options.kind = InterfaceKind::kModelExchange;
  setup.options.solver.relative_tolerance = 1e-9;
  setup.options.solver.kind = SolverKind::kRk4;
  setup.options.max_event_iterations = 17;
  setup.options.instance.name = "motor";
  setup.options.instance.log_categories = {"a", "b"};
  setup.options.instance.intermediate_variables = {3, 4};
  setup.options.isolation.permissions.read_paths = {"/data"};
  setup.options.isolation.permissions.network = true;
  setup.options.isolation.max_memory_bytes = 99;
  const WorkerSetup read = through([&](FrameWriter& writer) { write(writer, setup); }, read_setup);
  EXPECT_EQ(read.fmu, setup.fmu);
  EXPECT_TRUE(read.identity == setup.identity);
  EXPECT_EQ(read.open.cache.directory, "/cache");
  EXPECT_EQ(read.open.archive_limits.max_depth, 7U);
  EXPECT_EQ(read.options.kind, InterfaceKind::kModelExchange);
  EXPECT_EQ(read.options.solver.relative_tolerance, 1e-9);
  EXPECT_FALSE(read.options.solver.fixed_step_s.has_value());
  EXPECT_EQ(read.options.solver.kind, SolverKind::kRk4);
  EXPECT_EQ(read.options.max_event_iterations, 17U);
  EXPECT_EQ(read.options.instance.name, "motor");
  EXPECT_EQ(read.options.instance.log_categories, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(read.options.instance.intermediate_variables, (std::vector<ValueReference>{3, 4}));
  EXPECT_EQ(read.options.isolation.permissions.read_paths, (std::vector<std::filesystem::path>{"/data"}));
  EXPECT_TRUE(read.options.isolation.permissions.network);
  EXPECT_EQ(read.options.isolation.max_memory_bytes, 99U);
  // What the worker must not start: a worker of its own.
  EXPECT_EQ(read.options.isolation.mode, Isolation::kAutomatic);
}

TEST(StepperFrames, ValuesOfEveryKindArrive) {
  const std::vector<Value> values{
      std::vector<double>{1.5, -0.0},         std::vector<std::int64_t>{-1},
      std::vector<std::uint64_t>{UINT64_MAX}, std::vector<bool>{true, false, true},
      std::vector<std::string>{"a", ""},      std::vector<std::vector<std::uint8_t>>{{1, 0}}};
  for (const Value& value : values)
    EXPECT_TRUE(value == through([&](FrameWriter& writer) { write(writer, value); }, read_value));
}

TEST(StepperFrames, ErrorsArriveWithTheirDiagnostics) {
  const Error error{
      ErrorCode::kNotFound, "lacks it", {{Severity::kWarning, "id", "message", "fix", {"f", 3, 4}}}};
  const Error read = through([&](FrameWriter& writer) { write(writer, error); }, read_error);
  EXPECT_EQ(read.code(), ErrorCode::kNotFound);
  EXPECT_STREQ(read.what(), error.what());
}

// An outcome that no step has is refused: another time than that of the step, a status that does not exist.
TEST(StepperFrames, ImpossibleOutcomesAreRefused) {
  const StepInterval interval{1.0, 2.0, 1.0};
  const auto accepted = [&](const StepOutcome& outcome) {
    char memory[64];
    FrameWriter writer{memory, sizeof memory, nullptr};
    write(writer, outcome);
    FrameReader reader{memory, writer.used(), nullptr};
    static_cast<void>(read_outcome(reader, interval));
    return reader.ok();
  };
  EXPECT_TRUE(accepted({2.0, Status::kOk, false}));
  EXPECT_TRUE(accepted({1.5, Status::kDiscard, false}));
  EXPECT_FALSE(accepted({2.5, Status::kOk, false}));
  EXPECT_FALSE(accepted({0.5, Status::kOk, false}));
  EXPECT_FALSE(accepted({std::numeric_limits<double>::quiet_NaN(), Status::kOk, false}));
  EXPECT_TRUE(accepted({0.5, Status::kError, false})) << "where an earlier step failed";
  EXPECT_FALSE(accepted({2.5, Status::kError, false}));
  EXPECT_FALSE(accepted({-std::numeric_limits<double>::infinity(), Status::kError, false}));
  EXPECT_FALSE(accepted({2.0, Status::kPending, false}));
  EXPECT_FALSE(accepted({2.0, static_cast<Status>(77), false}));
}

}  // namespace
}  // namespace lockstep::core::isolation
