// SPDX-License-Identifier: Apache-2.0
#include "instance/library_table.hpp"

#include <gtest/gtest.h>

#include <cfenv>
#include <clocale>
#include <thread>

#include "lockstep/core/error.hpp"
#include "test_library.hpp"

namespace lockstep::core {
namespace {

LibraryTable& table() {
  return LibraryTable::of_process();
}

std::size_t files_in(const std::filesystem::path& folder) {
  return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator{folder}, {}));
}

// Instances of one file share its loading, and its function table is bound once.
TEST(LibraryTable, LoadsAFileOnce) {
  const FreshLibrary file{"fmi2_probe"};
  const LibraryLease a = table().acquire(file.path(), false);
  const LibraryLease b = table().acquire(file.path(), false);
  EXPECT_EQ(&*a, &*b);
  EXPECT_EQ(&a->fmi2(), &b->fmi2());
  EXPECT_NE(a->fmi2().DoStep, nullptr);
}

// "Once per process": each living instance has a loading of its own, free ones are used again, no file stays
// behind.
TEST(LibraryTable, GivesEachInstanceItsOwnCopyWhereNeeded) {
  const FreshLibrary file{"fmi2_probe"};
  LibraryLease a = table().acquire(file.path(), true);
  LoadedLibrary* second = nullptr;
  {
    const LibraryLease b = table().acquire(file.path(), true);
    second = &*b;
    EXPECT_NE(&*a, second);
    EXPECT_NE(a->fmi2().DoStep, b->fmi2().DoStep);
    EXPECT_NE(&*table().acquire(file.path(), true), second);
  }
  const LibraryLease again = table().acquire(file.path(), true);
  EXPECT_EQ(&*again, second);
  EXPECT_EQ(files_in(file.folder()), 1U);
}

// Fatal holds for all loadings of a file, private copies included, and for instances to come.
TEST(LibraryTable, FatalIsForAllLoadings) {
  const FreshLibrary file{"fmi2_probe"};
  const LibraryLease a = table().acquire(file.path(), true);
  const LibraryLease b = table().acquire(file.path(), true);
  std::atomic<std::uint32_t> first{1}, second{0}, gone{0};
  a->fate().watch(first, 2);
  b->fate().watch(gone, 2);
  b->fate().watch(second, 4);
  b->fate().unwatch(gone);
  EXPECT_FALSE(b->fate().fatal());
  a->fate().mark_fatal();
  EXPECT_TRUE(b->fate().fatal());
  EXPECT_EQ(first, 3U);
  EXPECT_EQ(second, 4U);
  EXPECT_EQ(gone, 0U);
  std::atomic<std::uint32_t> late{0};
  b->fate().watch(late, 8);
  EXPECT_EQ(late, 8U);
  for (const auto* word : {&first, &second, &late})
    a->fate().unwatch(*word);
  try {
    table().acquire(file.path(), false);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kFmuFailed);
    EXPECT_NE(std::string{error.what()}.find("returned Fatal earlier in this process"), std::string::npos);
  }
}

// Threads that ask for a file at the same time get one loading of it.
TEST(LibraryTable, ThreadsLoadAFileOnce) {
  const FreshLibrary file{"fmi2_probe"};
  std::vector<LibraryLease> leases(8);
  std::vector<std::thread> threads;
  for (LibraryLease& lease : leases)
    threads.emplace_back([&lease, &file] { lease = table().acquire(file.path(), false); });
  for (std::thread& thread : threads)
    thread.join();
  for (const LibraryLease& lease : leases)
    EXPECT_EQ(&lease->fmi2(), &leases[0]->fmi2());
}

// A file replaced by another under the same name is loaded anew; the loader alone would answer with the old
// one.
TEST(LibraryTable, NoticesAReplacedFile) {
  const FreshLibrary file{"fmi2_probe"};
  const LibraryLease before = table().acquire(file.path(), false);
  std::filesystem::copy_file(built_library("fmi2_bare"), file.folder() / "new.so");
  std::filesystem::rename(file.folder() / "new.so", file.path());
  const LibraryLease after = table().acquire(file.path(), false);
  EXPECT_NE(before->fmi2().GetFMUstate, nullptr);
  EXPECT_EQ(after->fmi2().GetFMUstate, nullptr);
}

// The constructor of a library runs when it is loaded; what it changes in the process is put back and
// reported.
TEST(LibraryTable, UndoesWhatConstructorsChange) {
  const FreshLibrary file{"leaves_marks"};
  std::setlocale(LC_ALL, "C");
  unsetenv("LOCKSTEP_TEST_CONSTRUCTOR_RAN");
  const LibraryLease lease = table().acquire(file.path(), false);
  EXPECT_STREQ(getenv("LOCKSTEP_TEST_CONSTRUCTOR_RAN"), "yes");
  EXPECT_EQ(std::fegetround(), FE_TONEAREST);
  EXPECT_STREQ(std::setlocale(LC_ALL, nullptr), "C");
  const std::vector<std::string> warnings = lease->take_warnings();
  ASSERT_EQ(warnings.size(), 1U);
  EXPECT_NE(warnings[0].find("locale from 'C' to 'C.UTF-8'"), std::string::npos) << warnings[0];
  EXPECT_TRUE(lease->take_warnings().empty());
}

// FMI 1 callbacks know the component only: before it is known, the name of the instance leads to its
// environment.
TEST(LibraryTable, FindsEnvironmentsOfFmi1Components) {
  int first = 0, second = 0, component = 0;
  table().register_component(nullptr, "pump", &first);
  table().register_component(nullptr, "valve", &second);
  EXPECT_EQ(table().environment_of(&component, "valve"), &second);
  EXPECT_EQ(table().environment_of(nullptr, nullptr), &first);
  table().register_component(&component, "valve", &second);
  EXPECT_EQ(table().environment_of(&component, "anything"), &second);
  table().unregister_environment(&first);
  table().unregister_environment(&second);
  EXPECT_EQ(table().environment_of(&component, "valve"), nullptr);
}

}  // namespace
}  // namespace lockstep::core
