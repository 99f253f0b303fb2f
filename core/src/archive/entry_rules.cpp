// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "archive/archive_impl.hpp"
#include "archive/entry_name.hpp"

namespace lockstep::core::archive {
namespace {

/// Deflate cannot do better: 258 bytes from two bits.
constexpr std::uint64_t kMaxDeflateRatio = 1032;

/// "Made by" systems of the ZIP format whose attributes carry a Unix file mode.
constexpr std::uint8_t kMadeByUnix = 3;
constexpr std::uint8_t kMadeByDarwin = 19;
constexpr std::uint32_t kDosDirectory = 0x10;

/// The fix for what exceeds a limit; `name` is that of the command line.
std::string raise_limit(std::string_view name) {
  return fmt::format("raise the limit if this FMU is to be trusted (command line: --archive-limit {}=NUMBER)",
                     name);
}

/// One directory row with what the rules made of it.
struct Row {
  ArchiveEntry entry;
  Archive::Impl::Location location;
};

std::string_view method_name(std::uint16_t method) {
  switch (method) {
    case 1:
      return "shrink";
    case 6:
      return "implode";
    case 9:
      return "deflate64";
    case 12:
      return "bzip2";
    case 14:
      return "LZMA";
    case 93:
      return "Zstandard";
    case 95:
      return "XZ";
    case 98:
      return "PPMd";
    case 99:
      return "AES";
    default:
      return "unknown";
  }
}

std::uint32_t unix_mode(const ZipRecord& record) {
  const bool has_mode = record.made_by_system == kMadeByUnix || record.made_by_system == kMadeByDarwin;
  return has_mode ? record.external_attributes >> 16U : 0;
}

/// Why this entry's kind (link, encrypted, compressed in an odd way) is refused; empty if it is not.
std::string problem_of_kind(const ZipRecord& record) {
  const std::uint32_t type = unix_mode(record) & std::uint32_t{S_IFMT};
  if (type == S_IFLNK) return "is a symbolic link; an FMU holds files and folders only";
  if (type != 0 && type != S_IFREG && type != S_IFDIR)
    return fmt::format("is a device, pipe or socket (mode {:o}); an FMU holds files and folders only", type);
  if ((record.flags & (kFlagEncrypted | kFlagStrongEncryption | kFlagMaskedHeader)) != 0)
    return "is encrypted; FMUs are not";
  if ((record.flags & kFlagPatch) != 0) return "is patch data, not a file";
  if (record.method != kMethodStore && record.method != kMethodDeflate)
    return fmt::format("is compressed by method {} ({}); FMI allows store (0) and deflate (8) only",
                       record.method, method_name(record.method));
  return {};
}

/// Throws if the declared sizes of an entry contradict each other or exceed a limit.
void check_sizes(const ZipRecord& record, const Archive::Impl& impl) {
  const ArchiveLimits& limits = impl.limits;
  if (record.method == kMethodStore && record.size != record.compressed_size)
    throw unsafe_entry(impl.path, record.raw_name,
                       fmt::format("lies about its size: stored as it is, it has {} bytes and declares {}",
                                   record.compressed_size, record.size));
  if (record.size > limits.max_entry_bytes)
    throw unsafe_entry(impl.path, record.raw_name,
                       fmt::format("has {} bytes; the limit is {} (ArchiveLimits::max_entry_bytes)",
                                   record.size, limits.max_entry_bytes),
                       raise_limit("entry-bytes"));
  if (record.size / kMaxDeflateRatio > record.compressed_size)
    throw unsafe_entry(impl.path, record.raw_name,
                       fmt::format("lies about its size: {} bytes cannot come from {} compressed ones",
                                   record.size, record.compressed_size));
  if (record.size > limits.ratio_applies_above &&
      (record.size - 1) / limits.max_ratio >= record.compressed_size)
    throw unsafe_entry(
        impl.path, record.raw_name,
        fmt::format("looks like a decompression bomb: {} bytes from {} compressed ones; the limit "
                    "is {} to 1 (ArchiveLimits::max_ratio)",
                    record.size, record.compressed_size, limits.max_ratio),
        raise_limit("ratio"));
}

/// Applies the rules to one directory row. An empty name in the result is the root itself.
Row checked_row(const ZipRecord& record, const Archive::Impl& impl) {
  EntryName name =
      normalise_entry_name(record.raw_name, (record.flags & kFlagUtf8) != 0, impl.limits.max_depth);
  if (!name.problem.empty()) throw unsafe_entry(impl.path, record.raw_name, name.problem);
  const std::string kind_problem = problem_of_kind(record);
  if (!kind_problem.empty()) throw unsafe_entry(impl.path, record.raw_name, kind_problem);

  Row row;
  const std::uint32_t mode = unix_mode(record);
  const bool marked_folder =
      (mode & std::uint32_t{S_IFMT}) == S_IFDIR ||
      (record.made_by_system == 0 && (record.external_attributes & kDosDirectory) != 0);
  row.entry.is_directory = name.is_folder || marked_folder;
  if (row.entry.is_directory && record.size != 0)
    throw unsafe_entry(impl.path, record.raw_name,
                       fmt::format("is a folder with {} bytes of content", record.size));
  check_sizes(record, impl);

  row.entry.name = std::move(name.name);
  row.entry.size = record.size;
  row.entry.compressed_size = record.compressed_size;
  row.entry.crc32 = record.crc32;
  row.entry.is_executable = !row.entry.is_directory && (mode & 0100U) != 0;
  row.location.raw_name = record.raw_name;
  row.location.header_offset = record.header_offset;
  row.location.method = record.method;
  return row;
}

/// Every entry must have its own bytes: sets Location::slot_end or throws.
void check_overlap(std::vector<Row>* rows, std::uint64_t directory_offset, const Archive::Impl& impl) {
  std::vector<std::size_t> order(rows->size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return (*rows)[a].location.header_offset < (*rows)[b].location.header_offset;
  });
  for (std::size_t i = 0; i < order.size(); ++i) {
    Row& row = (*rows)[order[i]];
    const bool last = i + 1 == order.size();
    const std::uint64_t end = last ? directory_offset : (*rows)[order[i + 1]].location.header_offset;
    const std::uint64_t start = row.location.header_offset;
    const std::uint64_t header_size = kLocalHeaderSize + row.location.raw_name.size();
    const bool fits =
        start <= end && header_size <= end - start && row.entry.compressed_size <= end - start - header_size;
    if (!fits)
      throw unsafe_entry(
          impl.path, row.location.raw_name,
          fmt::format("at byte {} with {} compressed bytes overlaps with {} at byte {}", start,
                      row.entry.compressed_size, last ? "the directory" : "the next entry", end));
    row.location.slot_end = end;
  }
  if (!order.empty() && (*rows)[order[0]].location.header_offset != 0)
    throw Error{ErrorCode::kUnreadable,
                fmt::format("archive '{}' has {} bytes before its first entry (a self-extracting archive?); "
                            "export it as a plain ZIP file",
                            impl.path.string(), (*rows)[order[0]].location.header_offset)};
}

/// Sorts by path and refuses names that cannot be files of one tree at the same time. Folders may be named
/// twice.
void sort_and_check_names(std::vector<Row>* rows, const Archive::Impl& impl) {
  std::sort(rows->begin(), rows->end(), [](const Row& a, const Row& b) {
    if (a.entry.name != b.entry.name) return path_less(a.entry.name, b.entry.name);
    return a.location.header_offset < b.location.header_offset;
  });
  for (std::size_t i = 1; i < rows->size(); ++i) {
    const ArchiveEntry& before = (*rows)[i - 1].entry;
    const ArchiveEntry& entry = (*rows)[i].entry;
    if (before.name == entry.name && !(before.is_directory && entry.is_directory))
      throw unsafe_entry(impl.path, entry.name, "exists twice; which one is meant is not defined");
    const bool below = entry.name.size() > before.name.size() && entry.name[before.name.size()] == '/' &&
                       entry.name.compare(0, before.name.size(), before.name) == 0;
    if (below && !before.is_directory)
      throw unsafe_entry(impl.path, before.name,
                         fmt::format("is a file and also the folder of '{}'", entry.name));
  }
  rows->erase(std::unique(rows->begin(), rows->end(),
                          [](const Row& a, const Row& b) { return a.entry.name == b.entry.name; }),
              rows->end());
}

void check_totals(const std::vector<Row>& rows, const Archive::Impl& impl) {
  std::uint64_t total = 0;
  for (const Row& row : rows) {
    if (row.entry.size > impl.limits.max_total_bytes - std::min(total, impl.limits.max_total_bytes))
      throw Error{
          ErrorCode::kUnsafeArchive,
          fmt::format("archive '{}' unpacks to more than {} bytes (ArchiveLimits::max_total_bytes); {}",
                      impl.path.string(), impl.limits.max_total_bytes, raise_limit("total-bytes"))};
    total += row.entry.size;
  }
  if (total > impl.limits.ratio_applies_above && (total - 1) / impl.limits.max_ratio >= impl.identity.size)
    throw Error{
        ErrorCode::kUnsafeArchive,
        fmt::format("archive '{}' looks like a decompression bomb: {} bytes from {}; the limit is {} to 1 "
                    "(ArchiveLimits::max_ratio); {}",
                    impl.path.string(), total, impl.identity.size, impl.limits.max_ratio,
                    raise_limit("ratio"))};
}

}  // namespace

bool path_less(std::string_view a, std::string_view b) noexcept {
  const std::size_t common = std::min(a.size(), b.size());
  for (std::size_t i = 0; i < common; ++i) {
    if (a[i] == b[i]) continue;
    if (a[i] == '/') return true;
    if (b[i] == '/') return false;
    return static_cast<unsigned char>(a[i]) < static_cast<unsigned char>(b[i]);
  }
  return a.size() < b.size();
}

Error unsafe_entry(const std::filesystem::path& path, std::string_view entry, std::string_view problem,
                   std::string_view fix) {
  return Error{ErrorCode::kUnsafeArchive,
               fmt::format("archive '{}': entry '{}' {}; {}", path.string(), printable(entry), problem, fix)};
}

void check_entries(const ZipDirectory& directory, Archive::Impl* impl) {
  std::vector<Row> rows;
  rows.reserve(directory.records.size());
  for (const ZipRecord& record : directory.records)
    rows.push_back(checked_row(record, *impl));
  check_overlap(&rows, directory.offset, *impl);
  rows.erase(std::remove_if(rows.begin(), rows.end(), [](const Row& row) { return row.entry.name.empty(); }),
             rows.end());
  sort_and_check_names(&rows, *impl);
  check_totals(rows, *impl);
  impl->entries.reserve(rows.size());
  impl->locations.reserve(rows.size());
  for (Row& row : rows) {
    impl->entries.push_back(std::move(row.entry));
    impl->locations.push_back(row.location);
  }
}

}  // namespace lockstep::core::archive
