// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::core {

/// One line of what `ldconfig -p` shows.
struct CachedLibrary {
  std::string name;            ///< "libm.so.6"
  std::filesystem::path path;  ///< "/lib/x86_64-linux-gnu/libm.so.6"
};

/// Reads the content of /etc/ld.so.cache, the loader's list of libraries. Empty when it is not in the format
/// of glibc 2 or is damaged; libraries are then looked for in the standard folders only.
std::vector<CachedLibrary> parse_loader_cache(std::string_view bytes);

}  // namespace lockstep::core
