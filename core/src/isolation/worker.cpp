// SPDX-License-Identifier: Apache-2.0
#include <dirent.h>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>

#include "isolation/last_words.hpp"
#include "isolation/serve_model.hpp"
#include "isolation/supervisor.hpp"
#include "isolation/worker_process.hpp"
#include "lockstep/core/isolation_worker.hpp"

namespace lockstep::core {
namespace {

using namespace isolation;

constexpr int kWrongUse = 2;

/// Descriptors the host left open for its children are not for the FMU.
void close_from(int first) noexcept {
#ifdef SYS_close_range
  if (::syscall(SYS_close_range, static_cast<unsigned>(first), ~0U, 0U) == 0) return;
#endif
  const long limit = ::sysconf(_SC_OPEN_MAX);
  for (int descriptor = first; descriptor < (limit > 0 ? limit : 65536); ++descriptor)
    ::close(descriptor);
}

/// Where the scratch folder is made: `wished`, unless the user that root becomes could not get there.
std::filesystem::path scratch_parent(const std::filesystem::path& wished) {
  if (::geteuid() != 0) return wished;
  std::filesystem::path part;
  for (const std::filesystem::path& name : wished) {
    part /= name;
    std::error_code failed;
    const std::filesystem::perms mode = std::filesystem::status(part, failed).permissions();
    if (failed || (mode & std::filesystem::perms::others_exec) == std::filesystem::perms::none) return "/tmp";
  }
  return wished;
}

/// The process that loads the FMU.
[[noreturn]] void run_model(SharedMemory& memory, const ScratchFolder& scratch, pid_t supervisor) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != supervisor) ::_exit(kWrongUse);  // it died before the line above
  ::setpgid(0, 0);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  close_from(kMemoryDescriptor);  // the mapping stays
  for (const char* variable : {"HOME", "TMPDIR"})
    ::setenv(variable, scratch.path().c_str(), 1);
  arrange_last_words(memory.last_words);
  serve_model(memory, scratch.path());
  // Not exit(): destructors and atexit functions of the FMU's libraries are foreign code, and the host has
  // what it asked for.
  ::_exit(0);
}

}  // namespace

void note_refused_file(const char* path, bool to_write) noexcept {
  isolation::note_refused_file(path, to_write);
}

int run_isolation_worker(int argc, char** argv) {
  if (argc != 2 || ::fcntl(kMemoryDescriptor, F_GETFD) < 0 || ::fcntl(kControlDescriptor, F_GETFD) < 0) {
    std::fputs("lockstep-worker runs isolated FMUs; lockstep starts it (lockstep simulate --isolate)\n",
               stderr);
    return kWrongUse;
  }
  close_from(kControlDescriptor + 1);
  sigset_t child;
  ::sigemptyset(&child);
  ::sigaddset(&child, SIGCHLD);
  ::sigprocmask(SIG_BLOCK, &child, nullptr);
  try {
    const SharedMapping memory = SharedMapping::of(kMemoryDescriptor);
    const ScratchFolder scratch{scratch_parent(argv[1])};
    const pid_t self = ::getpid();
    const pid_t worker = ::fork();
    if (worker < 0) throw archive::system_error("starting the process of an isolated FMU", errno);
    if (worker == 0) run_model(*memory, scratch, self);
    supervise(worker, *memory, kControlDescriptor);
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "lockstep-worker: %s\n", error.what());
    return 1;
  }
}

}  // namespace lockstep::core
