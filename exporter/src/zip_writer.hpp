// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace lockstep::exporter {

/// Writes a ZIP archive whose bytes depend on names and contents alone: entries in the order given, stored,
/// one fixed date, no user ids. (Compressed bytes would depend on the version of the compressor.)
class ZipWriter {
 public:
  void add(const std::string& name, const std::string& content, bool is_executable);
  /// The whole archive; to be called once, at the end.
  std::string finish();

 private:
  struct Entry {
    std::string name;
    std::uint32_t crc, size, offset, attributes;
  };
  std::string bytes_;
  std::vector<Entry> entries_;
};

}  // namespace lockstep::exporter
