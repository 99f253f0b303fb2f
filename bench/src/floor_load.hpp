// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>

#include "fmu_facts.hpp"

namespace lockstep::bench {

/// The least a program can do to bring an FMU from its file to initialised and back: find two entries in the
/// ZIP's directory, decompress the binary to disk and the XML to memory, build pugixml's tree of it, dlopen,
/// instantiate, initialise, terminate, free, dlclose, remove the file. Nothing is checked and no model is
/// built. `facts` are known beforehand, `fmu` is the file (the same content, perhaps with another comment).
void floor_load(const FmuFacts& facts, const std::filesystem::path& fmu, const std::filesystem::path& folder);

/// A copy of an FMU that differs in its ZIP comment alone, so that no cache knows it.
void copy_with_comment(const std::filesystem::path& fmu, const std::filesystem::path& copy,
                       std::uint64_t number);

}  // namespace lockstep::bench
