// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "lockstep/core/fmu.hpp"

namespace lockstep::core {

/// Everything that can be said about an FMU without running its code.
struct LOCKSTEP_CORE_EXPORT CheckReport {
  std::shared_ptr<const Fmu> fmu;
  /// Findings about the description, the archive and the binaries, in file order where they have one. kError:
  /// it would not load or run here; kWarning: a violation of the standard that lockstep can live with; kNote:
  /// worth knowing.
  std::vector<Diagnostic> diagnostics;

  bool loads_here() const noexcept;      ///< no kError among them
  bool has_violations() const noexcept;  ///< anything worse than kNote
};

/// Reads the FMU and reports every violation of the standard and every obstacle on this machine it can see:
/// description, ModelStructure, names, files named but absent, and for this platform's binary: ELF class and
/// processor, exported functions, libraries it needs that are not here, symbol versions newer than this
/// machine's C library. Executes nothing, extracts nothing. Throws Error (those of Fmu::open) when the file
/// cannot be read at all.
LOCKSTEP_CORE_EXPORT CheckReport check(const std::filesystem::path& path, const OpenOptions& options = {});

}  // namespace lockstep::core
