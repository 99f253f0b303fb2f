// SPDX-License-Identifier: Apache-2.0
// What holds for every FMU we ship.
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <set>
#include <sstream>

#include "lockstep/core/check.hpp"

namespace lockstep::models::test {
namespace {

std::vector<std::filesystem::path> files_below(const std::string& folder, const std::string& extension) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.path().extension() == extension) files.push_back(entry.path());
  }
  return files;
}

std::string output_of(const std::string& command) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> pipe(popen(command.c_str(), "r"), &pclose);
  std::string text;
  std::array<char, 4096> buffer;
  while (std::fgets(buffer.data(), buffer.size(), pipe.get()) != nullptr)
    text += buffer.data();
  return text;
}

// Nothing to complain about, and every interface would load here.
TEST(Conformance, every_fmu_passes_the_strict_check) {
  const auto files = files_below(LOCKSTEP_FMUS_DIR, ".fmu");
  ASSERT_GE(files.size(), 50U);
  for (const auto& file : files) {
    const core::CheckReport report = core::check(file);
    EXPECT_FALSE(report.has_violations()) << file;
    for (const Diagnostic& d : report.diagnostics) {
      if (d.severity != Severity::kNote) ADD_FAILURE() << file << ": " << to_string(d);
    }
    for (const core::InterfaceVerdict& verdict : report.interfaces)
      EXPECT_TRUE(verdict.loads) << file << verdict.reason;
  }
}

// A library needs libc and libm (and what belongs to them) and nothing else, and exports the standard's
// functions only.
TEST(Conformance, libraries_are_self_contained) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "sanitizers add a library of their own";
#endif
  const std::set<std::string> allowed{"libc.so.6", "libm.so.6", "ld-linux-x86-64.so.2",
                                      "ld-linux-aarch64.so.1"};
  const auto libraries = files_below(LOCKSTEP_MODELS_DIR, ".so");
  ASSERT_GE(libraries.size(), 50U);
  for (const auto& library : libraries) {
    std::istringstream needed(
        output_of("readelf -d '" + library.string() + "' | sed -n 's/.*NEEDED.*\\[\\(.*\\)\\]/\\1/p'"));
    for (std::string name; std::getline(needed, name);)
      EXPECT_EQ(allowed.count(name), 1U) << library << " needs " << name;
    std::istringstream exported(output_of("nm -D --defined-only '" + library.string() + "'"));
    int count = 0;
    for (std::string line; std::getline(exported, line); ++count) {
      EXPECT_NE(line.find(" T fmi"), std::string::npos) << library << " exports " << line;
    }
    EXPECT_GE(count, 44) << library;
  }
}

}  // namespace
}  // namespace lockstep::models::test
