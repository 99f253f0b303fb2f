// SPDX-License-Identifier: Apache-2.0
#include "source_build/compiler_process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <fstream>
#include <optional>
#include <sstream>

#include "lockstep/core/error.hpp"

namespace lockstep::core {
namespace {

constexpr std::size_t kMaxShownBytes =
    8'192;  // the first errors of a compiler matter, the rest follows from them

struct Running {
  const Command* command;
  pid_t process;
};

// Messages in English whatever the user's language, so that they can be searched for.
std::vector<std::string> child_environment() {
  std::vector<std::string> variables;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    if (std::strncmp(*variable, "LC_ALL=", 7) != 0) variables.emplace_back(*variable);
  }
  variables.emplace_back("LC_ALL=C");
  return variables;
}

std::vector<char*> pointers(std::vector<std::string>& strings) {
  std::vector<char*> result;
  for (std::string& text : strings)
    result.push_back(text.data());
  result.push_back(nullptr);
  return result;
}

pid_t start(const Command& command) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, command.output.c_str(),
                                   O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
  std::vector<std::string> arguments = command.arguments;
  std::vector<std::string> environment = child_environment();
  pid_t process = -1;
  const int error = posix_spawn(&process, arguments.front().c_str(), &actions, nullptr,
                                pointers(arguments).data(), pointers(environment).data());
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) {
    throw Error{ErrorCode::kSystem,
                fmt::format("cannot start '{}': {}", command.arguments.front(), std::strerror(error))};
  }
  return process;
}

// The wait status.
int wait_for(pid_t process) noexcept {
  int status = 0;
  while (waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

std::string failure_text(const std::string& what, const Command& command, int status) {
  std::ostringstream printed;
  printed << std::ifstream{command.output}.rdbuf();
  std::string text = printed.str();
  if (text.size() > kMaxShownBytes) text = text.substr(0, kMaxShownBytes) + "\n[...]";
  const std::string end = WIFSIGNALED(status) ? fmt::format("was killed by signal {}", WTERMSIG(status))
                                              : fmt::format("ended with code {}", WEXITSTATUS(status));
  return fmt::format("{}: the compiler {} and said:\n{}\ncommand: {}", what, end,
                     text.empty() ? "(nothing)" : text, command_text(command));
}

}  // namespace

std::filesystem::path find_program(const std::vector<std::string>& names) {
  const char* const variable = std::getenv("PATH");
  for (const std::string& name : names) {
    std::istringstream folders{variable != nullptr ? variable : "/usr/bin:/bin"};
    for (std::string folder; std::getline(folders, folder, ':');) {
      const std::filesystem::path program = std::filesystem::path{folder} / name;
      std::error_code ignored;
      // Relative folders in PATH would make what runs depend on where the user stands.
      if (program.is_absolute() && std::filesystem::is_regular_file(program, ignored) &&
          access(program.c_str(), X_OK) == 0)
        return program;
    }
  }
  return {};
}

std::string command_text(const Command& command) {
  std::string text;
  for (const std::string& argument : command.arguments) {
    const bool plain =
        !argument.empty() && argument.find_first_of(" \t\n\"'\\$`&|;<>()*?[]{}!#~") == std::string::npos;
    text += text.empty() ? "" : " ";
    if (plain) {
      text += argument;
      continue;
    }
    text += '\'';
    for (const char c : argument)
      text += c == '\'' ? std::string{"'\\''"} : std::string(1, c);
    text += '\'';
  }
  return text;
}

void run_commands(const std::vector<Command>& commands, std::size_t parallel, const std::string& what) {
  std::deque<Running> running;
  std::optional<Error> failure;
  std::size_t next = 0;
  while (next < commands.size() || !running.empty()) {
    if (!failure && next < commands.size() && running.size() < std::max<std::size_t>(1, parallel)) {
      try {
        running.push_back({&commands[next], start(commands[next])});
      } catch (const Error& error) {
        failure = error;
      }
      ++next;
    } else if (!running.empty()) {
      const Running oldest = running.front();
      running.pop_front();
      const int status = wait_for(oldest.process);
      if (status != 0 && !failure)
        failure = Error{ErrorCode::kNoBinary, failure_text(what, *oldest.command, status)};
    } else {
      break;
    }
  }
  if (failure) throw Error{*failure};
}

}  // namespace lockstep::core
