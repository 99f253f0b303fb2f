// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "archive/cache_root.hpp"
#include "lockstep/core/archive_cache.hpp"

namespace lockstep::core::archive {

/// Removes entries as CacheOptions says; `everything` removes all that nobody uses.
CleanReport clean_cache(const CacheRoot& root, const CacheOptions& options, bool everything);

/// Cleans if nobody has for ten minutes. Costs one stat() otherwise.
void clean_now_and_then(const CacheRoot& root, const CacheOptions& options);

}  // namespace lockstep::core::archive
