// SPDX-License-Identifier: Apache-2.0
#include "lockstep/core/archive.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "archive/archive_impl.hpp"
#include "archive/content_hash.hpp"
#include "archive/entry_name.hpp"

namespace lockstep::core {
namespace {

/// Opens a regular file; a pipe or device of that name neither blocks nor is read.
archive::FileDescriptor open_regular(const std::filesystem::path& path, FileIdentity* identity) {
  archive::FileDescriptor file{::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)};
  if (!file.valid()) {
    const ErrorCode code =
        errno == ENOENT || errno == ENOTDIR ? ErrorCode::kNotFound : ErrorCode::kUnreadable;
    throw Error{code, fmt::format("cannot open the FMU '{}': {}; check the path and its permissions",
                                  path.string(), archive::system_text(errno))};
  }
  struct stat status {};
  if (::fstat(file.get(), &status) != 0)
    throw Error{ErrorCode::kUnreadable, fmt::format("cannot look at the FMU '{}': {}; check the file system",
                                                    path.string(), archive::system_text(errno))};
  if (S_ISDIR(status.st_mode))
    throw Error{
        ErrorCode::kUnreadable,
        fmt::format("'{}' is a folder; an FMU is a ZIP file: zip the content of the folder and name it .fmu",
                    path.string())};
  if (!S_ISREG(status.st_mode))
    throw Error{ErrorCode::kUnreadable,
                fmt::format("'{}' is not a regular file; give the path of an FMU", path.string())};
  *identity = archive::identity_of(status);
  return file;
}

}  // namespace

Archive Archive::open(const std::filesystem::path& path, const ArchiveLimits& limits) {
  if (limits.max_ratio == 0)
    throw Error{ErrorCode::kBadUsage, "ArchiveLimits::max_ratio is 0; it must be at least 1"};
  auto impl = std::make_shared<Impl>();
  impl->path = path;
  impl->limits = limits;
  impl->file = open_regular(path, &impl->identity);
  archive::ZipDirectory directory =
      archive::read_zip_directory(impl->file.get(), impl->identity.size, path, limits);
  archive::check_entries(directory, impl.get());
  impl->directory = std::move(directory.storage);
  return Archive{std::move(impl)};
}

const std::filesystem::path& Archive::path() const noexcept {
  return impl_->path;
}

const ArchiveLimits& Archive::limits() const noexcept {
  return impl_->limits;
}

const FileIdentity& Archive::identity() const noexcept {
  return impl_->identity;
}

Span<const ArchiveEntry> Archive::entries() const noexcept {
  return impl_->entries;
}

Span<const ArchiveEntry> Archive::entries_below(std::string_view folder) const noexcept {
  if (!folder.empty() && folder.back() == '/') folder.remove_suffix(1);
  const auto& all = impl_->entries;
  const auto less = [](const ArchiveEntry& entry, std::string_view name) {
    return archive::path_less(entry.name, name);
  };
  auto first = std::lower_bound(all.begin(), all.end(), folder, less);
  if (folder.empty()) first = all.begin();
  auto last = first;
  const auto belongs = [&](const std::string& name) {
    if (folder.empty()) return true;
    return name.compare(0, folder.size(), folder) == 0 &&
           (name.size() == folder.size() || name[folder.size()] == '/');
  };
  while (last != all.end() && belongs(last->name))
    ++last;
  return {all.data() + (first - all.begin()), static_cast<std::size_t>(last - first)};
}

const ArchiveEntry* Archive::find(std::string_view name) const noexcept {
  const auto& all = impl_->entries;
  const auto found =
      std::lower_bound(all.begin(), all.end(), name, [](const ArchiveEntry& entry, std::string_view wanted) {
        return archive::path_less(entry.name, wanted);
      });
  return found != all.end() && found->name == name ? &*found : nullptr;
}

Bytes Archive::read(std::string_view name) const {
  const ArchiveEntry* entry = find(name);
  if (entry == nullptr || entry->is_directory)
    throw Error{
        ErrorCode::kNotFound,
        fmt::format("archive '{}' has no file '{}'{}; lockstep info lists what it has", impl_->path.string(),
                    archive::printable(name), entry != nullptr ? " (it is a folder)" : "")};
  Bytes bytes{static_cast<std::size_t>(entry->size)};
  archive::EntryReader{*impl_}.read(impl_->index_of(*entry), bytes.data());
  return bytes;
}

ContentHash Archive::content_hash() const {
  const ContentHash hash = archive::hash_file(impl_->file.get(), impl_->identity.size, impl_->path.string());
  // Moving or linking a file changes its ctime only; its content is the same.
  struct stat status {};
  const bool known = ::fstat(impl_->file.get(), &status) == 0;
  const FileIdentity now = archive::identity_of(status);
  if (!known || now.size != impl_->identity.size || now.mtime_ns != impl_->identity.mtime_ns)
    throw Error{ErrorCode::kUnreadable,
                fmt::format("archive '{}' changed while it was read; load it again once it is complete",
                            impl_->path.string())};
  return hash;
}

}  // namespace lockstep::core
