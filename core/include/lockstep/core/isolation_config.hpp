// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockstep/core/config_node.hpp"
#include "lockstep/core/isolation_options.hpp"

namespace lockstep::core {

/// Reads how the FMU of a configuration element is isolated, the same words everywhere an FMU is configured:
///
/// | field | unit | default | meaning |
/// |---|---|---|---|
/// | `isolation` | | that of the run | `process`: in a worker process, confined; `none`: in this process;
/// `automatic`: see core::Isolation |
/// | `call_limit` | s | 60 | a call that takes longer counts as hanging; 0: none does |
/// | `max_memory` | bytes | none | address space of the worker |
/// | `permissions` | | nothing | children: `network`, `programs` (true or false); `read`, `write` (a path
/// each); `environment` (the name of a variable each) |
///
/// Paths are absolute. Fields that are not there leave `options` as they are. Throws Error{kBadInput} with
/// file and line.
LOCKSTEP_CORE_EXPORT void read_isolation(const ConfigNode& node, IsolationOptions& options);

/// "process", "none" or "automatic". Throws Error{kBadInput} at `node` for any other word.
LOCKSTEP_CORE_EXPORT Isolation read_isolation_mode(const ConfigNode& node);

/// The names of the fields above, for ConfigNode::unknown_fields.
LOCKSTEP_CORE_EXPORT const std::vector<std::string_view>& isolation_fields();
LOCKSTEP_CORE_EXPORT bool is_isolation_field(std::string_view name);

}  // namespace lockstep::core
