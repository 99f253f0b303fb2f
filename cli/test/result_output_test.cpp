// SPDX-License-Identifier: Apache-2.0
#include "result_output.hpp"

#include "command.hpp"

namespace lockstep::cli {
namespace {

class ResultOutput : public CommandTest {};

// An FMU that prints does not spoil what a program reads from standard output; what it said is not lost.
TEST_F(ResultOutput, JsonStaysJson) {
  const test::ProcessResult result = run({"simulate", tank_, "--set", "talks=true", "--json"});
  EXPECT_EQ(json_of(result)["modelName"], "Tank");
  EXPECT_NE(result.errors.find("Tank, all rights reserved\n"), std::string::npos) << result.errors;
}

TEST_F(ResultOutput, CsvStaysCsv) {
  const test::ProcessResult result = run({"simulate", tank_, "--set", "talks=true", "--output-variable",
                                          "level", "--stop-time", "0.5", "--output-file", "-"});
  EXPECT_EQ(result.output, "time,level\n0,0\n0.25,0.25\n0.5,0.5\n");
  EXPECT_NE(result.errors.find("Tank, all rights reserved\n"), std::string::npos) << result.errors;
}

// Errors of a run are JSON as well, and nothing else.
TEST_F(ResultOutput, ErrorsStayJson) {
  const test::ProcessResult result =
      run({"simulate", tank_, "--set", "talks=true", "--set", "fail_above=0.6", "--json"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_EQ(nlohmann::json::parse(result.output)["error"]["code"], "fmu-failed");
}

// Until then results go to standard output as it is.
TEST(Results, AreStandardOutputAtFirst) {
  EXPECT_EQ(results(), stdout);
  EXPECT_TRUE(flush_results());
}

}  // namespace
}  // namespace lockstep::cli
