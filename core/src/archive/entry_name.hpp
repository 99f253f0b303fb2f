// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace lockstep::core::archive {

/// Longest accepted entry name and longest part of one, in bytes of UTF-8 (Linux file systems end at 255).
constexpr std::size_t kMaxNameBytes = 1024;
constexpr std::size_t kMaxPartBytes = 255;

/// An entry name as the rest of lockstep sees it, or why it is refused.
struct EntryName {
  std::string name;  ///< UTF-8, '/' as separator, relative, no "." or ".." part; empty for the root itself
  bool is_folder{false};  ///< the raw name ended with a separator
  std::string problem;    ///< not empty: refused, and this is the reason
};

/// Normalises the raw name of the archive's directory. `declared_utf8` is the archive's flag; names without
/// it are UTF-8 if they are valid UTF-8 (most tools) and code page 437 otherwise (what the ZIP format says).
EntryName normalise_entry_name(std::string_view raw, bool declared_utf8, std::uint32_t max_depth);

/// The raw name for messages: control characters and invalid bytes as \xNN, cut after 120 bytes.
std::string printable(std::string_view raw);

}  // namespace lockstep::core::archive
