// SPDX-License-Identifier: Apache-2.0
#include "lockstep/core/check.hpp"

#include <gtest/gtest.h>

#include <filesystem>

namespace lockstep::test {
namespace {

// What our exporter makes obeys every rule our checker knows, and loads here.
TEST(Check, FindsNothingInOurModels) {
  std::size_t checked = 0;
  for (const char* version : {"2.0", "3.0"}) {
    for (const auto& file :
         std::filesystem::directory_iterator{std::filesystem::path{LOCKSTEP_TEST_FMUS} / version}) {
      const core::CheckReport report = core::check(file.path());
      for (const Diagnostic& finding : report.diagnostics)
        ADD_FAILURE() << file.path() << ": " << to_string(finding);
      ++checked;
    }
  }
  EXPECT_GE(checked, 8U);
}

}  // namespace
}  // namespace lockstep::test
