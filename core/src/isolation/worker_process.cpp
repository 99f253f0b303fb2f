// SPDX-License-Identifier: Apache-2.0
#include "isolation/worker_process.hpp"

#include <dlfcn.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>

#include "lockstep/core/error.hpp"

namespace lockstep::core::isolation {
namespace {

constexpr const char* kProgram = "lockstep-worker";

std::filesystem::path folder_of_this_library() {
  Dl_info info{};
  if (::dladdr(reinterpret_cast<const void*>(&folder_of_this_library), &info) == 0 ||
      info.dli_fname == nullptr)
    return {};
  std::error_code failed;
  // A program names itself as it was called, which says nothing about the place when it was found in PATH.
  const std::filesystem::path self = std::filesystem::canonical(info.dli_fname, failed);
  const std::filesystem::path file = failed ? std::filesystem::read_symlink("/proc/self/exe", failed) : self;
  return file.parent_path();
}

/// The actions of posix_spawn, freed at the end.
struct SpawnActions {
  posix_spawn_file_actions_t files{};
  posix_spawnattr_t attributes{};
  SpawnActions() {
    ::posix_spawn_file_actions_init(&files);
    ::posix_spawnattr_init(&attributes);
  }
  ~SpawnActions() {
    ::posix_spawn_file_actions_destroy(&files);
    ::posix_spawnattr_destroy(&attributes);
  }
  SpawnActions(const SpawnActions&) = delete;
  SpawnActions& operator=(const SpawnActions&) = delete;
};

/// Descriptors above those the worker expects: dup2 onto 3 and 4 in order must not overwrite one of them.
archive::FileDescriptor moved_up(int descriptor) {
  return archive::FileDescriptor{::fcntl(descriptor, F_DUPFD_CLOEXEC, 16)};
}

std::vector<std::string> environment_for(const Permissions& permissions) {
  std::vector<std::string> environment{"PATH=/usr/local/bin:/usr/bin:/bin"};
  for (const std::string& name : permissions.environment) {
    if (const char* value = std::getenv(name.c_str())) environment.push_back(name + '=' + value);
  }
  return environment;
}

}  // namespace

std::filesystem::path worker_program(const IsolationOptions& options) {
  if (!options.worker.empty()) {
    if (std::filesystem::exists(options.worker)) return options.worker;
    throw Error{ErrorCode::kNotFound, fmt::format("the worker program '{}' for isolated FMUs does not exist",
                                                  options.worker.string())};
  }
  const std::filesystem::path folder = folder_of_this_library();
  std::string looked;
  for (const std::filesystem::path& place :
       {folder / kProgram, folder / ".." / "libexec" / "lockstep" / kProgram,
        folder / ".." / ".." / "libexec" / "lockstep" / kProgram}) {
    std::error_code ignored;
    if (std::filesystem::exists(place, ignored)) return place.lexically_normal();
    looked += fmt::format("{}'{}'", looked.empty() ? "" : ", ", place.lexically_normal().string());
  }
  throw Error{
      ErrorCode::kNotFound,
      fmt::format("the worker program for isolated FMUs was not found; looked for {}; install it with "
                  "the library, or name it in IsolationOptions::worker",
                  looked)};
}

WorkerProcess::WorkerProcess(const IsolationOptions& options, int memory) {
  const std::string program = worker_program(options).string();
  int ends[2] = {-1, -1};
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
    throw archive::system_error("starting a worker for an isolated FMU", errno);
  control_ = archive::FileDescriptor{ends[0]};
  const archive::FileDescriptor other{ends[1]};
  const archive::FileDescriptor their_memory = moved_up(memory), their_control = moved_up(other.get());
  std::error_code ignored;
  std::string scratch_parent = std::filesystem::temp_directory_path(ignored).string();
  if (ignored) scratch_parent = "/tmp";

  SpawnActions actions;
  ::posix_spawn_file_actions_addopen(&actions.files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  ::posix_spawn_file_actions_adddup2(&actions.files, STDERR_FILENO, STDOUT_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions.files, their_memory.get(), kMemoryDescriptor);
  ::posix_spawn_file_actions_adddup2(&actions.files, their_control.get(), kControlDescriptor);
  // A session of its own: no terminal, and Ctrl-C reaches the host alone, which then ends the worker in
  // order.
  sigset_t none;
  ::sigemptyset(&none);
  sigset_t all;
  ::sigfillset(&all);
  ::posix_spawnattr_setsigmask(&actions.attributes, &none);
  ::posix_spawnattr_setsigdefault(&actions.attributes, &all);
  ::posix_spawnattr_setflags(&actions.attributes,
                             POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  std::vector<std::string> environment = environment_for(options.permissions);
  std::vector<char*> variables;
  for (std::string& variable : environment)
    variables.push_back(variable.data());
  variables.push_back(nullptr);
  std::string name{kProgram};
  char* const arguments[] = {name.data(), scratch_parent.data(), nullptr};
  const int failed = ::posix_spawn(&supervisor_, program.c_str(), &actions.files, &actions.attributes,
                                   arguments, variables.data());
  if (failed != 0)
    throw archive::system_error(fmt::format("starting '{}' for an isolated FMU", program), failed);
}

void WorkerProcess::receive(int timeout_ms) noexcept {
  if (ended_) return;
  pollfd poll_for{control_.get(), POLLIN, 0};
  if (::poll(&poll_for, 1, timeout_ms) <= 0) return;
  WorkerExit exit;
  const ssize_t got = ::recv(control_.get(), &exit, sizeof exit, MSG_DONTWAIT);
  if (got == static_cast<ssize_t>(sizeof exit)) exit_ = exit;
  ended_ = true;
}

bool WorkerProcess::has_ended() noexcept {
  receive(0);
  return ended_;
}

void WorkerProcess::end() noexcept {
  if (has_ended()) return;
  static_cast<void>(::send(control_.get(), &kEndGently, 1, MSG_NOSIGNAL | MSG_DONTWAIT));
  receive(10'000);  // the supervisor kills it after a moment; only a process stuck in the kernel takes longer
}

void WorkerProcess::await_end(double limit_s) noexcept {
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  while (!has_ended()) {
    if (limit_s > 0.0 && Clock::now() - start > std::chrono::duration<double>(limit_s)) return end();
    receive(100);
  }
}

WorkerProcess::~WorkerProcess() {
  control_ = archive::FileDescriptor{};  // the supervisor ends the worker and itself
  int status = 0;
  while (supervisor_ > 0 && ::waitpid(supervisor_, &status, 0) < 0 && errno == EINTR) {
  }
}

}  // namespace lockstep::core::isolation
