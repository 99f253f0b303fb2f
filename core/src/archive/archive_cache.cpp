// SPDX-License-Identifier: Apache-2.0
#include "lockstep/core/archive_cache.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <ctime>
#include <set>
#include <utility>

#include "archive/archive_impl.hpp"
#include "archive/cache_cleaner.hpp"
#include "archive/cache_root.hpp"
#include "archive/entry_lock.hpp"
#include "archive/entry_name.hpp"
#include "archive/entry_state.hpp"
#include "archive/known_files.hpp"
#include "archive/tree_writer.hpp"

namespace lockstep::core {

using archive::CacheRoot;
using archive::EntryState;
using archive::FileDescriptor;
using archive::LockByte;
using archive::LockKind;
using archive::Manifest;
using archive::ManifestItem;

struct UnpackedFmu::Impl {
  std::shared_ptr<const CacheRoot> cache;  // destroyed last: a temporary cache goes with it
  FileDescriptor entry_file;               // holds the lock that keeps the files
  ContentHash hash;
  std::filesystem::path root;
  std::size_t files_written{0};
};

struct ArchiveCache::Impl {
  CacheOptions options;
  std::shared_ptr<const CacheRoot> root;
};

namespace {

/// Brings one entry of the cache into the state that somebody asked for. Used under its write lock.
class EntryUpdate {
 public:
  EntryUpdate(const CacheRoot& cache, const archive::LockedEntry& entry, const std::string& name,
              const Archive& source)
      : cache_{cache},
        entry_{entry},
        name_{name},
        root_{entry.root.get()},
        source_{source},
        writer_{root_, cache.versioned / name, source.impl()} {}

  /// Returns the number of files written. On failure nothing of this call is left.
  template <class SameContent>
  std::size_t run(const std::vector<std::string>& folders, SameContent&& same_content) {
    std::int64_t verified_at_ns = 0;
    manifest_ = archive::load_manifest(entry_.file.get(), &verified_at_ns);
    const bool was_complete = !manifest_.folders.empty();
    const EntryState state = archive::examine(root_, manifest_, verified_at_ns, folders);
    if (state.usable()) return 0;  // another process was faster
    try {
      unpack(state);
      same_content();
      const std::vector<std::string> clean = tidy(state);
      update_manifest(state, clean);
    } catch (...) {
      undo(was_complete);
      same_content();  // an archive that changed meanwhile looks damaged; say what really happened
      throw;
    }
    return writer_.written().size();
  }

 private:
  void unpack(const EntryState& state) {
    for (const std::string& folder : state.touched_folders)
      writer_.make_folder(folder);
    const std::set<std::string> broken{state.broken.begin(), state.broken.end()};
    for (const std::string& name : broken)
      if (const ArchiveEntry* entry = source_.find(name)) write(*entry);
    for (const std::string& folder : state.missing_folders) {
      for (const ArchiveEntry& entry : source_.entries_below(folder)) {
        // Another folder that was asked for, now or earlier, may have brought it.
        if (done_.count(entry.name) != 0 || manifest_.find(entry.name) != nullptr) continue;
        if (!entry.is_directory) {
          write(entry);
        } else {
          writer_.make_folder(entry.name);
          new_folders_.insert(entry.name);
        }
      }
    }
  }

  void write(const ArchiveEntry& entry) {
    writer_.write_file(source_.impl().index_of(entry));
    done_.insert(entry.name);
  }

  /// Removes what FMUs added, if nobody else uses the entry; returns the touched folders that are clean now.
  std::vector<std::string> tidy(const EntryState& state) {
    std::vector<std::string> clean;
    if (state.touched_folders.empty()) return clean;
    const bool alone = archive::try_lock(entry_.file.get(), LockByte::kUse, LockKind::kExclusive);
    const auto strangers = alone ? archive::Strangers::kRemove : archive::Strangers::kKeep;
    for (const std::string& folder : state.touched_folders)
      if (archive::free_of_strangers(root_, folder, manifest_, strangers)) clean.push_back(folder);
    if (alone && !archive::try_lock(entry_.file.get(), LockByte::kUse, LockKind::kShared))
      throw archive::system_error(fmt::format("cache entry '{}' cannot be locked", name_), errno);
    return clean;
  }

  /// Folders whose stamps changed by what was made: those above each, as far as they are or become items.
  std::set<std::string> folders_to_note(const EntryState& state,
                                        const std::vector<std::string>& clean) const {
    std::set<std::string> names{clean.begin(), clean.end()};
    const auto note_above = [&](const std::string& name) {
      for (std::size_t end = name.rfind('/'); end != std::string::npos; end = name.rfind('/', end - 1)) {
        const std::string folder = name.substr(0, end);
        const bool asked =
            std::any_of(state.missing_folders.begin(), state.missing_folders.end(),
                        [&](const std::string& wanted) { return archive::is_below(folder, wanted); });
        if (asked || manifest_.find(folder) != nullptr) names.insert(folder);
      }
    };
    for (const std::string& name : done_)
      note_above(name);
    for (const std::string& name : new_folders_) {
      names.insert(name);
      note_above(name);
    }
    // One with strangers keeps its old stamps, so that the next user looks again.
    for (const std::string& folder : state.touched_folders)
      if (std::find(clean.begin(), clean.end(), folder) == clean.end()) names.erase(folder);
    return names;
  }

  void update_manifest(const EntryState& state, const std::vector<std::string>& clean) {
    std::vector<ManifestItem> items;
    const auto note = [&](const std::string& name, std::uint32_t crc32) {
      ManifestItem item;
      if (!archive::stat_item(root_, name, crc32, &item))
        throw archive::system_error(fmt::format("'{}' disappeared from cache entry '{}'", name, name_),
                                    ENOENT);
      items.push_back(std::move(item));
    };
    for (const std::string& name : done_)
      note(name, source_.find(name)->crc32);
    for (const std::string& folder : folders_to_note(state, clean))
      note(folder, 0);
    if (items.empty() && state.missing_folders.empty()) return;
    manifest_.merge(std::move(items));
    manifest_.folders.insert(manifest_.folders.end(), state.missing_folders.begin(),
                             state.missing_folders.end());
    const int error = archive::store_manifest(entry_.file.get(), manifest_);
    if (error != 0)
      throw archive::system_error(fmt::format("writing the manifest of cache entry '{}' failed", name_),
                                  error);
  }

  void undo(bool was_complete) noexcept {
    writer_.undo();
    // Nothing complete was here before: take the entry away, unless another process is about to try as well.
    if (!was_complete && archive::try_lock(entry_.file.get(), LockByte::kUse, LockKind::kExclusive))
      archive::discard_entry(cache_, name_, entry_.file.get());
  }

  const CacheRoot& cache_;
  const archive::LockedEntry& entry_;
  const std::string& name_;
  int root_;
  const Archive& source_;
  archive::TreeWriter writer_;
  Manifest manifest_;
  std::set<std::string> done_;
  std::set<std::string> new_folders_;
};

/// Folders become lines of the manifest and are compared as text: they must be names as entries have them.
void check_folders(const std::vector<std::string>& folders) {
  for (const std::string& folder : folders) {
    if (folder.empty()) continue;
    const archive::EntryName name = archive::normalise_entry_name(folder, true, ~0U);
    if (name.problem.empty() && (name.name == folder || name.name + '/' == folder)) continue;
    throw Error{
        ErrorCode::kBadUsage,
        fmt::format("ArchiveCache::extract: '{}' is not the normalised name of a folder; write it like "
                    "\"binaries/linux64/\"",
                    archive::printable(folder))};
  }
}

/// Throws unless the archive still has the content that was hashed, whatever was written to it meanwhile.
void check_same_content(const Archive& source, const ContentHash& hash,
                        std::chrono::nanoseconds settle_time) {
  struct stat status {};
  const bool known = ::fstat(source.impl().file.get(), &status) == 0;
  const bool settled = archive::settled(source.identity(), settle_time);
  if (known && settled && archive::identity_of(status) == source.identity()) return;
  if (source.content_hash() == hash) return;
  throw Error{ErrorCode::kUnreadable,
              fmt::format("archive '{}' changed while it was unpacked; load it again once it is complete",
                          source.path().string())};
}

}  // namespace

ArchiveCache::ArchiveCache(CacheOptions options) {
  auto impl = std::make_shared<Impl>();
  impl->root = archive::open_cache_root(options);
  impl->options = std::move(options);
  impl_ = std::move(impl);
}

const std::filesystem::path& ArchiveCache::directory() const noexcept {
  return impl_->root->directory;
}

ContentHash ArchiveCache::content_hash(const Archive& archive) const {
  ContentHash hash;
  if (archive::recall_hash(*impl_->root, archive.identity(), &hash)) return hash;
  const bool may_remember = archive::settled(archive.identity(), impl_->options.settle_time);
  hash = archive.content_hash();
  if (may_remember) archive::remember_hash(*impl_->root, archive.identity(), hash);
  return hash;
}

UnpackedFmu ArchiveCache::extract(const Archive& archive, const std::vector<std::string>& folders) const {
  check_folders(folders);
  const CacheRoot& cache = *impl_->root;
  auto fmu = std::make_shared<UnpackedFmu::Impl>();
  fmu->cache = impl_->root;
  fmu->hash = content_hash(archive);
  const std::string name = fmu->hash.hex();
  fmu->root = cache.versioned / name;

  archive::LockedEntry entry = archive::open_entry(cache, name);
  std::int64_t verified_at_ns = 0;
  const Manifest manifest = archive::load_manifest(entry.file.get(), &verified_at_ns);
  const EntryState state = archive::examine(entry.root.get(), manifest, verified_at_ns, folders);
  if (!state.usable()) {
    const int error = archive::wait_lock(entry.file.get(), LockByte::kWrite, LockKind::kExclusive);
    if (error != 0)
      throw archive::system_error(fmt::format("cache entry '{}' cannot be locked", name), error);
    EntryUpdate update{cache, entry, name, archive};
    fmu->files_written =
        update.run(folders, [&] { check_same_content(archive, fmu->hash, impl_->options.settle_time); });
    if (!archive::try_lock(entry.file.get(), LockByte::kWrite, LockKind::kNone))
      throw archive::system_error(fmt::format("cache entry '{}' cannot be unlocked", name), errno);
  } else if (state.compared_content) {
    archive::mark_verified(entry.file.get(), state.examined_at_ns);
  }
  archive::mark_used(entry.file.get());
  fmu->entry_file = std::move(entry.file);
  if (fmu->files_written > 0) archive::clean_now_and_then(cache, impl_->options);
  return UnpackedFmu{std::move(fmu)};
}

CleanReport ArchiveCache::clean() const {
  return archive::clean_cache(*impl_->root, impl_->options, false);
}

CleanReport ArchiveCache::clean_all() const {
  return archive::clean_cache(*impl_->root, impl_->options, true);
}

const std::filesystem::path& UnpackedFmu::root() const noexcept {
  return impl_->root;
}

const ContentHash& UnpackedFmu::content_hash() const noexcept {
  return impl_->hash;
}

std::size_t UnpackedFmu::files_written() const noexcept {
  return impl_->files_written;
}

std::filesystem::path UnpackedFmu::derived_directory() const {
  std::filesystem::path derived = impl_->cache->versioned / archive::derived_folder_name(impl_->hash.hex());
  if (::mkdir(derived.c_str(), 0700) != 0 && errno != EEXIST)
    throw archive::system_error(fmt::format("making '{}' failed", derived.string()), errno);
  return derived;
}

}  // namespace lockstep::core
