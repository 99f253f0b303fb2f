// SPDX-License-Identifier: Apache-2.0
#include "process.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <memory>

#include "lockstep/core/error.hpp"

namespace lockstep::bench {
namespace {

// 64 MB that are touched show up in all three counts, and the peak stays when they are gone.
TEST(Process, CountsMemory) {
  constexpr std::size_t kBytes = 64U << 20U;
  const Memory before = memory_now();
  {
    const std::unique_ptr<char[]> block{new char[kBytes]};
    std::memset(block.get(), 1, kBytes);
    EXPECT_EQ(block[kBytes / 2], 1);
    const Memory with = memory_now();
    EXPECT_GE(with.heap_bytes, before.heap_bytes + kBytes);
    EXPECT_GE(with.resident_bytes, before.resident_bytes + kBytes * 9 / 10);
  }
  const Memory after = memory_now();
  EXPECT_LT(after.heap_bytes, before.heap_bytes + kBytes / 2);
  EXPECT_GE(after.peak_bytes, before.resident_bytes + kBytes * 9 / 10);
}

// A child that prints no number is a failed measurement, named by its arguments.
TEST(Process, ReportsAChildThatFails) {
  try {
    measure_in_child({"--no-such-flag-of-a-test-program", "--gtest_list_tests"});
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_NE(std::string{error.what()}.find("--no-such-flag-of-a-test-program --gtest_list_tests"),
              std::string::npos)
        << error.what();
  }
}

// The folder goes with its content.
TEST(Process, TemporaryFolderGoes) {
  std::filesystem::path path;
  {
    const TemporaryFolder folder;
    path = folder.path();
    std::filesystem::create_directories(path / "a" / "b");
  }
  EXPECT_FALSE(std::filesystem::exists(path));
}

// The line says on what the numbers were made.
TEST(Process, MachineText) {
  EXPECT_NE(machine_text().find("load average"), std::string::npos);
}

}  // namespace
}  // namespace lockstep::bench
