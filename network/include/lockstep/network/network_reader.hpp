// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/core/config_node.hpp"
#include "lockstep/core/isolation_options.hpp"
#include "lockstep/network/network_config.hpp"

namespace lockstep::network {

/// Finds the file of an FMU by the name a configuration gives. Throws Error{kNotFound}.
using FindFile = std::function<std::filesystem::path(const core::ConfigNode& where, const std::string& name)>;

/// A network as it is written in a scenario (docs/scenario.md): `name`, `fmus`, `connections`, `bonds`,
/// `master`, and the fields of core::read_isolation for all its FMUs, which also an entry of `fmus` may have
/// for itself. `isolation`: what holds where they say nothing. Opens the FMUs, each file once. Throws
/// Error{kBadInput} with everything that is wrong, file and line of each.
NetworkConfig read_network(const core::ConfigNode& node, const FindFile& find_file, const core::LogSink& log,
                           const core::IsolationOptions& isolation = {});

/// The fields above, for ConfigNode::unknown_fields.
extern const std::vector<std::string_view> kNetworkFields;

/// Makes steppers of an FMU: what ComponentConfig::make is for a file. `kind` empty: Fmu::preferred_kind().
MakeStepper fmu_stepper(std::shared_ptr<const core::Fmu> fmu, std::optional<core::InterfaceKind> kind,
                        core::LogSink log, core::IsolationOptions isolation = {});

}  // namespace lockstep::network
