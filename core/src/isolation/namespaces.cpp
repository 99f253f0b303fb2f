// SPDX-License-Identifier: Apache-2.0
#include "isolation/namespaces.hpp"

#include <fcntl.h>
#include <linux/capability.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>

#include "archive/file.hpp"

namespace lockstep::core::isolation {
namespace {

void write_file(const char* path, const char* text, int length) noexcept {
  const archive::FileDescriptor file{::open(path, O_WRONLY | O_CLOEXEC)};
  if (file.valid() && length > 0)
    static_cast<void>(!::write(file.get(), text, static_cast<std::size_t>(length)));
}

/// The user stays who he is; without a map he would see himself as nobody.
void map_user(uid_t user, gid_t group) noexcept {
  char line[64];
  write_file("/proc/self/setgroups", "deny", 4);
  write_file("/proc/self/uid_map", line, std::snprintf(line, sizeof line, "%u %u 1", user, user));
  write_file("/proc/self/gid_map", line, std::snprintf(line, sizeof line, "%u %u 1", group, group));
}

/// A new user namespace comes with all capabilities in it, which a model does not need.
void drop_capabilities() noexcept {
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  __user_cap_data_struct none[2] = {};
  ::syscall(SYS_capset, &header, none);
}

}  // namespace

bool enter_namespaces(bool network) noexcept {
  const int wanted = CLONE_NEWIPC | (network ? 0 : CLONE_NEWNET);
  const uid_t user = ::geteuid();
  const gid_t group = ::getegid();
  if (user == 0) return ::unshare(wanted) == 0;
  const pid_t parent = ::getppid();
  if (::unshare(CLONE_NEWUSER | wanted) != 0) return false;
  map_user(user, group);
  drop_capabilities();
  // New credentials forget the wish to die with the parent.
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(1);
  return true;
}

bool has_namespaces() noexcept {
  // Only system calls between fork and _exit: another thread may have held any lock.
  const pid_t child = ::fork();
  if (child == 0) {
    const int wanted = CLONE_NEWIPC | CLONE_NEWNET | (::geteuid() == 0 ? 0 : CLONE_NEWUSER);
    ::_exit(::unshare(wanted) == 0 ? 0 : 1);
  }
  int status = 0;
  while (child > 0 && ::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return child > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

}  // namespace lockstep::core::isolation
