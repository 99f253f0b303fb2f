// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "lockstep/core/archive.hpp"
#include "lockstep/core/export.hpp"

namespace lockstep::core {

/// Where unpacked FMUs are kept and for how long.
struct CacheOptions {
  /// Folder of the cache. Empty: `$LOCKSTEP_CACHE_DIR`, else `$XDG_CACHE_HOME/lockstep`, else
  /// `~/.cache/lockstep`, else (when neither of the last two can be used) a private folder in `$TMPDIR` that
  /// is removed with the last handle.
  std::filesystem::path directory;
  std::uint64_t max_bytes{2ULL << 30};  ///< [bytes] on disk, all entries; least recently used go first
  std::chrono::hours max_age{24 * 30};  ///< since the last use
  /// A file changed more recently than this may change again without its time stamps showing it; its hash is
  /// not remembered.
  std::chrono::milliseconds settle_time{1000};
};

/// What a cleaning removed and what is left.
struct CleanReport {
  std::size_t entries_removed{0};
  std::size_t entries_kept{0};
  std::size_t entries_in_use{0};   ///< kept whatever their age, because a handle lives somewhere
  std::uint64_t bytes_removed{0};  ///< [bytes] on disk
  std::uint64_t bytes_kept{0};     ///< [bytes] on disk, those in use included
};

/// A handle on an FMU unpacked in the cache. While one lives, in any process, the files stay.
/// Movable and copyable (copies share the handle); may be destroyed on any thread.
class LOCKSTEP_CORE_EXPORT UnpackedFmu {
 public:
  /// Absolute path of the folder that has the archive's layout: `root()/"binaries"/...`.
  const std::filesystem::path& root() const noexcept;

  /// Identity of the archive these files came from.
  const ContentHash& content_hash() const noexcept;

  /// Absolute path of a folder beside root() for what is made from this FMU (compiled sources, private copies
  /// of its library). Made on first use; not verified; removed together with the FMU.
  std::filesystem::path derived_directory() const;

  /// How many files this extract() call had to write; 0 means all were there and unchanged.
  std::size_t files_written() const noexcept;

  struct Impl;

 private:
  friend class ArchiveCache;
  explicit UnpackedFmu(std::shared_ptr<const Impl> impl) : impl_{std::move(impl)} {}
  std::shared_ptr<const Impl> impl_;
};

/// Folders of FMUs on disk, one for each content, shared by all processes of one user.
///
/// An entry is found by the SHA-256 of the archive; the hash itself is remembered by device, inode, size,
/// mtime and ctime of the archive, so a second load neither hashes nor extracts. Each use checks the files
/// against a manifest (inode, size, mtime, ctime; after a reboot also the checksum) and restores what an FMU
/// changed in its own resources; files an FMU added are removed unless another handle is alive. A process
/// that dies half-way leaves an entry without manifest: never used, completed by the next load or removed by
/// the next cleaning.
///
/// The folder belongs to the user and to nobody else (0700). One that belongs to somebody else, or that
/// others may write to, is refused with Error{kSystem}: whoever can write there can run code as this user.
///
/// Usable from several threads and processes at once. Locks are advisory file locks (open file description
/// locks). Failure: Error{kSystem} for the cache (disk full, no permission), those of Archive for the
/// archive.
class LOCKSTEP_CORE_EXPORT ArchiveCache {
 public:
  explicit ArchiveCache(CacheOptions options = {});

  /// Unpacks what is below the given folders ("binaries/linux64/", "resources/") or has exactly the given
  /// name, unless it is there already. Names that the archive does not have are no error. Binaries and what
  /// the archive marks executable get mode 0700 (a tool-coupling FMU starts programs from its folder), the
  /// rest 0600.
  UnpackedFmu extract(const Archive& archive, const std::vector<std::string>& folders) const;

  /// The hash of the archive, from memory if the file is known and unchanged.
  ContentHash content_hash(const Archive& archive) const;

  /// Removes what is older than max_age, then the least recently used until max_bytes hold, and what dead
  /// processes left. extract() does this by itself now and then.
  CleanReport clean() const;

  /// Removes everything that is not in use.
  CleanReport clean_all() const;

  /// Absolute path of the cache folder.
  const std::filesystem::path& directory() const noexcept;

  struct Impl;

 private:
  std::shared_ptr<const Impl> impl_;
};

}  // namespace lockstep::core
