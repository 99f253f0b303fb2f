// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <libdeflate.h>

#include <algorithm>
#include <cstring>
#include <new>

#include "archive/archive_impl.hpp"

namespace lockstep::core::archive {
namespace {

/// Up to here header and data are read together: one system call instead of two.
constexpr std::uint64_t kOneRead = 4ULL << 20;

/// Longest possible local header: fixed part, name, extra field.
constexpr std::uint64_t kMaxLocalHeader = kLocalHeaderSize + 2 * 0xFFFF;

/// True if the local header declares this value: the size itself, or 0 when it follows the data.
bool declares(std::uint64_t local, std::uint64_t declared, bool follows_data) {
  return local == declared || (follows_data && (local == 0 || local == kInZip64));
}

}  // namespace

EntryReader::EntryReader(const Archive::Impl& archive) : archive_{archive} {}

EntryReader::~EntryReader() {
  libdeflate_free_decompressor(decompressor_);
}

std::string_view EntryReader::slot(const Archive::Impl::Location& location, std::uint64_t compressed_size) {
  const std::uint64_t available = location.slot_end - location.header_offset;
  const std::uint64_t wanted =
      compressed_size <= kOneRead ? compressed_size + kLocalHeaderSize + 0xFFFF : kMaxLocalHeader;
  const auto size = static_cast<std::size_t>(std::min(available, wanted));
  if (scratch_.size() < size) scratch_ = Bytes{size};
  if (read_at(archive_.file.get(), scratch_.data(), size, location.header_offset, archive_.path.string()) !=
      size)
    throw Error{
        ErrorCode::kUnreadable,
        fmt::format("archive '{}' became shorter while it was read; load it again", archive_.path.string())};
  return scratch_.text().substr(0, size);
}

std::uint64_t EntryReader::data_start(std::size_t index, std::string_view header) const {
  const ArchiveEntry& entry = archive_.entries[index];
  const Archive::Impl::Location& location = archive_.locations[index];
  const auto contradicts = [&](std::string_view what) {
    return unsafe_entry(
        archive_.path, entry.name,
        fmt::format("contradicts itself: its {} in the directory differs from the one at its data", what));
  };
  if (header.size() < kLocalHeaderSize || number_at<std::uint32_t>(header, 0) != kLocalHeaderSignature)
    throw unsafe_entry(
        archive_.path, entry.name,
        fmt::format("is not at byte {}, where the directory says it is", location.header_offset));
  const auto flags = number_at<std::uint16_t>(header, 6);
  const std::size_t name_size = number_at<std::uint16_t>(header, 26);
  const std::size_t extra_size = number_at<std::uint16_t>(header, 28);
  const std::size_t header_size = kLocalHeaderSize + name_size + extra_size;
  if (header.size() < header_size ||
      entry.compressed_size > location.slot_end - location.header_offset - header_size)
    throw unsafe_entry(archive_.path, entry.name, "overlaps with what follows it");
  if (header.substr(kLocalHeaderSize, name_size) != location.raw_name) throw contradicts("name");
  if (number_at<std::uint16_t>(header, 8) != location.method) throw contradicts("compression method");
  if ((flags & (kFlagEncrypted | kFlagStrongEncryption)) != 0)
    throw unsafe_entry(archive_.path, entry.name, "is encrypted; FMUs are not");

  const bool follows_data = (flags & kFlagDataDescriptor) != 0;
  std::uint64_t size = number_at<std::uint32_t>(header, 22);
  std::uint64_t compressed_size = number_at<std::uint32_t>(header, 18);
  const std::string_view extra = header.substr(kLocalHeaderSize + name_size, extra_size);
  if (!apply_zip64_extra(extra, &size, &compressed_size, nullptr)) throw contradicts("ZIP64 size");
  if (!declares(size, entry.size, follows_data)) throw contradicts("size");
  if (!declares(compressed_size, entry.compressed_size, follows_data)) throw contradicts("compressed size");
  if (!declares(number_at<std::uint32_t>(header, 14), entry.crc32, follows_data))
    throw contradicts("checksum");
  return header_size;
}

void EntryReader::inflate(const ArchiveEntry& entry, std::string_view compressed, char* out) {
  if (decompressor_ == nullptr) decompressor_ = libdeflate_alloc_decompressor();
  if (decompressor_ == nullptr) throw std::bad_alloc{};
  // Without a place for the actual size libdeflate insists on exactly entry.size bytes. It may not be given
  // null.
  char nothing = 0;
  char* const target = entry.size == 0 ? &nothing : out;
  std::size_t used = 0;
  const libdeflate_result result =
      libdeflate_deflate_decompress_ex(decompressor_, compressed.data(), compressed.size(), target,
                                       static_cast<std::size_t>(entry.size), &used, nullptr);
  switch (result) {
    case LIBDEFLATE_SUCCESS:
      break;
    case LIBDEFLATE_INSUFFICIENT_SPACE:
      throw unsafe_entry(archive_.path, entry.name,
                         fmt::format("lies about its size: it declares {} bytes and holds more", entry.size));
    case LIBDEFLATE_SHORT_OUTPUT:
      throw unsafe_entry(
          archive_.path, entry.name,
          fmt::format("lies about its size: it declares {} bytes and holds fewer", entry.size));
    default:
      throw unsafe_entry(archive_.path, entry.name, "is damaged: its compressed data make no sense");
  }
  if (used != compressed.size())
    throw unsafe_entry(archive_.path, entry.name,
                       fmt::format("lies about its compressed size: it declares {} bytes and uses {}",
                                   compressed.size(), used));
}

void EntryReader::read(std::size_t index, char* out) {
  const ArchiveEntry& entry = archive_.entries[index];
  const Archive::Impl::Location& location = archive_.locations[index];
  const auto compressed_size = static_cast<std::size_t>(entry.compressed_size);
  const std::string_view head = slot(location, entry.compressed_size);
  const auto start = static_cast<std::size_t>(data_start(index, head));
  const bool stored = location.method == kMethodStore;
  std::string_view data;
  if (head.size() - start >= compressed_size) {
    data = head.substr(start, compressed_size);
  } else {
    char* into = out;
    if (!stored) {
      scratch_ = Bytes{compressed_size};
      into = scratch_.data();
    }
    if (read_at(archive_.file.get(), into, compressed_size, location.header_offset + start,
                archive_.path.string()) != compressed_size)
      throw Error{ErrorCode::kUnreadable,
                  fmt::format("archive '{}' became shorter while it was read; load it again",
                              archive_.path.string())};
    data = {into, compressed_size};
  }
  if (!stored) {
    inflate(entry, data, out);
  } else if (data.data() != out && compressed_size != 0) {
    std::memcpy(out, data.data(), compressed_size);
  }
  const std::uint32_t crc =
      libdeflate_crc32(0, entry.size == 0 ? "" : out, static_cast<std::size_t>(entry.size));
  if (crc != entry.crc32)
    throw unsafe_entry(archive_.path, entry.name,
                       fmt::format("is damaged: its checksum is {:08x}, declared {:08x}", crc, entry.crc32),
                       "download or export the FMU again");
}

}  // namespace lockstep::core::archive
