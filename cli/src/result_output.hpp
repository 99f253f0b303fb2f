// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdio>

namespace lockstep::cli {

/// Where results go: standard output, which belongs to them alone once keep_for_results() was called.
std::FILE* results() noexcept;

/// From here on whatever else writes to standard output ends up on standard error: FMUs print banners and
/// progress, and one such line makes JSON or a CSV file useless to a program. Call it before foreign code is
/// loaded and after output files were opened (`-` is the standard output of that moment). For a process that
/// ends soon; there is no way back.
void keep_standard_output_for_results() noexcept;

/// Writes what is buffered. False, with errno, when results could not be written completely.
bool flush_results() noexcept;

}  // namespace lockstep::cli
