// SPDX-License-Identifier: Apache-2.0
#include "child_process.hpp"

#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <system_error>

#include "lockstep/core/error.hpp"

namespace lockstep::record {
namespace {

[[noreturn]] void throw_system(const std::string& what, int error_number) {
  throw Error{ErrorCode::kSystem, what + ": " + std::generic_category().message(error_number)};
}

/// A file in memory. Files instead of pipes: nobody can block, whatever the order of reads and writes.
class MemoryFile {
 public:
  explicit MemoryFile(const char* name) : descriptor_{::memfd_create(name, MFD_CLOEXEC)} {
    if (descriptor_ < 0) throw_system("cannot make a file in memory", errno);
  }
  ~MemoryFile() { ::close(descriptor_); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  int descriptor() const noexcept { return descriptor_; }

  void fill(const std::string& text) const {
    for (std::size_t done = 0; done < text.size();) {
      const ssize_t count = ::write(descriptor_, text.data() + done, text.size() - done);
      if (count < 0 && errno != EINTR) throw_system("cannot write to a file in memory", errno);
      if (count > 0) done += static_cast<std::size_t>(count);
    }
    ::lseek(descriptor_, 0, SEEK_SET);
  }

  std::string content() const {
    const off_t size = ::lseek(descriptor_, 0, SEEK_END);
    std::string text(size > 0 ? static_cast<std::size_t>(size) : 0, '\0');
    for (std::size_t done = 0; done < text.size();) {
      const ssize_t count =
          ::pread(descriptor_, text.data() + done, text.size() - done, static_cast<off_t>(done));
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) throw_system("cannot read a file in memory", errno);
      done += static_cast<std::size_t>(count);
    }
    return text;
  }

 private:
  int descriptor_;
};

/// posix_spawn's list of what to do with descriptors in the child.
class FileActions {
 public:
  FileActions() { ::posix_spawn_file_actions_init(&actions_); }
  ~FileActions() { ::posix_spawn_file_actions_destroy(&actions_); }
  FileActions(const FileActions&) = delete;
  FileActions& operator=(const FileActions&) = delete;

  void redirect(int child, const MemoryFile& file) {
    ::posix_spawn_file_actions_adddup2(&actions_, file.descriptor(), child);
  }
  const posix_spawn_file_actions_t* get() const noexcept { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_{};
};

}  // namespace

ProcessResult run_program(const std::filesystem::path& program, const std::vector<std::string>& arguments,
                          const std::string& input) {
  const MemoryFile standard_input{"input"};
  const MemoryFile standard_output{"output"};
  const MemoryFile standard_error{"errors"};
  standard_input.fill(input);
  FileActions actions;
  actions.redirect(STDIN_FILENO, standard_input);
  actions.redirect(STDOUT_FILENO, standard_output);
  actions.redirect(STDERR_FILENO, standard_error);

  std::string name = program.string();
  std::vector<std::string> copies = arguments;
  std::vector<char*> argv{name.data()};
  for (std::string& argument : copies)
    argv.push_back(argument.data());
  argv.push_back(nullptr);

  pid_t child = 0;
  const int error_number = ::posix_spawn(&child, name.c_str(), actions.get(), nullptr, argv.data(), environ);
  if (error_number != 0) throw_system("cannot start '" + name + '\'', error_number);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) throw_system("cannot wait for '" + name + '\'', errno);
  }
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, standard_output.content(), standard_error.content()};
}

std::filesystem::path find_program(const std::string& name) {
  const char* const path = std::getenv("PATH");
  std::string rest = path != nullptr ? path : "/usr/bin:/bin";
  while (!rest.empty()) {
    const std::size_t colon = rest.find(':');
    const std::filesystem::path folder{rest.substr(0, colon)};
    // Relative entries would run whatever lies in the working directory.
    if (folder.is_absolute() && ::access((folder / name).c_str(), X_OK) == 0) return folder / name;
    rest = colon == std::string::npos ? std::string{} : rest.substr(colon + 1);
  }
  return {};
}

}  // namespace lockstep::record
