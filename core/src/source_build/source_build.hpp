// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "lockstep/core/archive_cache.hpp"
#include "lockstep/core/model_description.hpp"

namespace lockstep::core {

/// Compiles the C or C++ sources of an FMU into a shared library for this machine, with the system's compiler
/// (cc, gcc, clang and c++, g++, clang++ in PATH; no shell), and returns the library's path.
///
/// `unpacked` must hold `sources/`. The result lies in its derived_directory() and is found again by the next
/// call in any process as long as compiler and command are the same; processes that ask at once compile once.
/// Sources that include fmi2Functions.h or fmi3Functions.h without shipping them get ours. FMI prefixes of
/// function names are switched off.
///
/// Compiling runs none of the FMU's code, but reads its sources with a program that is not hardened against
/// hostile input: only on request of the user. Throws Error{kNoBinary}: no compiler, a wish make_build_plan
/// refuses, or a command that failed (with its output); Error{kSystem}.
std::filesystem::path build_from_sources(const UnpackedFmu& unpacked, const ModelDescription& description,
                                         InterfaceKind kind);

}  // namespace lockstep::core
