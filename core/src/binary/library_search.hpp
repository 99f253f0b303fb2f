// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "binary/elf_file.hpp"
#include "lockstep/core/archive.hpp"

namespace lockstep::core {

/// A library as the loader would find it: in the FMU or on this machine.
struct FoundLibrary {
  std::string place;  ///< entry of the archive or path, for messages
  bool in_fmu{false};
  std::string folder;  ///< of the archive or of the file system, what $ORIGIN stands for
  std::shared_ptr<const ElfFile> file;
};

/// Finds libraries by name in the order of the dynamic loader: RPATH or RUNPATH of the library that needs
/// them ($ORIGIN may point into the FMU), LD_LIBRARY_PATH, the loader's cache, the standard folders; and, as
/// our loader does, beside the FMU's binary. Files of other processors are passed over. Reads files, loads
/// nothing.
class LibrarySearch {
 public:
  /// What the environment offers; the defaults are this machine's.
  struct Environment {
    std::string library_path;  ///< LD_LIBRARY_PATH
    std::filesystem::path loader_cache{"/etc/ld.so.cache"};
    std::vector<std::filesystem::path> folders;  ///< standard folders; empty: this machine's
    static Environment of_this_process();
  };

  LibrarySearch(const Archive& archive, Environment environment);

  /// `needed_by` is the library that names it, `beside` the folder of the FMU's binary.
  std::optional<FoundLibrary> find(std::string_view name, const FoundLibrary& needed_by,
                                   const std::string& beside);
  /// Reads an entry of the archive. Empty with `error` set when it is no library for this machine.
  std::optional<FoundLibrary> open_entry(const std::string& entry, std::string& error) const;

 private:
  std::optional<FoundLibrary> find_in_path_list(std::string_view list, std::string_view name,
                                                const FoundLibrary& needed_by);
  std::optional<FoundLibrary> open_file(const std::filesystem::path& path) const;
  std::optional<FoundLibrary> open_in_archive(const std::string& folder, std::string_view name) const;

  const Archive& archive_;
  Environment environment_;
  std::unordered_multimap<std::string, std::filesystem::path> cached_;
};

}  // namespace lockstep::core
