// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "lockstep/core/archive_cache.hpp"
#include "lockstep/core/config_node.hpp"
#include "lockstep/network/ssp.hpp"

namespace lockstep::network {

/// The files of one system structure: a folder, or an archive unpacked into the cache.
class SspFiles {
 public:
  /// Throws what core::Archive::open throws; Error{kNotFound} for other paths that do not exist.
  SspFiles(const std::filesystem::path& path, const core::ArchiveLimits& limits);

  const std::string& main_file() const noexcept { return main_file_; }  ///< relative: "SystemStructure.ssd"
  std::vector<std::string> variants() const;
  /// A file by the URI of a `source`, relative to the folder of the file that names it. Fails at `where` (id
  /// "ssp-source") for absolute or foreign URIs, for what leaves the system, and for what does not exist.
  std::filesystem::path find(const core::ConfigNode& where, std::string_view uri) const;
  /// The tree of an XML file with namespace prefixes removed, so that any prefix will do.
  core::ConfigNode read_xml(const std::filesystem::path& file) const;
  core::ConfigNode read_xml_text(std::string_view text, const std::string& label) const;
  std::filesystem::path main_path() const { return root_ / main_file_; }

 private:
  std::string label(const std::filesystem::path& file) const;

  std::optional<core::UnpackedFmu> unpacked_;  // keeps the files
  std::filesystem::path root_, shown_;
  std::string main_file_{"SystemStructure.ssd"};
};

}  // namespace lockstep::network
