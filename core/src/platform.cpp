// SPDX-License-Identifier: Apache-2.0
#include "platform.hpp"

#include <algorithm>

namespace lockstep::core {
namespace {

#if defined(__x86_64__)
constexpr std::string_view kTuple = "x86_64-linux";
constexpr std::string_view kOldName = "linux64";
#elif defined(__i386__)
constexpr std::string_view kTuple = "x86-linux";
constexpr std::string_view kOldName = "linux32";
#elif defined(__aarch64__)
constexpr std::string_view kTuple = "aarch64-linux";
constexpr std::string_view kOldName = "";
#else
#error "name this machine's FMI platform tuple"
#endif

std::vector<std::string_view> model_identifiers(const ModelDescription& description) {
  std::vector<std::string_view> names;
  for (std::size_t kind = 0; kind < kInterfaceKindCount; ++kind) {
    const InterfaceCapabilities* capabilities = description.interface(static_cast<InterfaceKind>(kind));
    if (capabilities == nullptr || capabilities->model_identifier.empty()) continue;
    if (std::find(names.begin(), names.end(), capabilities->model_identifier) == names.end())
      names.push_back(capabilities->model_identifier);
  }
  return names;
}

/// The only library in the folders of this machine; null when there are none or several.
const ArchiveEntry* sole_library(const Archive& archive, FmiVersion version) {
  const ArchiveEntry* sole = nullptr;
  for (const std::string_view folder : platform_folders(version)) {
    const std::string prefix = "binaries/" + std::string{folder} + '/';
    for (const ArchiveEntry& entry : archive.entries_below(prefix)) {
      const std::string_view name = entry.name;
      if (entry.is_directory || name.size() < 3 || name.substr(name.size() - 3) != ".so") continue;
      if (sole != nullptr || name.find('/', prefix.size()) != std::string_view::npos) return nullptr;
      sole = &entry;
    }
  }
  return sole;
}

bool is_library_suffix(std::string_view suffix) noexcept {
  return suffix == ".so" || suffix == ".dll" || suffix == ".dylib";
}

}  // namespace

std::vector<std::string_view> platform_folders(FmiVersion version) {
  if (kOldName.empty()) return {kTuple};
  if (version == FmiVersion::k3) return {kTuple, kOldName};
  return {kOldName, kTuple};
}

std::string libraries_of_other_names(const Archive& archive, FmiVersion version) {
  constexpr std::size_t kShown = 5;
  std::string text;
  std::size_t count = 0;
  for (const std::string_view folder : platform_folders(version)) {
    for (const ArchiveEntry& entry : archive.entries_below("binaries/" + std::string{folder} + '/')) {
      const std::string_view name = entry.name;
      if (entry.is_directory || name.size() < 3 || name.substr(name.size() - 3) != ".so") continue;
      if (++count > kShown) return text + ", ...";
      text += (text.empty() ? "'" : ", '") + entry.name + '\'';
    }
  }
  return text;
}

std::vector<PlatformBinary> find_binaries(const Archive& archive, const ModelDescription& description) {
  constexpr std::string_view kFolder = "binaries/";
  const std::vector<std::string_view> here = platform_folders(description.fmi_version());
  const std::vector<std::string_view> identifiers = model_identifiers(description);
  std::vector<PlatformBinary> binaries;
  for (const ArchiveEntry& entry : archive.entries_below(kFolder)) {
    if (entry.is_directory || entry.name.size() <= kFolder.size()) continue;
    const std::string_view name = std::string_view{entry.name}.substr(kFolder.size());
    const std::size_t slash = name.find('/');
    const std::size_t dot = name.rfind('.');
    if (slash == std::string_view::npos || dot == std::string_view::npos || dot < slash) continue;
    if (name.find('/', slash + 1) != std::string_view::npos || !is_library_suffix(name.substr(dot))) continue;
    const std::string_view stem = name.substr(slash + 1, dot - slash - 1);
    if (std::find(identifiers.begin(), identifiers.end(), stem) == identifiers.end()) continue;
    const std::string_view platform = name.substr(0, slash);
    const bool fits =
        name.substr(dot) == ".so" && std::find(here.begin(), here.end(), platform) != here.end();
    binaries.push_back({std::string{platform}, std::string{stem}, entry.name, fits});
  }
  const bool any_here = std::any_of(binaries.begin(), binaries.end(),
                                    [](const PlatformBinary& binary) { return binary.this_machine; });
  const ArchiveEntry* const sole = any_here ? nullptr : sole_library(archive, description.fmi_version());
  // Interfaces with identifiers of their own have libraries of their own.
  if (sole == nullptr || identifiers.size() != 1) return binaries;
  const std::string platform = sole->name.substr(kFolder.size(), sole->name.rfind('/') - kFolder.size());
  binaries.push_back({platform, std::string{identifiers.front()}, sole->name, true});
  return binaries;
}

}  // namespace lockstep::core
