// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>

#include "lockstep/core/row_sink.hpp"

namespace lockstep::record {

/// Opens a recording by the ending of its name: .csv or .mcap. "-" (standard output) and existing files that
/// are no regular ones (devices, pipes) are CSV. Throws Error{kBadUsage} for any other name, and what the
/// writers throw.
std::unique_ptr<core::RowSink> open_recording(const std::filesystem::path& path);

}  // namespace lockstep::record
