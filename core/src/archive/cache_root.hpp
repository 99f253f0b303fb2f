// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>

#include "archive/file.hpp"
#include "lockstep/core/archive_cache.hpp"

namespace lockstep::core::archive {

/// The folder all entries live in: ours alone, on this version of the layout:
///   <directory>/v1/<hash>/...        the files of one FMU, in the layout of its archive
///   <directory>/v1/<hash>.entry      its manifest; locks; atime: last used, mtime: last verified
///   <directory>/v1/<hash>.derived/   what was made from it
///   <directory>/v1/known/<device-inode-size-mtime-ctime>   the hash of an archive
///   <directory>/v1/cleaned           mtime: last cleaning
struct CacheRoot {
  std::filesystem::path directory;  ///< absolute, what the user knows
  std::filesystem::path versioned;  ///< absolute, `directory`/v1
  FileDescriptor fd;                ///< of `versioned`
  FileDescriptor alive;             ///< lock of a temporary folder, held as long as it is in use
  bool temporary{false};            ///< remove `directory` at the end

  CacheRoot() = default;
  CacheRoot(const CacheRoot&) = delete;
  CacheRoot& operator=(const CacheRoot&) = delete;
  ~CacheRoot();
};

/// Chooses, makes and checks the folder as CacheOptions::directory says. Throws Error{kSystem}.
std::shared_ptr<const CacheRoot> open_cache_root(const CacheOptions& options);

}  // namespace lockstep::core::archive
