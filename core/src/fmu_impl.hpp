// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <filesystem>
#include <mutex>
#include <optional>

#include "lockstep/core/fmu.hpp"

namespace lockstep::core {

/// What an instance needs on disk. Paths are absolute and stay valid while the Fmu lives.
struct FmuFiles {
  std::filesystem::path library;
  std::filesystem::path root;  ///< folder with the archive's layout
  bool has_resources{false};   ///< root/"resources" exists
};

struct Fmu::Impl {
  Impl(std::filesystem::path fmu_path, const OpenOptions& open_options);

  /// Extracts the binary of this interface and the resources, or compiles the sources when that was asked
  /// for. Thread-safe; the work is done once. Throws Error: kNoBinary, kSystem, those of ArchiveCache.
  FmuFiles files(InterfaceKind kind);

  std::filesystem::path path;
  OpenOptions options;
  Archive archive;
  std::shared_ptr<const ModelDescription> description;
  std::vector<Diagnostic> diagnostics;
  std::vector<PlatformBinary> binaries;

 private:
  const PlatformBinary* binary_for(std::string_view model_identifier) const noexcept;
  [[noreturn]] void no_binary(std::string_view model_identifier) const;
  FmuFiles extract(InterfaceKind kind);

  std::mutex mutex_;
  std::optional<ArchiveCache> cache_;
  std::array<std::optional<FmuFiles>, kInterfaceKindCount> files_;
  std::vector<UnpackedFmu> unpacked_;  // handles keep the files in the cache
};

}  // namespace lockstep::core
