// SPDX-License-Identifier: Apache-2.0
#include "instance/shared_library.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "lockstep/core/error.hpp"
#include "test_library.hpp"

namespace lockstep::core {
namespace {

int call(const SharedLibrary& library, const char* name) {
  auto* function = reinterpret_cast<int (*)()>(library.symbol(name));
  return function != nullptr ? function() : -1;
}

std::string load_error(const std::filesystem::path& path) {
  std::vector<std::string> warnings;
  try {
    SharedLibrary::load(path, warnings);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kLoadFailed);
    return error.what();
  }
  return "loaded";
}

// Symbols are found by name; one that is missing is null, not a crash.
TEST(SharedLibrary, FindsSymbols) {
  std::vector<std::string> warnings;
  const SharedLibrary library = SharedLibrary::load(built_library("fmi2_probe"), warnings);
  EXPECT_NE(library.symbol("fmi2DoStep"), nullptr);
  EXPECT_EQ(library.symbol("fmi2Nonsense"), nullptr);
  EXPECT_TRUE(warnings.empty());
}

// A library that lies beside the FMU's binary is found although no search path leads there.
TEST(SharedLibrary, LoadsNeededSiblingsFirst) {
  std::vector<std::string> warnings;
  const SharedLibrary library = SharedLibrary::load(built_library("needs_sibling"), warnings);
  EXPECT_EQ(call(library, "value_of_sibling"), 42);
}

// What lies beside a library or on this machine is not missing.
TEST(SharedLibrary, FindsWhatIsThere) {
  EXPECT_TRUE(missing_libraries(built_library("needs_sibling")).empty());
  EXPECT_TRUE(missing_libraries(built_library("fmi3_probe")).empty());
}

// Without the sibling the error names it and says what to do.
TEST(SharedLibrary, NamesTheMissingLibrary) {
  const FreshLibrary alone{"needs_sibling"};
  // The sibling may be in the process already, from another test; a copy with another name for it is not.
  std::ifstream in{alone.path(), std::ios::binary};
  std::string image{std::istreambuf_iterator<char>{in}, {}};
  const std::string needed = "liblockstep_test_sibling.so";
  for (std::size_t at = image.find(needed); at != std::string::npos; at = image.find(needed, at))
    image.replace(at, 11, "libabsent_x");
  std::ofstream{alone.path(), std::ios::binary} << image;
  const std::string error = load_error(alone.path());
  EXPECT_NE(error.find("it needs 'libabsent_x"), std::string::npos) << error;
  EXPECT_NE(error.find("install it"), std::string::npos) << error;
  EXPECT_EQ(missing_libraries(alone.path()), (std::vector<std::string>{"libabsent_x_test_sibling.so"}));
}

// An undefined symbol is a warning that names it; the library works as long as the symbol is not called.
TEST(SharedLibrary, LoadsLazilyWhenASymbolIsMissing) {
  std::vector<std::string> warnings;
  const SharedLibrary library = SharedLibrary::load(built_library("needs_symbol"), warnings);
  EXPECT_EQ(call(library, "works"), 7);
  ASSERT_EQ(warnings.size(), 1U);
  EXPECT_NE(warnings[0].find("'lockstep_test_symbol_nobody_has'"), std::string::npos) << warnings[0];
}

// A file that is not there and one that is not a library are errors with the path and the reason.
TEST(SharedLibrary, RefusesWhatIsNoLibrary) {
  EXPECT_NE(load_error("/nowhere/x.so").find("cannot load '/nowhere/x.so'"), std::string::npos);
  const FreshLibrary broken{"needs_symbol"};
  std::ofstream{broken.path()} << "not a library";
  const std::string error = load_error(broken.path());
  EXPECT_NE(error.find(broken.path().string()), std::string::npos) << error;
  EXPECT_NE(error.find("it is not an ELF shared library; export or download"), std::string::npos) << error;
}

// A library cut short anywhere is an error, never a SIGBUS from within the loader. The end of the file holds
// section headers, which the loader does not need.
TEST(SharedLibrary, RefusesALibraryCutShort) {
  const FreshLibrary broken{"fmi2_bare"};
  const std::uintmax_t whole = std::filesystem::file_size(broken.path());
  const auto cut_to = [&](std::uintmax_t size) {
    std::filesystem::resize_file(broken.path(), size);
    return load_error(broken.path());
  };
  const std::string half = cut_to(whole / 2);
  EXPECT_NE(half.find("it is damaged: it refers to "), std::string::npos) << half;
  for (const std::uintmax_t size : {whole / 4, std::uintmax_t{4096}, std::uintmax_t{600}, std::uintmax_t{64},
                                    std::uintmax_t{63}, std::uintmax_t{0}}) {
    EXPECT_NE(cut_to(size), "loaded") << size;
  }
}

}  // namespace
}  // namespace lockstep::core
