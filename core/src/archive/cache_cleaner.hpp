// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "archive/cache_root.hpp"
#include "lockstep/core/archive_cache.hpp"

namespace lockstep::core::archive {

/// Removes entries as CacheOptions says; `everything` removes all that nobody uses.
CleanReport clean_cache(const CacheRoot& root, const CacheOptions& options, bool everything);

/// Removes the entry whose file is open here, with both of its locks held exclusively. False if something
/// stayed.
bool discard_entry(const CacheRoot& root, const std::string& name, int entry_file) noexcept;

/// Cleans if nobody has for ten minutes. Costs one stat() otherwise.
void clean_now_and_then(const CacheRoot& root, const CacheOptions& options);

}  // namespace lockstep::core::archive
