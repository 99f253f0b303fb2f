// SPDX-License-Identifier: Apache-2.0
#include "report.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "verb.hpp"

namespace lockstep::cli {
namespace {

// 2: the user can fix it by what is typed or given; 1: the model or the run failed.
TEST(ExitCode, TellsWrongUseFromFailure) {
  for (const ErrorCode code : {ErrorCode::kBadUsage, ErrorCode::kNotFound, ErrorCode::kUnreadable,
                               ErrorCode::kUnsafeArchive, ErrorCode::kBadDescription, ErrorCode::kBadInput})
    EXPECT_EQ(exit_code(code), 2) << to_string(code);
  for (const ErrorCode code : {ErrorCode::kNoBinary, ErrorCode::kLoadFailed, ErrorCode::kUnsupported,
                               ErrorCode::kFmuFailed, ErrorCode::kSystem})
    EXPECT_EQ(exit_code(code), 1) << to_string(code);
}

TEST(DiagnosticsJson, HoldsEveryField) {
  const std::vector<Diagnostic> diagnostics = {
      {Severity::kWarning, "csv-x", "what", "how", {"in.csv", 3, 7}}};
  EXPECT_EQ(to_json(diagnostics), nlohmann::ordered_json::parse(R"([{"severity": "warning", "id": "csv-x",
    "message": "what", "fix": "how", "file": "in.csv", "line": 3, "column": 7}])"));
}

}  // namespace
}  // namespace lockstep::cli
