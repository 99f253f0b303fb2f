// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "lockstep/core/fmu.hpp"

namespace lockstep::core {

/// Whether one interface of an FMU could be loaded on this machine.
struct InterfaceVerdict {
  InterfaceKind kind{InterfaceKind::kCoSimulation};
  bool loads{false};
  std::string reason;  ///< why it would not load; empty when it would
};

/// Everything that can be said about an FMU without running its code.
struct LOCKSTEP_CORE_EXPORT CheckReport {
  std::shared_ptr<const Fmu> fmu;
  /// Findings about the description, the archive and the binaries, in file order where they have one. kError:
  /// the FMU, or the interface the message names, would not load or run here; kWarning: a violation of the
  /// standard that lockstep can live with; kNote: worth knowing, violates nothing. Every finding has a stable
  /// id, names the thing and its value, says what to do and, where there is one, gives file, line and column.
  std::vector<Diagnostic> diagnostics;
  /// One for each interface the FMU has.
  std::vector<InterfaceVerdict> interfaces;

  bool loads_here() const noexcept;      ///< at least one interface would load
  bool has_violations() const noexcept;  ///< anything worse than kNote
  /// "would load here: yes (Co-Simulation)" or "would load here: no, because ...".
  std::string verdict() const;
};

/// Reads the FMU and reports every violation of the standard and every obstacle on this machine it can see:
/// XML against the schema, names, references, combinations of attributes, start values, aliases,
/// ModelStructure, clocks, files named but absent, and for this platform's binary: ELF class and processor,
/// exported functions, libraries it needs (directly or through others) that are not here, symbol versions
/// newer than this machine's libraries offer. Executes nothing, extracts nothing. Throws Error (those of
/// Fmu::open) when the file cannot be read at all.
LOCKSTEP_CORE_EXPORT CheckReport check(const std::filesystem::path& path, const OpenOptions& options = {});

/// The rules for the description alone, beyond what the parser saw; the findings are added to
/// parsed.diagnostics.
LOCKSTEP_CORE_EXPORT void check_description(ParsedDescription& parsed, const DescriptionLimits& limits = {});

}  // namespace lockstep::core
