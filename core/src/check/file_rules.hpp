// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "description/diagnostic_sink.hpp"
#include "lockstep/core/archive.hpp"
#include "lockstep/core/model_description.hpp"

namespace lockstep::core {

/// Files the description names (sources, icons) and files the standard wants beside it (documentation).
void check_files(const Archive& archive, const ModelDescription& model, DiagnosticSink& diagnostics);

}  // namespace lockstep::core
