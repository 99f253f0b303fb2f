// SPDX-License-Identifier: Apache-2.0
#include "binary/library_search.hpp"

#include <cstdlib>
#include <fstream>

#include "binary/loader_cache.hpp"
#include "lockstep/core/error.hpp"

namespace lockstep::core {
namespace {

namespace fs = std::filesystem;

// Larger than any library one meets; keeps a device or a huge file from being read.
constexpr std::uintmax_t kLargestLibrary = std::uintmax_t{1} << 30U;

std::optional<Bytes> read_file(const fs::path& path) {
  std::error_code error;
  if (!fs::is_regular_file(path, error)) return std::nullopt;
  const std::uintmax_t size = fs::file_size(path, error);
  if (error || size > kLargestLibrary) return std::nullopt;
  std::ifstream stream{path, std::ios::binary};
  Bytes bytes{static_cast<std::size_t>(size)};
  if (!stream.read(bytes.data(), static_cast<std::streamsize>(size))) return std::nullopt;
  return bytes;
}

std::vector<fs::path> standard_folders() {
#if defined(__x86_64__)
  const char* const tuple = "x86_64-linux-gnu";
#elif defined(__aarch64__)
  const char* const tuple = "aarch64-linux-gnu";
#else
  const char* const tuple = "";
#endif
  std::vector<fs::path> folders;
  if (*tuple != '\0') folders = {fs::path{"/lib"} / tuple, fs::path{"/usr/lib"} / tuple};
  for (const char* folder : {"/lib64", "/usr/lib64", "/lib", "/usr/lib"})
    folders.emplace_back(folder);
  return folders;
}

void replace_all(std::string& text, std::string_view what, std::string_view by) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size()))
    text.replace(at, what.size(), by);
}

/// "binaries/linux64/../../resources" -> "resources"; empty when it leaves the archive.
std::optional<std::string> normalised_entry(const std::string& path) {
  const fs::path clean = fs::path{path}.lexically_normal();
  const std::string text = clean.generic_string();
  if (clean.is_absolute() || text.compare(0, 2, "..") == 0) return std::nullopt;
  return text == "." ? std::string{} : text;
}

template <class OnFolder>
void for_each_folder(std::string_view list, OnFolder&& on_folder) {
  while (true) {
    const std::size_t end = list.find(':');
    if (const std::string_view folder = list.substr(0, end); !folder.empty()) on_folder(folder);
    if (end == std::string_view::npos) return;
    list.remove_prefix(end + 1);
  }
}

}  // namespace

LibrarySearch::Environment LibrarySearch::Environment::of_this_process() {
  Environment environment;
  if (const char* const path = std::getenv("LD_LIBRARY_PATH")) environment.library_path = path;
  return environment;
}

LibrarySearch::LibrarySearch(const Archive& archive, Environment environment)
    : archive_{archive}, environment_{std::move(environment)} {
  if (environment_.folders.empty()) environment_.folders = standard_folders();
  if (const std::optional<Bytes> cache = read_file(environment_.loader_cache))
    for (CachedLibrary& library : parse_loader_cache(cache->text()))
      cached_.emplace(std::move(library.name), std::move(library.path));
}

std::optional<FoundLibrary> LibrarySearch::open_file(const fs::path& path) const {
  std::optional<Bytes> bytes = read_file(path);
  if (!bytes) return std::nullopt;
  std::string ignored;
  std::optional<ElfFile> file = ElfFile::parse(std::move(*bytes), ignored);
  if (!file) return std::nullopt;
  return FoundLibrary{path.string(), false, path.parent_path().string(),
                      std::make_shared<const ElfFile>(std::move(*file))};
}

std::optional<FoundLibrary> LibrarySearch::open_entry(const std::string& entry, std::string& error) const {
  try {
    std::optional<ElfFile> file = ElfFile::parse(archive_.read(entry), error);
    if (!file) return std::nullopt;
    return FoundLibrary{entry, true, fs::path{entry}.parent_path().generic_string(),
                        std::make_shared<const ElfFile>(std::move(*file))};
  } catch (const Error& refused) {
    error = refused.message();
    return std::nullopt;
  }
}

std::optional<FoundLibrary> LibrarySearch::open_in_archive(const std::string& folder,
                                                           std::string_view name) const {
  const auto entry = normalised_entry(folder + '/' + std::string{name});
  if (!entry || !archive_.contains(*entry)) return std::nullopt;
  std::string ignored;
  return open_entry(*entry, ignored);
}

std::optional<FoundLibrary> LibrarySearch::find_in_path_list(std::string_view list, std::string_view name,
                                                             const FoundLibrary& needed_by) {
  std::optional<FoundLibrary> found;
  for_each_folder(list, [&](std::string_view folder) {
    if (found) return;
    std::string text{folder};
    const bool from_origin =
        text.find("$ORIGIN") != std::string::npos || text.find("${ORIGIN}") != std::string::npos;
    replace_all(text, "${ORIGIN}", needed_by.folder);
    replace_all(text, "$ORIGIN", needed_by.folder);
    found = from_origin && needed_by.in_fmu ? open_in_archive(text, name) : open_file(fs::path{text} / name);
  });
  return found;
}

std::optional<FoundLibrary> LibrarySearch::find(std::string_view name, const FoundLibrary& needed_by,
                                                const std::string& beside) {
  if (name.find('/') != std::string_view::npos) return open_file(fs::path{name});
  const ElfFile& user = *needed_by.file;
  // RUNPATH makes the loader forget RPATH and comes after LD_LIBRARY_PATH.
  if (user.runpath().empty())
    if (auto found = find_in_path_list(user.rpath(), name, needed_by)) return found;
  if (auto found = find_in_path_list(environment_.library_path, name, needed_by)) return found;
  if (auto found = find_in_path_list(user.runpath(), name, needed_by)) return found;
  const auto [first, last] = cached_.equal_range(std::string{name});
  for (auto entry = first; entry != last; ++entry)
    if (auto found = open_file(entry->second)) return found;
  for (const fs::path& folder : environment_.folders)
    if (auto found = open_file(folder / name)) return found;
  return open_in_archive(beside, name);
}

}  // namespace lockstep::core
