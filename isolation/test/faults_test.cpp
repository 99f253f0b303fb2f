// SPDX-License-Identifier: Apache-2.0
// Every fault of the model Faulty, isolated: this process goes on and knows why.
#include <dirent.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <csignal>
#include <filesystem>
#include <set>

#include "isolated_run.hpp"
#include "lockstep/core/error.hpp"
#include "support/files.hpp"

namespace lockstep::isolation::test {
namespace {

using core::Stepper;
using core::StepperOptions;

std::unique_ptr<Stepper> faulty(const std::string& version, std::int64_t fault, double fault_time_s,
                                StepperOptions options = {}, const std::string& model = "Faulty") {
  auto stepper = Stepper::create(
      core::Fmu::open(std::string{LOCKSTEP_FAULTY_FMUS} + '/' + version + '/' + model + ".fmu"),
      isolated(std::move(options)));
  stepper->set(*stepper->description().find("fault"), core::Value{std::vector<std::int64_t>{fault}});
  stepper->set(*stepper->description().find("fault_time"), core::Value{std::vector<double>{fault_time_s}});
  return stepper;
}

struct Case {
  std::int64_t fault;
  const char* expected;  ///< in the report; null: the step succeeds
};

/// FMI version; whether the FMU is for Model Exchange, with the solver in the worker; the fault.
class IsolatedFaultConcurrency : public ::testing::TestWithParam<std::tuple<const char*, bool, Case>> {};

// One good step, then the fault: the step fails, the report names the cause, what the FMU was asked for and
// when; further steps fail at once; a reset brings a new process, and all is well until the fault comes
// again.
TEST_P(IsolatedFaultConcurrency, StepFailsAndThisProcessGoesOn) {
  const auto& [version, exchange, expected] = GetParam();
  StepperOptions options;
  options.isolation.call_limit_s = expected.fault == 5 || expected.fault == 6 ? 0.5 : 30.0;
  if (exchange) options.kind = core::InterfaceKind::kModelExchange;
  const auto stepper =
      faulty(version, expected.fault, 0.015, options, exchange ? "FaultyExchange" : "Faulty");
  const double solver_error = exchange ? 1e-9 : 0.0;
  const std::vector<const core::Variable*> outputs{stepper->description().find("y")};
  const Span<const double> y = stepper->bind_outputs<double>(outputs);
  const core::TimeGrid grid{0.0, core::Rational::from_seconds(0.01)};
  for (int life = 0; life < 2; ++life) {
    stepper->initialize({});
    ASSERT_EQ(stepper->step(grid.interval(0)).status, core::Status::kOk);
    EXPECT_NEAR(y[0], 0.01, solver_error);
    const core::StepOutcome outcome = stepper->step(grid.interval(1));
    if (expected.expected == nullptr) {
      EXPECT_TRUE(succeeded(outcome.status)) << stepper->fault();
      EXPECT_NEAR(y[0], expected.fault == 11 ? 1e120 : 0.02, solver_error);
    } else {
      EXPECT_EQ(outcome.status, core::Status::kError);
      const std::string report = stepper->fault();
      EXPECT_NE(report.find(expected.expected), std::string::npos) << report;
      EXPECT_NE(report.find("0.0"), std::string::npos) << report;  // the time
      EXPECT_NE(report.find("Faulty"), std::string::npos) << report;
      EXPECT_EQ(stepper->step(grid.interval(2)).status, core::Status::kError);
      EXPECT_EQ(stepper->fault(), report);
    }
    stepper->reset();
  }
}

INSTANTIATE_TEST_SUITE_P(
    Faults, IsolatedFaultConcurrency,
    ::testing::Combine(
        ::testing::Values("2.0", "3.0"), ::testing::Bool(),
        ::testing::Values(Case{1, nullptr}, Case{2, "signal 11 (SIGSEGV"}, Case{3, "signal 6 (SIGABRT"},
                          Case{4, "exit(3)"}, Case{5, "did not answer within 0.5 s"},
                          Case{6, "did not answer within 0.5 s"}, Case{7, nullptr}, Case{8, nullptr},
                          Case{9, "signal 11 (SIGSEGV"}, Case{10, "'y' is nan"}, Case{11, nullptr},
                          Case{12, "signal 6 (SIGABRT"}, Case{13, nullptr}, Case{14, nullptr},
                          Case{15, nullptr}, Case{16, nullptr}, Case{17, "returned the status 42"})),
    [](const auto& test) {
      return std::string{"fmi"} + std::get<0>(test.param)[0] +
             (std::get<1>(test.param) ? "_me_fault" : "_fault") +
             std::to_string(std::get<2>(test.param).fault);
    });

// The last FMI call of a crash is the one without an answer.
TEST(IsolationConcurrency, CrashReportNamesTheFmiCall) {
  for (const std::int64_t fault : {2, 3, 4, 5, 9}) {
    StepperOptions options;
    options.isolation.call_limit_s = fault == 5 ? 0.5 : 30.0;
    const auto stepper = faulty("2.0", fault, 0.0, options);
    stepper->initialize({});
    EXPECT_EQ(stepper->step(core::StepInterval::between(0.0, 0.01)).status, core::Status::kError);
    EXPECT_NE(stepper->fault().find("fmi2DoStep(0) -> no answer"), std::string::npos) << stepper->fault();
  }
}

// A crash during initialisation is an Error with the same report.
TEST(IsolationConcurrency, CrashInInitialisationIsAnError) {
  const auto stepper = faulty("3.0", 2, -1.0);
  try {
    stepper->initialize({});
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kFmuFailed);
    EXPECT_NE(std::string{error.what()}.find("SIGSEGV"), std::string::npos) << error.what();
  }
}

// The limit of memory ends a leak: malloc fails inside the model and it crashes, alone.
TEST(IsolationConcurrency, MemoryLimitEndsALeak) {
  StepperOptions options;
  options.isolation.max_memory_bytes = std::uint64_t{256} << 20U;
  const auto stepper = faulty("2.0", 8, 0.0, options);
  stepper->initialize({});
  const core::TimeGrid grid{0.0, core::Rational::from_seconds(0.01)};
  core::Status status = core::Status::kOk;
  for (int k = 0; k < 1000 && succeeded(status); ++k)
    status = stepper->step(grid.interval(k)).status;
  EXPECT_EQ(status, core::Status::kError);
}

// Nothing is left of a worker, neither of one that ended in order nor of one that crashed: no process, no
// zombie, no descriptor, no file.
TEST(IsolationConcurrency, NothingIsLeftBehind) {
  const lockstep::test::TemporaryFolder folder;
  ASSERT_EQ(::chmod(folder.path().c_str(), 0777), 0);
  const char* const before = std::getenv("TMPDIR");
  const std::string old = before != nullptr ? before : "";
  ::setenv("TMPDIR", folder.path().c_str(), 1);
  const auto descriptors = [] {
    return std::distance(std::filesystem::directory_iterator{"/proc/self/fd"},
                         std::filesystem::directory_iterator{});
  };
  { const auto warm = faulty("2.0", 1, 0.0); }
  const auto open_before = descriptors();
  const std::set<pid_t> children_before = children_of(::getpid());
  for (const std::int64_t fault : {1, 2, 4}) {
    const auto stepper = faulty("2.0", fault, 0.0);
    stepper->initialize({});
    EXPECT_FALSE(std::filesystem::is_empty(folder.path()));
    static_cast<void>(stepper->step(core::StepInterval::between(0.0, 0.01)));
  }
  EXPECT_EQ(children_of(::getpid()), children_before);
  EXPECT_EQ(descriptors(), open_before);
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
  before != nullptr ? ::setenv("TMPDIR", old.c_str(), 1) : ::unsetenv("TMPDIR");
}

// A host that is killed takes its workers with it: process and scratch folder. The dead host cannot tell
// when, so the test waits for the supervisor, whose parent it becomes.
TEST(IsolationConcurrency, WorkersEndWithAKilledHost) {
  const lockstep::test::TemporaryFolder folder;
  ASSERT_EQ(::chmod(folder.path().c_str(), 0777), 0);
  for (int point = 0; point < 10; ++point) {
    int ready[2];
    ASSERT_EQ(::pipe(ready), 0);
    const pid_t host = ::fork();
    if (host == 0) {
      ::setenv("TMPDIR", folder.path().c_str(), 1);
      const auto stepper = faulty("2.0", 6, 0.01 * point);
      stepper->initialize({});
      static_cast<void>(::write(ready[1], "r", 1));
      const core::TimeGrid grid{0.0, core::Rational::from_seconds(0.01)};
      for (int k = 0;; ++k)
        static_cast<void>(stepper->step(grid.interval(k)));
    }
    char byte = 0;
    ASSERT_EQ(::read(ready[0], &byte, 1), 1);
    ::close(ready[0]);
    ::close(ready[1]);
    const std::set<pid_t> supervisors = children_of(host);
    ASSERT_EQ(supervisors.size(), 1U);
    const std::set<pid_t> workers = children_of(*supervisors.begin());
    ASSERT_EQ(workers.size(), 1U);
    ASSERT_EQ(::kill(host, SIGKILL), 0);
    ASSERT_EQ(::waitpid(host, nullptr, 0), host);
    // Not our children: wait until they are gone from /proc. CTest ends a test that waits for ever.
    const auto gone = [](pid_t process) { return ::kill(process, 0) != 0; };
    while (!gone(*workers.begin()) || !std::filesystem::is_empty(folder.path()))
      ::sched_yield();
  }
}

}  // namespace
}  // namespace lockstep::isolation::test
