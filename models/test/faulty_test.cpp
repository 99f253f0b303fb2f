// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <malloc.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cerrno>
#include <cfenv>
#include <chrono>
#include <clocale>
#include <cmath>
#include <csignal>

#include "model_run.hpp"

namespace lockstep::models::test {
namespace {

/// Runs the model Faulty, which is not with the others, and lets NaN through.
class FaultyRun {
 public:
  FaultyRun(const Form& form, const std::string& fault, core::InstanceOptions instance = {}) {
    const auto fmu =
        core::Fmu::open(std::string(LOCKSTEP_FAULTY_FMUS_DIR) + "/" + form.version + "/Faulty.fmu");
    core::StepperOptions options;
    options.kind = form.kind;
    options.non_finite = core::NonFinitePolicy::kAllow;
    options.instance = std::move(instance);
    stepper_ = core::Stepper::create(fmu, options);
    set("fault", fault);
    set("fault_time", "0.015");
    const std::string name = "y";
    y = stepper_->bind_outputs<double>(core::select(fmu->description(), {&name, 1}));
    stepper_->initialize({});
  }
  /// The first step is well, the second is not.
  core::StepOutcome step_into_trouble() {
    EXPECT_EQ(stepper_->step({0.0, 0.01, 0.01}).status, core::Status::kOk);
    EXPECT_EQ(y[0], 0.01);
    return stepper_->step({0.01, 0.02, 0.01});
  }

  std::string fault() const { return stepper_->fault(); }

  Span<const double> y;

 private:
  void set(const std::string& name, const std::string& value) {
    const core::Variable& v = *core::select(stepper_->description(), {&name, 1}).front();
    stepper_->set(v, core::parse_value(v, value));
  }
  std::unique_ptr<core::Stepper> stepper_;
};

class Faulty : public AllForms {};
INSTANTIATE_FORMS(Faulty, kFmi2Cs, kFmi3Cs);

TEST_P(Faulty, none_behaves) {
  FaultyRun run(GetParam(), "1");
  EXPECT_EQ(run.step_into_trouble().status, core::Status::kOk);
  EXPECT_EQ(run.y[0], 0.02);
}

TEST_P(Faulty, numbers_that_are_none) {
  FaultyRun nan(GetParam(), "10");
  EXPECT_EQ(nan.step_into_trouble().status, core::Status::kOk);
  EXPECT_TRUE(std::isnan(nan.y[0]));
  FaultyRun huge(GetParam(), "11");
  EXPECT_EQ(huge.step_into_trouble().status, core::Status::kOk);
  EXPECT_EQ(huge.y[0], 1e120);
}

// The faults that end a process do so: each runs in a child of its own.
TEST_P(Faulty, ends_the_process) {
  ::testing::GTEST_FLAG(death_test_style) = "threadsafe";
  const auto run = [&](const char* fault) {
    static_cast<void>(FaultyRun(GetParam(), fault).step_into_trouble());
  };
  EXPECT_EXIT(run("2"), ::testing::KilledBySignal(SIGSEGV), "");
  EXPECT_EXIT(run("3"), ::testing::KilledBySignal(SIGABRT), "");
  EXPECT_EXIT(run("4"), ::testing::ExitedWithCode(3), "");
  EXPECT_EXIT(run("9"), ::testing::KilledBySignal(SIGSEGV), "");
}

// Those that never come back have to be ended from outside: by the limit on processor time, by an alarm.
TEST_P(Faulty, never_comes_back) {
  ::testing::GTEST_FLAG(death_test_style) = "threadsafe";
  const auto loop = [&] {
    FaultyRun run(GetParam(), "5");
    rusage used{};
    getrusage(RUSAGE_SELF, &used);
    const auto seconds = static_cast<rlim_t>(used.ru_utime.tv_sec + used.ru_stime.tv_sec) + 1;
    const rlimit limit{seconds, RLIM_INFINITY};
    setrlimit(RLIMIT_CPU, &limit);
    static_cast<void>(run.step_into_trouble());
    std::exit(0);
  };
  EXPECT_EXIT(loop(), ::testing::KilledBySignal(SIGXCPU), "");
  const auto sleep = [&] {
    FaultyRun run(GetParam(), "6");
    alarm(1);
    static_cast<void>(run.step_into_trouble());
    std::exit(0);
  };
  EXPECT_EXIT(sleep(), ::testing::KilledBySignal(SIGALRM), "");
}

// The kit sleeps at least as long as it was told to.
TEST_P(Faulty, is_slow) {
  FaultyRun run(GetParam(), "7");
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_EQ(run.step_into_trouble().status, core::Status::kOk);
  EXPECT_GE(std::chrono::steady_clock::now() - begin, std::chrono::milliseconds(50));
}

TEST_P(Faulty, leaks_a_megabyte) {
  FaultyRun run(GetParam(), "8");
  const auto in_use = [] {
    const struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
  };
  const std::size_t before = in_use();
  EXPECT_EQ(run.step_into_trouble().status, core::Status::kOk);
  EXPECT_GE(in_use(), before + (1U << 20U));
}

// A C++ exception that crosses the C interface ends the process; the status 42 does not pass for success.
TEST_P(Faulty, breaks_the_c_interface) {
  ::testing::GTEST_FLAG(death_test_style) = "threadsafe";
  EXPECT_EXIT(static_cast<void>(FaultyRun(GetParam(), "12").step_into_trouble()),
              ::testing::KilledBySignal(SIGABRT), "");
  FaultyRun run(GetParam(), "17");
  EXPECT_EQ(run.step_into_trouble().status, core::Status::kError);
  EXPECT_NE(run.fault().find("42"), std::string::npos) << run.fault();
}

// Unless the importer looks after it, the processor rounds upwards from then on.
TEST_P(Faulty, changes_the_rounding_mode) {
  core::InstanceOptions unguarded;
  unguarded.check_floating_point_mode = false;
  FaultyRun run(GetParam(), "13", unguarded);
  static_cast<void>(run.step_into_trouble());
  const int mode = std::fegetround();
  std::fesetround(FE_TONEAREST);
  EXPECT_EQ(mode, FE_UPWARD);
}

// What belongs to the whole process is changed in a child: locale and folder, and descriptors.
TEST_P(Faulty, changes_the_process) {
  ::testing::GTEST_FLAG(death_test_style) = "threadsafe";
  const auto move = [&] {
    static_cast<void>(FaultyRun(GetParam(), "14").step_into_trouble());
    const std::unique_ptr<char, void (*)(void*)> folder{getcwd(nullptr, 0), &std::free};
    const std::string locale = std::setlocale(LC_ALL, nullptr);
    std::exit(std::string{folder.get()} == "/" && locale != "C" ? 0 : 1);
  };
  EXPECT_EXIT(move(), ::testing::ExitedWithCode(0), "");
  const auto close_files = [&] {
    const int file = open("/dev/null", O_WRONLY);
    FaultyRun run(GetParam(), "15");
    static_cast<void>(run.step_into_trouble());
    std::_Exit(write(file, "x", 1) < 0 && errno == EBADF ? 0 : 1);
  };
  EXPECT_EXIT(close_files(), ::testing::ExitedWithCode(0), "");
}

TEST_P(Faulty, floods_the_log) {
  std::size_t count = 0;
  core::InstanceOptions listening;
  listening.logging_on = true;
  listening.max_log_messages_per_second = 0;
  listening.log = [&count](const core::LogMessage& message) { count += message.category == "flood"; };
  FaultyRun run(GetParam(), "16", listening);
  EXPECT_EQ(run.step_into_trouble().status, core::Status::kOk);
  EXPECT_EQ(count, 100000U);
}

}  // namespace
}  // namespace lockstep::models::test
