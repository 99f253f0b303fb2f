// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

namespace lockstep::core {

/// Writes fmi2Functions.h, fmi3Functions.h and their companions into `folder`, for FMUs whose sources expect
/// the importer to have them (FMI 2.0, 2.3; FMI 3.0, 2.5.1). They are thin shells around lockstep/fmi/fmi2.h
/// and fmi3.h, which are written beside them, and declare functions without prefix, as shared libraries must
/// export them. Throws Error{kSystem}.
void write_fmi_headers(const std::filesystem::path& folder);

}  // namespace lockstep::core
