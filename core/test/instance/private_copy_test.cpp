// SPDX-License-Identifier: Apache-2.0
#include "instance/private_copy.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>

#include "instance/process_state_guard.hpp"
#include "instance/shared_library.hpp"
#include "lockstep/core/error.hpp"
#include "test_library.hpp"

namespace lockstep::core {
namespace {

SharedLibrary load_quietly(const std::filesystem::path& path) {
  std::vector<std::string> warnings;
  ProcessStateGuard guard;  // leaves_marks changes rounding mode and locale
  return SharedLibrary::load(path, warnings);
}

int* address_of_count(const SharedLibrary& library) {
  return reinterpret_cast<int* (*)()>(library.symbol("address_of_count"))();
}

// The copy lies beside the original, so that libraries found relative to it stay found, and goes with its
// object.
TEST(PrivateCopy, LiesBesideTheOriginalAndIsRemoved) {
  const FreshLibrary original{"fmi2_probe"};
  std::filesystem::path path;
  {
    const PrivateCopy copy{original.path()};
    path = copy.path();
    EXPECT_EQ(path.parent_path(), original.folder());
    EXPECT_EQ(std::filesystem::file_size(path), std::filesystem::file_size(original.path()));
  }
  EXPECT_FALSE(std::filesystem::exists(path));
}

// Static data of templates, which the loader shares among all libraries of a process, is the copy's own.
TEST(PrivateCopy, HasStaticDataOfItsOwn) {
  const FreshLibrary original{"leaves_marks"};
  const SharedLibrary first = load_quietly(original.path());
  const SharedLibrary second = load_quietly(PrivateCopy{original.path()}.path());
  EXPECT_NE(first.handle(), second.handle());
  EXPECT_NE(address_of_count(first), address_of_count(second));
  // Without the change in the copy they are one: this is what the change is for.
  const FreshLibrary plain{"leaves_marks"};
  EXPECT_EQ(address_of_count(first), address_of_count(load_quietly(plain.path())));
}

// Images that are no ELF files, or cut ones, are left alone.
TEST(PrivateCopy, LeavesForeignImagesAlone) {
  std::string text = "not ELF";
  EXPECT_EQ(make_unique_symbols_global(text), 0U);
  std::ifstream in{built_library("leaves_marks"), std::ios::binary};
  std::string image{std::istreambuf_iterator<char>{in}, {}};
  for (std::size_t size = 0; size < image.size(); size += 97) {
    std::string cut = image.substr(0, size);
    make_unique_symbols_global(cut);
    EXPECT_EQ(cut.size(), size);
  }
  EXPECT_GT(make_unique_symbols_global(image), 0U);
  EXPECT_EQ(make_unique_symbols_global(image), 0U);
}

// A file that cannot be read is an error that names it.
TEST(PrivateCopy, NamesTheFileItCannotCopy) {
  try {
    const PrivateCopy copy{"/nowhere/x.so"};
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kSystem);
    EXPECT_NE(std::string{error.what()}.find("'/nowhere/x.so'"), std::string::npos);
  }
}

}  // namespace
}  // namespace lockstep::core
