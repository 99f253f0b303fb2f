// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "archive/archive_impl.hpp"
#include "archive/manifest.hpp"

namespace lockstep::core::archive {

/// How the tree of an entry compares with its manifest, as far as somebody wants to use it.
struct EntryState {
  std::vector<std::string> missing_folders;  ///< asked for and never unpacked
  std::vector<std::string> broken;           ///< files that are gone or are not what was unpacked
  std::vector<std::string> touched_folders;  ///< folders in which something was added or removed
  bool compared_content{false};              ///< because time stamps alone did not prove anything
  std::int64_t examined_at_ns{0};            ///< [ns since 1970] before the first look

  bool usable() const noexcept {
    return missing_folders.empty() && broken.empty() && touched_folders.empty();
  }
};

/// The manifest in the entry's file, empty if there is none; `verified_at_ns` is the file's mtime.
Manifest load_manifest(int entry_file, std::int64_t* verified_at_ns);

/// Replaces the manifest; needs the write lock. Whoever reads meanwhile, or after a crash half-way, sees no
/// manifest. Returns 0 or the errno value.
[[nodiscard]] int store_manifest(int entry_file, const Manifest& manifest);

/// Compares the files below `root` with the manifest. Stamps (inode, size, mtime, ctime) prove a file
/// unchanged unless they are too close to `verified_at_ns` (the clock of a file system ticks in milliseconds,
/// and an FMU may write right after it was unpacked) or the machine has been started since (a power cut may
/// have lost data): then the content is compared.
EntryState examine(int root, const Manifest& manifest, std::int64_t verified_at_ns,
                   const std::vector<std::string>& folders);

/// The item of a file or folder as it is now. False if it is not there.
bool stat_item(int root, const std::string& name, std::uint32_t crc32, ManifestItem* item);

/// What to do with files that the manifest does not know.
enum class Strangers { kKeep, kRemove };

/// True if the folder is there and holds, in the end, nothing that the manifest does not know.
bool free_of_strangers(int root, const std::string& folder, const Manifest& manifest, Strangers strangers);

/// Notes that the files were as the manifest says at this time.
void mark_verified(int entry_file, std::int64_t at_ns) noexcept;

/// Notes that the entry is used now; the cleaner looks at it.
void mark_used(int entry_file) noexcept;

}  // namespace lockstep::core::archive
