// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace lockstep::core {

/// A second copy of a library file with an inode of its own, so that dlopen loads it again with fresh static
/// data. It lies beside the original where that folder is writable (libraries found by $ORIGIN stay found),
/// else in the temporary folder; the destructor removes it, which a loaded library does not mind.
///
/// Symbols the compiler marked "unique in the process" (static data of C++ inline functions and templates)
/// are made ordinary ones in the copy: the loader would merge them with those of the original otherwise.
/// Libraries that the copy needs are still shared with the original.
class PrivateCopy {
 public:
  /// Throws Error{kSystem} when the file cannot be copied.
  explicit PrivateCopy(const std::filesystem::path& original);
  ~PrivateCopy();
  PrivateCopy(const PrivateCopy&) = delete;
  PrivateCopy& operator=(const PrivateCopy&) = delete;

  const std::filesystem::path& path() const noexcept { return path_; }

 private:
  std::filesystem::path path_;
};

/// Turns STB_GNU_UNIQUE symbols of a 64-bit ELF image into global ones; how many. Leaves anything else alone.
std::size_t make_unique_symbols_global(std::string& image) noexcept;

}  // namespace lockstep::core
