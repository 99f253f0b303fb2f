// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/un.h>

#include <filesystem>

namespace lockstep::channel {

/// The address of a socket file. Throws Error{kBadUsage} when the path is longer than the system allows.
sockaddr_un socket_address(const std::filesystem::path& path);

/// A new stream socket, closed in programs that this one starts. Throws Error{kSystem}.
int new_socket();

/// Whether somebody listens at a socket file, also if he has no room for more clients at the moment.
bool is_listening(const std::filesystem::path& path);

}  // namespace lockstep::channel
