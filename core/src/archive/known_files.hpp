// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>

#include "archive/cache_root.hpp"
#include "lockstep/core/archive.hpp"

/// Hashes of archives seen before, one small file each; the file's name is the whole key, so that a value
/// never changes and needs no lock.
namespace lockstep::core::archive {

/// True if the file has not changed for so long that any later change will show in its time stamps.
bool settled(const FileIdentity& identity, std::chrono::nanoseconds settle_time) noexcept;

/// False if the file is not known or has changed.
bool recall_hash(const CacheRoot& root, const FileIdentity& identity, ContentHash* hash);

/// Best effort: when it fails the next load hashes again.
void remember_hash(const CacheRoot& root, const FileIdentity& identity, const ContentHash& hash) noexcept;

}  // namespace lockstep::core::archive
