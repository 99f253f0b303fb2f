// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdlib.h>

#include <filesystem>
#include <string>

namespace lockstep::core {

/// A test library as it was built.
inline std::filesystem::path built_library(const std::string& name) {
  return std::filesystem::path{LOCKSTEP_TEST_FMUS} / (name + ".so");
}

/// A fresh copy of a test library in a folder of its own: what one test does to it (Fatal, static data) no
/// other test in the same process sees.
class FreshLibrary {
 public:
  explicit FreshLibrary(const std::string& name) {
    std::string pattern = (std::filesystem::temp_directory_path() / "lockstep-test-XXXXXX").string();
    folder_ = ::mkdtemp(pattern.data());
    path_ = folder_ / (name + ".so");
    std::filesystem::copy_file(built_library(name), path_);
  }
  ~FreshLibrary() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }
  FreshLibrary(const FreshLibrary&) = delete;
  FreshLibrary& operator=(const FreshLibrary&) = delete;

  const std::filesystem::path& path() const { return path_; }
  const std::filesystem::path& folder() const { return folder_; }

 private:
  std::filesystem::path folder_, path_;
};

}  // namespace lockstep::core
