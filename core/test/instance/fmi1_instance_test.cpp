// SPDX-License-Identifier: Apache-2.0
#include "instance/fmi1_instance.hpp"

#include <gtest/gtest.h>

#include "fmi1_probe.hpp"
#include "lockstep/core/error.hpp"

namespace lockstep::core {
namespace {

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// A slave learns where the unpacked FMU is, what kind of FMU it is and how long to wait for a tool.
TEST(Fmi1Instance, TellsTheSlaveWhatItIs) {
  Fmi1Probe probe;
  probe.options.visible = true;
  probe.make();
  EXPECT_EQ(probe.value<std::string>(0), "file:///unpacked/my%20fmu");
  EXPECT_EQ(probe.value<std::string>(1), "application/x-fmu-sharedlibrary");
  EXPECT_EQ(probe.value<double>(4), 0.0);
  EXPECT_TRUE(probe.value<bool>(0));
  EXPECT_FALSE(probe.value<bool>(1));
  EXPECT_FALSE(probe.value<bool>(2)) << "interactive";
  probe.capabilities.tool_coupling = true;
  probe.make();
  EXPECT_EQ(probe.value<double>(4), 60000.0) << "a tool that does not come must not block for ever";
}

// Messages reach the right instance although FMI 1 gives callbacks no environment, also during instantiation.
TEST(Fmi1Instance, MessagesFindTheirInstance) {
  Fmi1Probe left, right;
  left.options.name = "left";
  right.options.name = "right";
  left.make();
  right.make();
  EXPECT_EQ(left.lines, (std::vector<std::string>{"warning|log|made left"}));
  EXPECT_EQ(right.lines, (std::vector<std::string>{"warning|log|made right"}));
  right.next(Fmi1Probe::kFail);
  EXPECT_EQ(right.instance->do_step(0.5, 0.5, false).status, Status::kError);
  EXPECT_TRUE(contains(right.instance->failure(), "fmiDoStep returned Error")) << right.instance->failure();
  EXPECT_TRUE(contains(right.instance->failure(), "gave up at 0.5"));
  EXPECT_EQ(left.lines.size(), 1U);
}

// Values are set before the initialisation, which happens when initialisation mode is left.
TEST(Fmi1Instance, InitialisesSlaves) {
  Fmi1Probe probe;
  probe.make();
  EXPECT_EQ(probe.instance->enter_initialization_mode({0.5, 2.0, 1e-3}), Status::kOk);
  EXPECT_EQ(probe.value<double>(2), 0.0);
  EXPECT_EQ(probe.instance->exit_initialization_mode(), Status::kOk);
  EXPECT_EQ(probe.value<double>(2), 0.5);
  EXPECT_EQ(probe.value<double>(3), 2.0);
}

// Steps: the flag says whether a step is new or repeated; discard asks where it got; reset starts again.
TEST(Fmi1Instance, Steps) {
  Fmi1Probe probe;
  Instance& instance = probe.make();
  for (int round = 0; round < 2; ++round) {
    const double from_s = round;
    EXPECT_EQ(instance.do_step(from_s, 0.5, false).status, Status::kOk);
    EXPECT_TRUE(probe.value<bool>(3));
    EXPECT_EQ(probe.value<double>(8), from_s + 0.5);
    EXPECT_EQ(instance.do_step(from_s, 0.25, false).status, Status::kOk);
    EXPECT_FALSE(probe.value<bool>(3)) << "the same step again";
  }
  probe.next(Fmi1Probe::kDiscardHalfway);
  const DoStepResult result = instance.do_step(2.0, 0.5, false);
  EXPECT_EQ(result.status, Status::kDiscard);
  EXPECT_EQ(result.reached_s, 2.25);
  probe.next(Fmi1Probe::kFail);
  EXPECT_EQ(instance.do_step(2.0, 0.5, false).status, Status::kError);
  EXPECT_EQ(instance.terminate(), Status::kError);
  EXPECT_EQ(instance.reset(), Status::kOk);
  EXPECT_EQ(instance.do_step(0.0, 0.5, false).status, Status::kOk);
  EXPECT_EQ(instance.terminate(), Status::kOk);
}

// stepFinished tells the end of an asynchronous step by the component alone.
TEST(Fmi1Instance, FollowsAsynchronousSteps) {
  Fmi1Probe probe;
  probe.capabilities.can_run_asynchronously = true;
  Instance& instance = probe.make();
  probe.next(Fmi1Probe::kPend);
  DoStepResult result = instance.do_step(1.0, 0.5, false);
  EXPECT_EQ(result.status, Status::kPending);
  EXPECT_EQ(instance.poll_step(result), Status::kOk);
  EXPECT_EQ(result.reached_s, 1.5);
  EXPECT_EQ(instance.cancel_step(), Status::kError);
  EXPECT_TRUE(
      contains(instance.failure(), "fmiCancelStep is not in the FMU's library although the FMU declares"));
}

// Fatal is final; the probe would abort if it were freed.
TEST(Fmi1Instance, FatalIsFinal) {
  const FreshLibrary library{"fmi1_probe"};
  Fmi1Probe probe;
  Instance& instance = probe.make(library.path());
  probe.next(Fmi1Probe::kBeFatal);
  EXPECT_EQ(instance.do_step(0.0, 1.0, false).status, Status::kFatal);
  EXPECT_EQ(instance.reset(), Status::kFatal);
}

// All four types; booleans are one byte wide in FMI 1, strings may be NULL.
TEST(Fmi1Instance, EveryTypeComesBack) {
  Fmi1Probe probe;
  Instance& instance = probe.make();
  const std::vector<ValueReference> references{5, 7};
  const double reals[2] = {1.5, -1e300};
  double got_reals[2] = {};
  EXPECT_EQ(instance.set(references, Span<const double>{reals}), Status::kOk);
  EXPECT_EQ(instance.get(references, Span<double>{got_reals}), Status::kOk);
  EXPECT_EQ(got_reals[1], -1e300);
  const bool booleans[2] = {true, false};
  bool got_booleans[2] = {false, true};
  EXPECT_EQ(instance.set(references, Span<const bool>{booleans}), Status::kOk);
  EXPECT_EQ(instance.get(references, Span<bool>{got_booleans}), Status::kOk);
  EXPECT_TRUE(got_booleans[0] && !got_booleans[1]);
  const std::int64_t items[2] = {3, -4};
  std::int64_t got_items[2] = {};
  EXPECT_EQ(instance.set_enumeration(references, items), Status::kOk);
  EXPECT_EQ(instance.get_enumeration(references, got_items), Status::kOk);
  EXPECT_EQ(got_items[1], -4);
  const std::string texts[2] = {"a", "b"};
  std::string got_texts[2];
  EXPECT_EQ(instance.set(references, Span<const std::string>{texts}), Status::kOk);
  EXPECT_EQ(instance.get(references, Span<std::string>{got_texts}), Status::kOk);
  EXPECT_EQ(got_texts[1], "b");
  EXPECT_EQ(probe.value<std::string>(9), "");
}

struct ModelProbe : Fmi1Probe {
  ModelProbe() { kind = InterfaceKind::kModelExchange; }
};

// Model Exchange: time first, then start values, then initialisation; its event answer comes with the first
// update.
TEST(Fmi1Instance, InitialisesModels) {
  ModelProbe probe;
  Instance& instance = probe.make();
  EXPECT_EQ(instance.enter_initialization_mode({0.25, {}, {}}), Status::kOk);
  EXPECT_EQ(probe.value<double>(8), 0.25);
  EXPECT_EQ(instance.exit_initialization_mode(), Status::kOk);
  EXPECT_EQ(probe.value<double>(1), -1.0) << "no tolerance was given";
  EventInfo info;
  EXPECT_EQ(instance.update_discrete_states(info), Status::kOk);
  EXPECT_FALSE(info.discrete_states_need_update);
  EXPECT_EQ(info.next_event_time_s, 0.5);
  EXPECT_EQ(instance.enter_continuous_time_mode(), Status::kOk);
  EXPECT_EQ(instance.enter_event_mode(), Status::kOk);
  EXPECT_EQ(instance.update_discrete_states(info), Status::kOk);
  EXPECT_TRUE(info.discrete_states_need_update);
  EXPECT_EQ(instance.update_discrete_states(info), Status::kOk);
  EXPECT_FALSE(info.discrete_states_need_update);
  EXPECT_TRUE(info.states_changed);
  EXPECT_FALSE(info.next_event_time_s.has_value());
}

// An FMU that refuses toleranceControlled = false is tried again with true, with a warning.
TEST(Fmi1Instance, RepeatsTheInitialisationWithTolerance) {
  ModelProbe probe;
  probe.token = "{tolerance}";
  Instance& instance = probe.make();
  probe.lines.clear();
  EXPECT_EQ(instance.enter_initialization_mode({}), Status::kOk);
  EXPECT_EQ(instance.exit_initialization_mode(), Status::kOk) << instance.failure();
  EXPECT_EQ(probe.value<double>(1), 1e-4);
  ASSERT_EQ(probe.lines.size(), 1U);
  EXPECT_TRUE(contains(probe.lines[0], "refused toleranceControlled = false and was repeated with true"));
}

// States in, derivatives, indicators and nominals out; a completed step may ask for an event.
TEST(Fmi1Instance, EvaluatesTheModel) {
  ModelProbe probe;
  Instance& instance = probe.make();
  std::vector<double> x{3.0, 4.0}, got(2), dx(2), z(1), nominals(2);
  EXPECT_EQ(instance.set_continuous_states(x), Status::kOk);
  EXPECT_EQ(instance.get_continuous_states(got), Status::kOk);
  EXPECT_EQ(instance.get_derivatives(dx), Status::kOk);
  EXPECT_EQ(instance.get_event_indicators(z), Status::kOk);
  EXPECT_EQ(instance.get_nominals(nominals), Status::kOk);
  EXPECT_EQ(got, x);
  EXPECT_EQ(dx, (std::vector<double>{-3.0, -4.0}));
  EXPECT_EQ(z, (std::vector<double>{2.0}));
  EXPECT_EQ(nominals, (std::vector<double>{2.0, 2.0}));
  bool enter = false, end = true;
  EXPECT_EQ(instance.completed_integrator_step(false, enter, end), Status::kOk);
  EXPECT_TRUE(enter && !end);
  EXPECT_EQ(instance.terminate(), Status::kOk);
}

// Model Exchange has no reset in FMI 1: a new instance takes the place of the old.
TEST(Fmi1Instance, ResetsModelsByMakingThemAnew) {
  ModelProbe probe;
  Instance& instance = probe.make();
  EXPECT_EQ(instance.set_time(7.0), Status::kOk);
  EXPECT_EQ(instance.reset(), Status::kOk);
  EXPECT_EQ(probe.value<double>(8), 0.0);
  EXPECT_EQ(probe.lines.size(), 2U) << "made twice, and both messages arrived";
}

// What is missing or wrong in the library is named.
TEST(Fmi1Instance, RefusesLibrariesThatDoNotFit) {
  Fmi1Probe probe;
  probe.token = "{refuse}";
  try {
    probe.make();
    FAIL();
  } catch (const Error& error) {
    EXPECT_TRUE(
        contains(error.what(),
                 "fmiInstantiateSlave returned no instance; the FMU said:\n  Error: GUID {refuse} is wrong"))
        << error.what();
  }
  Fmi1Probe other;
  other.capabilities.model_identifier = "Pump";
  try {
    other.make();
    FAIL();
  } catch (const Error& error) {
    EXPECT_TRUE(contains(error.what(), "fmiInstantiateSlave, fmiInitializeSlave")) << error.what();
  }
  Fmi1Probe platform;
  try {
    platform.make(built_library("fmi1_other_platform"));
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kLoadFailed);
    EXPECT_TRUE(contains(error.what(), "fmiGetTypesPlatform returned 'standard64', expected 'standard32'"))
        << error.what();
  }
}

// An FMU that needs its tool says so in the log before anything waits for it.
TEST(Fmi1Instance, WarnsAboutTools) {
  Fmi1Probe probe;
  probe.capabilities.needs_execution_tool = true;
  probe.make();
  ASSERT_FALSE(probe.lines.empty());
  EXPECT_TRUE(contains(probe.lines[0], "warning|load|the FMU needs its tool to run")) << probe.lines[0];
}

}  // namespace
}  // namespace lockstep::core
