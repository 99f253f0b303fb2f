// SPDX-License-Identifier: Apache-2.0
#include "lockstep/core/error.hpp"

#include <gtest/gtest.h>

namespace lockstep {
namespace {

// A diagnostic reads like a compiler's: an editor can jump to it, and the fix stands on its own line.
TEST(Diagnostic, ReadsLikeACompilerMessage) {
  const Diagnostic diagnostic{Severity::kWarning,
                              "fmi2-missing-start",
                              "parameter 'l' has no start value",
                              "add start=\"...\"",
                              {"modelDescription.xml", 12, 5}};
  EXPECT_EQ(to_string(diagnostic),
            "modelDescription.xml:12:5: warning: parameter 'l' has no start value [fmi2-missing-start]\n"
            "  fix: add start=\"...\"");
}

TEST(Diagnostic, LeavesOutWhatIsNotKnown) {
  EXPECT_EQ(to_string(Diagnostic{Severity::kError, "", "bad", "", {}}), "error: bad");
}

TEST(Error, ShowsEveryDiagnosticAndKeepsTheMessageApart) {
  const Error error{ErrorCode::kBadInput, "input.csv cannot be used", {{Severity::kError, "x", "a", "", {}}}};
  EXPECT_STREQ(error.what(), "input.csv cannot be used\nerror: a [x]");
  EXPECT_EQ(error.message(), "input.csv cannot be used");
  EXPECT_EQ(to_string(error.code()), "bad-input");
}

// Messages show parts of files, and files hold anything; what() must not end in the middle.
TEST(Error, SurvivesZeroBytes) {
  const Error error{ErrorCode::kBadInput, std::string{"a\0b", 3}};
  EXPECT_STREQ(error.what(), "a?b");
}

}  // namespace
}  // namespace lockstep
