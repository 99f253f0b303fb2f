// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/core/archive.hpp"

namespace lockstep::core::archive {

/// A file or folder as it was when it was unpacked.
struct ManifestItem {
  std::string name;        ///< normalised, relative to the root of the FMU
  FileIdentity identity;   ///< the device is not kept: file systems may get another one at each boot
  std::uint32_t crc32{0};  ///< of a file
  bool is_directory{false};
};

/// What an entry of the cache holds, written as the last act of unpacking: an entry without a readable
/// manifest is incomplete. Items stand in the order of path_less().
struct Manifest {
  std::vector<std::string> folders;  ///< what extract() was asked for so far and is complete
  std::vector<ManifestItem> items;

  bool has_folder(std::string_view folder) const noexcept;
  const ManifestItem* find(std::string_view name) const noexcept;
  /// Adds the items; one whose name is known replaces the older.
  void merge(std::vector<ManifestItem> newer);
};

/// True if `name` is `folder` (a '/' at its end does not count) or lies below it.
bool is_below(std::string_view name, std::string_view folder) noexcept;

/// As text: one line each, with a checksum at the end.
std::string encode(const Manifest& manifest);

/// False, and an empty manifest, if the text is not complete and correct.
bool decode(std::string_view text, Manifest* manifest);

}  // namespace lockstep::core::archive
