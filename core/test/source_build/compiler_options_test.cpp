// SPDX-License-Identifier: Apache-2.0
#include "source_build/compiler_options.hpp"

#include <gtest/gtest.h>

namespace lockstep::core {
namespace {

using Strings = std::vector<std::string>;

// What exporters really write passes as it is.
TEST(CompilerOptions, UsualOptionsPass) {
  const CompilerOptions options = sort_compiler_options(
      "-std=c99 -O3 -g -Wall -Wno-unused-variable -Wformat=2 -DNDEBUG -DSIZE=3 -UDEBUG -fno-strict-aliasing "
      "-fwrapv "
      "-march=native -mavx2 -ffp-contract=off -fvisibility=hidden -pthread");
  EXPECT_EQ(options.refused, Strings{});
  EXPECT_EQ(options.accepted,
            (Strings{"-std=c99", "-O3", "-g", "-Wall", "-Wno-unused-variable", "-Wformat=2", "-DNDEBUG",
                     "-DSIZE=3", "-UDEBUG", "-fno-strict-aliasing", "-fwrapv", "-march=native", "-mavx2",
                     "-ffp-contract=off", "-fvisibility=hidden", "-pthread"}));
}

// Options that load code, read or write files elsewhere, or speak to other programs are refused one by one.
TEST(CompilerOptions, DangerousOptionsAreRefused) {
  for (const char* option : {"-fplugin=evil.so",
                             "-Wl,-rpath,/tmp",
                             "-Wa,--x",
                             "-Wp,-MD,/etc/x",
                             "-B/tmp",
                             "-specs=x",
                             "@file",
                             "-include",
                             "-o",
                             "-MF",
                             "-wrapper",
                             "-Xlinker",
                             "-fdump-tree-all",
                             "-save-temps",
                             "-fprofile-use=/x",
                             "--sysroot=/x",
                             "-isystem",
                             "-T",
                             "-L/tmp",
                             "-march=a/b",
                             "-std=../x",
                             "evil.c",
                             "-D1X",
                             "-DX y(",
                             "/O2",
                             "-W/x",
                             "-x"}) {
    const CompilerOptions options = sort_compiler_options(std::string{"\""} + option + "\"");
    EXPECT_EQ(options.refused, (Strings{option}));
    EXPECT_EQ(options.accepted, Strings{}) << option;
  }
}

// -I and -l are handed to other checks; two-word forms and quotes are understood.
TEST(CompilerOptions, FoldersAndLibraries) {
  const CompilerOptions options = sort_compiler_options("-I include -Isrc/a -lm -l dl -D NAME=\"a b\"");
  EXPECT_EQ(options.include_directories, (Strings{"include", "src/a"}));
  EXPECT_EQ(options.libraries, (Strings{"m", "dl"}));
  EXPECT_EQ(options.accepted, (Strings{"-DNAME=a b"}));
  EXPECT_EQ(options.refused, Strings{});
}

// What is done anyway is not repeated.
TEST(CompilerOptions, RedundantOptionsAreDropped) {
  const CompilerOptions options = sort_compiler_options("  -c -fPIC\t-shared  ");
  EXPECT_EQ(options.accepted, Strings{});
  EXPECT_EQ(options.refused, Strings{});
}

// Libraries by name, from a short list.
TEST(CompilerOptions, Libraries) {
  EXPECT_TRUE(is_allowed_library("m"));
  EXPECT_TRUE(is_allowed_library("lapack"));
  EXPECT_FALSE(is_allowed_library("evil"));
  EXPECT_FALSE(is_allowed_library(":evil.so"));
  EXPECT_FALSE(is_allowed_library(""));
}

// A macro has an identifier for its name.
TEST(CompilerOptions, MacroNames) {
  EXPECT_TRUE(is_macro_name("FMI_VERSION"));
  EXPECT_TRUE(is_macro_name("MAX(a,b)"));
  EXPECT_FALSE(is_macro_name(""));
  EXPECT_FALSE(is_macro_name("3D"));
  EXPECT_FALSE(is_macro_name("A-B"));
  EXPECT_FALSE(is_macro_name("A(b"));
}

}  // namespace
}  // namespace lockstep::core
