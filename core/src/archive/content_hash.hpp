// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include "lockstep/core/archive.hpp"

namespace lockstep::core::archive {

/// SHA-256 of the first `size` bytes of an open file. Throws Error{kUnreadable} if it ends earlier.
ContentHash hash_file(int fd, std::uint64_t size, std::string_view path);

}  // namespace lockstep::core::archive
