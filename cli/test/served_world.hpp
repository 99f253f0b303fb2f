// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <stdexcept>
#include <string>

#include "command.hpp"

namespace lockstep::cli {

/// The program serve_doors, running from now on until this object ends.
class ServedWorld {
 public:
  /// `path`: of its channel; empty: the default place.
  explicit ServedWorld(std::string path) {
    int input[2] = {-1, -1}, output[2] = {-1, -1};
    if (::pipe2(input, O_CLOEXEC) != 0 || ::pipe2(output, O_CLOEXEC) != 0)
      throw std::runtime_error{"no pipe"};
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_adddup2(&actions, input[0], 0);
    ::posix_spawn_file_actions_adddup2(&actions, output[1], 1);
    std::string program = LOCKSTEP_SERVE_DOORS;
    char* arguments[] = {program.data(), path.data(), nullptr};
    const int failed = ::posix_spawn(&child_, program.c_str(), &actions, nullptr, arguments, environ);
    ::posix_spawn_file_actions_destroy(&actions);
    ::close(input[0]);
    ::close(output[1]);
    input_ = input[1];
    char first = 0;
    const bool ready = failed == 0 && ::read(output[0], &first, 1) == 1 && first == 'r';
    ::close(output[0]);
    if (!ready) throw std::runtime_error{"cannot start " + program};
  }
  ~ServedWorld() {
    ::close(input_);
    ::waitpid(child_, nullptr, 0);
  }
  ServedWorld(const ServedWorld&) = delete;
  ServedWorld& operator=(const ServedWorld&) = delete;

  int pid() const noexcept { return child_; }

 private:
  pid_t child_{0};
  int input_{-1};
};

}  // namespace lockstep::cli
