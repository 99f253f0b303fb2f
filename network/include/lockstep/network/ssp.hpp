// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "lockstep/core/archive.hpp"
#include "lockstep/core/isolation_options.hpp"
#include "lockstep/network/network_config.hpp"

namespace lockstep::network {

/// What a system structure says besides its network.
struct SspSystem {
  NetworkConfig network;  ///< components are named by their path: "sub.motor"
  std::optional<double>
      step_size_s;  ///< from an annotation of OMSimulator or of the Open Simulation Platform
  std::vector<std::string> variants;  ///< further .ssd files beside the one that was read
};

struct SspOptions {
  core::ArchiveLimits archive_limits;
  core::LogSink log;
  core::IsolationOptions isolation;  ///< of components whose annotation does not say it
};

/// Reads a system of SSP 1.0 or 2.0: an archive (.ssp), a folder with SystemStructure.ssd, or one .ssd file
/// of a folder or archive ("drive.ssp/Variant.ssd"). Nested systems are flattened, connections followed
/// through the connectors of systems and through signal dictionaries, parameter sets (SSV) applied with their
/// mappings (SSM), units converted. FMUs are opened, not run.
///
/// A component may ask for a worker process of its own with the fields of core::read_isolation in an
/// annotation; a file cannot give itself more rights, so permissions there are an error:
///
///     <ssc:Annotation type="lockstep.isolation"><isolation>process</isolation></ssc:Annotation>
///
/// Archives are as hostile as those of FMUs and are read under the same rules; sources must lie inside the
/// system. Nothing is fetched. Throws Error: what core::Archive throws; kBadInput with every mistake of
/// schema or reference, its file, line and column.
SspSystem read_ssp(const std::filesystem::path& path, const SspOptions& options = {});

/// Whether read_ssp() is meant: a name that ends in .ssp or .ssd, or a folder with SystemStructure.ssd.
bool is_ssp(const std::filesystem::path& path);

}  // namespace lockstep::network
