// SPDX-License-Identifier: Apache-2.0
#include "instance/fmi3_instance.hpp"

#include <gtest/gtest.h>

#include <cfenv>

#include "fmi3_probe.hpp"
#include "lockstep/core/error.hpp"

namespace lockstep::core {
namespace {

using Probe = Fmi3Probe;

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// The FMU gets a native path with a slash at its end, or NULL when it has no resources, and the flags it can
// use.
TEST(Fmi3Instance, TellsTheFmuWhatItIs) {
  Probe probe;
  probe.options.visible = true;
  probe.make();
  EXPECT_EQ(probe.value<std::string>(1), "Probe");
  EXPECT_EQ(probe.value<std::string>(2), "/unpacked/my fmu/resources/");
  EXPECT_TRUE(probe.value<bool>(1));
  EXPECT_FALSE(probe.value<bool>(2));
  EXPECT_TRUE(probe.value<bool>(3)) << "event mode";
  EXPECT_TRUE(probe.value<bool>(4)) << "early return";
  EXPECT_TRUE(probe.lines.empty()) << probe.lines[0];
  probe.has_resources = false;
  probe.capabilities.has_event_mode = false;
  probe.options.early_return_allowed = false;
  probe.options.logging_on = true;
  probe.options.log_categories = {"logA"};
  probe.make();
  EXPECT_EQ(probe.value<std::string>(2), "(null)");
  EXPECT_EQ(probe.value<std::string>(3), "logA");
  EXPECT_FALSE(probe.value<bool>(3));
  EXPECT_FALSE(probe.value<bool>(4));
}

// The experiment is given with the entry into initialisation mode.
TEST(Fmi3Instance, Initialises) {
  Probe probe;
  probe.make();
  EXPECT_EQ(probe.instance->enter_initialization_mode({0.5, {}, 1e-3}), Status::kOk);
  EXPECT_EQ(probe.value<double>(1), 1e-3);
  EXPECT_EQ(probe.value<double>(2), 0.5);
  EXPECT_EQ(probe.value<double>(3), -1.0);
  EXPECT_EQ(probe.instance->exit_initialization_mode(), Status::kOk);
  EXPECT_EQ(probe.instance->terminate(), Status::kOk);
}

// Structural parameters are settable in configuration mode alone; the FMU says so, we pass it on.
TEST(Fmi3Instance, HasAConfigurationMode) {
  Probe probe;
  probe.make();
  EXPECT_EQ(probe.instance->enter_configuration_mode(), Status::kOk);
  EXPECT_EQ(probe.set<std::uint64_t>(50, 3), Status::kOk);
  EXPECT_EQ(probe.instance->exit_configuration_mode(), Status::kOk);
  EXPECT_EQ(probe.value<std::uint64_t>(50), 3U);
  EXPECT_EQ(probe.set<std::uint64_t>(50, 4), Status::kError);
}

// All four answers of doStep arrive; the first step goes the watched way, later ones the short way.
TEST(Fmi3Instance, StepsAndPassesAllAnswersOn) {
  Probe probe;
  Instance& instance = probe.make();
  for (int round = 0; round < 2; ++round) {
    probe.next(Probe::kGood);
    DoStepResult result = instance.do_step(1.0, 0.5, false);
    EXPECT_EQ(result.status, Status::kOk);
    EXPECT_EQ(result.reached_s, 1.5);
    EXPECT_FALSE(result.event_handling_needed || result.early_return || result.terminate);
    EXPECT_TRUE(probe.value<bool>(5));
    probe.next(Probe::kEvent);
    EXPECT_TRUE(instance.do_step(1.5, 0.5, true).event_handling_needed);
    EXPECT_FALSE(probe.value<bool>(5));
    probe.next(Probe::kEnd);
    EXPECT_TRUE(instance.do_step(1.5, 0.5, false).terminate);
    probe.next(Probe::kEarly);
    result = instance.do_step(2.0, 1.0, false);
    EXPECT_TRUE(result.early_return);
    EXPECT_EQ(result.reached_s, 2.25);
    probe.next(Probe::kWarn);
    result = instance.do_step(2.0, 1.0, false);
    EXPECT_EQ(result.status, Status::kWarning);
    EXPECT_EQ(result.reached_s, 3.0);
  }
}

// Discard leaves the FMU where it was, whatever it wrote as time reached; it may be tried again.
TEST(Fmi3Instance, MayRetryAfterDiscard) {
  Probe probe;
  Instance& instance = probe.make();
  for (int round = 0; round < 2; ++round) {
    probe.next(Probe::kDiscard);
    const DoStepResult result = instance.do_step(1.0, 0.5, false);
    EXPECT_EQ(result.status, Status::kDiscard);
    EXPECT_EQ(result.reached_s, 1.0);
    probe.next(Probe::kGood);
    EXPECT_EQ(instance.do_step(1.0, 0.5, false).status, Status::kOk);
  }
}

// Error: the words of the FMU (text, no format), then only reset and set_state.
TEST(Fmi3Instance, StaysDownAfterError) {
  Probe probe;
  Instance& instance = probe.make();
  FmuState state;
  EXPECT_EQ(instance.get_state(state), Status::kOk);
  probe.next(Probe::kFail);
  EXPECT_EQ(instance.do_step(0.5, 0.5, false).status, Status::kError);
  const std::string failure = instance.failure();
  EXPECT_TRUE(contains(failure, "fmi3DoStep returned Error")) << failure;
  EXPECT_TRUE(contains(failure, "the solver gave up on #8# at 100%")) << failure;
  EXPECT_TRUE(contains(failure, "fmi3DoStep(0.5) -> Error")) << failure;
  double value = 0.0;
  const ValueReference reference = 8;
  EXPECT_EQ(instance.get({&reference, 1}, Span<double>{&value, 1}), Status::kError);
  EXPECT_EQ(instance.set_state(state), Status::kOk);
  EXPECT_EQ(instance.do_step(0.5, 0.5, false).status, Status::kOk);
}

// Fatal is final, and FMI 3 has no Pending.
TEST(Fmi3Instance, FatalIsFinal) {
  const FreshLibrary library{"fmi3_probe"};
  Probe first, second;
  first.make(library.path());
  second.make(library.path());
  first.next(Probe::kBeFatal);
  EXPECT_EQ(first.instance->do_step(0.0, 0.5, false).status, Status::kFatal);
  EXPECT_EQ(second.instance->do_step(0.0, 0.5, false).status, Status::kFatal);
  EXPECT_EQ(second.instance->terminate(), Status::kFatal);
}

// A C++ exception that leaves the FMU is an Error of that instance, not the end of the process.
TEST(Fmi3Instance, CatchesExceptionsOfTheFmu) {
  Probe probe;
  Instance& instance = probe.make();
  probe.next(Probe::kThrow);
  EXPECT_EQ(instance.do_step(0.0, 0.5, false).status, Status::kError);
  EXPECT_TRUE(contains(instance.failure(), "fmi3DoStep threw a C++ exception through the C interface"))
      << instance.failure();
  EXPECT_EQ(instance.reset(), Status::kOk);
  EXPECT_EQ(instance.do_step(0.0, 0.5, false).status, Status::kOk);
  probe.next(Probe::kThrow);
  EXPECT_EQ(instance.do_step(0.0, 0.5, false).status, Status::kError);
}

// The floating-point mode is the caller's.
TEST(Fmi3Instance, RestoresTheFloatingPointMode) {
  Probe probe;
  Instance& instance = probe.make();
  probe.next(Probe::kRound);
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(instance.do_step(0.5, 0.5, false).status, Status::kOk);
    EXPECT_EQ(std::fegetround(), FE_TONEAREST);
  }
}

struct Updates final : IntermediateUpdateHandler {
  bool leave{false};
  std::vector<IntermediateUpdate> seen;
  double value_s{0.0};
  bool on_intermediate_update(Instance& instance, const IntermediateUpdate& update) noexcept override {
    seen.push_back(update);
    const ValueReference reference = 8;
    EXPECT_EQ(instance.get({&reference, 1}, Span<double>{&value_s, 1}), Status::kOk);
    const double input = 7.0;
    const ValueReference input_reference = 1;
    EXPECT_EQ(instance.set({&input_reference, 1}, Span<const double>{&input, 1}), Status::kOk);
    return leave;
  }
};

// Inside a step the handler may read, set and ask to leave; the step then ends there.
TEST(Fmi3Instance, CallsTheIntermediateUpdateHandler) {
  Updates updates;
  Probe probe;
  probe.options.intermediate_update = &updates;
  probe.options.intermediate_variables = {3, 9};
  Instance& instance = probe.make();
  EXPECT_EQ(probe.value<std::uint64_t>(1), 2U);
  EXPECT_EQ(probe.value<std::uint64_t>(2), 9U);
  probe.next(Probe::kUpdate);
  for (int round = 0; round < 2; ++round) {
    DoStepResult result = instance.do_step(1.0, 0.5, false);
    EXPECT_FALSE(result.early_return);
    EXPECT_EQ(result.reached_s, 1.5);
    updates.leave = true;
    result = instance.do_step(1.0, 0.5, false);
    EXPECT_TRUE(result.early_return);
    EXPECT_EQ(result.reached_s, 1.25);
    updates.leave = false;
  }
  ASSERT_EQ(updates.seen.size(), 4U);
  EXPECT_EQ(updates.seen[0].time_s, 1.25);
  EXPECT_TRUE(updates.seen[0].set_requested && updates.seen[0].get_allowed && updates.seen[0].step_finished &&
              updates.seen[0].can_return_early);
  EXPECT_EQ(probe.value<double>(1), 7.0);
}

// Options that do not fit together are refused before the FMU is called.
TEST(Fmi3Instance, RefusesOptionsThatDoNotFit) {
  Probe probe;
  probe.options.intermediate_variables = {3};
  EXPECT_THROW(probe.make(), Error);
  Probe scheduled;
  scheduled.kind = InterfaceKind::kScheduledExecution;
  try {
    scheduled.make();
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kBadUsage);
    EXPECT_TRUE(contains(error.what(), "Scheduled Execution needs InstanceOptions::scheduler"));
  }
}

// The FMU's refusal and a library without the functions are errors with the reason.
TEST(Fmi3Instance, SaysWhyItCouldNotBeMade) {
  Probe probe;
  probe.token = "{refuse}";
  try {
    probe.make();
    FAIL();
  } catch (const Error& error) {
    EXPECT_TRUE(contains(
        error.what(),
        "fmi3InstantiateCoSimulation returned no instance; the FMU said:\n  Error: token is 100% wrong"))
        << error.what();
  }
  try {
    probe.make(built_library("fmi2_probe"));
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kLoadFailed);
    EXPECT_TRUE(contains(error.what(), "fmi3InstantiateCoSimulation, fmi3DoStep, fmi3FreeInstance"))
        << error.what();
  }
}

// The trace shows answers as well as arguments, those of the three ways to instantiate in full.
TEST(Fmi3Instance, TracesCallsOnRequest) {
  Probe probe;
  probe.options.trace_calls = true;
  Instance& instance = probe.make();
  EXPECT_EQ(instance.do_step(0.0, 0.5, false).status, Status::kOk);
  ASSERT_EQ(probe.lines.size(), 2U);
  EXPECT_EQ(
      probe.lines[0],
      "trace|fmi-call|fmi3InstantiateCoSimulation(\"Probe\", \"{probe}\", "
      "\"/unpacked/my fmu/resources/\", false, false, true, true, [], 0, environment, logMessage, NULL) "
      "-> OK");
  EXPECT_EQ(probe.lines[1], "trace|fmi-call|fmi3DoStep(0, 0.5, true, false, false, false, 0.5) -> OK");

  Probe exchange;
  exchange.kind = InterfaceKind::kModelExchange;
  exchange.has_resources = false;
  exchange.options.trace_calls = true;
  exchange.make();
  EXPECT_EQ(exchange.lines.front(),
            "trace|fmi-call|fmi3InstantiateModelExchange(\"Probe\", \"{probe}\", NULL, false, false, "
            "environment, logMessage) -> OK");
}

}  // namespace
}  // namespace lockstep::core
