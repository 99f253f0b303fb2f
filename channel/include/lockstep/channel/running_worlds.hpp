// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace lockstep::channel {

/// Where worlds put their sockets unless a path is given: `$XDG_RUNTIME_DIR/lockstep`, or without that
/// variable `/tmp/lockstep-<uid>`.
std::filesystem::path default_folder();

/// A world that runs on this machine.
struct RunningWorld {
  std::int32_t pid{0};
  std::filesystem::path path;       ///< of its socket
  std::optional<std::string> name;  ///< empty: it did not answer within a second
};

/// Worlds of this user whose sockets are in one of the default places, in order of their paths. A world with
/// a socket elsewhere is not found.
std::vector<RunningWorld> running_worlds();

/// The same for one folder.
std::vector<RunningWorld> running_worlds(const std::filesystem::path& folder);

/// Removes sockets that were left behind: their process no longer exists, or nobody listens there although
/// they are older than ten seconds (another process has the number now).
void remove_stale_sockets(const std::filesystem::path& folder) noexcept;

}  // namespace lockstep::channel
