// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "archive/archive_impl.hpp"
#include "archive/file.hpp"

namespace lockstep::core::archive {

/// Writes files of an archive below a folder. Every step goes by openat() from the folder's descriptor and
/// follows no link, so that nothing an FMU may have left in its tree leads outside. One thread at a time.
class TreeWriter {
 public:
  /// `root` is the open folder, `root_path` its path for messages.
  TreeWriter(int root, std::filesystem::path root_path, const Archive::Impl& archive);

  /// Writes the file with this index in the archive; one that is there is replaced at once, never half.
  void write_file(std::size_t index);

  /// Makes the folder and those above it; what is in the way is removed.
  void make_folder(std::string_view folder) { open_folder(folder); }

  /// Names of the files written so far, in order.
  const std::vector<std::string>& written() const noexcept { return written_; }

  /// Removes the files written so far and the folders that became empty by that.
  void undo() noexcept;

 private:
  int open_folder(std::string_view folder);
  FileDescriptor open_child(int parent, const std::string& name);
  /// Both return 0 or the errno value; EEXIST from the first means that the name is taken.
  static int write_content(int folder, const char* leaf, unsigned mode, std::string_view content);
  static int replace(int folder, const char* leaf, unsigned mode, std::string_view content);
  Error trouble(std::string_view name, std::string_view what, int error_number) const;

  int root_;
  std::filesystem::path root_path_;
  const Archive::Impl& archive_;
  EntryReader reader_;
  Bytes buffer_;
  std::string folder_;        ///< of folder_fd_
  FileDescriptor folder_fd_;  ///< the last folder used: neighbours share it
  std::vector<std::string> written_;
};

}  // namespace lockstep::core::archive
