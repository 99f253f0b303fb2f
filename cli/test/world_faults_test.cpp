// SPDX-License-Identifier: Apache-2.0
// FMUs that go wrong while a world runs: what is said, what goes on, and that no recorded row is lost.
#include <algorithm>
#include <csignal>

#include "command.hpp"
#include "lockstep/hosts/engines/engines.hpp"

namespace lockstep::cli {
namespace {

class WorldFaults : public CommandTest {
 protected:
  void SetUp() override {
    if (hosts::engine_names().empty()) GTEST_SKIP() << "this build has no physics engine";
  }

  /// A wheel with an FMU as actuator whose output `output` is the torque.
  std::string wheel(const std::string& fmu, const std::string& output, const std::string& more) const {
    return test::write_file(
               folder_ / "wheel.world",
               "<sdf version='1.6'><world name='w'><gravity>0 0 0</gravity><model name='m'><link "
               "name='wheel'/><joint name='axle' type='revolute'><parent>world</parent><child>wheel</child>"
               "<axis><xyz>0 0 1</xyz></axis></joint><plugin name='p' filename='libFMIActuatorPlugin.so'>"
               "<actuator><name>motor</name><joint>axle</joint><fmu>" +
                   fmu + "</fmu><variable_names><jointTorque name='" + output + "'/></variable_names>" +
                   more + "</actuator></plugin></model></world></sdf>")
        .string();
  }
  /// y = t until 5 ms, then NaN.
  std::string faulty(const std::string& policy) const {
    return wheel(kFaulty, "y",
                 "<fault_policy>" + policy +
                     "</fault_policy><safe_value>-2</safe_value><parameters><fault>10</fault>"
                     "<fault_time>0.005</fault_time></parameters>");
  }
  test::ProcessResult run_faulty(const std::string& policy) const {
    return run({"run", faulty(policy), "--duration", "0.02", "--output-variable", "m/axle/applied",
                "--record", path("run.csv"), "--record", path("run.mcap")});
  }
  std::size_t csv_rows() const {
    const std::string text = test::read_file(path("run.csv"));
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) - 1;
  }
  double last_value() const {
    const std::string text = test::read_file(path("run.csv"));
    return std::strtod(text.c_str() + text.rfind(',') + 1, nullptr);
  }
  /// Messages in the recording, which is a whole file.
  std::size_t mcap_rows() const {
    const std::string text = test::read_file(path("run.mcap"));
    const std::string magic{"\x89MCAP0\r\n", 8};
    EXPECT_EQ(text.substr(0, 8), magic);
    EXPECT_EQ(text.substr(text.size() - 8), magic);
    std::size_t count = 0;
    for (std::size_t at = text.find("{\"applied\":"); at != std::string::npos;
         at = text.find("{\"applied\":", at + 1))
      count += text[at + 11] != '{' ? 1U : 0U;  // else it is the schema
    return count;
  }

  static constexpr const char* kFaulty = LOCKSTEP_FMUS "/../faulty_fmus/2.0/Faulty.fmu";
};

// stop: the run fails with the device, the time and where the rows are; both files are whole.
TEST_F(WorldFaults, StopEndsTheRunAndKeepsTheRows) {
  if (!std::filesystem::exists(kFaulty)) GTEST_SKIP() << "Faulty.fmu is not built with sanitizers";
  const test::ProcessResult result = run_faulty("stop");
  EXPECT_EQ(result.exit_code, 1) << result.errors;
  EXPECT_NE(result.errors.find("the world stopped at 0.00"), std::string::npos) << result.errors;
  EXPECT_NE(result.errors.find("m/motor failed at"), std::string::npos) << result.errors;
  EXPECT_GT(csv_rows(), 3U);
  EXPECT_LT(csv_rows(), 8U);
  EXPECT_EQ(mcap_rows(), csv_rows());
  EXPECT_NE(result.errors.find(std::to_string(csv_rows()) + " rows up to the failure are in"),
            std::string::npos)
      << result.errors;
}

// What an FMU says about its failure is shown once, before the report that names it.
TEST_F(WorldFaults, MessageOfTheFmuIsShownOnce) {
  const std::string world = wheel(LOCKSTEP_FMUS "/2.0/Dahlquist.fmu", "x",
                                  "<fault_policy>stop</fault_policy><parameters><k>-1e300</k></parameters>");
  const test::ProcessResult result = run({"run", world, "--duration", "0.02"});
  EXPECT_EQ(result.exit_code, 1) << result.errors;
  const std::string message = "variable 'x' is infinite at time 0.001";
  const std::size_t first = result.errors.find(message);
  EXPECT_LT(first, result.errors.find("m/motor failed at")) << result.errors;
  EXPECT_EQ(result.errors.find(message, first + 1), std::string::npos) << result.errors;
}

// Programs get the warnings of a run that fails, beside the error.
TEST_F(WorldFaults, JsonOfAFailureHasDiagnostics) {
  if (!std::filesystem::exists(kFaulty)) GTEST_SKIP() << "Faulty.fmu is not built with sanitizers";
  const test::ProcessResult result =
      run({"run", faulty("stop"), "--duration", "0.0205", "--json", "--output-variable", "m/axle/applied"});
  EXPECT_EQ(result.exit_code, 1);
  const auto said = nlohmann::json::parse(result.output);
  EXPECT_NE(said["error"]["message"].get<std::string>().find("0.005"), std::string::npos) << said;
  const auto& list = said["diagnostics"];
  EXPECT_TRUE(std::any_of(list.begin(), list.end(), [](const auto& one) { return one["id"] == "duration"; }))
      << said;
}

// hold and safe: the run goes on to its end with the last good or the declared torque, and says so.
TEST_F(WorldFaults, HoldAndSafeGoOn) {
  if (!std::filesystem::exists(kFaulty)) GTEST_SKIP() << "Faulty.fmu is not built with sanitizers";
  for (const bool hold : {true, false}) {
    const test::ProcessResult result = run_faulty(hold ? "hold" : "safe");
    EXPECT_EQ(result.exit_code, 0) << result.errors;
    EXPECT_NE(result.output.find("fault: device 'm/motor' failed at"), std::string::npos) << result.output;
    EXPECT_NE(result.output.find(hold ? "(hold)" : "(safe)"), std::string::npos) << result.output;
    EXPECT_EQ(csv_rows(), 21U);
    EXPECT_EQ(mcap_rows(), 21U);
    if (hold) {
      EXPECT_GT(last_value(), 0.002);
      EXPECT_LT(last_value(), 0.007);
    } else {
      EXPECT_EQ(last_value(), -2.0);
    }
  }
}

// An FMU that crashes takes the process along; the rows up to then are in both files, and the MCAP file is
// whole. The level of the tank rises by 1 a second.
TEST_F(WorldFaults, CrashKeepsTheRows) {
  const std::string file = wheel(tank_, "level", "<parameters><crash_above>0.1</crash_above></parameters>");
  const test::ProcessResult result =
      run({"run", file, "--duration", "1", "--output-variable", "m/axle/applied", "--record", path("run.csv"),
           "--record", path("run.mcap")});
  EXPECT_EQ(result.exit_code, 128 + SIGABRT) << result.errors;
  EXPECT_GT(csv_rows(), 50U);
  EXPECT_EQ(mcap_rows(), csv_rows());
  EXPECT_NE(result.errors.find("; the " + std::to_string(csv_rows()) + " rows up to then are in the output"),
            std::string::npos)
      << result.errors;
  // The advice names options this command, or the one it names, has.
  EXPECT_NE(result.errors.find(": an FMU or another device ended the process: crash by SIGABRT"),
            std::string::npos)
      << result.errors;
  EXPECT_NE(result.errors.find("lockstep simulate MODEL.fmu --log-fmi-calls"), std::string::npos)
      << result.errors;
  EXPECT_EQ(run({"simulate", tank_, "--log-fmi-calls", "--help"}).exit_code, 0);
}

}  // namespace
}  // namespace lockstep::cli
