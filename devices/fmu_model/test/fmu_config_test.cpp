// SPDX-License-Identifier: Apache-2.0
#include "lockstep/devices/fmu_model/fmu_config.hpp"

#include <gtest/gtest.h>

#include "support/device_world.hpp"
#include "support/files.hpp"

namespace lockstep::devices {
namespace {

using test::element;
using test::error_of;
using test::test_context;

// Every field is read.
TEST(FmuConfig, ReadsItsFields) {
  core::ConfigNode node =
      element("actuator", {{"fmu", "Damper"}, {"substeps", "4"}, {"interface", "me"}, {"signals", "i wm"}});
  core::ConfigNode parameters{"parameters"};
  parameters.children.emplace_back("d", "0.5");
  parameters.children.emplace_back("parameter", "1");
  parameters.children.back().attributes.emplace_back("name", "motor.k");
  node.children.push_back(parameters);
  core::ConfigNode names{"variable_names"};
  names.children.emplace_back("actuatorInput");
  names.children.back().attributes.emplace_back("name", "u");
  node.children.push_back(names);
  const FmuConfig config = read_fmu_config(node, test_context());
  EXPECT_EQ(config.file.filename(), "Damper.fmu");
  EXPECT_EQ(config.substeps, 4);
  EXPECT_EQ(config.kind, core::InterfaceKind::kModelExchange);
  EXPECT_EQ(config.signals, (std::vector<std::string>{"i", "wm"}));
  ASSERT_EQ(config.parameters.size(), 2U);
  EXPECT_EQ(config.parameters[0].name, "d");
  EXPECT_EQ(config.parameters[1].name, "motor.k");
  EXPECT_EQ(config.variable_names.at("actuatorInput"), "u");
}

// States are kept for a restart, and for nothing else.
TEST(FmuConfig, ReadsHowOftenToSave) {
  const auto read = [](const char* policy, const char* every) {
    return read_fmu_config(
        element("actuator", {{"fmu", "Damper"}, {"fault_policy", policy}, {"save_every", every}}),
        test_context());
  };
  EXPECT_EQ(read("restart", "0.5").save_every_s, 0.5);
  EXPECT_NE(error_of([&] {
              static_cast<void>(read("hold", "0.5"));
            }).find("save_every is given, but the fault policy is not 'restart'"),
            std::string::npos);
  EXPECT_NE(
      error_of([&] { static_cast<void>(read("restart", "0")); }).find("save_every is 0 s, expected > 0"),
      std::string::npos);
}

// What is wrong is told with file and line.
TEST(FmuConfig, RefusesWrongFields) {
  const auto message = [](const core::ConfigNode& node) {
    return error_of([&] { static_cast<void>(read_fmu_config(node, test_context())); });
  };
  EXPECT_NE(message(element("actuator", {{"fmu", "Nothing.fmu"}}))
                .find("test.world:10:1: error: there is no file 'Nothing.fmu'"),
            std::string::npos);
  EXPECT_NE(message(element("actuator", {{"fmu", "Damper"}, {"substeps", "0"}}))
                .find("substeps is 0, expected 1 to 1000000"),
            std::string::npos);
  EXPECT_NE(message(element("actuator", {{"fmu", "Damper"}, {"interface", "xy"}}))
                .find("interface is 'xy', expected cs or me"),
            std::string::npos);
  core::ConfigNode node = element("actuator", {{"fmu", "Damper"}});
  node.children.emplace_back("variable_names");
  node.children.back().children.emplace_back("jointTorque", "tau", SourceLocation{"test.world", 20, 7});
  EXPECT_NE(
      message(node).find("test.world:20:7: error: 'jointTorque' in variable_names has no attribute 'name'"),
      std::string::npos)
      << message(node);
}

// An FMU that is not beside the world may lie beside the file that names it.
TEST(FmuConfig, FindsFmusBesideTheirElement) {
  const test::TemporaryFolder folder;
  test::write_file(folder / "Own.fmu", "");
  core::ConfigNode node = element("actuator", {{"fmu", "Own"}});
  node.where.file = (folder / "model.sdf").string();
  EXPECT_EQ(read_fmu_config(node, test_context()).file, folder / "Own.fmu");
}

// A file is opened once.
TEST(FmuPool, SharesFmus) {
  FmuPool pool;
  const auto file = test_context().find_file("Damper");
  const auto one = pool.open(file);
  EXPECT_EQ(pool.open(file), one);
  FmuPool forgetful;
  static_cast<void>(forgetful.open(file));
  EXPECT_NE(forgetful.open(file), nullptr) << "nobody kept the first one";
}

// A file that was replaced is opened anew, also while devices still run the old one.
TEST(FmuPool, OpensReplacedFilesAnew) {
  const test::TemporaryFolder folder;
  const std::filesystem::path file = folder / "Model.fmu";
  const auto put = [&](const char* name) {
    std::filesystem::copy_file(test_context().find_file(name), file,
                               std::filesystem::copy_options::overwrite_existing);
  };
  FmuPool pool;
  put("Damper");
  const auto old = pool.open(file);
  EXPECT_EQ(old->description().model_name(), "Damper");
  put("Feedthrough");
  EXPECT_EQ(pool.open(file)->description().model_name(), "Feedthrough");
  const auto changed = std::filesystem::last_write_time(file);
  const auto second = pool.open(file);
  std::filesystem::last_write_time(file, changed + std::chrono::seconds{1});
  EXPECT_NE(pool.open(file), second) << "of the same size";
}

// `step_size` needs to know the device's period.
TEST(FmuConfig, KnowsThePeriod) {
  EXPECT_FALSE(read_fmu_config(element("a", {{"fmu", "Damper"}}), test_context()).period);
  const FmuConfig config =
      read_fmu_config(element("a", {{"fmu", "Damper"}, {"period", "0.25"}}), test_context());
  ASSERT_TRUE(config.period);
  EXPECT_EQ(config.period->seconds(), 0.25);
}

}  // namespace
}  // namespace lockstep::devices
