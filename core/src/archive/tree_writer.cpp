// SPDX-License-Identifier: Apache-2.0
#include "archive/tree_writer.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <utility>

#include "archive/manifest.hpp"

namespace lockstep::core::archive {
namespace {

constexpr int kFolderFlags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
constexpr int kNewFile = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;

/// A file that replaces another is written under this name first. No entry can have it: it is not normalised.
constexpr const char* kTemporaryName = ".lockstep-new\x01";

/// Tool-coupling FMUs start programs out of their folder; ldd and debuggers want libraries executable.
unsigned mode_of(const ArchiveEntry& entry) {
  return entry.is_executable || is_below(entry.name, "binaries") ? 0700 : 0600;
}

}  // namespace

TreeWriter::TreeWriter(int root, std::filesystem::path root_path, const Archive::Impl& archive)
    : root_{root}, root_path_{std::move(root_path)}, archive_{archive}, reader_{archive} {}

Error TreeWriter::trouble(std::string_view name, std::string_view what, int error_number) const {
  return system_error(fmt::format("unpacking '{}' of '{}': {} '{}' failed", name, archive_.path.string(),
                                  what, (root_path_ / name).string()),
                      error_number);
}

FileDescriptor TreeWriter::open_child(int parent, const std::string& name) {
  FileDescriptor child{::openat(parent, name.c_str(), kFolderFlags)};
  if (!child.valid() && (errno == ENOTDIR || errno == ELOOP)) {
    remove_tree(parent, name.c_str());
    errno = ENOENT;
  }
  if (!child.valid() && errno == ENOENT && ::mkdirat(parent, name.c_str(), 0700) == 0)
    child = FileDescriptor{::openat(parent, name.c_str(), kFolderFlags)};
  return child;
}

int TreeWriter::open_folder(std::string_view folder) {
  if (folder.empty()) return root_;
  if (folder_fd_.valid() && folder == folder_) return folder_fd_.get();
  int parent = root_;
  FileDescriptor current;
  for (std::size_t at = 0; at < folder.size();) {
    const std::size_t end = std::min(folder.find('/', at), folder.size());
    FileDescriptor child = open_child(parent, std::string{folder.substr(at, end - at)});
    if (!child.valid()) throw trouble(folder.substr(0, end), "making the folder", errno);
    std::swap(current, child);
    parent = current.get();
    at = end + 1;
  }
  folder_ = folder;
  folder_fd_ = std::move(current);
  return folder_fd_.get();
}

int TreeWriter::write_content(int folder, const char* leaf, unsigned mode, std::string_view content) {
  const FileDescriptor file{::openat(folder, leaf, kNewFile, mode)};
  if (!file.valid()) return errno;
  const int error = write_all(file.get(), content.data(), content.size());
  if (error != 0) ::unlinkat(folder, leaf, 0);
  return error;
}

int TreeWriter::replace(int folder, const char* leaf, unsigned mode, std::string_view content) {
  ::unlinkat(folder, kTemporaryName, 0);
  const int error = write_content(folder, kTemporaryName, mode, content);
  if (error != 0) return error;
  if (::renameat(folder, kTemporaryName, folder, leaf) == 0) return 0;
  // A folder is in the way: an FMU made it.
  if (errno == EISDIR && remove_tree(folder, leaf) && ::renameat(folder, kTemporaryName, folder, leaf) == 0)
    return 0;
  const int result = errno;
  ::unlinkat(folder, kTemporaryName, 0);
  return result;
}

void TreeWriter::write_file(std::size_t index) {
  const ArchiveEntry& entry = archive_.entries[index];
  const auto size = static_cast<std::size_t>(entry.size);
  // Read first: a damaged entry leaves no file behind.
  if (buffer_.size() < size) buffer_ = Bytes{size};
  reader_.read(index, buffer_.data());

  const std::string_view content = buffer_.text().substr(0, size);
  const std::size_t slash = entry.name.rfind('/');
  const bool at_root = slash == std::string::npos;
  const int folder =
      open_folder(at_root ? std::string_view{} : std::string_view{entry.name}.substr(0, slash));
  const std::string leaf = at_root ? entry.name : entry.name.substr(slash + 1);
  int error = write_content(folder, leaf.c_str(), mode_of(entry), content);
  if (error == EEXIST) error = replace(folder, leaf.c_str(), mode_of(entry), content);
  if (error != 0) throw trouble(entry.name, "writing", error);
  written_.push_back(entry.name);
}

void TreeWriter::undo() noexcept {
  for (auto name = written_.rbegin(); name != written_.rend(); ++name) {
    ::unlinkat(root_, name->c_str(), 0);
    for (std::size_t end = name->rfind('/'); end != std::string::npos; end = name->rfind('/', end - 1)) {
      name->resize(end);
      if (::unlinkat(root_, name->c_str(), AT_REMOVEDIR) != 0) break;
      if (end == 0) break;
    }
  }
  written_.clear();
}

}  // namespace lockstep::core::archive
