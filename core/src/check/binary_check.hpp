// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "binary/library_search.hpp"
#include "description/diagnostic_sink.hpp"
#include "lockstep/core/check.hpp"

namespace lockstep::core {

/// Checks the FMU's libraries for this machine and fills report.interfaces: format, exported functions,
/// libraries and symbol versions they need. Libraries for other platforms are only checked for being what
/// their folder says.
void check_binaries(const Fmu& fmu, const Archive& archive, LibrarySearch::Environment environment,
                    DiagnosticSink& diagnostics, std::vector<InterfaceVerdict>& verdicts);

/// What a library asks of this machine: everything it needs, directly or through others. Returns why it would
/// not load; empty when it would.
std::string check_dependencies(LibrarySearch& search, const FoundLibrary& library,
                               DiagnosticSink& diagnostics);

/// Functions the standard wants the library to export for this interface. Returns the first one without which
/// nothing works; empty when all those are there.
std::string check_functions(const ModelDescription& model, InterfaceKind kind, const FoundLibrary& library,
                            DiagnosticSink& diagnostics);

}  // namespace lockstep::core
