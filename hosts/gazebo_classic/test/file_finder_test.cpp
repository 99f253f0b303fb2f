// SPDX-License-Identifier: Apache-2.0
#include "file_finder.hpp"

#include <gtest/gtest.h>
#include <gazebo/common/SystemPaths.hh>

#include <filesystem>
#include <fstream>

#include "lockstep/core/error.hpp"

namespace lockstep::hosts::gazebo_classic {
namespace {

namespace fs = std::filesystem;

class FileFinder : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::absolute("file_finder_test_folder");
    fs::create_directories(folder_ / "arm");
    std::ofstream{folder_ / "Motor.fmu"} << "x";
    std::ofstream{folder_ / "arm" / "Own.fmu"} << "x";
    std::ofstream{folder_ / "arm" / "model.config"} << "<model/>";
    auto& paths = *gazebo::common::SystemPaths::Instance();
    paths.AddGazeboPaths(folder_.string());
    paths.AddModelPaths(folder_.string());
  }
  void TearDown() override { fs::remove_all(folder_); }
  fs::path folder_;
};

// In a resource path of Gazebo, with and without its suffix.
TEST_F(FileFinder, ResourcePath) {
  EXPECT_EQ(find_fmu("Motor.fmu", ""), folder_ / "Motor.fmu");
  EXPECT_EQ(find_fmu("Motor", ""), folder_ / "Motor.fmu");
  EXPECT_EQ(find_fmu((folder_ / "Motor.fmu").string(), ""), folder_ / "Motor.fmu");
}

// By the name of a model.
TEST_F(FileFinder, ModelPath) {
  EXPECT_EQ(find_fmu("model://arm/Own.fmu", ""), folder_ / "arm" / "Own.fmu");
  EXPECT_EQ(find_fmu("model://arm/Own", ""), folder_ / "arm" / "Own.fmu");
}

// Beside the file that names it.
TEST_F(FileFinder, BesideTheWorld) {
  EXPECT_EQ(find_fmu("Own.fmu", (folder_ / "arm" / "model.sdf").string()), folder_ / "arm" / "Own.fmu");
}

// What is nowhere is named, and so is the variable that helps.
TEST_F(FileFinder, MissingFile) {
  try {
    static_cast<void>(find_fmu("Nowhere.fmu", ""));
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kNotFound);
    EXPECT_NE(std::string{error.what()}.find("there is no FMU 'Nowhere.fmu'"), std::string::npos)
        << error.what();
    EXPECT_NE(std::string{error.what()}.find("GAZEBO_RESOURCE_PATH"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace lockstep::hosts::gazebo_classic
