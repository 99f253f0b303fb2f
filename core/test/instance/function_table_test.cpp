// SPDX-License-Identifier: Apache-2.0
#include "instance/function_table.hpp"

#include <gtest/gtest.h>

#include "test_library.hpp"

namespace lockstep::core {
namespace {

// Names and capabilities come from the same list as the table; an index beyond it is no crash.
TEST(FunctionTable, KnowsNamesAndCapabilities) {
  EXPECT_STREQ(fmi1_name(static_cast<std::uint8_t>(Fmi1Function::DoStep)), "fmiDoStep");
  EXPECT_STREQ(fmi2_name(static_cast<std::uint8_t>(Fmi2Function::DoStep)), "fmi2DoStep");
  EXPECT_STREQ(fmi3_name(static_cast<std::uint8_t>(Fmi3Function::DoStep)), "fmi3DoStep");
  EXPECT_STREQ(fmi2_capability(static_cast<std::uint8_t>(Fmi2Function::GetDirectionalDerivative)),
               "providesDirectionalDerivative");
  EXPECT_STREQ(fmi3_capability(static_cast<std::uint8_t>(Fmi3Function::DoStep)), "");
  EXPECT_STREQ(fmi3_name(255), "unknown function");
}

// Functions are found by name; those the library lacks are null.
TEST(FunctionTable, BindsWhatTheLibraryHas) {
  std::vector<std::string> warnings;
  const SharedLibrary full = SharedLibrary::load(built_library("fmi2_probe"), warnings);
  const SharedLibrary bare = SharedLibrary::load(built_library("fmi2_bare"), warnings);
  EXPECT_EQ(reinterpret_cast<void*>(bind_fmi2(full).DoStep), full.symbol("fmi2DoStep"));
  EXPECT_NE(bind_fmi2(full).GetFMUstate, nullptr);
  EXPECT_EQ(bind_fmi2(bare).GetFMUstate, nullptr);
  EXPECT_EQ(bind_fmi3(full).DoStep, nullptr);
  EXPECT_EQ(bind_fmi1(full, "Probe").DoStep, nullptr);
}

}  // namespace
}  // namespace lockstep::core
