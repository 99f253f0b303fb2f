// SPDX-License-Identifier: Apache-2.0
#include "zip_writer.hpp"

#include <limits>
#include <stdexcept>

namespace lockstep::exporter {
namespace {

constexpr std::uint16_t kDate = ((2000 - 1980) << 9) | (1 << 5) | 1;  // 1 January 2000, midnight
constexpr std::uint16_t kUtf8Names = 1 << 11;

void put16(std::string& out, std::uint32_t x) {
  out += static_cast<char>(x & 0xffU);
  out += static_cast<char>((x >> 8) & 0xffU);
}
void put32(std::string& out, std::uint32_t x) {
  put16(out, x & 0xffffU);
  put16(out, x >> 16);
}

std::uint32_t crc32(const std::string& content) {
  std::uint32_t crc = 0xffffffffU;
  for (const char c : content) {
    crc ^= static_cast<unsigned char>(c);
    for (int bit = 0; bit < 8; ++bit)
      crc = (crc >> 1) ^ ((crc & 1U) != 0 ? 0xedb88320U : 0U);
  }
  return ~crc;
}

std::uint32_t size32(std::size_t size) {
  if (size > std::numeric_limits<std::uint32_t>::max())
    throw std::runtime_error("an FMU of more than 4 GB cannot be packed");
  return static_cast<std::uint32_t>(size);
}

/// The fields local and central headers share: version to extract .. length of the extra field.
void put_common(std::string& out, std::uint32_t crc, std::uint32_t size, const std::string& name) {
  put16(out, 20);
  put16(out, kUtf8Names);
  put16(out, 0);  // stored
  put16(out, 0);  // time of day
  put16(out, kDate);
  put32(out, crc);
  put32(out, size);
  put32(out, size);
  put16(out, static_cast<std::uint32_t>(name.size()));
  put16(out, 0);
}

}  // namespace

void ZipWriter::add(const std::string& name, const std::string& content, bool is_executable) {
  const std::uint32_t mode = is_executable ? 0100755U : 0100644U;
  entries_.push_back({name, crc32(content), size32(content.size()), size32(bytes_.size()), mode << 16});
  put32(bytes_, 0x04034b50U);
  put_common(bytes_, entries_.back().crc, entries_.back().size, name);
  bytes_ += name;
  bytes_ += content;
}

std::string ZipWriter::finish() {
  const std::uint32_t start = size32(bytes_.size());
  for (const Entry& e : entries_) {
    put32(bytes_, 0x02014b50U);
    put16(bytes_, (3 << 8) | 20);  // made on Unix
    put_common(bytes_, e.crc, e.size, e.name);
    put16(bytes_, 0);  // comment
    put16(bytes_, 0);  // disk
    put16(bytes_, 0);  // internal attributes
    put32(bytes_, e.attributes);
    put32(bytes_, e.offset);
    bytes_ += e.name;
  }
  const std::uint32_t size = size32(bytes_.size()) - start;
  put32(bytes_, 0x06054b50U);
  put16(bytes_, 0);
  put16(bytes_, 0);
  put16(bytes_, static_cast<std::uint32_t>(entries_.size()));
  put16(bytes_, static_cast<std::uint32_t>(entries_.size()));
  put32(bytes_, size);
  put32(bytes_, start);
  put16(bytes_, 0);
  return std::move(bytes_);
}

}  // namespace lockstep::exporter
