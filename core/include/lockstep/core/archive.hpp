// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "lockstep/core/bytes.hpp"
#include "lockstep/core/export.hpp"
#include "lockstep/core/span.hpp"

namespace lockstep::core {

/// What an archive may ask of this machine before it is refused as a bomb. Every limit is checked against the
/// declared sizes when the archive is opened and against the real bytes when an entry is read: an entry that
/// holds more or fewer bytes than it declared is refused as lying.
struct ArchiveLimits {
  std::uint64_t max_entries{100'000};              ///< files and folders together
  std::uint64_t max_entry_bytes{2ULL << 30};       ///< [bytes] one entry, uncompressed
  std::uint64_t max_total_bytes{8ULL << 30};       ///< [bytes] all entries, uncompressed
  std::uint64_t max_directory_bytes{64ULL << 20};  ///< [bytes] the archive's table of contents
  std::uint64_t max_ratio{200};  ///< uncompressed : compressed, of an entry and of the whole
  std::uint64_t ratio_applies_above{16ULL << 20};  ///< [bytes] uncompressed; small things may compress well
  std::uint32_t max_depth{64};                     ///< folders above a file
};

/// SHA-256 of a whole file: the identity of an FMU. Model names and GUIDs are not (vendors reuse them).
struct ContentHash {
  std::array<std::uint8_t, 32> bytes{};

  /// 64 lower-case hexadecimal digits.
  LOCKSTEP_CORE_EXPORT std::string hex() const;
  friend bool operator==(const ContentHash& a, const ContentHash& b) noexcept { return a.bytes == b.bytes; }
  friend bool operator!=(const ContentHash& a, const ContentHash& b) noexcept { return !(a == b); }
};

/// What the file system says about a file. While all five agree, its content is taken to be the same.
struct FileIdentity {
  std::uint64_t device{0};
  std::uint64_t inode{0};
  std::uint64_t size{0};     ///< [bytes]
  std::int64_t mtime_ns{0};  ///< [ns since 1970] content changed
  std::int64_t ctime_ns{0};  ///< [ns since 1970] content or attributes changed

  friend bool operator==(const FileIdentity& a, const FileIdentity& b) noexcept {
    return a.device == b.device && a.inode == b.inode && a.size == b.size && a.mtime_ns == b.mtime_ns &&
           a.ctime_ns == b.ctime_ns;
  }
  friend bool operator!=(const FileIdentity& a, const FileIdentity& b) noexcept { return !(a == b); }
};

/// One file or folder of an archive, by its normalised name: UTF-8, '/' between the parts, no leading "./",
/// no empty part, no '/' at the end of a folder.
struct ArchiveEntry {
  std::string name;
  std::uint64_t size{0};             ///< [bytes] uncompressed, as declared
  std::uint64_t compressed_size{0};  ///< [bytes]
  std::uint32_t crc32{0};
  bool is_directory{false};
  bool is_executable{false};  ///< the archive marks it executable for its owner
};

/// A ZIP file opened for reading: its table of contents, checked, and the content of entries on request.
/// Nothing is extracted to disk and nothing is executed.
///
/// open() refuses, with Error{kUnsafeArchive}, what no FMU needs and an attacker wants: names that leave the
/// archive's root (`..`, absolute, drive letters, backslashes to that end), links and devices, encrypted
/// entries, duplicate names, a file that is also used as a folder, entries that overlap, control characters,
/// compression methods other than store and deflate, and whatever exceeds the limits. A file that is not a
/// ZIP, is truncated or has bytes before its first entry is Error{kUnreadable}; a missing one
/// Error{kNotFound}. Accepted, because vendors ship it: a leading `./`, backslashes as separators, missing
/// folder entries, ZIP64, data descriptors, names in UTF-8 or code page 437, unknown extra fields, an archive
/// comment.
///
/// Copies are cheap and share the open file. All functions may be called from several threads at once. The
/// file is read by position, never mapped: a file cut short meanwhile is an Error, not a SIGBUS.
class LOCKSTEP_CORE_EXPORT Archive {
 public:
  /// Opens and checks the table of contents (about 20 microseconds for an FMU of usual size).
  static Archive open(const std::filesystem::path& path, const ArchiveLimits& limits = {});

  /// The path given to open().
  const std::filesystem::path& path() const noexcept;
  const ArchiveLimits& limits() const noexcept;

  /// All entries, sorted so that what a folder holds follows it directly.
  Span<const ArchiveEntry> entries() const noexcept;

  /// The entries below a folder ("resources/" or "resources"), or the single file of that name; may be empty.
  Span<const ArchiveEntry> entries_below(std::string_view folder) const noexcept;

  /// The entry of this exact normalised name, or null.
  const ArchiveEntry* find(std::string_view name) const noexcept;
  bool contains(std::string_view name) const noexcept { return find(name) != nullptr; }

  /// Content of a file, size and checksum verified. Throws Error: kNotFound when there is no such file,
  /// kUnsafeArchive when the content contradicts what the archive declares, kUnreadable when reading fails.
  Bytes read(std::string_view name) const;

  /// SHA-256 of the whole file; reads all of it at each call (about 0.7 ms per MB).
  /// Throws Error{kUnreadable} if the file changes meanwhile.
  ContentHash content_hash() const;

  /// As it was when open() looked.
  const FileIdentity& identity() const noexcept;

  struct Impl;
  /// For core's own use: the reader behind this view.
  const Impl& impl() const noexcept { return *impl_; }

 private:
  explicit Archive(std::shared_ptr<const Impl> impl) : impl_{std::move(impl)} {}
  std::shared_ptr<const Impl> impl_;
};

}  // namespace lockstep::core
