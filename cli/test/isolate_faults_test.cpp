// SPDX-License-Identifier: Apache-2.0
// Every fault of the model Faulty in an FMU alone and in the motor of a world, and hosts that are killed: the
// command goes on or ends in order, and what was recorded stays.
#include <fcntl.h>
#include <sched.h>

#include <cmath>
#include <csignal>
#include <fstream>
#include <random>
#include <sstream>

#include "command.hpp"
#include "lockstep/hosts/engines/engines.hpp"

namespace lockstep::cli {
namespace {

constexpr const char* kFaulty = LOCKSTEP_FMUS "/../faulty_fmus/2.0/Faulty.fmu";

std::vector<std::string> lines_of(const std::string& file) {
  std::vector<std::string> lines;
  std::istringstream text{test::read_file(file)};
  for (std::string line; std::getline(text, line);)
    lines.push_back(line);
  return lines;
}

struct FaultCase {
  int fault;
  const char* expected;  ///< in the report; null: nothing fails
};

class IsolatedFault : public CommandTest, public ::testing::WithParamInterface<FaultCase> {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(kFaulty)) GTEST_SKIP() << "Faulty.fmu is not built with sanitizers";
  }
};

// An FMU alone: exit code 1 and the cause, all rows up to the fault; or nothing at all.
TEST_P(IsolatedFault, Simulate) {
  const auto [fault, expected] = GetParam();
  const test::ProcessResult result =
      run({"simulate", kFaulty, "--isolate", "--call-limit", "0.5", "--stop-time", "0.08", "--set",
           "fault=" + std::to_string(fault), "--set", "fault_time=0.05", "--output-file", path("run.csv")});
  EXPECT_EQ(result.exit_code, expected == nullptr ? 0 : 1) << result.errors;
  EXPECT_EQ(lines_of(path("run.csv")).size(), expected == nullptr ? 10U : 6U);
  if (expected == nullptr) return;
  EXPECT_NE(result.errors.find(expected), std::string::npos) << result.errors;
  const char* const time = fault == 10 ? "0.05" : "0.04";  // of the value; of the start of the step
  EXPECT_NE(result.errors.find(time), std::string::npos) << result.errors;
}

// The motor of a world, with each policy: the world stops with the cause, or goes on to its end as the policy
// says. The torque is y = t, the fault comes at 5 ms.
TEST_P(IsolatedFault, World) {
  if (hosts::engine_names().empty()) GTEST_SKIP() << "this build has no physics engine";
  const auto [fault, expected] = GetParam();
  for (const std::string policy : {"stop", "hold", "safe", "restart"}) {
    const std::string world =
        test::write_file(
            folder_ / "wheel.world",
            "<sdf version='1.6'><world name='w'><gravity>0 0 0</gravity><model name='m'><link "
            "name='wheel'/><joint name='axle' type='revolute'><parent>world</parent><child>wheel</child>"
            "<axis><xyz>0 0 1</xyz></axis></joint><plugin name='p' filename='libFMIActuatorPlugin.so'>"
            "<actuator><name>motor</name><joint>axle</joint><fmu>" +
                std::string{kFaulty} +
                "</fmu><variable_names><jointTorque name='y'/></variable_names><parameters><fault>" +
                std::to_string(fault) +
                "</fault><fault_time>0.0045</fault_time></parameters><isolation>process</isolation>"
                "<call_limit>0.5</call_limit><safe_value>-1</safe_value><fault_policy>" +
                policy + "</fault_policy></actuator></plugin></model></world></sdf>")
            .string();
    const test::ProcessResult result = run({"run", world, "--duration", "0.008", "--output-variable",
                                            "m/axle/applied", "--record", path("run.csv")});
    if (fault == 11) {  // a torque of 1e120 N.m is no fault of the FMU; the engine sees that it cannot go on
      EXPECT_EQ(result.exit_code, 1);
      EXPECT_NE(result.errors.find("diverged"), std::string::npos) << result.errors;
      continue;
    }
    const bool stops = expected != nullptr && policy == "stop";
    EXPECT_EQ(result.exit_code, stops ? 1 : 0) << policy << ": " << result.errors;
    if (expected == nullptr) continue;
    const std::string said = result.output + result.errors;
    EXPECT_NE(said.find(expected), std::string::npos) << policy << ": " << said;
    const std::vector<std::string> rows = lines_of(path("run.csv"));
    EXPECT_EQ(rows.size(), stops ? 6U : 10U) << policy;  // header, start, then one for each step
    const std::string last = rows.back().substr(rows.back().find(',') + 1);
    if (policy == "hold") EXPECT_EQ(last, "0.004");
    if (policy == "safe") EXPECT_EQ(last, "-1");
  }
}

INSTANTIATE_TEST_SUITE_P(All, IsolatedFault,
                         ::testing::Values(FaultCase{2, "signal 11 (SIGSEGV"},
                                           FaultCase{3, "signal 6 (SIGABRT"}, FaultCase{4, "exit(3)"},
                                           FaultCase{5, "did not answer within 0.5 s"},
                                           FaultCase{6, "did not answer within 0.5 s"}, FaultCase{7, nullptr},
                                           FaultCase{8, nullptr}, FaultCase{9, "signal 11 (SIGSEGV"},
                                           FaultCase{10, "nan"}, FaultCase{11, nullptr},
                                           FaultCase{12, "signal 6 (SIGABRT"}, FaultCase{13, nullptr},
                                           FaultCase{14, nullptr}, FaultCase{15, nullptr},
                                           FaultCase{16, nullptr}, FaultCase{17, "returned the status 42"}),
                         [](const auto& test) { return "fault" + std::to_string(test.param.fault); });

/// How many hosts are killed; `./test --soak` says more.
int kills() {
  const char* const wished = std::getenv("LOCKSTEP_TEST_KILLS");
  return wished == nullptr ? 10 : std::atoi(wished);
}

// A command that is killed at any point leaves a file of whole, right rows (x = exp(-t), solved to 1e-6), but
// perhaps for the last one; and neither a worker nor a scratch folder.
TEST_F(CommandTest, KilledHostKeepsItsRecordingAndLeavesNothing) {
  std::filesystem::create_directory(folder_ / "scratch");
  std::filesystem::permissions(folder_ / "scratch", std::filesystem::perms::all);
  // The same points in each run, and others in each repeat of `./test --soak`, which shuffles.
  std::mt19937 random{static_cast<unsigned>(12345 + ::testing::UnitTest::GetInstance()->random_seed())};
  for (int kill = 0; kill < kills(); ++kill) {
    const std::string file = path("run.csv");
    std::vector<std::string> words{LOCKSTEP_COMMAND,
                                   "simulate",
                                   LOCKSTEP_FMUS "/3.0/Dahlquist.fmu",
                                   "--isolate",
                                   "--interface-type",
                                   "cs",
                                   "--step-size",
                                   "1e-4",
                                   "--stop-time",
                                   "1e6",
                                   "--output-file",
                                   file};
    std::vector<char*> arguments;
    for (std::string& word : words)
      arguments.push_back(word.data());
    arguments.push_back(nullptr);
    std::string scratch = "TMPDIR=" + (folder_ / "scratch").string();
    std::vector<char*> environment{scratch.data()};
    for (char** variable = environ; *variable != nullptr; ++variable)
      environment.push_back(*variable);
    environment.push_back(nullptr);
    std::filesystem::remove(file);
    pid_t child = 0;
    posix_spawn_file_actions_t quiet;
    ::posix_spawn_file_actions_init(&quiet);
    for (const int output : {1, 2})
      ::posix_spawn_file_actions_addopen(&quiet, output, "/dev/null", O_WRONLY, 0);
    ASSERT_EQ(::posix_spawn(&child, arguments[0], &quiet, nullptr, arguments.data(), environment.data()), 0);
    ::posix_spawn_file_actions_destroy(&quiet);
    const std::uintmax_t bytes = random() % 300'000;
    std::error_code absent;
    for (std::uintmax_t size = 0; size < bytes; ::sched_yield()) {
      size = std::filesystem::file_size(file, absent);
      if (absent) size = 0;
    }
    ::kill(child, SIGKILL);
    ASSERT_EQ(::waitpid(child, nullptr, 0), child);
    while (!std::filesystem::is_empty(folder_ / "scratch"))
      ::sched_yield();  // the supervisor removes it last; CTest ends a test that waits for ever
    if (!std::filesystem::exists(file)) continue;
    std::vector<std::string> rows = lines_of(file);
    if (!rows.empty()) rows.pop_back();  // perhaps cut short
    for (std::size_t i = 1; i < rows.size(); ++i) {
      double time = 0.0, x = 0.0;
      ASSERT_EQ(std::sscanf(rows[i].c_str(), "%lf,%lf", &time, &x), 2) << rows[i];
      ASSERT_NEAR(time, 1e-4 * static_cast<double>(i - 1), 1e-9) << rows[i];
      ASSERT_NEAR(x, std::exp(-time), 1e-6) << rows[i];
    }
  }
}

}  // namespace
}  // namespace lockstep::cli
