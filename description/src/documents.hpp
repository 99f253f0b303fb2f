// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>

#include "lockstep/core/config_node.hpp"
#include "lockstep/description/reader.hpp"

namespace lockstep::description {

/// The XML files of one world, each read and parsed once however often it is included.
class Documents {
 public:
  explicit Documents(const ReadOptions& options) : options_{options} {}

  /// Throws Error: kNotFound, kUnreadable, kBadInput (not XML, or a limit is broken).
  const core::ConfigNode& read(const std::string& path);
  /// The same for a text that lies in the program.
  const core::ConfigNode& builtin(std::string_view text, const std::string& name);
  /// Parses text that stands for `path`.
  core::ConfigNode parse(std::string_view text, const std::string& path);
  /// Files that went on with zero bytes after their end, which some editors leave there.
  const std::vector<std::string>& files_with_zero_bytes() const noexcept { return with_zero_bytes_; }
  /// Files with attributes like <a b=c>, which XML does not have.
  const std::vector<std::string>& files_with_bare_values() const noexcept { return with_bare_values_; }

 private:
  ReadOptions options_;
  std::vector<std::string> with_zero_bytes_, with_bare_values_;
  std::map<std::string, std::unique_ptr<core::ConfigNode>> by_path_;  // pointers: nodes stay where they are
};

/// The whole file as text; at most `max_bytes`. Throws Error: kNotFound, kUnreadable, kBadInput.
std::string read_text_file(const std::string& path, std::size_t max_bytes);

}  // namespace lockstep::description
