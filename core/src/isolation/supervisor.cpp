// SPDX-License-Identifier: Apache-2.0
#include "isolation/supervisor.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <string>

#include "archive/file.hpp"
#include "isolation/worker_process.hpp"

namespace lockstep::core::isolation {
namespace {

/// How long the worker may take for its last words. Whoever waits for the report wants it within 100 ms.
constexpr int kLastWords_ms = 50;

/// Also what the FMU may have started: they share a process group.
void kill_all(pid_t worker) noexcept {
  ::kill(-worker, SIGKILL);
  ::kill(worker, SIGKILL);
}

bool reap(pid_t worker, int& status) noexcept {
  return ::waitpid(worker, &status, WNOHANG) == worker;
}

void drain(int descriptor) noexcept {
  signalfd_siginfo information;
  static_cast<void>(::read(descriptor, &information, sizeof information));
}

}  // namespace

ScratchFolder::ScratchFolder(const std::filesystem::path& parent) {
  std::string name = (parent / "lockstep-worker-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr)
    throw archive::system_error("making a scratch folder for an isolated FMU in '" + parent.string() + "'",
                                errno);
  path_ = name;
}

ScratchFolder::~ScratchFolder() {
  if (!path_.empty()) archive::remove_tree(AT_FDCWD, path_.c_str());
}

void supervise(pid_t worker, SharedMemory& memory, int control) {
  sigset_t child;
  ::sigemptyset(&child);
  ::sigaddset(&child, SIGCHLD);
  const archive::FileDescriptor signals{::signalfd(-1, &child, SFD_CLOEXEC | SFD_NONBLOCK)};
  int status = 0;
  int timeout_ms = -1;
  bool host_listens = true;
  while (!reap(worker, status)) {
    pollfd waits[2] = {{signals.get(), POLLIN, 0}, {host_listens ? control : -1, POLLIN, 0}};
    const int ready = ::poll(waits, 2, timeout_ms);
    if (ready == 0) kill_all(worker);  // it had its moment
    if (ready <= 0) continue;
    if (waits[0].revents != 0) drain(signals.get());
    if (waits[1].revents == 0) continue;
    char order = 0;
    if (::recv(control, &order, 1, MSG_DONTWAIT) == 1 && order == kEndGently) {
      ::kill(worker, SIGTERM);
      timeout_ms = kLastWords_ms;
    } else {
      host_listens = false;
      kill_all(worker);
    }
  }
  ::kill(-worker, SIGKILL);
  memory.worker_ended.store(1);
  const WorkerExit exit{status};
  if (host_listens) static_cast<void>(::send(control, &exit, sizeof exit, MSG_NOSIGNAL));
  futex_wake(memory.to_host.number);
}

}  // namespace lockstep::core::isolation
