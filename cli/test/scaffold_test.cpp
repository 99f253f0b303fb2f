// SPDX-License-Identifier: Apache-2.0
#include "scaffold.hpp"

#include <gtest/gtest.h>

#include "lockstep/core/error.hpp"
#include "support/files.hpp"

namespace lockstep::cli {
namespace {

// A word begins at a capital after a small letter and at the last capital of several.
TEST(Scaffold, FileNameOfAClass) {
  EXPECT_EQ(file_name_of("Motor"), "motor");
  EXPECT_EQ(file_name_of("DcMotor"), "dc_motor");
  EXPECT_EQ(file_name_of("PIDController"), "pid_controller");
  EXPECT_EQ(file_name_of("Motor2Drive"), "motor2_drive");
  EXPECT_EQ(file_name_of("Motor2D"), "motor2d");
  EXPECT_EQ(file_name_of("My_Model"), "my_model");
}

std::string refusal(const std::string& name) {
  try {
    require_model_name(name);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kBadUsage);
    return error.what();
  }
  return "";
}

TEST(Scaffold, NamesOfClassesAreAccepted) {
  for (const char* const name : {"A", "DcMotor", "Motor2D", "My_Model", "PIDController"})
    EXPECT_EQ(refusal(name), "") << name;
}

// Whatever is refused is named, with a name that would do.
TEST(Scaffold, OtherNamesAreRefusedWithAProposal) {
  const std::string why =
      " cannot be the name of a model: it is also a C++ class, so expected a capital letter, then letters, "
      "digits and underscores";
  EXPECT_EQ(refusal("my-motor"), "'my-motor'" + why + "; take 'MyMotor', for example");
  EXPECT_EQ(refusal("../Motor"), "'../Motor'" + why + "; take 'Motor', for example");
  EXPECT_EQ(refusal("class"), "'class'" + why + "; take 'Class', for example");
  EXPECT_EQ(refusal("2motors"), "'2motors'" + why + "; take 'Motors', for example");
  EXPECT_EQ(refusal(""), "''" + why);
  EXPECT_EQ(refusal("Motör"), "'Motör'" + why + "; take 'MotR', for example");
  EXPECT_EQ(
      refusal("Solver"),
      "'Solver' cannot be the name of a model: the kit has a type of this name; take 'SolverModel', for "
      "example");
}

// Names and texts are filled in; what does not end in .in keeps its name.
TEST(Scaffold, FillsInTheTemplates) {
  const test::TemporaryFolder folder;
  test::write_file(folder / "t/@FILE@.cpp.in", "struct @NAME@ {}; // @NAME@ in @FILE@.cpp, a@b.c\n");
  test::write_file(folder / "t/notes.txt", "plain\n");
  const std::vector<std::string> files = write_scaffold(folder / "t", folder / "DcMotor", "DcMotor");
  EXPECT_EQ(files, (std::vector<std::string>{"dc_motor.cpp", "notes.txt"}));
  EXPECT_EQ(test::read_file(folder / "DcMotor/dc_motor.cpp"),
            "struct DcMotor {}; // DcMotor in dc_motor.cpp, a@b.c\n");
  EXPECT_EQ(test::read_file(folder / "DcMotor/notes.txt"), "plain\n");
}

TEST(Scaffold, LeavesNothingBehindWhenItFails) {
  const test::TemporaryFolder folder;
  try {
    write_scaffold(folder / "none", folder / "DcMotor", "DcMotor");
    FAIL() << "templates that do not exist were read";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kSystem);
  }
  EXPECT_FALSE(std::filesystem::exists(folder / "DcMotor"));
}

// The test program lies in the folder of the command, so it sees the templates of the build tree.
TEST(Scaffold, FindsTheTemplatesOfTheBuildTree) {
  EXPECT_TRUE(std::filesystem::exists(template_folder() / "fmu" / "CMakeLists.txt.in"));
}

}  // namespace
}  // namespace lockstep::cli
