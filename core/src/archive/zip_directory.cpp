// SPDX-License-Identifier: Apache-2.0
#include "archive/zip_directory.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "archive/entry_name.hpp"
#include "archive/file.hpp"

namespace lockstep::core::archive {
namespace {

constexpr std::uint32_t kEndSignature = 0x06054b50;
constexpr std::uint32_t kZip64LocatorSignature = 0x07064b50;
constexpr std::uint32_t kZip64EndSignature = 0x06064b50;
constexpr std::size_t kEndSize = 22;
constexpr std::size_t kZip64LocatorSize = 20;
constexpr std::size_t kZip64EndSize = 56;
constexpr std::size_t kMaxComment = 0xFFFF;
/// Read first; holds the whole directory of a usual FMU, so that one read is enough.
constexpr std::size_t kFirstTail = 16 * 1024;

/// Says which archive each refusal is about.
struct Reader {
  int fd;
  std::uint64_t file_size;
  std::string path;

  Error unreadable(std::string_view problem) const {
    return Error{ErrorCode::kUnreadable,
                 fmt::format("archive '{}' {}; export or download the FMU again", path, problem)};
  }
  Error unsafe(std::string_view problem) const {
    return Error{ErrorCode::kUnsafeArchive, fmt::format("archive '{}' {}", path, problem)};
  }
  Bytes read(std::uint64_t offset, std::uint64_t size) const {
    Bytes bytes{static_cast<std::size_t>(size)};
    if (read_at(fd, bytes.data(), bytes.size(), offset, path) != bytes.size())
      throw unreadable("became shorter while it was read");
    return bytes;
  }
};

/// What the end-of-directory records say.
struct DirectoryPlace {
  std::uint64_t offset{0};
  std::uint64_t size{0};
  std::uint64_t entries{0};
  std::uint64_t must_end_at{0};  ///< where the first end record starts
};

/// Position in `tail` of the record that ends the archive, or npos. The last one whose comment reaches
/// exactly to the end of the file counts.
std::size_t find_end(std::string_view tail) {
  if (tail.size() < kEndSize) return std::string_view::npos;
  for (std::size_t at = tail.size() - kEndSize + 1; at-- > 0;) {
    if (tail[at] != 'P' || number_at<std::uint32_t>(tail, at) != kEndSignature) continue;
    if (at + kEndSize + number_at<std::uint16_t>(tail, at + 20) == tail.size()) return at;
  }
  return std::string_view::npos;
}

Error no_end_found(const Reader& reader) {
  const auto head_size = std::min<std::uint64_t>(reader.file_size, 4);
  const Bytes head = reader.read(0, head_size);
  if (head_size == 4 && number_at<std::uint32_t>(head.text(), 0) == kLocalHeaderSignature)
    return reader.unreadable(
        fmt::format("is truncated: it starts like a ZIP file, but its {} bytes do not end with one's "
                    "directory (the end is missing, or something was appended)",
                    reader.file_size));
  return reader.unreadable(fmt::format("is not a ZIP file ({} bytes)", reader.file_size));
}

/// Takes the ZIP64 record into account if there is one right before the end record at `end_at`.
DirectoryPlace read_place(const Reader& reader, std::string_view end, std::uint64_t end_at) {
  const auto disk = number_at<std::uint16_t>(end, 4);
  const auto entries_here = number_at<std::uint16_t>(end, 8);
  DirectoryPlace place;
  place.entries = number_at<std::uint16_t>(end, 10);
  place.size = number_at<std::uint32_t>(end, 12);
  place.offset = number_at<std::uint32_t>(end, 16);
  place.must_end_at = end_at;
  if ((disk != 0 && disk != 0xFFFF) || entries_here != place.entries)
    throw reader.unreadable("is one part of a ZIP file split over several disks");
  if (end_at < kZip64LocatorSize) return place;
  const Bytes locator_bytes = reader.read(end_at - kZip64LocatorSize, kZip64LocatorSize);
  const std::string_view locator = locator_bytes.text();
  if (number_at<std::uint32_t>(locator, 0) != kZip64LocatorSignature) return place;

  const auto record_at = number_at<std::uint64_t>(locator, 8);
  if (record_at > end_at - kZip64LocatorSize || end_at - kZip64LocatorSize - record_at < kZip64EndSize)
    throw reader.unreadable(fmt::format("has its ZIP64 record at {}, outside of the file", record_at));
  const Bytes record_bytes = reader.read(record_at, kZip64EndSize);
  const std::string_view record = record_bytes.text();
  if (number_at<std::uint32_t>(record, 0) != kZip64EndSignature)
    throw reader.unreadable(fmt::format("has no ZIP64 record at {}, where it should be", record_at));
  if (number_at<std::uint32_t>(record, 16) != 0 || number_at<std::uint32_t>(record, 20) != 0)
    throw reader.unreadable("is one part of a ZIP file split over several disks");
  DirectoryPlace wide;
  wide.entries = number_at<std::uint64_t>(record, 32);
  wide.size = number_at<std::uint64_t>(record, 40);
  wide.offset = number_at<std::uint64_t>(record, 48);
  wide.must_end_at = record_at;
  const bool agree = (place.entries == 0xFFFF || place.entries == wide.entries) &&
                     (place.size == kInZip64 || place.size == wide.size) &&
                     (place.offset == kInZip64 || place.offset == wide.offset);
  if (!agree) throw reader.unsafe("contradicts itself: its two end records name different directories");
  return wide;
}

void check_place(const Reader& reader, const DirectoryPlace& place, const ArchiveLimits& limits) {
  if (place.entries > limits.max_entries)
    throw reader.unsafe(
        fmt::format("has {} entries; the limit is {} (ArchiveLimits::max_entries); raise it if this FMU is "
                    "to be trusted (command line: --archive-limit entries=NUMBER)",
                    place.entries, limits.max_entries));
  if (place.size > limits.max_directory_bytes)
    throw reader.unsafe(
        fmt::format("has a directory of {} bytes; the limit is {} (ArchiveLimits::max_directory_bytes); "
                    "raise it if this FMU is to be trusted",
                    place.size, limits.max_directory_bytes));
  if (place.offset > place.must_end_at || place.size > place.must_end_at - place.offset)
    throw reader.unreadable(
        fmt::format("is truncated: its directory of {} bytes at {} does not fit into {} bytes", place.size,
                    place.offset, reader.file_size));
  if (place.offset + place.size != place.must_end_at)
    throw reader.unreadable(
        fmt::format("has {} bytes that belong to no entry before its start or after its directory; only a "
                    "plain ZIP file is an FMU",
                    place.must_end_at - place.offset - place.size));
}

/// Reads the record at `at` and moves `at` behind it.
ZipRecord next_record(const Reader& reader, std::string_view directory, std::size_t* at) {
  const std::string_view rest = directory.substr(*at);
  if (rest.size() < kDirectoryHeaderSize || number_at<std::uint32_t>(rest, 0) != kDirectoryHeaderSignature)
    throw reader.unreadable(fmt::format("has a damaged directory (no entry at byte {} of it)", *at));
  const std::size_t name_size = number_at<std::uint16_t>(rest, 28);
  const std::size_t extra_size = number_at<std::uint16_t>(rest, 30);
  const std::size_t comment_size = number_at<std::uint16_t>(rest, 32);
  const std::size_t record_size = kDirectoryHeaderSize + name_size + extra_size + comment_size;
  if (rest.size() < record_size)
    throw reader.unreadable(fmt::format("has a damaged directory (the entry at byte {} is cut short)", *at));
  ZipRecord record;
  record.made_by_system = number_at<std::uint8_t>(rest, 5);
  record.flags = number_at<std::uint16_t>(rest, 8);
  record.method = number_at<std::uint16_t>(rest, 10);
  record.crc32 = number_at<std::uint32_t>(rest, 16);
  record.compressed_size = number_at<std::uint32_t>(rest, 20);
  record.size = number_at<std::uint32_t>(rest, 24);
  record.external_attributes = number_at<std::uint32_t>(rest, 38);
  record.header_offset = number_at<std::uint32_t>(rest, 42);
  record.raw_name = rest.substr(kDirectoryHeaderSize, name_size);
  record.extra = rest.substr(kDirectoryHeaderSize + name_size, extra_size);
  if (!apply_zip64_extra(record.extra, &record.size, &record.compressed_size, &record.header_offset))
    throw reader.unreadable(fmt::format("has a damaged directory (entry '{}' lacks its ZIP64 sizes)",
                                        printable(record.raw_name)));
  *at += record_size;
  return record;
}

}  // namespace

bool apply_zip64_extra(std::string_view extra, std::uint64_t* size, std::uint64_t* compressed_size,
                       std::uint64_t* header_offset) noexcept {
  std::uint64_t* const wanted[] = {size, compressed_size, header_offset};
  bool any = false;
  for (const std::uint64_t* field : wanted)
    any = any || (field != nullptr && *field == kInZip64);
  if (!any) return true;
  while (extra.size() >= 4) {
    const auto id = number_at<std::uint16_t>(extra, 0);
    const std::size_t length = number_at<std::uint16_t>(extra, 2);
    if (extra.size() - 4 < length) return false;
    std::string_view values = extra.substr(4, length);
    extra.remove_prefix(4 + length);
    if (id != 1) continue;
    for (std::uint64_t* field : wanted) {
      if (field == nullptr || *field != kInZip64) continue;
      if (values.size() < 8) return false;
      *field = number_at<std::uint64_t>(values, 0);
      values.remove_prefix(8);
    }
    return true;
  }
  // A file of exactly 4 GiB - 1 needs no ZIP64; nothing else explains the value, and reading it will tell.
  return true;
}

ZipDirectory read_zip_directory(int fd, std::uint64_t file_size, const std::filesystem::path& path,
                                const ArchiveLimits& limits) {
  const Reader reader{fd, file_size, path.string()};
  Bytes tail = reader.read(file_size - std::min<std::uint64_t>(file_size, kFirstTail),
                           std::min<std::uint64_t>(file_size, kFirstTail));
  std::size_t end = find_end(tail.text());
  if (end == std::string_view::npos && file_size > tail.size()) {
    const auto longest = std::min<std::uint64_t>(file_size, kEndSize + kMaxComment);
    tail = reader.read(file_size - longest, longest);
    end = find_end(tail.text());
  }
  if (end == std::string_view::npos) throw no_end_found(reader);
  const std::uint64_t tail_at = file_size - tail.size();
  const DirectoryPlace place = read_place(reader, tail.text().substr(end), tail_at + end);
  check_place(reader, place, limits);

  ZipDirectory directory;
  directory.offset = place.offset;
  std::size_t starts_at = 0;
  if (place.offset >= tail_at) {
    directory.storage = std::move(tail);
    starts_at = static_cast<std::size_t>(place.offset - tail_at);
  } else {
    directory.storage = reader.read(place.offset, place.size);
  }
  const std::string_view bytes =
      directory.storage.text().substr(starts_at, static_cast<std::size_t>(place.size));
  directory.records.reserve(
      std::min<std::size_t>(static_cast<std::size_t>(place.entries), bytes.size() / kDirectoryHeaderSize));
  std::size_t at = 0;
  for (std::uint64_t i = 0; i < place.entries; ++i)
    directory.records.push_back(next_record(reader, bytes, &at));
  if (at != bytes.size())
    throw reader.unsafe(
        fmt::format("contradicts itself: its directory has more bytes than its {} entries need; "
                    "export the FMU again",
                    place.entries));
  return directory;
}

}  // namespace lockstep::core::archive
