// SPDX-License-Identifier: Apache-2.0
#include "instance/fmi2_instance.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cfenv>
#include <csignal>

#include "fmi2_probe.hpp"
#include "lockstep/core/error.hpp"

namespace lockstep::core {
namespace {

using Deed = Fmi2Probe;

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// The FMU is told its kind, the resource URI and the flags; the name defaults to the model's.
TEST(Fmi2Instance, TellsTheFmuWhatItIs) {
  Fmi2Probe probe;
  probe.options.visible = true;
  probe.make();
  EXPECT_EQ(probe.string(0), "file:///unpacked/my%20fmu/resources");
  EXPECT_EQ(probe.integer(0), 1);  // fmi2CoSimulation
  EXPECT_TRUE(probe.boolean(0));
  EXPECT_FALSE(probe.boolean(1));
  EXPECT_EQ(probe.instance->name(), "Probe");
  probe.options.name = "left";
  probe.options.logging_on = true;
  probe.options.log_categories = {"logA", "logB"};
  probe.make();
  EXPECT_EQ(probe.instance->name(), "left");
  EXPECT_TRUE(probe.boolean(1));
  EXPECT_EQ(probe.string(1), "logB");
}

// setupExperiment comes always, with the values that are given and "not defined" for the others.
TEST(Fmi2Instance, SetsTheExperimentUp) {
  Fmi2Probe probe;
  probe.make();
  EXPECT_EQ(probe.instance->enter_initialization_mode({0.5, 2.0, 1e-3}), Status::kOk);
  EXPECT_EQ(probe.real(1), 1e-3);
  EXPECT_EQ(probe.real(2), 0.5);
  EXPECT_EQ(probe.real(3), 2.0);
  EXPECT_EQ(probe.instance->exit_initialization_mode(), Status::kOk);
  probe.next(Deed::kWarn);
  EXPECT_EQ(probe.instance->enter_initialization_mode({}), Status::kWarning);
  EXPECT_EQ(probe.real(1), -1.0);
  EXPECT_EQ(probe.real(3), -1.0);
}

// A step reports where it got; the FMU learns whether it may have to go back.
TEST(Fmi2Instance, Steps) {
  Fmi2Probe probe;
  Instance& instance = probe.make();
  for (int i = 0; i < 3; ++i) {
    const DoStepResult result = instance.do_step(i * 0.5, 0.5, false);
    EXPECT_EQ(result.status, Status::kOk);
    EXPECT_EQ(result.reached_s, (i + 1) * 0.5);
  }
  EXPECT_EQ(probe.real(8), 1.5);
  EXPECT_TRUE(probe.boolean(2));
  EXPECT_EQ(instance.do_step(1.5, 0.5, true).status, Status::kOk);
  EXPECT_FALSE(probe.boolean(2));
  probe.next(Deed::kWarn);
  const DoStepResult warned = instance.do_step(2.0, 0.5, false);
  EXPECT_EQ(warned.status, Status::kWarning);
  EXPECT_EQ(warned.reached_s, 2.5);
  EXPECT_EQ(instance.terminate(), Status::kOk);
}

// Discard: where did it get, and does it want to end? The instance stays usable.
TEST(Fmi2Instance, AsksAboutDiscardedSteps) {
  Fmi2Probe probe;
  Instance& instance = probe.make();
  probe.next(Deed::kDiscardHalfway);
  DoStepResult result = instance.do_step(1.0, 0.5, false);
  EXPECT_EQ(result.status, Status::kDiscard);
  EXPECT_EQ(result.reached_s, 1.25);
  EXPECT_FALSE(result.terminate);
  probe.next(Deed::kEndHalfway);
  result = instance.do_step(1.0, 0.5, false);
  EXPECT_TRUE(result.terminate);
  probe.next(Deed::kGood);
  EXPECT_EQ(instance.do_step(1.0, 0.5, false).status, Status::kOk);
}

// After Error every call but reset, set_state and free is refused without reaching the FMU; the report has
// the FMU's own words and the last calls.
TEST(Fmi2Instance, StaysDownAfterError) {
  Fmi2Probe probe;
  Instance& instance = probe.make();
  EXPECT_EQ(instance.do_step(0.0, 0.5, false).status, Status::kOk);
  probe.next(Deed::kFail);
  EXPECT_EQ(instance.do_step(0.5, 0.5, false).status, Status::kError);
  const std::string failure = instance.failure();
  EXPECT_TRUE(contains(failure, "Probe: fmi2DoStep returned Error")) << failure;
  EXPECT_TRUE(contains(failure, "the FMU said:\n  Error: the solver gave up at t=0.5")) << failure;
  EXPECT_TRUE(contains(failure, "fmi2DoStep(0) -> OK\n")) << failure;
  EXPECT_TRUE(contains(failure, "fmi2DoStep(0.5) -> Error\n")) << failure;
  EXPECT_TRUE(contains(failure, "fmi2Instantiate() -> OK\n")) << failure;
  EXPECT_EQ(instance.do_step(0.5, 0.5, false).status, Status::kError);
  EXPECT_EQ(instance.terminate(), Status::kError);
  EXPECT_EQ(instance.failure(), failure) << "the first failure is the one that matters";
  EXPECT_EQ(instance.reset(), Status::kOk);
  EXPECT_EQ(instance.failure(), "");
  EXPECT_EQ(instance.do_step(0.0, 0.5, false).status, Status::kOk);
}

// Fatal ends all instances of the FMU: no call reaches any of them, not even free (the probe would abort).
TEST(Fmi2Instance, FatalIsFinalForAllInstances) {
  const FreshLibrary library{"fmi2_probe"};
  Fmi2Probe first, second;
  first.make(library.path());
  second.make(library.path());
  first.next(Deed::kBeFatal);
  second.next(Deed::kBeFatal);
  EXPECT_EQ(first.instance->do_step(0.0, 0.5, false).status, Status::kFatal);
  EXPECT_EQ(second.instance->do_step(0.0, 0.5, false).status, Status::kFatal);
  EXPECT_EQ(second.instance->reset(), Status::kFatal);
  EXPECT_EQ(second.real(8), -1.0);
  EXPECT_TRUE(contains(second.instance->failure(), "returned Fatal, which forbids any further call"));
  Fmi2Probe third;
  EXPECT_THROW(third.make(library.path()), Error);
}

// A status FMI does not have is an Error that names the number.
TEST(Fmi2Instance, TakesUnknownStatusesForErrors) {
  Fmi2Probe probe;
  Instance& instance = probe.make();
  probe.next(Deed::kUnknownStatus);
  EXPECT_EQ(instance.do_step(0.0, 0.5, false).status, Status::kError);
  EXPECT_TRUE(contains(instance.failure(), "returned the status 42, which FMI 2.0 does not have"));
}

// Pending: the step goes on in the background; polling or the callback tells its end.
TEST(Fmi2Instance, FollowsAsynchronousSteps) {
  Fmi2Probe probe;
  probe.capabilities.can_run_asynchronously = true;
  Instance& instance = probe.make();
  for (int step = 0; step < 2; ++step) {
    probe.next(Deed::kPend);
    DoStepResult result = instance.do_step(1.0, 0.5, false);
    EXPECT_EQ(result.status, Status::kPending);
    int polls = 0;
    while (instance.poll_step(result) == Status::kPending && polls < 10)
      ++polls;
    EXPECT_EQ(polls, 2);
    EXPECT_EQ(result.status, Status::kOk);
    EXPECT_EQ(result.reached_s, 1.5);
    probe.next(Deed::kPendWithCallback);
    EXPECT_EQ(instance.do_step(1.0, 0.5, false).status, Status::kPending);
    EXPECT_EQ(instance.poll_step(result), Status::kOk);
  }
  EXPECT_EQ(instance.cancel_step(), Status::kOk);
}

// cancelStep is not called on an FMU that does not run asynchronously.
TEST(Fmi2Instance, DoesNotCallWhatIsNotDeclared) {
  Fmi2Probe probe;
  Instance& instance = probe.make();
  EXPECT_EQ(instance.cancel_step(), Status::kError);
  EXPECT_TRUE(contains(instance.failure(),
                       "fmi2CancelStep not called: the FMU does not declare canRunAsynchronuously"));
  EXPECT_EQ(instance.do_step(0.0, 0.5, false).status, Status::kOk) << "not the FMU's failure: it goes on";
}

// The floating-point mode is restored after every step and reported once.
TEST(Fmi2Instance, RestoresTheFloatingPointMode) {
  Fmi2Probe probe;
  Instance& instance = probe.make();
  EXPECT_EQ(instance.do_step(0.0, 0.5, false).status, Status::kOk);
  probe.next(Deed::kRound);
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(instance.do_step(0.5, 0.5, false).status, Status::kOk);
    EXPECT_EQ(std::fegetround(), FE_TONEAREST);
  }
  ASSERT_EQ(probe.lines.size(), 1U);
  EXPECT_TRUE(contains(probe.lines[0], "warning|process-state|fmi2DoStep changed the rounding mode upward"))
      << probe.lines[0];
}

// Once an FMU is known to touch the mode, one the caller chose later is respected.
TEST(Fmi2Instance, RespectsTheCallersFloatingPointMode) {
  Fmi2Probe probe;
  Instance& instance = probe.make();
  EXPECT_EQ(instance.do_step(0.0, 0.5, false).status, Status::kOk);
  probe.next(Deed::kRound);
  EXPECT_EQ(instance.do_step(0.5, 0.5, false).status, Status::kOk);
  std::fesetround(FE_TOWARDZERO);
  EXPECT_EQ(instance.do_step(0.5, 0.5, false).status, Status::kOk);
  EXPECT_EQ(std::fegetround(), FE_TOWARDZERO);
  std::fesetround(FE_TONEAREST);
}

// Locale, working directory and signal mask are restored after the first step and after instantiation.
TEST(Fmi2Instance, RestoresTheStateOfTheProcess) {
  for (const bool at_instantiation : {true, false}) {
    Fmi2Probe probe;
    std::setlocale(LC_ALL, "C");
    const auto before = std::filesystem::current_path();
    if (at_instantiation) probe.token = "{disturb}";
    Instance& instance = probe.make();
    probe.next(Deed::kDisturb);
    EXPECT_EQ(instance.do_step(0.0, 0.5, false).status, Status::kOk);
    EXPECT_STREQ(std::setlocale(LC_ALL, nullptr), "C");
    EXPECT_EQ(std::filesystem::current_path(), before);
    sigset_t mask;
    pthread_sigmask(SIG_SETMASK, nullptr, &mask);
    EXPECT_EQ(sigismember(&mask, SIGUSR2), 0);
    ASSERT_FALSE(probe.lines.empty());
    const std::string who = at_instantiation ? "fmi2Instantiate" : "fmi2DoStep";
    EXPECT_TRUE(
        contains(probe.lines[0], who + " changed the locale from 'C' to 'C.UTF-8', working directory to '/', "
                                       "signal mask ('User defined signal 2' blocked)"))
        << probe.lines[0];
  }
}

// An FMU that refuses to be instantiated: the error has its words, or says that there are none.
TEST(Fmi2Instance, SaysWhyItCouldNotBeMade) {
  Fmi2Probe probe;
  probe.token = "{refuse}";
  try {
    probe.make();
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kFmuFailed);
    EXPECT_TRUE(contains(
        error.what(),
        "fmi2Instantiate returned no instance; the FMU said:\n  Error: GUID {refuse} is not {probe}"))
        << error.what();
  }
  probe.token = "{silent}";
  try {
    probe.make();
    FAIL();
  } catch (const Error& error) {
    EXPECT_TRUE(contains(error.what(), "did not say why; try again with logging on")) << error.what();
  }
}

// A library without the functions that matter is refused at once, naming them.
TEST(Fmi2Instance, NamesMissingFunctions) {
  Fmi2Probe probe;
  try {
    probe.make(built_library("fmi2_me_only"));
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kLoadFailed);
    EXPECT_TRUE(contains(error.what(), "lacks what Co-Simulation needs at least: fmi2DoStep"))
        << error.what();
  }
}

// Optional functions that are declared but missing are named errors when used, not crashes.
TEST(Fmi2Instance, NamesMissingOptionalFunctionsWhenUsed) {
  Fmi2Probe probe;
  Instance& instance = probe.make(built_library("fmi2_bare"));
  const ValueReference reference = 1;
  const double seed = 1.0;
  double result = 0.0;
  EXPECT_EQ(instance.directional_derivative({&reference, 1}, {&reference, 1}, {&seed, 1}, {&result, 1}),
            Status::kError);
  EXPECT_TRUE(contains(instance.failure(),
                       "fmi2GetDirectionalDerivative is not in the FMU's library although the FMU "
                       "declares providesDirectionalDerivative"))
      << instance.failure();
  FmuState state;
  EXPECT_EQ(instance.get_state(state), Status::kError);
  EXPECT_FALSE(state);
  EXPECT_EQ(instance.do_step(0.0, 0.5, false).status, Status::kOk);
}

// What Co-Simulation in FMI 2 does not have answers Error and says so.
TEST(Fmi2Instance, SaysWhatFmi2DoesNotHave) {
  Fmi2Probe probe;
  Instance& instance = probe.make();
  EXPECT_EQ(instance.enter_configuration_mode(), Status::kError);
  EXPECT_TRUE(contains(instance.failure(), "configuration mode is not part of FMI 2.0 Co-Simulation"));
  float value = 0.0F;
  const ValueReference reference = 1;
  EXPECT_EQ(instance.get({&reference, 1}, Span<float>{&value, 1}), Status::kError);
  EXPECT_TRUE(contains(instance.failure(), "reading Float32 variables is not part of FMI 2.0"));
  EXPECT_EQ(instance.enter_event_mode(), Status::kError);
}

// "Only once per process": two instances do not share static data.
TEST(Fmi2Instance, GetsItsOwnLibraryWhereNeeded) {
  const FreshLibrary library{"fmi2_probe"};
  Fmi2Probe first, second, third;
  for (Fmi2Probe* probe : {&first, &second})
    probe->capabilities.can_be_instantiated_only_once_per_process = true;
  first.make(library.path());
  second.make(library.path());
  EXPECT_EQ(first.integer(200), 1);
  EXPECT_EQ(second.integer(200), 1);
  third.make(library.path());  // without the flag: shares the first loading
  EXPECT_EQ(third.integer(200), 2);
}

// Messages of the FMU: formatted, safe without arguments, NULL everywhere, limited in number.
TEST(Fmi2Instance, PassesMessagesOfTheFmuOn) {
  Fmi2Probe probe;
  probe.options.max_log_messages_per_second = 20;
  Instance& instance = probe.make();
  for (int message = 1; message <= 5; ++message) {
    probe.set_integer(101, message);
    EXPECT_EQ(instance.do_step(0.0, 0.5, false).status, Status::kOk);
  }
  ASSERT_EQ(probe.lines.size(), 4U);
  EXPECT_EQ(probe.lines[0], "warning|logEvents|x is 1.500 in step 7 of probe");
  EXPECT_EQ(probe.lines[1], "warning|logEvents|100% sure and 50%");
  EXPECT_TRUE(contains(probe.lines[2], "warning|logEvents|no arguments for ")) << probe.lines[2];
  EXPECT_EQ(probe.lines[3], "warning||");
  probe.set_integer(101, 6);
  EXPECT_EQ(instance.do_step(0.0, 0.5, false).status, Status::kOk);
  probe.instance.reset();
  EXPECT_LT(probe.lines.size(), 50U);
  EXPECT_TRUE(probe.logged("messages suppressed"));
}

// The trace has every call with arguments and answer.
TEST(Fmi2Instance, TracesCallsOnRequest) {
  Fmi2Probe probe;
  probe.options.trace_calls = true;
  Instance& instance = probe.make();
  EXPECT_EQ(instance.enter_initialization_mode({0.0, 1.0, {}}), Status::kOk);
  EXPECT_EQ(instance.do_step(0.0, 0.5, false).status, Status::kOk);
  EXPECT_EQ(probe.real(8), 0.5);
  probe.instance.reset();
  const std::vector<std::string> expected{
      "trace|fmi-call|fmi2Instantiate(\"Probe\", 1, \"{probe}\", \"file:///unpacked/my%20fmu/resources\", "
      "functions, false, false) -> OK",
      "trace|fmi-call|fmi2SetupExperiment(false, 0, 0, true, 1) -> OK",
      "trace|fmi-call|fmi2EnterInitializationMode() -> OK",
      "trace|fmi-call|fmi2DoStep(0, 0.5, true) -> OK",
      "trace|fmi-call|fmi2GetReal([8], [0.5]) -> OK",
      "trace|fmi-call|fmi2FreeInstance() -> OK",
  };
  EXPECT_EQ(probe.lines, expected);
}

// An instance costs less than a kilobyte, the ring of calls included.
TEST(Fmi2Instance, IsSmall) {
  EXPECT_LE(sizeof(Fmi2Instance) + sizeof(InstanceContext), 1280U);
}

}  // namespace
}  // namespace lockstep::core
