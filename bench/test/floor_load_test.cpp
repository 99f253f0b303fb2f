// SPDX-License-Identifier: Apache-2.0
#include "floor_load.hpp"

#include <gtest/gtest.h>

#include "lockstep/core/archive.hpp"
#include "lockstep/core/error.hpp"
#include "process.hpp"

namespace lockstep::bench {
namespace {

const std::filesystem::path kFmu = std::filesystem::path{LOCKSTEP_BENCH_FMU_FOLDER} / "idle_fmi2.fmu";

// A copy with a comment is another file to a cache and the same FMU to everybody else.
TEST(FloorLoad, CopiesDifferInTheirHashAlone) {
  const TemporaryFolder folder;
  copy_with_comment(kFmu, folder.path() / "1.fmu", 1);
  copy_with_comment(folder.path() / "1.fmu", folder.path() / "2.fmu", 2);
  const core::Archive original = core::Archive::open(kFmu);
  const core::Archive first = core::Archive::open(folder.path() / "1.fmu");
  const core::Archive second = core::Archive::open(folder.path() / "2.fmu");
  EXPECT_NE(first.content_hash(), original.content_hash());
  EXPECT_NE(first.content_hash(), second.content_hash());
  EXPECT_EQ(second.read("modelDescription.xml").text(), original.read("modelDescription.xml").text());
}

// The floor really runs the FMU and leaves nothing behind.
TEST(FloorLoad, LoadsAndCleansUp) {
  const TemporaryFolder folder;
  floor_load(read_facts(kFmu), kFmu, folder.path());
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

// A broken FMU does not count as loaded.
TEST(FloorLoad, FailsOnAnEntryThatIsMissing) {
  const TemporaryFolder folder;
  FmuFacts facts = read_facts(kFmu);
  facts.binary_entry = "binaries/none.so";
  EXPECT_THROW(floor_load(facts, kFmu, folder.path()), Error);
}

}  // namespace
}  // namespace lockstep::bench
