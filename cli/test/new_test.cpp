// SPDX-License-Identifier: Apache-2.0
#include "command.hpp"

namespace lockstep::cli {
namespace {

class New : public CommandTest {
 protected:
  /// Runs the command with the temporary folder as the current one.
  test::ProcessResult run_there(const std::string& arguments) const {
    return test::run_process(
        {"/bin/sh", "-c",
         "cd '" + folder_.path().string() + "' && exec '" LOCKSTEP_COMMAND "' " + arguments});
  }
};

// The whole folder is written and nothing of the template's marks is left in it.
TEST_F(New, WritesAFolder) {
  const test::ProcessResult result = run_there("new fmu DcMotor");
  EXPECT_EQ(result.exit_code, 0) << result.errors;
  EXPECT_EQ(result.output,
            "DcMotor/\n  CMakeLists.txt\n  README.md\n  dc_motor.cpp\n  dc_motor_test.cpp\n"
            "Build it: cd DcMotor && cmake -S . -B build && cmake --build build\n");
  for (const char* const file : {"CMakeLists.txt", "README.md", "dc_motor.cpp", "dc_motor_test.cpp"}) {
    const std::string text = test::read_file(folder_ / "DcMotor" / file);
    EXPECT_EQ(text.find("@NAME@"), std::string::npos) << file;
    EXPECT_EQ(text.find("@FILE@"), std::string::npos) << file;
  }
  EXPECT_NE(test::read_file(folder_ / "DcMotor/dc_motor.cpp").find("\nLOCKSTEP_FMU(DcMotor)\n"),
            std::string::npos);
}

// The same for a controller; tests/controllers builds and runs one.
TEST_F(New, WritesAController) {
  const test::ProcessResult result = run_there("new controller SoftHold");
  EXPECT_EQ(result.exit_code, 0) << result.errors;
  for (const char* const file : {"CMakeLists.txt", "README.md", "arm.urdf", "soft_hold.cpp", "soft_hold.hpp",
                                 "soft_hold.yaml", "soft_hold_plugin.cpp", "soft_hold_test.cpp"}) {
    const std::string text = test::read_file(folder_ / "SoftHold" / file);
    EXPECT_EQ(text.find('@'), std::string::npos) << file;
  }
}

TEST_F(New, NamesTheFilesForPrograms) {
  const nlohmann::json json = json_of(run_there("new fmu DcMotor --json"));
  EXPECT_EQ(json["folder"], "DcMotor");
  EXPECT_EQ(json["files"].size(), 4U);
}

// Nobody's work is overwritten.
TEST_F(New, RefusesAFolderThatExists) {
  test::write_file(folder_ / "DcMotor/mine.txt", "precious");
  const test::ProcessResult result = run_there("new fmu DcMotor");
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(
      result.errors,
      "error: 'DcMotor' exists already and nothing in it was touched; choose another name or remove it\n");
  EXPECT_EQ(test::read_file(folder_ / "DcMotor/mine.txt"), "precious");
  EXPECT_FALSE(std::filesystem::exists(folder_ / "DcMotor/README.md"));
  test::write_file(folder_ / "File", "");
  EXPECT_EQ(run_there("new fmu File").exit_code, 2);
}

TEST_F(New, RefusesBadNamesAndKinds) {
  const test::ProcessResult name = run_there("new fmu dc-motor");
  EXPECT_EQ(name.exit_code, 2);
  EXPECT_NE(name.errors.find("'dc-motor' cannot be the name of a model"), std::string::npos) << name.errors;
  const test::ProcessResult kind = run_there("new robot Arm");
  EXPECT_EQ(kind.exit_code, 2);
  EXPECT_NE(kind.errors.find("KIND: robot not in {fmu,controller}"), std::string::npos) << kind.errors;
  const test::ProcessResult missing = run_there("new fmu");
  EXPECT_EQ(missing.exit_code, 2);
  EXPECT_EQ(missing.errors, "error: NAME is required\nSee 'lockstep new --help'.\n");
  EXPECT_TRUE(std::filesystem::is_empty(folder_.path()));
}

}  // namespace
}  // namespace lockstep::cli
