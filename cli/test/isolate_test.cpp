// SPDX-License-Identifier: Apache-2.0
// FMUs in processes of their own, as users of the command see them.
#include <algorithm>
#include <cstdlib>

#include "command.hpp"
#include "lockstep/hosts/engines/engines.hpp"

namespace lockstep::cli {
namespace {

class Isolate : public CommandTest {
 protected:
  static constexpr const char* kFaulty = LOCKSTEP_FMUS "/../faulty_fmus/2.0/Faulty.fmu";
  std::size_t rows(const char* file) const {
    const std::string text = test::read_file(path(file));
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) - 1;
  }
  /// A wheel whose motor crashes at 5 ms.
  std::string crashing_world(const std::string& more) const {
    return test::write_file(
               folder_ / "wheel.world",
               "<sdf version='1.6'><world name='w'><gravity>0 0 0</gravity><model name='m'><link "
               "name='wheel'/><joint name='axle' type='revolute'><parent>world</parent><child>wheel</child>"
               "<axis><xyz>0 0 1</xyz></axis></joint><plugin name='p' filename='libFMIActuatorPlugin.so'>"
               "<actuator><name>motor</name><joint>axle</joint><fmu>" +
                   std::string{kFaulty} +
                   "</fmu><variable_names><jointTorque "
                   "name='y'/></variable_names><parameters><fault>2</fault>"
                   "<fault_time>0.005</fault_time></parameters>" +
                   more + "</actuator></plugin></model></world></sdf>")
        .string();
  }
};

// The same file, byte for byte.
TEST_F(Isolate, SimulateWritesTheSameFile) {
  EXPECT_EQ(run({"simulate", pendulum_, "--output-file", path("here.csv")}).exit_code, 0);
  const test::ProcessResult result =
      run({"simulate", pendulum_, "--isolate", "--output-file", path("there.csv")});
  EXPECT_EQ(result.exit_code, 0) << result.errors;
  EXPECT_EQ(result.errors, "");
  EXPECT_EQ(test::read_file(path("here.csv")), test::read_file(path("there.csv")));
}

/// How often runs are repeated; `./test --soak` says more.
int repeats() {
  const char* const wished = std::getenv("LOCKSTEP_TEST_REPEATS");
  return wished == nullptr ? 3 : std::atoi(wished);
}

// A world with two motors gives the same recording, byte for byte, in this process and in workers, on every
// engine of the build, however often.
TEST_F(Isolate, WorldsWriteTheSameFileOnEveryEngine) {
  for (const std::string& engine : hosts::engine_names()) {
    const auto recorded = [&](const char* file, const std::vector<std::string>& more) {
      std::vector<std::string> words{
          "run",        LOCKSTEP_CLI_SOURCE "/../examples/02_electrical_actuator/gains_10_3.yaml",
          "--engine",   engine,
          "--duration", "0.3",
          "--record",   path(file)};
      words.insert(words.end(), more.begin(), more.end());
      const test::ProcessResult result = run(words);
      EXPECT_EQ(result.exit_code, 0) << engine << ": " << result.errors;
      return test::read_file(path(file));
    };
    const std::string here = recorded("here.csv", {});
    EXPECT_GT(here.size(), 1000U);
    for (int i = 0; i < repeats(); ++i)
      EXPECT_TRUE(recorded("there.csv", {"--isolate"}) == here) << engine;
  }
}

// The same for a network, with one thread and with two.
TEST_F(Isolate, NetworksWriteTheSameFile) {
  const auto recorded = [&](const char* threads, const std::vector<std::string>& more) {
    const std::string scenario =
        test::write_file(folder_ / "net.yaml",
                         std::string{"duration: 1\nstep_size: 0.01\nfmus:\n  - {name: a, fmu: "} +
                             LOCKSTEP_FMUS "/3.0/Dahlquist.fmu}\n  - {name: b, fmu: " LOCKSTEP_FMUS
                                           "/3.0/StateSpace.fmu}\nmaster: {type: jacobi, threads: " +
                             threads + "}\n")
            .string();
    std::vector<std::string> words{"run", scenario, "--record", path("net.csv")};
    words.insert(words.end(), more.begin(), more.end());
    const test::ProcessResult result = run(words);
    EXPECT_EQ(result.exit_code, 0) << result.errors;
    return test::read_file(path("net.csv"));
  };
  const std::string here = recorded("1", {});
  for (int i = 0; i < repeats(); ++i) {
    EXPECT_TRUE(recorded("1", {"--isolate"}) == here);
    EXPECT_TRUE(recorded("2", {"--isolate"}) == here);
  }
}

// A crash is a failed run: exit code 1, the cause, and all rows up to it.
TEST_F(Isolate, SimulateReportsACrashAndKeepsTheRows) {
  if (!std::filesystem::exists(kFaulty)) GTEST_SKIP() << "Faulty.fmu is not built with sanitizers";
  const test::ProcessResult result = run({"simulate", kFaulty, "--isolate", "--set", "fault=2", "--set",
                                          "fault_time=0.05", "--output-file", path("run.csv")});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_NE(result.errors.find("signal 11 (SIGSEGV"), std::string::npos) << result.errors;
  EXPECT_NE(result.errors.find("fmi2DoStep(0.04) -> no answer"), std::string::npos) << result.errors;
  EXPECT_EQ(rows("run.csv"), 5U);
}

TEST_F(Isolate, CallLimitEndsAHangingFmu) {
  if (!std::filesystem::exists(kFaulty)) GTEST_SKIP() << "Faulty.fmu is not built with sanitizers";
  const test::ProcessResult result =
      run({"simulate", kFaulty, "--isolate", "--call-limit", "0.5", "--set", "fault=5"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_NE(result.errors.find("did not answer within 0.5 s"), std::string::npos) << result.errors;
}

// A world goes on without its motor, as the policy of the device says.
TEST_F(Isolate, WorldGoesOnByItsFaultPolicy) {
  if (hosts::engine_names().empty()) GTEST_SKIP() << "this build has no physics engine";
  if (!std::filesystem::exists(kFaulty)) GTEST_SKIP() << "Faulty.fmu is not built with sanitizers";
  const auto run_world = [&](const std::string& more) {
    return run({"run", crashing_world(more), "--isolate", "--duration", "0.02", "--output-variable",
                "m/axle/applied", "--record", path("run.csv")});
  };
  const test::ProcessResult stopped = run_world("<fault_policy>stop</fault_policy>");
  EXPECT_EQ(stopped.exit_code, 1);
  EXPECT_NE(stopped.errors.find("signal 11 (SIGSEGV"), std::string::npos) << stopped.errors;
  EXPECT_LT(rows("run.csv"), 8U);
  const test::ProcessResult held = run_world("<fault_policy>hold</fault_policy>");
  EXPECT_EQ(held.exit_code, 0) << held.errors;
  EXPECT_NE(held.output.find("signal 11 (SIGSEGV"), std::string::npos) << held.output;  // in the summary
  EXPECT_EQ(rows("run.csv"), 21U);
  const test::ProcessResult restarted = run_world("<fault_policy>restart</fault_policy>");
  EXPECT_EQ(rows("run.csv"), 21U) << restarted.errors;
}

// The element of a device may ask for it, without the option.
TEST_F(Isolate, DeviceAsksForIt) {
  if (hosts::engine_names().empty()) GTEST_SKIP() << "this build has no physics engine";
  if (!std::filesystem::exists(kFaulty)) GTEST_SKIP() << "Faulty.fmu is not built with sanitizers";
  const test::ProcessResult result =
      run({"run", crashing_world("<isolation>process</isolation><fault_policy>hold</fault_policy>"),
           "--duration", "0.02"});
  EXPECT_EQ(result.exit_code, 0) << result.errors;
}

// A permission that is none is wrong use; one that is given reaches the FMU, and a run without need of it
// works.
TEST_F(Isolate, AllowNamesPermissions) {
  const test::ProcessResult wrong = run({"simulate", pendulum_, "--isolate", "--allow", "everything"});
  EXPECT_EQ(wrong.exit_code, 2);
  EXPECT_NE(wrong.errors.find("--allow is 'everything', expected network, programs, read=PATH"),
            std::string::npos)
      << wrong.errors;
  EXPECT_EQ(run({"simulate", pendulum_, "--isolate", "--allow", "read="}).exit_code, 2);
  const test::ProcessResult right =
      run({"simulate", pendulum_, "--isolate", "--allow", "network", "--allow", "read=.", "--allow",
           "environment=HOME", "--output-file", path("run.csv")});
  EXPECT_EQ(right.exit_code, 0) << right.errors;
}

TEST_F(Isolate, InfoShowsTheLayers) {
  const nlohmann::json layers = json_of(run({"info", "--sandbox", "--json"}))["sandbox"];
  ASSERT_GE(layers.size(), 6U);
  EXPECT_EQ(layers[0]["layer"], "worker process");
  EXPECT_EQ(layers[0]["active"], true);
  EXPECT_EQ(run({"info"}).exit_code, 2);
}

}  // namespace
}  // namespace lockstep::cli
