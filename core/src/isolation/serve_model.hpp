// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "isolation/shared_memory.hpp"

namespace lockstep::core::isolation {

/// In the worker: answers requests until the host asks for the end. The first must be kCreate: the FMU is
/// opened, the process gives up its rights (confinement.hpp), and only then the FMU's code is loaded.
void serve_model(SharedMemory& memory, const std::filesystem::path& scratch);

}  // namespace lockstep::core::isolation
