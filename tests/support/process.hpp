// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <stdexcept>
#include <string>
#include <vector>

namespace lockstep::test {

struct ProcessResult {
  int exit_code{0};  ///< 128 + number of the signal when one ended the program
  std::string output, errors;
};

/// Runs a program to its end, with `input` as its standard input.
inline ProcessResult run_process(std::vector<std::string> command, const std::string& input = {}) {
  int files[3] = {-1, -1, -1};  // in memory: no pipe can fill up and block
  for (int& file : files)
    file = ::memfd_create("test", MFD_CLOEXEC);
  if (::write(files[0], input.data(), input.size()) != static_cast<ssize_t>(input.size()))
    throw std::runtime_error{"cannot write the input of " + command.front()};
  ::lseek(files[0], 0, SEEK_SET);

  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  for (int i = 0; i < 3; ++i)
    ::posix_spawn_file_actions_adddup2(&actions, files[i], i);
  std::vector<char*> arguments;
  for (std::string& argument : command)
    arguments.push_back(argument.data());
  arguments.push_back(nullptr);
  pid_t child = 0;
  const int failed = ::posix_spawn(&child, arguments[0], &actions, nullptr, arguments.data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  if (failed != 0) throw std::runtime_error{"cannot start " + command.front()};
  int status = 0;
  ::waitpid(child, &status, 0);

  ProcessResult result;
  result.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  std::string* const texts[3] = {nullptr, &result.output, &result.errors};
  for (int i = 0; i < 3; ++i) {
    if (texts[i] != nullptr) {
      texts[i]->resize(static_cast<std::size_t>(::lseek(files[i], 0, SEEK_END)));
      if (::pread(files[i], texts[i]->data(), texts[i]->size(), 0) != static_cast<ssize_t>(texts[i]->size()))
        throw std::runtime_error{"cannot read the output of " + command.front()};
    }
    ::close(files[i]);
  }
  return result;
}

}  // namespace lockstep::test
