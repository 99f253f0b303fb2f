// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <string_view>
#include <vector>

#include "lockstep/core/archive.hpp"

/// The ZIP format (PKWARE APPNOTE 6.3.x) as far as an FMU may use it: records, field offsets, signatures.
namespace lockstep::core::archive {

constexpr std::uint32_t kLocalHeaderSignature = 0x04034b50;
constexpr std::uint32_t kDirectoryHeaderSignature = 0x02014b50;
constexpr std::size_t kLocalHeaderSize = 30;
constexpr std::size_t kDirectoryHeaderSize = 46;

constexpr std::uint16_t kMethodStore = 0;
constexpr std::uint16_t kMethodDeflate = 8;

constexpr std::uint16_t kFlagEncrypted = 1U << 0U;
constexpr std::uint16_t kFlagDataDescriptor = 1U << 3U;  ///< sizes and checksum follow the data
constexpr std::uint16_t kFlagPatch = 1U << 5U;
constexpr std::uint16_t kFlagStrongEncryption = 1U << 6U;
constexpr std::uint16_t kFlagUtf8 = 1U << 11U;
constexpr std::uint16_t kFlagMaskedHeader = 1U << 13U;

/// In a 32-bit field: the value is in the ZIP64 extra field.
constexpr std::uint32_t kInZip64 = 0xFFFFFFFF;

/// Little-endian number at `at`; the caller has checked that it is there.
template <class Integer>
Integer number_at(std::string_view bytes, std::size_t at) noexcept {
  Integer value{0};
  for (std::size_t i = sizeof(Integer); i-- > 0;)
    value = static_cast<Integer>((std::uint64_t{value} << 8U) | static_cast<unsigned char>(bytes[at + i]));
  return value;
}

/// One row of the central directory, as it stands in the file. Views point into ZipDirectory::storage.
struct ZipRecord {
  std::string_view raw_name;
  std::string_view extra;
  std::uint64_t compressed_size{0};
  std::uint64_t size{0};
  std::uint64_t header_offset{0};
  std::uint32_t crc32{0};
  std::uint32_t external_attributes{0};
  std::uint16_t flags{0};
  std::uint16_t method{0};
  std::uint8_t made_by_system{0};
};

/// The central directory of an archive.
struct ZipDirectory {
  Bytes storage;
  std::vector<ZipRecord> records;
  std::uint64_t offset{0};  ///< where the directory starts: every entry's data must end before it
};

/// The ZIP64 values of an extra field, each present only where the fixed field says kInZip64.
/// Returns false if a value that should be there is missing.
bool apply_zip64_extra(std::string_view extra, std::uint64_t* size, std::uint64_t* compressed_size,
                       std::uint64_t* header_offset) noexcept;

/// Finds and reads the central directory of the open file. Throws Error: kUnreadable if this is not a
/// complete ZIP file, kUnsafeArchive if it contradicts itself or exceeds the limits.
ZipDirectory read_zip_directory(int fd, std::uint64_t file_size, const std::filesystem::path& path,
                                const ArchiveLimits& limits);

}  // namespace lockstep::core::archive
