// SPDX-License-Identifier: Apache-2.0
#include "archive/manifest.hpp"

#include <fmt/format.h>
#include <libdeflate.h>

#include <algorithm>
#include <charconv>
#include <iterator>
#include <utility>

#include "archive/archive_impl.hpp"

namespace lockstep::core::archive {
namespace {

constexpr std::string_view kHeader = "lockstep-manifest 1\n";
constexpr std::string_view kEnd = "end ";

/// Takes the text up to the next `separator` off the front of `rest`; false if there is none.
bool take_until(char separator, std::string_view* rest, std::string_view* taken) {
  const std::size_t end = rest->find(separator);
  if (end == std::string_view::npos) return false;
  *taken = rest->substr(0, end);
  rest->remove_prefix(end + 1);
  return true;
}

template <class Integer>
bool take_number(std::string_view* rest, Integer* value) {
  std::string_view text;
  if (!take_until(' ', rest, &text)) return false;
  const char* const last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, *value);
  return error == std::errc{} && end == last;
}

bool decode_item(char kind, std::string_view line, ManifestItem* item) {
  item->is_directory = kind == 'd';
  FileIdentity& identity = item->identity;
  const bool complete = take_number(&line, &identity.inode) && take_number(&line, &identity.size) &&
                        take_number(&line, &identity.mtime_ns) && take_number(&line, &identity.ctime_ns) &&
                        take_number(&line, &item->crc32);
  item->name = line;
  return complete;
}

bool decode_lines(std::string_view body, Manifest* manifest) {
  std::string_view line;
  while (take_until('\n', &body, &line)) {
    if (line.size() < 2 || line[1] != ' ') return false;
    const char kind = line[0];
    line.remove_prefix(2);
    if (kind == 'p') {
      manifest->folders.emplace_back(line);
    } else if (kind == 'f' || kind == 'd') {
      ManifestItem item;
      if (!decode_item(kind, line, &item)) return false;
      manifest->items.push_back(std::move(item));
    } else {
      return false;
    }
  }
  return body.empty();
}

}  // namespace

bool Manifest::has_folder(std::string_view folder) const noexcept {
  return std::any_of(folders.begin(), folders.end(),
                     [&](const std::string& complete) { return is_below(folder, complete); });
}

const ManifestItem* Manifest::find(std::string_view name) const noexcept {
  const auto place = std::lower_bound(
      items.begin(), items.end(), name,
      [](const ManifestItem& item, std::string_view wanted) { return path_less(item.name, wanted); });
  return place != items.end() && place->name == name ? &*place : nullptr;
}

void Manifest::merge(std::vector<ManifestItem> newer) {
  // Stable and newer first: of two with the same name std::unique keeps the newer.
  newer.insert(newer.end(), std::make_move_iterator(items.begin()), std::make_move_iterator(items.end()));
  std::stable_sort(newer.begin(), newer.end(),
                   [](const ManifestItem& a, const ManifestItem& b) { return path_less(a.name, b.name); });
  newer.erase(std::unique(newer.begin(), newer.end(),
                          [](const ManifestItem& a, const ManifestItem& b) { return a.name == b.name; }),
              newer.end());
  items = std::move(newer);
}

bool is_below(std::string_view name, std::string_view folder) noexcept {
  if (!folder.empty() && folder.back() == '/') folder.remove_suffix(1);
  if (folder.empty()) return true;
  if (name.substr(0, folder.size()) != folder) return false;
  return name.size() == folder.size() || name[folder.size()] == '/';
}

std::string encode(const Manifest& manifest) {
  std::string text{kHeader};
  for (const std::string& folder : manifest.folders)
    text += fmt::format("p {}\n", folder);
  for (const ManifestItem& item : manifest.items)
    text += fmt::format("{} {} {} {} {} {} {}\n", item.is_directory ? 'd' : 'f', item.identity.inode,
                        item.identity.size, item.identity.mtime_ns, item.identity.ctime_ns, item.crc32,
                        item.name);
  text += fmt::format("{}{}\n", kEnd, libdeflate_crc32(0, text.data(), text.size()));
  return text;
}

bool decode(std::string_view text, Manifest* manifest) {
  *manifest = {};
  if (text.substr(0, kHeader.size()) != kHeader || text.back() != '\n') return false;
  const std::size_t end = text.rfind('\n', text.size() - 2);
  if (end == std::string_view::npos) return false;
  const std::string_view body = text.substr(0, end + 1);
  const std::string expected = fmt::format("{}{}\n", kEnd, libdeflate_crc32(0, body.data(), body.size()));
  if (text.substr(end + 1) != expected || !decode_lines(body.substr(kHeader.size()), manifest)) {
    *manifest = {};
    return false;
  }
  return true;
}

}  // namespace lockstep::core::archive
