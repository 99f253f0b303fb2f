// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "lockstep/core/archive.hpp"
#include "lockstep/core/archive_cache.hpp"
#include "lockstep/core/log.hpp"
#include "lockstep/core/model_description.hpp"

namespace lockstep::core {

struct OpenOptions {
  ArchiveLimits archive_limits;
  DescriptionLimits description_limits;
  CacheOptions cache;
  /// Compile the FMU's C or C++ sources when it has no binary for this machine (`--build-sources`).
  bool build_sources{false};
};

/// A binary of the FMU for one platform, as found in the archive.
struct PlatformBinary {
  std::string platform;  ///< folder name: "linux64", "x86_64-linux", "win64", ...
  std::string model_identifier;
  std::string entry;  ///< name in the archive
  bool this_machine{false};
};

/// An FMU on disk: its description, its files, and (once an instance asked for it) its loaded library.
///
/// open() reads and parses; it never executes FMU code and extracts nothing. The first Instance of an
/// interface kind extracts the binary and resources into the cache and loads the library. Shared by all
/// instances; thread-safe.
class LOCKSTEP_CORE_EXPORT Fmu {
 public:
  /// Throws Error: kNotFound, kUnreadable, kUnsafeArchive, kBadDescription.
  static std::shared_ptr<const Fmu> open(const std::filesystem::path& path, const OpenOptions& options = {});
  ~Fmu();
  Fmu(const Fmu&) = delete;
  Fmu& operator=(const Fmu&) = delete;

  const std::filesystem::path& path() const noexcept;
  const ModelDescription& description() const noexcept;
  const std::shared_ptr<const ModelDescription>& shared_description() const noexcept;
  /// What the lenient parse noticed.
  const std::vector<Diagnostic>& diagnostics() const noexcept;
  const std::vector<PlatformBinary>& binaries() const noexcept;
  bool has_sources() const noexcept;

  /// Co-Simulation if there is one, else Model Exchange, else Scheduled Execution.
  InterfaceKind preferred_kind() const;

  struct Impl;
  Impl& impl() const noexcept { return *impl_; }  // for Instance: library and resources

 private:
  explicit Fmu(std::unique_ptr<Impl> impl) noexcept;
  std::unique_ptr<Impl> impl_;
};

}  // namespace lockstep::core
