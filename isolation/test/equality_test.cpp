// SPDX-License-Identifier: Apache-2.0
// An isolated FMU gives the same bits, messages and failures as one in this process.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <filesystem>

#include "isolated_run.hpp"
#include "lockstep/core/error.hpp"

namespace lockstep::isolation::test {
namespace {

using core::Fmu;
using core::InterfaceKind;
using core::Stepper;
using core::StepperOptions;

struct Form {
  std::string file;
  InterfaceKind kind;
};

/// All FMUs we ship, in all their forms, and one of FMI 1.
std::vector<Form> all_forms() {
  std::vector<Form> forms;
  // FMI 1 is not what our exporter writes; the FMU of the conformance suite is.
  for (const char* folder : {LOCKSTEP_FMUS "/2.0", LOCKSTEP_FMUS "/3.0", LOCKSTEP_CONFORMANCE_FMUS "/1.0"}) {
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
      if (entry.path().extension() != ".fmu") continue;
      const auto fmu = Fmu::open(entry.path());
      for (const InterfaceKind kind : {InterfaceKind::kCoSimulation, InterfaceKind::kModelExchange})
        if (fmu->description().interface(kind) != nullptr) forms.push_back({entry.path().string(), kind});
    }
  }
  return forms;
}

std::string run(const Form& form, StepperOptions options) {
  options.kind = form.kind;
  BitRecorder recorder;
  core::SimulationOptions simulation;
  simulation.sinks.push_back(&recorder);
  const auto fmu = Fmu::open(form.file);
  for (const core::Variable& variable : fmu->description().variables())
    if (variable.causality == core::Causality::kOutput || variable.causality == core::Causality::kLocal)
      if (variable.type != core::VariableType::kClock && variable.clocks.empty())
        simulation.output_variables.emplace_back(variable.name);
  // A number of steps that shows every event of our models and takes no minutes in all.
  const auto& experiment = fmu->description().default_experiment();
  const double step_s = experiment.step_size_s.value_or(0.01);
  simulation.step_size_s = step_s;
  simulation.stop_time_s = experiment.start_time_s.value_or(0.0) + 200 * step_s;
  const auto stepper = Stepper::create(fmu, options);
  std::string end;
  try {
    const core::SimulationResult result = core::simulate(*stepper, simulation);
    const core::StepperStatistics& counted = result.statistics;
    end = std::to_string(counted.steps) + ' ' + std::to_string(counted.solver_steps) + ' ' +
          std::to_string(counted.time_events) + ' ' + std::to_string(counted.state_events) + ' ' +
          std::to_string(counted.clock_ticks);
  } catch (const Error& error) {
    end = error.what();
  }
  EXPECT_GT(recorder.rows(), 10U) << form.file << ": " << end;
  return recorder.bits() + end;
}

/// How often runs are repeated; `./test --soak` says 100.
int repeats() {
  const char* const wished = std::getenv("LOCKSTEP_TEST_REPEATS");
  return wished == nullptr ? 3 : std::atoi(wished);
}

// The same rows to the last bit, the same statistics, for all FMUs we ship in all their forms; several times,
// since isolation must not depend on how two processes meet.
TEST(IsolationConcurrency, AllFmusGiveTheSameBitsInAWorker) {
  const std::vector<Form> forms = all_forms();
  ASSERT_GT(forms.size(), 20U);
  EXPECT_TRUE(std::any_of(forms.begin(), forms.end(),
                          [](const Form& form) { return form.file.find("Fmi1Ball") != std::string::npos; }));
  for (const Form& form : forms) {
    const std::string here = run(form, {});
    for (int repeat = 0; repeat < repeats(); ++repeat)
      EXPECT_TRUE(here == run(form, isolated())) << form.file << ' ' << to_string(form.kind);
  }
}

std::shared_ptr<const Fmu> open_model(const std::string& name) {
  return Fmu::open(std::string{LOCKSTEP_FMUS} + "/3.0/" + name + ".fmu");
}

struct Lines {
  std::vector<std::string> lines;
  core::LogSink sink() {
    return [this](const core::LogMessage& message) {
      lines.push_back(std::string{to_string(message.level)} + ' ' + std::string{message.source} + ' ' +
                      std::string{message.category} + ' ' + std::string{message.text});
    };
  }
};

// Messages and the trace of all FMI calls arrive in the same order with the same words.
TEST(IsolationConcurrency, LogAndCallTraceAreTheSame) {
  std::vector<std::string> seen[2];
  for (const bool in_worker : {false, true}) {
    Lines lines;
    StepperOptions options = in_worker ? isolated() : StepperOptions{};
    options.instance.trace_calls = true;
    options.instance.logging_on = true;
    options.instance.log = lines.sink();
    {
      const auto stepper = Stepper::create(open_model("BouncingBall"), options);
      core::SimulationOptions simulation;
      simulation.stop_time_s = 1.0;
      static_cast<void>(core::simulate(*stepper, simulation));
    }
    // Addresses and folders of the run differ: the line of the instantiation.
    lines.lines.erase(std::remove_if(lines.lines.begin(), lines.lines.end(),
                                     [](const std::string& line) {
                                       return line.find("nstantiate") != std::string::npos ||
                                              line.find("lockstep-worker") != std::string::npos;
                                     }),
                      lines.lines.end());
    seen[in_worker ? 1 : 0] = lines.lines;
  }
  ASSERT_GT(seen[0].size(), 100U);
  EXPECT_EQ(seen[0], seen[1]);
}

// What goes wrong during setup is the same error: a parameter of the wrong kind, a variable that cannot be
// set, a group of two types.
TEST(IsolationConcurrency, ErrorsOfSetupAreTheSame) {
  std::string messages[2];
  for (const bool in_worker : {false, true}) {
    const auto stepper =
        Stepper::create(open_model("BouncingBall"), in_worker ? isolated() : StepperOptions{});
    const core::Variable* height = stepper->description().find("h");
    ASSERT_NE(height, nullptr);
    const auto note = [&](auto&& body) {
      try {
        body();
        ADD_FAILURE() << "no error";
      } catch (const Error& error) {
        messages[in_worker ? 1 : 0] += std::string{to_string(error.code())} + ": " + error.what() + '\n';
      }
    };
    note([&] { stepper->set(*height, core::Value{std::vector<std::string>{"high"}}); });
    note([&] { static_cast<void>(stepper->bind_inputs<double>(std::vector{height})); });
    note([&] { static_cast<void>(stepper->bind_outputs<bool>(std::vector{height})); });
    stepper->initialize({});
    note([&] { stepper->initialize({}); });
  }
  EXPECT_EQ(messages[0], messages[1]);
}

// Saved, run on, restored and run again: the second way is the first to the last bit, and both are those of
// this process.
TEST(IsolationConcurrency, SavedAndRestoredEqualsStraight) {
  std::vector<double> heights[2];
  for (const bool in_worker : {false, true}) {
    for (const InterfaceKind kind : {InterfaceKind::kCoSimulation, InterfaceKind::kModelExchange}) {
      StepperOptions options = in_worker ? isolated() : StepperOptions{};
      options.kind = kind;
      const auto stepper = Stepper::create(open_model("BouncingBall"), options);
      ASSERT_TRUE(stepper->can_save());
      const std::vector<const core::Variable*> h{stepper->description().find("h")};
      const Span<const double> height = stepper->bind_outputs<double>(h);
      stepper->initialize({});
      const core::TimeGrid grid{0.0, core::Rational::from_seconds(0.01)};
      const auto go = [&](int from, int to) {
        for (int k = from; k < to; ++k) {
          ASSERT_TRUE(succeeded(stepper->step(grid.interval(k)).status));
          heights[in_worker ? 1 : 0].push_back(height[0]);
        }
      };
      go(0, 50);
      std::unique_ptr<core::Snapshot> snapshot;
      stepper->save(snapshot);
      go(50, 100);
      stepper->restore(*snapshot);
      go(50, 100);
      const std::vector<double>& all = heights[in_worker ? 1 : 0];
      EXPECT_TRUE(std::equal(all.end() - 50, all.end(), all.end() - 100));
      stepper->reset();
      stepper->initialize({});
      EXPECT_EQ(height[0], std::get<0>(stepper->get(*h[0]))[0]);
      go(0, 50);
    }
  }
  EXPECT_EQ(heights[0], heights[1]);
}

// Initialisation in parts, as networks do it: trial inputs, outputs, again, then the start.
TEST(IsolationConcurrency, InitialisationInParts) {
  const auto stepper = Stepper::create(open_model("Feedthrough"), isolated());
  ASSERT_TRUE(stepper->capabilities().initialization_mode);
  const auto bound = [&](const char* name) { return std::vector{stepper->description().find(name)}; };
  const Span<double> in = stepper->bind_inputs<double>(bound("Float64_continuous_input"));
  const Span<const double> out = stepper->bind_outputs<double>(bound("Float64_continuous_output"));
  stepper->enter_initialization({});
  for (const double trial : {1.0, -7.5}) {
    in[0] = trial;
    stepper->evaluate_initial();
    EXPECT_EQ(out[0], trial);
  }
  in[0] = 3.0;
  stepper->exit_initialization();
  EXPECT_EQ(out[0], 3.0);
  EXPECT_TRUE(succeeded(stepper->step(core::StepInterval::between(0.0, 0.1)).status)) << stepper->fault();
}

// Values longer than what crosses in one piece (1 MiB) cross in several: 5 MB of text and of bytes, there and
// back, in groups and one by one.
TEST(IsolationConcurrency, LongValuesCrossInParts) {
  const auto stepper = Stepper::create(open_model("Feedthrough"), isolated());
  const core::ModelDescription& description = stepper->description();
  const auto bound = [&](const char* name) { return std::vector{description.find(name)}; };
  const Span<std::string> text_in = stepper->bind_inputs<std::string>(bound("String_input"));
  const Span<core::BinaryValue> bytes_in = stepper->bind_inputs<core::BinaryValue>(bound("Binary_input"));
  const Span<const std::string> text_out = stepper->bind_outputs<std::string>(bound("String_output"));
  const Span<const core::BinaryValue> bytes_out =
      stepper->bind_outputs<core::BinaryValue>(bound("Binary_output"));
  stepper->initialize({});
  std::string text(5'000'000, 'a');
  for (std::size_t i = 0; i < text.size(); ++i)
    text[i] = static_cast<char>('a' + i * 7919 % 26);
  text_in[0] = text;
  bytes_in[0].assign(text.begin(), text.end());
  bytes_in[0][4'999'999] = 0;
  ASSERT_TRUE(succeeded(stepper->step(core::StepInterval::between(0.0, 0.1)).status)) << stepper->fault();
  EXPECT_TRUE(text_out[0] == text);
  EXPECT_TRUE(bytes_out[0] == bytes_in[0]);
  EXPECT_TRUE(std::get<std::vector<std::string>>(stepper->get(*description.find("String_output")))[0] ==
              text);
}

// The report of a process that is gone has the inputs it was given, the first ten.
TEST(IsolationConcurrency, ReportHasTheInputs) {
  const std::set<pid_t> before = children_of(::getpid());
  const auto stepper = Stepper::create(open_model("Feedthrough"), isolated());
  const core::ModelDescription& description = stepper->description();
  const auto bound = [&](const char* name) { return std::vector{description.find(name)}; };
  const Span<double> real = stepper->bind_inputs<double>(bound("Float64_continuous_input"));
  const Span<std::string> text = stepper->bind_inputs<std::string>(bound("String_input"));
  const Span<bool> flag = stepper->bind_inputs<bool>(bound("Boolean_input"));
  stepper->initialize({});
  real[0] = -2.5;
  text[0] = std::string(50, 'x');
  flag[0] = true;
  for (const pid_t supervisor : children_of(::getpid())) {
    if (before.count(supervisor) != 0) continue;
    for (const pid_t worker : children_of(supervisor))
      EXPECT_EQ(::kill(worker, SIGKILL), 0);
  }
  EXPECT_EQ(stepper->step(core::StepInterval::between(0.0, 0.1)).status, core::Status::kError);
  const std::string report = stepper->fault();
  EXPECT_NE(report.find("SIGKILL"), std::string::npos) << report;
  EXPECT_NE(report.find("inputs: Float64_continuous_input = -2.5, String_input = \"" + std::string(40, 'x') +
                        "...\", Boolean_input = true"),
            std::string::npos)
      << report;
}

// Each type arrives as it was sent; the extremes of Int64 and UInt64 and a negative zero among them.
TEST(IsolationConcurrency, EveryTypeArrives) {
  const auto stepper = Stepper::create(open_model("Feedthrough"), isolated());
  const core::ModelDescription& description = stepper->description();
  const auto bound = [&](const char* name) { return std::vector{description.find(name)}; };
  const Span<double> real = stepper->bind_inputs<double>(bound("Float64_continuous_input"));
  const Span<std::int64_t> integer = stepper->bind_inputs<std::int64_t>(bound("Int64_input"));
  const Span<std::uint64_t> natural = stepper->bind_inputs<std::uint64_t>(bound("UInt64_input"));
  const Span<bool> flag = stepper->bind_inputs<bool>(bound("Boolean_input"));
  const auto real_out = stepper->bind_outputs<double>(bound("Float64_continuous_output"));
  const auto integer_out = stepper->bind_outputs<std::int64_t>(bound("Int64_output"));
  const auto natural_out = stepper->bind_outputs<std::uint64_t>(bound("UInt64_output"));
  const auto flag_out = stepper->bind_outputs<bool>(bound("Boolean_output"));
  stepper->initialize({});
  real[0] = -0.0;
  integer[0] = INT64_MIN;
  natural[0] = UINT64_MAX;
  flag[0] = true;
  ASSERT_TRUE(succeeded(stepper->step(core::StepInterval::between(0.0, 0.1)).status)) << stepper->fault();
  EXPECT_TRUE(real_out[0] == 0.0 && std::signbit(real_out[0]));
  EXPECT_EQ(integer_out[0], INT64_MIN);
  EXPECT_EQ(natural_out[0], UINT64_MAX);
  EXPECT_TRUE(flag_out[0]);
}

}  // namespace
}  // namespace lockstep::isolation::test
