// SPDX-License-Identifier: Apache-2.0
#include "ssp_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "lockstep/core/xml_tree.hpp"

namespace lockstep::network {
namespace {

namespace fs = std::filesystem;
using core::ConfigNode;

void remove_prefixes(ConfigNode& node) {
  node.name.erase(0, node.name.find(':') == std::string::npos ? 0 : node.name.find(':') + 1);
  for (ConfigNode& child : node.children)
    remove_prefixes(child);
}

int hex_digit(char c) noexcept {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/// "%20" and the like.
std::string decoded(std::string_view uri) {
  std::string text;
  for (std::size_t i = 0; i < uri.size(); ++i) {
    if (uri[i] == '%' && i + 2 < uri.size() && hex_digit(uri[i + 1]) >= 0 && hex_digit(uri[i + 2]) >= 0) {
      text += static_cast<char>(16 * hex_digit(uri[i + 1]) + hex_digit(uri[i + 2]));
      i += 2;
    } else {
      text += uri[i];
    }
  }
  return text;
}

/// All of the archive, by its top-level names.
std::vector<std::string> top_level(const core::Archive& archive) {
  std::vector<std::string> names;
  for (const core::ArchiveEntry& entry : archive.entries()) {
    const std::string top = entry.name.substr(0, entry.name.find('/'));
    if (names.empty() || names.back() != top) names.push_back(top);
  }
  return names;
}

}  // namespace

SspFiles::SspFiles(const fs::path& path, const core::ArchiveLimits& limits) : shown_{path} {
  std::error_code ignored;
  fs::path archive = path;
  if (path.extension() == ".ssd") {
    main_file_ = path.filename().string();
    archive = shown_ = path.parent_path();
    if (shown_.empty()) archive = shown_ = ".";
  }
  if (fs::is_directory(archive, ignored)) {
    root_ = fs::absolute(archive);
  } else {
    const core::Archive opened = core::Archive::open(archive, limits);
    unpacked_ = core::ArchiveCache{}.extract(opened, top_level(opened));
    root_ = unpacked_->root();
  }
  if (!fs::is_regular_file(root_ / main_file_, ignored))
    throw Error{ErrorCode::kBadInput, fmt::format("'{}' has no {}", shown_.string(), main_file_)};
}

std::vector<std::string> SspFiles::variants() const {
  std::vector<std::string> found;
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator{root_, ignored}) {
    const std::string name = entry.path().filename().string();
    if (entry.path().extension() == ".ssd" && name != main_file_) found.push_back(name);
  }
  std::sort(found.begin(), found.end());
  return found;
}

fs::path SspFiles::find(const ConfigNode& where, std::string_view uri) const {
  const std::string text = decoded(uri);
  const auto refuse = [&](const std::string& why) {
    where.fail("ssp-source", fmt::format("source '{}' {}", uri, why), "sources are files inside the system");
  };
  if (text.empty()) refuse("is empty");
  const std::size_t colon = text.find(':');
  if (colon != std::string::npos && colon < text.find('/')) refuse("has a scheme; nothing is fetched");
  if (text.find('\0') != std::string::npos || text.find('\\') != std::string::npos)
    refuse("is no relative URI");
  const fs::path relative = fs::path{text}.lexically_normal();
  if (relative.is_absolute() || relative.begin()->string() == "..") refuse("leaves the system");
  fs::path file = root_ / relative;
  std::error_code error;
  // A link in a folder may lead out of it.
  const fs::path real = fs::canonical(file, error);
  if (error) refuse("does not exist");
  const fs::path real_root = fs::canonical(root_, error);
  if (std::mismatch(real_root.begin(), real_root.end(), real.begin(), real.end()).first != real_root.end())
    refuse("leaves the system");
  return file;
}

std::string SspFiles::label(const fs::path& file) const {
  return (shown_ / file.lexically_relative(root_)).string();
}

ConfigNode SspFiles::read_xml_text(std::string_view text, const std::string& shown) const {
  ConfigNode root = core::read_xml(text, shown);
  remove_prefixes(root);
  return root;
}

ConfigNode SspFiles::read_xml(const fs::path& file) const {
  std::ifstream stream{file, std::ios::binary};
  if (!stream) throw Error{ErrorCode::kUnreadable, fmt::format("'{}' cannot be read", label(file))};
  const std::string text{std::istreambuf_iterator<char>{stream}, {}};
  return read_xml_text(text, label(file));
}

}  // namespace lockstep::network
