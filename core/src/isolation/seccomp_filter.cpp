// SPDX-License-Identifier: Apache-2.0
#include "isolation/seccomp_filter.hpp"

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace lockstep::core::isolation {
namespace {

#if defined(__x86_64__)
constexpr std::uint32_t kArchitecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr std::uint32_t kArchitecture = AUDIT_ARCH_AARCH64;
#else
#error "teach the filter of system calls this processor's AUDIT_ARCH"
#endif

// Old calls that newer processors do not have.
#if defined(__x86_64__)
#define LOCKSTEP_OLD_CALLS                                                                             \
  SYS_open, SYS_stat, SYS_lstat, SYS_access, SYS_pipe, SYS_dup2, SYS_getdents, SYS_rename, SYS_mkdir,  \
      SYS_rmdir, SYS_unlink, SYS_readlink, SYS_poll, SYS_select, SYS_epoll_create, SYS_epoll_wait,     \
      SYS_eventfd, SYS_time, SYS_getpgrp, SYS_arch_prctl, SYS_creat, SYS_link, SYS_symlink, SYS_alarm, \
      SYS_pause,
#else
#define LOCKSTEP_OLD_CALLS
#endif

/// What models, the C library, C++ and OpenMP need to compute, to have threads and to use files. Where files
/// may be is the business of Landlock. The first ones are those a step uses.
constexpr int kOpen[] = {SYS_futex,
                         SYS_clock_gettime,
                         SYS_read,
                         SYS_write,
                         SYS_mmap,
                         SYS_munmap,
                         SYS_mprotect,
                         SYS_brk,
                         SYS_madvise,
                         SYS_sched_yield,
                         SYS_clock_nanosleep,
                         SYS_nanosleep,
                         LOCKSTEP_OLD_CALLS SYS_openat,
                         SYS_close,
                         SYS_fstat,
                         SYS_newfstatat,
                         SYS_statx,
                         SYS_lseek,
                         SYS_pread64,
                         SYS_pwrite64,
                         SYS_readv,
                         SYS_writev,
                         SYS_preadv,
                         SYS_pwritev,
                         SYS_fcntl,
                         SYS_flock,
                         SYS_fsync,
                         SYS_fdatasync,
                         SYS_ftruncate,
                         SYS_fallocate,
                         SYS_fadvise64,
                         SYS_getdents64,
                         SYS_getcwd,
                         SYS_chdir,
                         SYS_fchdir,
                         SYS_mkdirat,
                         SYS_unlinkat,
                         SYS_renameat,
                         SYS_renameat2,
                         SYS_readlinkat,
                         SYS_symlinkat,
                         SYS_linkat,
                         SYS_faccessat,
                         SYS_statfs,
                         SYS_fstatfs,
                         SYS_umask,
                         SYS_copy_file_range,
                         SYS_sendfile,
                         SYS_dup,
                         SYS_dup3,
                         SYS_pipe2,
                         SYS_eventfd2,
                         SYS_epoll_create1,
                         SYS_epoll_ctl,
                         SYS_epoll_pwait,
                         SYS_ppoll,
                         SYS_pselect6,
                         SYS_timerfd_create,
                         SYS_timerfd_settime,
                         SYS_timerfd_gettime,
                         SYS_timer_create,
                         SYS_timer_settime,
                         SYS_timer_delete,
                         SYS_timer_gettime,
                         SYS_timer_getoverrun,
                         SYS_setitimer,
                         SYS_getitimer,
                         SYS_memfd_create,
                         SYS_mremap,
                         SYS_msync,
                         SYS_mincore,
                         SYS_mlock,
                         SYS_munlock,
                         SYS_get_mempolicy,
                         SYS_rt_sigaction,
                         SYS_rt_sigprocmask,
                         SYS_rt_sigreturn,
                         SYS_rt_sigpending,
                         SYS_rt_sigtimedwait,
                         SYS_rt_sigsuspend,
                         SYS_sigaltstack,
                         SYS_restart_syscall,
                         SYS_exit,
                         SYS_exit_group,
                         SYS_wait4,
                         SYS_waitid,
                         SYS_getpid,
                         SYS_getppid,
                         SYS_gettid,
                         SYS_getpgid,
                         SYS_getsid,
                         SYS_getuid,
                         SYS_geteuid,
                         SYS_getgid,
                         SYS_getegid,
                         SYS_getgroups,
                         SYS_getresuid,
                         SYS_getresgid,
                         SYS_gettimeofday,
                         SYS_clock_getres,
                         SYS_times,
                         SYS_getrusage,
                         SYS_getrlimit,
                         SYS_getpriority,
                         SYS_sysinfo,
                         SYS_uname,
                         SYS_getcpu,
                         SYS_getrandom,
                         SYS_set_tid_address,
                         SYS_set_robust_list,
                         SYS_get_robust_list,
                         SYS_sched_getaffinity,
                         SYS_sched_getparam,
                         SYS_sched_getscheduler,
                         SYS_sched_get_priority_max,
                         SYS_sched_get_priority_min,
#ifdef SYS_rseq
                         SYS_rseq,
#endif
#ifdef SYS_close_range
                         SYS_close_range,
#endif
                         SYS_membarrier};

/// Open with the permission "network".
constexpr int kNetwork[] = {SYS_socket,      SYS_socketpair, SYS_connect,   SYS_bind,     SYS_listen,
                            SYS_accept,      SYS_accept4,    SYS_sendto,    SYS_recvfrom, SYS_sendmsg,
                            SYS_recvmsg,     SYS_sendmmsg,   SYS_recvmmsg,  SYS_shutdown, SYS_getsockname,
                            SYS_getpeername, SYS_setsockopt, SYS_getsockopt};
/// Open with the permission "programs".
constexpr int kPrograms[] = {SYS_execve,
#if defined(__x86_64__)
                             SYS_fork, SYS_vfork,
#endif
                             SYS_execveat};
/// Known and closed. clone3 is not among them: ENOSYS makes the C library use clone, whose flags a filter
/// sees.
// truncate: Landlock knows it only from version 3 on; ftruncate needs a file that is open for writing.
constexpr int kClosed[] = {SYS_truncate,
                           SYS_ptrace,
                           SYS_process_vm_readv,
                           SYS_process_vm_writev,
                           SYS_mount,
                           SYS_umount2,
                           SYS_pivot_root,
                           SYS_chroot,
                           SYS_unshare,
                           SYS_setns,
                           SYS_bpf,
                           SYS_keyctl,
                           SYS_add_key,
                           SYS_request_key,
                           SYS_reboot,
                           SYS_init_module,
                           SYS_delete_module,
                           SYS_setuid,
                           SYS_setgid,
                           SYS_setresuid,
                           SYS_setresgid,
                           SYS_setgroups,
                           SYS_capset,
                           SYS_fchmod,
                           SYS_fchmodat,
                           SYS_fchown,
                           SYS_fchownat,
                           SYS_utimensat,
                           SYS_setxattr,
                           SYS_lsetxattr,
                           SYS_fsetxattr,
                           SYS_removexattr,
                           SYS_mknodat,
                           SYS_setpriority,
                           SYS_sched_setscheduler,
                           SYS_sched_setparam,
                           SYS_sethostname,
                           SYS_settimeofday,
                           SYS_clock_settime,
                           SYS_perf_event_open,
                           SYS_shmget,
                           SYS_shmat,
                           SYS_semget,
                           SYS_msgget,
                           SYS_mq_open,
                           SYS_setsid,
                           SYS_setpgid,
                           SYS_personality,
                           SYS_userfaultfd,
                           SYS_open_by_handle_at,
                           SYS_name_to_handle_at,
                           SYS_inotify_init1,
#if defined(__x86_64__)
                           SYS_chmod,
                           SYS_chown,
                           SYS_lchown,
                           SYS_utime,
                           SYS_utimes,
                           SYS_mknod,
#endif
                           SYS_kexec_load,
                           SYS_swapon,
                           SYS_quotactl,
                           SYS_acct};

constexpr std::uint32_t kAllow = SECCOMP_RET_ALLOW;
constexpr std::uint32_t kRefuse = SECCOMP_RET_ERRNO | (EPERM & SECCOMP_RET_DATA);
constexpr std::uint32_t kUnknown = SECCOMP_RET_ERRNO | (ENOSYS & SECCOMP_RET_DATA);
constexpr std::uint32_t kNote = SECCOMP_RET_TRAP;

/// Writes the filter: a chain of "if it is this call, then".
class Filter {
 public:
  void load(std::uint32_t offset) { add(BPF_LD | BPF_W | BPF_ABS, offset, 0, 0); }
  void answer(std::uint32_t action) { add(BPF_RET | BPF_K, action, 0, 0); }
  /// If the loaded word is `value`, answer so.
  void when(std::uint32_t value, std::uint32_t action) {
    add(BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1);
    answer(action);
  }
  /// If the loaded word is not `value`, answer so.
  void unless(std::uint32_t value, std::uint32_t action) {
    add(BPF_JMP | BPF_JEQ | BPF_K, value, 1, 0);
    answer(action);
  }
  template <std::size_t kCount>
  void when_one_of(const int (&numbers)[kCount], std::uint32_t action) {
    for (const int number : numbers)
      when(static_cast<std::uint32_t>(number), action);
  }
  /// Call `number` is judged by the low word of one argument: allowed when it is one of `values`.
  void only_with(int number, unsigned argument, const std::vector<std::uint32_t>& values,
                 std::uint32_t otherwise) {
    const auto length = static_cast<std::uint8_t>(2 * values.size() + 2);
    add(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(number), 0, length);
    load(static_cast<std::uint32_t>(offsetof(seccomp_data, args) + 8 * argument));
    for (const std::uint32_t value : values)
      when(value, kAllow);
    answer(otherwise);
  }
  /// The same, allowed when all bits of `mask` are set.
  void only_with_bits(int number, unsigned argument, std::uint32_t mask, std::uint32_t otherwise) {
    add(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(number), 0, 5);
    load(static_cast<std::uint32_t>(offsetof(seccomp_data, args) + 8 * argument));
    add(BPF_ALU | BPF_AND | BPF_K, mask, 0, 0);
    add(BPF_JMP | BPF_JEQ | BPF_K, mask, 0, 1);
    answer(kAllow);
    answer(otherwise);
  }
  bool install() noexcept {
    sock_fprog program{static_cast<unsigned short>(lines_.size()), lines_.data()};
    return ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
  }

 private:
  void add(int code, std::uint32_t value, std::uint8_t if_true, std::uint8_t if_false) {
    lines_.push_back({static_cast<std::uint16_t>(code), if_true, if_false, value});
  }
  std::vector<sock_filter> lines_;
};

}  // namespace

bool has_seccomp() noexcept {
  std::uint32_t action = SECCOMP_RET_TRAP;
  return ::syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0;
}

bool restrict_calls(const CallRights& rights) noexcept {
  const auto self = static_cast<std::uint32_t>(::getpid());
  Filter filter;
  filter.load(offsetof(seccomp_data, arch));
  filter.unless(kArchitecture, SECCOMP_RET_KILL_PROCESS);  // other numbers mean other calls
  filter.load(offsetof(seccomp_data, nr));
  filter.when_one_of(kOpen, kAllow);
  if (!rights.network) filter.when(SYS_socket, kNote);
  filter.when_one_of(kNetwork, rights.network ? kAllow : kRefuse);
  filter.when_one_of(kPrograms, rights.programs ? kAllow : kRefuse);
  if (rights.programs) filter.when(SYS_clone, kAllow);
  filter.when_one_of(kClosed, kRefuse);
  filter.only_with_bits(SYS_clone, 0, CLONE_THREAD, kRefuse);
  filter.only_with(SYS_kill, 0, {self}, kRefuse);
  filter.only_with(SYS_tgkill, 0, {self}, kRefuse);
  filter.only_with(SYS_prlimit64, 0, {0, self}, kRefuse);
  filter.only_with(SYS_sched_setaffinity, 0, {0, self}, kRefuse);
  filter.only_with(SYS_ioctl, 1, {TCGETS, TIOCGWINSZ, FIONREAD, FIONBIO, FIOCLEX}, kRefuse);
  filter.only_with(SYS_prctl, 0, {PR_SET_NAME, PR_GET_NAME, 0x53564d41 /* PR_SET_VMA */}, kRefuse);
  filter.answer(kUnknown);
  return filter.install();
}

bool needs_network(int number) noexcept {
  return number == SYS_socket;
}

}  // namespace lockstep::core::isolation
