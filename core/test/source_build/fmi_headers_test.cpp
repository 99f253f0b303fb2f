// SPDX-License-Identifier: Apache-2.0
#include "source_build/fmi_headers.hpp"

#include <gtest/gtest.h>

#include "lockstep/core/error.hpp"
#include "source_build/compiler_process.hpp"
#include "source_build/fmi_header_text.hpp"
#include "support/files.hpp"

namespace lockstep::core {
namespace {

using test::TemporaryFolder;
using test::write_file;

// The embedded texts are the headers of the module, whole.
TEST(FmiHeaders, AreEmbedded) {
  EXPECT_EQ(fmi_header_texts().size(), 5U);
  for (const HeaderText& header : fmi_header_texts()) {
    EXPECT_EQ(header.name.substr(0, 13), "lockstep/fmi/");
    EXPECT_EQ(header.text.substr(0, 38), "// SPDX-License-Identifier: Apache-2.0");
    EXPECT_EQ(header.text.back(), '\n');
  }
}

// Code written against the names of the standard compiles with them, as C and as C++, with every header in
// any order.
TEST(FmiHeaders, Compile) {
  const TemporaryFolder folder;
  write_fmi_headers(folder / "headers");
  const std::string code = R"(
#define FMI2_FUNCTION_PREFIX Model_
#include "fmi2FunctionTypes.h"
#include "fmi2TypesPlatform.h"
#include "fmi2Functions.h"
#include "fmi3Functions.h"
#include "fmi3PlatformTypes.h"
#include "fmi3FunctionTypes.h"
fmi2Status fmi2DoStep(fmi2Component c, fmi2Real t, fmi2Real h, fmi2Boolean last) { return c && t < h && last ? fmi2OK : fmi2Error; }
FMI3_Export const char* fmi3GetVersion(void) { return fmi3Version; }
)";
  for (const char* name : {"a.c", "a.cpp"}) {
    const auto source = write_file(folder / name, code);
    const auto compiler = find_program({source.extension() == ".c" ? "cc" : "c++"});
    run_commands({{{compiler.string(), "-Wall", "-Werror", "-idirafter", (folder / "headers").string(),
                    "-fsyntax-only", source.string()},
                   folder / "out"}},
                 1, "compiling");
  }
}

// A folder that cannot be written is named.
TEST(FmiHeaders, UnwritableFolder) {
  const TemporaryFolder folder;
  write_file(folder / "file", "");
  EXPECT_THROW(write_fmi_headers(folder / "file"), Error);
}

}  // namespace
}  // namespace lockstep::core
