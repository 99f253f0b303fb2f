// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

#include "lockstep/core/error.hpp"

namespace lockstep::core {

/// Runs `work` and returns its result. What goes wrong in it often lies in the cache or in memory, but people
/// know the FMU: an Error that does not name the file gets its path in front.
template <class Work>
auto naming_fmu(const std::filesystem::path& fmu, Work&& work) {
  try {
    return work();
  } catch (const Error& error) {
    if (error.message().find(fmu.string()) != std::string::npos) throw;
    throw Error{error.code(), fmu.string() + ": " + error.message(), error.diagnostics()};
  }
}

}  // namespace lockstep::core
