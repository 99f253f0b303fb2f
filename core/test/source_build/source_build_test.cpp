// SPDX-License-Identifier: Apache-2.0
#include "source_build/source_build.hpp"

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <thread>

#include "fmu_impl.hpp"
#include "lockstep/core/error.hpp"
#include "lockstep/core/fmu.hpp"
#include "support/files.hpp"
#include "support/zip_writer.hpp"

namespace lockstep::core {
namespace {

using test::TemporaryFolder;
using test::write_file;

void expect_contains(const std::string& text, const std::string& part) {
  EXPECT_NE(text.find(part), std::string::npos) << "'" << part << "' is not in: " << text;
}

const char* const kDescription2 = R"(<?xml version="1.0"?>
<fmiModelDescription fmiVersion="2.0" modelName="m" guid="g">
<CoSimulation modelIdentifier="two"><SourceFiles><File name="two.c"/><File name="part.cpp"/></SourceFiles></CoSimulation>
<ModelVariables/><ModelStructure/></fmiModelDescription>)";

// C that relies on the importer's headers and defines the prefix of static linking, and C++ beside it.
const char* const kTwo = R"(
#define FMI2_FUNCTION_PREFIX two_
#include "fmi2Functions.h"
#include <math.h>
double part(double x);
const char* fmi2GetVersion(void) { return fmi2Version; }
const char* fmi2GetTypesPlatform(void) { return part(cos(0.0)) == 2.0 ? fmi2TypesPlatform : "wrong"; }
)";
const char* const kPart = R"(
#include <vector>
extern "C" double part(double x) { return std::vector<double>(2, x).size(); }
)";

class SourceBuildTest : public testing::Test {
 protected:
  std::filesystem::path make_fmu(const std::vector<test::ZipEntry>& entries) {
    return write_file(folder_ / "model.fmu", test::make_zip(entries));
  }
  std::filesystem::path make_fmu2(const std::string& two = kTwo) {
    return make_fmu(
        {{"modelDescription.xml", kDescription2}, {"sources/two.c", two}, {"sources/part.cpp", kPart}});
  }
  std::filesystem::path build(const std::filesystem::path& fmu) {
    CacheOptions options;
    options.directory = folder_ / "cache";
    const auto opened = Fmu::open(fmu);
    unpacked_.push_back(ArchiveCache{options}.extract(Archive::open(fmu), {"sources/"}));
    return build_from_sources(unpacked_.back(), opened->description(), InterfaceKind::kCoSimulation);
  }
  std::string failure(const std::filesystem::path& fmu) {
    try {
      build(fmu);
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::kNoBinary);
      return error.what();
    }
    ADD_FAILURE() << "no error";
    return {};
  }

  TemporaryFolder folder_;
  std::vector<UnpackedFmu> unpacked_;  // the files must live as long as the library is loaded
};

// The library loads and exports the functions by their plain names.
TEST_F(SourceBuildTest, BuildsCAndCpp) {
  const std::filesystem::path library = build(make_fmu2());
  void* handle = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  ASSERT_NE(handle, nullptr) << dlerror();
  const auto version = reinterpret_cast<const char* (*)()>(dlsym(handle, "fmi2GetVersion"));
  const auto platform = reinterpret_cast<const char* (*)()>(dlsym(handle, "fmi2GetTypesPlatform"));
  ASSERT_NE(version, nullptr);
  ASSERT_NE(platform, nullptr);
  EXPECT_STREQ(version(), "2.0");
  EXPECT_STREQ(platform(), "default");
  EXPECT_EQ(dlsym(handle, "two_fmi2GetVersion"), nullptr);
  dlclose(handle);
}

// The second time nothing is compiled, and the first time leaves the library alone behind.
TEST_F(SourceBuildTest, CompilesOnce) {
  const std::filesystem::path fmu = make_fmu2();
  const std::filesystem::path first = build(fmu);
  const auto written = std::filesystem::last_write_time(first);
  const std::filesystem::path second = build(fmu);
  EXPECT_EQ(first, second);
  EXPECT_EQ(written, std::filesystem::last_write_time(second));
  EXPECT_FALSE(std::filesystem::exists(first.parent_path() / "source-build"));
}

// Several that ask at once get the same library, whole.
TEST_F(SourceBuildTest, ConcurrentBuildsAgree) {
  const std::filesystem::path fmu = make_fmu2();
  const auto opened = Fmu::open(fmu);
  CacheOptions options;
  options.directory = folder_ / "cache";
  const UnpackedFmu unpacked = ArchiveCache{options}.extract(Archive::open(fmu), {"sources/"});
  std::vector<std::filesystem::path> libraries(3);
  std::vector<std::thread> threads;
  for (std::filesystem::path& library : libraries) {
    threads.emplace_back(
        [&] { library = build_from_sources(unpacked, opened->description(), InterfaceKind::kCoSimulation); });
  }
  for (std::thread& thread : threads)
    thread.join();
  EXPECT_EQ(libraries[0], libraries[1]);
  EXPECT_EQ(libraries[0], libraries[2]);
  EXPECT_TRUE(std::filesystem::is_regular_file(libraries[0]));
}

// An error of the compiler is shown with file, line and command, and nothing half-made stays.
TEST_F(SourceBuildTest, ShowsCompilerErrors) {
  const std::string text = failure(make_fmu2("int x = nonsense;\n"));
  expect_contains(text, "compiling the sources of 'two' failed: the compiler ended with code 1 and said:");
  expect_contains(text, "two.c:1:9: error: ");
  expect_contains(text, "nonsense");
  expect_contains(text, "command: ");
  EXPECT_FALSE(std::filesystem::exists(unpacked_.back().derived_directory() / "source-build"));
}

// A symbol that nobody defines is found at once, by name.
TEST_F(SourceBuildTest, ShowsMissingSymbols) {
  const std::string text =
      failure(make_fmu2("int missing_part(void); int f(void) { return missing_part(); }\n"));
  expect_contains(text, "linking the sources of 'two' failed");
  expect_contains(text, "missing_part");
}

// FMI headers an FMU ships come before ours.
TEST_F(SourceBuildTest, ShippedHeadersWin) {
  const std::string text = failure(make_fmu({{"modelDescription.xml", kDescription2},
                                             {"sources/two.c", kTwo},
                                             {"sources/part.cpp", kPart},
                                             {"sources/fmi2Functions.h", "#error shipped header\n"}}));
  expect_contains(text, "shipped header");
}

// An FMU that is allowed to be built gets its library from its sources; one that is not says how to allow it.
TEST_F(SourceBuildTest, FmuBuildsOnRequestOnly) {
  const std::filesystem::path fmu = make_fmu2();
  OpenOptions options;
  options.cache.directory = folder_ / "cache";
  try {
    static_cast<void>(Fmu::open(fmu, options)->impl().files(InterfaceKind::kCoSimulation));
    ADD_FAILURE() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kNoBinary);
    expect_contains(error.what(), "the FMU has sources: allow to build them (--build-sources)");
  }
  options.build_sources = true;
  const auto allowed = Fmu::open(fmu, options);
  const FmuFiles files = allowed->impl().files(InterfaceKind::kCoSimulation);
  EXPECT_EQ(files.library.extension(), ".so");
  EXPECT_TRUE(std::filesystem::is_regular_file(files.library));
  EXPECT_FALSE(files.has_resources);
}

// Without a compiler the message says what is missing and how to get it.
TEST_F(SourceBuildTest, NoCompiler) {
  const std::filesystem::path fmu = make_fmu2();
  const std::string path = std::getenv("PATH");
  setenv("PATH", folder_.path().c_str(), 1);
  const std::string text = failure(fmu);
  setenv("PATH", path.c_str(), 1);
  expect_contains(
      text,
      "the sources of 'two' need a C++ compiler and PATH has none (c++, g++, clang++); on Debian: "
      "apt-get install g++");
}

}  // namespace
}  // namespace lockstep::core
