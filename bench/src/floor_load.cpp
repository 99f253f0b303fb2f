// SPDX-License-Identifier: Apache-2.0
#include "floor_load.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <libdeflate.h>
#include <unistd.h>

#include <cstring>
#include <fstream>
#include <iterator>
#include <pugixml.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/core/error.hpp"
#include "raw_fmu.hpp"

namespace lockstep::bench {
namespace {

constexpr std::size_t kEndRecordBytes = 22;

[[noreturn]] void fail(const std::filesystem::path& path, const char* what) {
  throw Error{ErrorCode::kUnreadable, "floor of loading '" + path.string() + "': " + what};
}

template <class T>
T number_at(const std::vector<char>& bytes, std::size_t offset) {
  T value{};
  std::memcpy(&value, bytes.data() + offset, sizeof value);
  return value;
}

std::vector<char> read_file(const std::filesystem::path& path) {
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  const off_t size = file < 0 ? -1 : lseek(file, 0, SEEK_END);
  if (size < 0) {
    fail(path, "cannot open it");
  }
  std::vector<char> bytes(static_cast<std::size_t>(size));
  const ssize_t got = pread(file, bytes.data(), bytes.size(), 0);
  close(file);
  if (got != size) {
    fail(path, "cannot read it");
  }
  return bytes;
}

std::size_t end_record(const std::filesystem::path& path, const std::vector<char>& zip) {
  for (std::size_t offset = zip.size() - kEndRecordBytes; offset > 0; --offset) {
    if (number_at<std::uint32_t>(zip, offset) == 0x06054b50) {
      return offset;
    }
  }
  fail(path, "no end of the directory");
}

std::vector<char> decompress(const std::filesystem::path& path, const std::vector<char>& zip,
                             std::size_t row) {
  const auto method = number_at<std::uint16_t>(zip, row + 10);
  const auto packed = number_at<std::uint32_t>(zip, row + 20);
  std::vector<char> content(number_at<std::uint32_t>(zip, row + 24));
  const std::size_t local = number_at<std::uint32_t>(zip, row + 42);
  const std::size_t data =
      local + 30 + number_at<std::uint16_t>(zip, local + 26) + number_at<std::uint16_t>(zip, local + 28);
  if (method == 0) {
    std::memcpy(content.data(), zip.data() + data, content.size());
    return content;
  }
  libdeflate_decompressor* decompressor = libdeflate_alloc_decompressor();
  const auto result = libdeflate_deflate_decompress(decompressor, zip.data() + data, packed, content.data(),
                                                    content.size(), nullptr);
  libdeflate_free_decompressor(decompressor);
  if (result != LIBDEFLATE_SUCCESS) {
    fail(path, "cannot decompress it");
  }
  return content;
}

std::vector<char> read_entry(const std::filesystem::path& path, const std::vector<char>& zip,
                             std::string_view wanted) {
  const std::size_t end = end_record(path, zip);
  std::size_t row = number_at<std::uint32_t>(zip, end + 16);
  for (std::uint16_t left = number_at<std::uint16_t>(zip, end + 10); left > 0; --left) {
    const std::string_view name{zip.data() + row + 46, number_at<std::uint16_t>(zip, row + 28)};
    if (name == wanted) {
      return decompress(path, zip, row);
    }
    row +=
        46 + name.size() + number_at<std::uint16_t>(zip, row + 30) + number_at<std::uint16_t>(zip, row + 32);
  }
  fail(path, "an entry is missing");
}

}  // namespace

void floor_load(const FmuFacts& facts, const std::filesystem::path& fmu,
                const std::filesystem::path& folder) {
  const std::vector<char> zip = read_file(fmu);
  std::vector<char> xml = read_entry(fmu, zip, "modelDescription.xml");
  pugi::xml_document document;
  if (!document.load_buffer_inplace(xml.data(), xml.size())) {
    fail(fmu, "its XML is broken");
  }
  const std::vector<char> binary = read_entry(fmu, zip, facts.binary_entry);
  const std::filesystem::path library = folder / "floor.so";
  const int file = open(library.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0700);
  const ssize_t written = write(file, binary.data(), binary.size());
  close(file);
  if (written != static_cast<ssize_t>(binary.size())) {
    fail(fmu, "cannot write the binary");
  }
  {
    const auto raw = load_raw(facts, library);
    raw->start();
    raw->stop();
  }
  unlink(library.c_str());
}

void copy_with_comment(const std::filesystem::path& fmu, const std::filesystem::path& copy,
                       std::uint64_t number) {
  std::vector<char> zip = read_file(fmu);
  const std::string comment = fmt::format("copy {}", number);
  const std::size_t length_at = end_record(fmu, zip) + 20;
  const auto length = static_cast<std::uint16_t>(number_at<std::uint16_t>(zip, length_at) + comment.size());
  std::memcpy(zip.data() + length_at, &length, sizeof length);
  zip.insert(zip.end(), comment.begin(), comment.end());
  std::ofstream out{copy, std::ios::binary};
  out.write(zip.data(), static_cast<std::streamsize>(zip.size()));
  out.close();
  if (!out) {
    fail(copy, "cannot write it");
  }
}

}  // namespace lockstep::bench
