// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "../peer.h"

namespace lockstep::bench {

/// Loads peers (see peer.h) and keeps them loaded. Throws Error{kLoadFailed}.
std::vector<const LockstepBenchPeer*> load_peers(const std::vector<std::filesystem::path>& libraries);

}  // namespace lockstep::bench
