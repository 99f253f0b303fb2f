// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "support/files.hpp"
#include "support/process.hpp"
#include "support/zip_writer.hpp"

namespace lockstep::cli {

/// Runs the command as users do.
class CommandTest : public ::testing::Test {
 protected:
  static test::ProcessResult run(std::vector<std::string> arguments, const std::string& input = {}) {
    arguments.insert(arguments.begin(), LOCKSTEP_COMMAND);
    return test::run_process(std::move(arguments), input);
  }
  /// The JSON a successful command prints.
  static nlohmann::json json_of(const test::ProcessResult& result) {
    EXPECT_EQ(result.exit_code, 0) << result.output << result.errors;
    return nlohmann::json::parse(result.output);
  }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  /// An FMU of a description and nothing else.
  std::string described(const std::string& xml) const {
    return test::write_file(folder_ / "Described.fmu", test::make_fmu({{"modelDescription.xml", xml}}))
        .string();
  }

  const std::string pendulum_{LOCKSTEP_FMUS "/2.0/DampedPendulum.fmu"};
  const std::string tank_{LOCKSTEP_CLI_TEST_FMUS "/2.0/Tank.fmu"};
  test::TemporaryFolder folder_;
};

}  // namespace lockstep::cli
