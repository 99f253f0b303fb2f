// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Writes ZIP files byte by byte, right ones and wrong ones: every field can be made to lie. Used to make
/// FMUs for tests from a map of names to contents. Depends on nothing.
namespace lockstep::test {

/// One entry. With the defaults it is right; the optional fields replace what would be right.
struct ZipEntry {
  ZipEntry(std::string entry_name, std::string entry_content)
      : name{std::move(entry_name)}, content{std::move(entry_content)} {}

  std::string name;
  std::string content;

  std::uint16_t method{0};                ///< 0 store, 8 deflate
  std::optional<std::string> compressed;  ///< the bytes in the file; needed unless the method is store
  std::uint16_t flags{0};
  std::uint8_t made_by{3};                    ///< 3: Unix, 0: DOS
  std::uint32_t attributes{0100644U << 16U};  ///< external attributes; the Unix mode is in the upper half
  std::string extra;                          ///< extra field in the directory
  std::string local_extra;                    ///< extra field at the data
  std::string comment;
  bool zip64{false};            ///< sizes and offset in the ZIP64 extra field
  bool data_descriptor{false};  ///< sizes follow the data instead of preceding it
  bool in_directory{true};      ///< false: bytes in the file that no directory row names

  std::optional<std::uint64_t> declared_size;             ///< in the directory and at the data
  std::optional<std::uint64_t> declared_compressed_size;  ///< in the directory and at the data
  std::optional<std::uint32_t> declared_crc32;            ///< in the directory and at the data
  std::optional<std::uint64_t> directory_offset;          ///< where the directory says the entry is
  std::optional<std::string> local_name;                  ///< name at the data
  std::optional<std::uint16_t> local_method;
  std::optional<std::uint16_t> local_flags;
  std::optional<std::uint32_t> local_size;
};

/// The file around the entries.
struct ZipOptions {
  std::string prepended;
  std::string before_directory;
  std::string comment;
  std::string appended;
  bool zip64_end{false};
  std::optional<std::uint64_t> entries;  ///< in the end record
  std::optional<std::uint64_t> directory_size;
  std::optional<std::uint64_t> directory_offset;
  std::uint16_t disk{0};
};

/// CRC-32 as ZIP uses it.
inline std::uint32_t crc32(std::string_view bytes) {
  static const std::array<std::uint32_t, 256> table = [] {
    std::array<std::uint32_t, 256> values{};
    for (std::uint32_t i = 0; i < 256; ++i) {
      std::uint32_t value = i;
      for (int bit = 0; bit < 8; ++bit)
        value = (value & 1U) != 0 ? 0xEDB88320U ^ (value >> 1U) : value >> 1U;
      values[i] = value;
    }
    return values;
  }();
  std::uint32_t crc = 0xFFFFFFFFU;
  for (const char c : bytes)
    crc = table[(crc ^ static_cast<unsigned char>(c)) & 0xFFU] ^ (crc >> 8U);
  return ~crc;
}

/// `size` bytes of a number, least significant first.
inline std::string little_endian(std::uint64_t value, int size) {
  std::string bytes;
  for (int i = 0; i < size; ++i) {
    bytes += static_cast<char>(value & 0xFFU);
    value >>= 8U;
  }
  return bytes;
}

namespace detail {

constexpr std::uint64_t kInZip64 = 0xFFFFFFFFU;

/// What an entry says about itself, lies applied.
struct Declared {
  std::uint64_t size;
  std::uint64_t compressed_size;
  std::uint32_t crc;

  Declared(const ZipEntry& entry, std::string_view data)
      : size{entry.declared_size.value_or(entry.content.size())},
        compressed_size{entry.declared_compressed_size.value_or(data.size())},
        crc{entry.declared_crc32.value_or(crc32(entry.content))} {}
};

inline std::uint16_t all_flags(const ZipEntry& entry) {
  return static_cast<std::uint16_t>(entry.flags | (entry.data_descriptor ? 8U : 0U));
}

inline std::string local_part(const ZipEntry& entry, std::string_view data, const Declared& declared) {
  const std::string& name = entry.local_name ? *entry.local_name : entry.name;
  std::string extra = entry.local_extra;
  const bool later = entry.data_descriptor;
  std::uint64_t size = later ? 0 : declared.size;
  std::uint64_t compressed_size = later ? 0 : declared.compressed_size;
  if (entry.zip64) {
    extra += little_endian(1, 2) + little_endian(16, 2) + little_endian(size, 8) +
             little_endian(compressed_size, 8);
    size = compressed_size = kInZip64;
  }
  std::string part = little_endian(0x04034b50, 4) + little_endian(entry.zip64 ? 45 : 20, 2);
  part += little_endian(entry.local_flags.value_or(all_flags(entry)), 2);
  part += little_endian(entry.local_method.value_or(entry.method), 2) + little_endian(0, 4);
  part += little_endian(later ? 0 : declared.crc, 4) + little_endian(compressed_size, 4);
  part += little_endian(entry.local_size.value_or(static_cast<std::uint32_t>(size)), 4);
  part += little_endian(name.size(), 2) + little_endian(extra.size(), 2) + name + extra;
  part += data;
  if (later) {
    const int width = entry.zip64 ? 8 : 4;
    part += little_endian(0x08074b50, 4) + little_endian(declared.crc, 4);
    part += little_endian(declared.compressed_size, width) + little_endian(declared.size, width);
  }
  return part;
}

inline std::string directory_row(const ZipEntry& entry, const Declared& declared, std::uint64_t offset) {
  std::string extra = entry.extra;
  std::uint64_t size = declared.size;
  std::uint64_t compressed_size = declared.compressed_size;
  if (entry.zip64) {
    extra += little_endian(1, 2) + little_endian(24, 2) + little_endian(size, 8) +
             little_endian(compressed_size, 8) + little_endian(offset, 8);
    size = compressed_size = offset = kInZip64;
  }
  std::string row = little_endian(0x02014b50, 4) + little_endian(20, 1) + little_endian(entry.made_by, 1);
  row += little_endian(entry.zip64 ? 45 : 20, 2) + little_endian(all_flags(entry), 2);
  row += little_endian(entry.method, 2) + little_endian(0, 4) + little_endian(declared.crc, 4);
  row += little_endian(compressed_size, 4) + little_endian(size, 4) + little_endian(entry.name.size(), 2);
  row += little_endian(extra.size(), 2) + little_endian(entry.comment.size(), 2) + little_endian(0, 4);
  row += little_endian(entry.attributes, 4) + little_endian(offset, 4) + entry.name + extra + entry.comment;
  return row;
}

inline std::string end_records(const ZipOptions& options, std::uint64_t entries, std::uint64_t size,
                               std::uint64_t offset) {
  const std::uint64_t record_at = offset + size;
  entries = options.entries.value_or(entries);
  size = options.directory_size.value_or(size);
  offset = options.directory_offset.value_or(offset);
  std::string end;
  if (options.zip64_end) {
    end += little_endian(0x06064b50, 4) + little_endian(44, 8) + little_endian(45, 2) + little_endian(45, 2);
    end += little_endian(0, 8) + little_endian(entries, 8) + little_endian(entries, 8);
    end += little_endian(size, 8) + little_endian(offset, 8);
    end += little_endian(0x07064b50, 4) + little_endian(0, 4) + little_endian(record_at, 8) +
           little_endian(1, 4);
    entries = 0xFFFF;
    size = offset = kInZip64;
  }
  end += little_endian(0x06054b50, 4) + little_endian(options.disk, 2) + little_endian(options.disk, 2);
  end += little_endian(entries, 2) + little_endian(entries, 2) + little_endian(size, 4) +
         little_endian(offset, 4);
  end += little_endian(options.comment.size(), 2) + options.comment;
  return end;
}

}  // namespace detail

/// The bytes of a ZIP file with these entries in this order.
inline std::string make_zip(const std::vector<ZipEntry>& entries, const ZipOptions& options = {}) {
  std::string file = options.prepended;
  std::string directory;
  std::uint64_t rows = 0;
  for (const ZipEntry& entry : entries) {
    const std::string& data = entry.compressed ? *entry.compressed : entry.content;
    const detail::Declared declared{entry, data};
    if (entry.in_directory) {
      directory += detail::directory_row(entry, declared, entry.directory_offset.value_or(file.size()));
      ++rows;
    }
    file += detail::local_part(entry, data, declared);
  }
  file += options.before_directory;
  const std::uint64_t offset = file.size();
  file += directory;
  file += detail::end_records(options, rows, directory.size(), offset);
  return file + options.appended;
}

/// The bytes of an FMU with these files, stored without compression.
inline std::string make_fmu(const std::map<std::string, std::string>& files) {
  std::vector<ZipEntry> entries;
  for (const auto& [name, content] : files)
    entries.emplace_back(name, content);
  return make_zip(entries);
}

}  // namespace lockstep::test
