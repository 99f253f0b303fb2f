// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string_view>
#include <vector>

#include "archive/file.hpp"
#include "archive/zip_directory.hpp"
#include "lockstep/core/archive.hpp"

struct libdeflate_decompressor;

namespace lockstep::core {

/// An open archive: the file, its checked entries and where each one's bytes are.
struct Archive::Impl {
  /// Where the bytes of the entry with the same index are.
  struct Location {
    std::string_view raw_name;  ///< into `directory`
    std::uint64_t header_offset{0};
    std::uint64_t slot_end{0};  ///< the next entry or the directory starts here; header and data end before
    std::uint16_t method{0};
  };

  archive::FileDescriptor file;
  std::filesystem::path path;
  ArchiveLimits limits;
  FileIdentity identity;
  Bytes directory;  ///< the central directory as read; Location::raw_name points into it
  std::vector<ArchiveEntry> entries;
  std::vector<Location> locations;

  std::size_t index_of(const ArchiveEntry& entry) const noexcept {
    return static_cast<std::size_t>(&entry - entries.data());
  }
};

namespace archive {

/// Fills `impl->entries` and `impl->locations` from the directory, or throws Error{kUnsafeArchive, ...} for
/// the first thing that an FMU must not have.
void check_entries(const ZipDirectory& directory, Archive::Impl* impl);

/// Compares names so that a folder's content follows it directly: '/' is less than every other character.
bool path_less(std::string_view a, std::string_view b) noexcept;

/// Error{kUnsafeArchive} about one entry: "archive 'A': entry 'E' <problem>; <fix>".
Error unsafe_entry(const std::filesystem::path& path, std::string_view entry, std::string_view problem,
                   std::string_view fix = "export the FMU again with another tool, or ask its vendor");

/// Reads entries one after the other, reusing its buffers. One thread at a time.
class EntryReader {
 public:
  explicit EntryReader(const Archive::Impl& archive);
  EntryReader(const EntryReader&) = delete;
  EntryReader& operator=(const EntryReader&) = delete;
  ~EntryReader();

  /// Writes the `entries[index].size` bytes of the entry to `out`; size, checksum and local header are
  /// verified.
  void read(std::size_t index, char* out);

 private:
  std::string_view slot(const Archive::Impl::Location& location, std::uint64_t compressed_size);
  std::uint64_t data_start(std::size_t index, std::string_view header) const;
  void inflate(const ArchiveEntry& entry, std::string_view compressed, char* out);

  const Archive::Impl& archive_;
  libdeflate_decompressor* decompressor_{nullptr};
  Bytes scratch_;
};

}  // namespace archive
}  // namespace lockstep::core
