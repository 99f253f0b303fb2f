// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "description/diagnostic_sink.hpp"
#include "lockstep/core/archive.hpp"
#include "lockstep/core/model_description.hpp"

namespace lockstep::core {

/// Files the description names (sources, icons) and files the standard wants beside it (documentation).
void check_files(const Archive& archive, const ModelDescription& model, DiagnosticSink& diagnostics);

/// Reads whatever running the FMU here would extract (resources, libraries of this machine): one damaged or
/// lying file keeps it from loading. Returns the first problem; empty when all is well.
std::string check_extracted_files(const Archive& archive, FmiVersion version, DiagnosticSink& diagnostics);

}  // namespace lockstep::core
