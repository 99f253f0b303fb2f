// SPDX-License-Identifier: Apache-2.0
// An FMU that attacks, one attempt at a time, for the tests of confinement. No attempt leaves damage where it
// succeeds.
#include <dirent.h>
#include <fcntl.h>
#include <mqueue.h>
#include <netinet/in.h>
#include <sched.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/personality.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <lockstep/exporter/fmu.hpp>
#include <stdexcept>
#include <string>

using namespace lockstep::exporter;

namespace {

struct Goal {
  std::string folder;       // with the file "secret" and the socket "door", mode for everybody
  std::int32_t pid;         // of the host
  std::int32_t port;        // on which the host listens
  std::int32_t descriptor;  // that the host left open
  std::string secret() const { return folder + "/secret"; }
};

bool closes(int descriptor) {
  if (descriptor < 0) return false;
  close(descriptor);
  return true;
}
bool opens(const std::string& path, int flags) {
  return closes(open(path.c_str(), flags | O_CLOEXEC, 0600));
}
bool creates(const std::string& path) {
  const bool created = opens(path, O_WRONLY | O_CREAT | O_EXCL);
  if (created) unlink(path.c_str());
  return created;
}
/// Runs in a child where there is one; true when there was.
template <class Body>
bool in_child(long child, Body&& body) {
  if (child < 0) return false;
  if (child == 0) {
    body();
    _exit(9);
  }
  int status = 0;
  waitpid(static_cast<pid_t>(child), &status, 0);
  return true;
}
bool connects(int family, int type, const void* address, socklen_t size) {
  const int socket_fd = socket(family, type | SOCK_CLOEXEC, 0);
  const bool connected =
      socket_fd >= 0 && connect(socket_fd, static_cast<const sockaddr*>(address), size) == 0;
  closes(socket_fd);
  return connected;
}
sockaddr_in local(int port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return address;
}
bool connects_unix(const std::string& name, bool abstract) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::memcpy(address.sun_path + (abstract ? 1 : 0), name.data(), name.size());
  return connects(AF_UNIX, SOCK_STREAM, &address,
                  static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + name.size() + 1));
}
std::string of_host(const Goal& goal, const char* file) {
  return "/proc/" + std::to_string(goal.pid) + "/" + file;
}

struct Attempt {
  const char* name;
  bool (*run)(const Goal& goal);
};

const Attempt kAttempts[] = {
    {"read a secret", [](const Goal& g) { return opens(g.secret(), O_RDONLY); }},
    {"read /etc/passwd", [](const Goal&) { return opens("/etc/passwd", O_RDONLY); }},
    {"list a folder",
     [](const Goal& g) {
       DIR* const folder = opendir(g.folder.c_str());
       return folder != nullptr && closedir(folder) == 0;
     }},
    {"write a file", [](const Goal& g) { return opens(g.secret(), O_WRONLY); }},
    {"create a file", [](const Goal& g) { return creates(g.folder + "/new"); }},
    {"create in /tmp",
     [](const Goal&) { return creates("/tmp/lockstep-escape-" + std::to_string(getpid())); }},
    {"create in /dev/shm",
     [](const Goal&) { return creates("/dev/shm/lockstep-escape-" + std::to_string(getpid())); }},
    {"truncate a file", [](const Goal& g) { return truncate(g.secret().c_str(), 3) == 0; }},
    {"rename a file",
     [](const Goal& g) {
       return rename(g.secret().c_str(), (g.folder + "/moved").c_str()) == 0 &&
              rename((g.folder + "/moved").c_str(), g.secret().c_str()) == 0;
     }},
    {"link a file",
     [](const Goal& g) {
       const std::string name = g.folder + "/linked";
       return link(g.secret().c_str(), name.c_str()) == 0 && unlink(name.c_str()) == 0;
     }},
    {"make a symbolic link",
     [](const Goal& g) {
       const std::string name = g.folder + "/symbolic";
       return symlink("/etc", name.c_str()) == 0 && unlink(name.c_str()) == 0;
     }},
    {"make a folder",
     [](const Goal& g) {
       const std::string name = g.folder + "/sub";
       return mkdir(name.c_str(), 0700) == 0 && rmdir(name.c_str()) == 0;
     }},
    {"make a pipe",
     [](const Goal& g) {
       const std::string name = g.folder + "/pipe";
       return mkfifo(name.c_str(), 0600) == 0 && unlink(name.c_str()) == 0;
     }},
    {"change a mode", [](const Goal& g) { return chmod(g.secret().c_str(), 0666) == 0; }},
    {"change an owner", [](const Goal& g) { return chown(g.secret().c_str(), getuid(), getgid()) == 0; }},
    {"change a time", [](const Goal& g) { return utimensat(AT_FDCWD, g.secret().c_str(), nullptr, 0) == 0; }},
    {"set an attribute",
     [](const Goal& g) { return setxattr(g.secret().c_str(), "user.x", "1", 1, 0) == 0; }},
    {"watch a folder",
     [](const Goal& g) {
       const int watch = inotify_init1(IN_CLOEXEC);
       const bool watches = watch >= 0 && inotify_add_watch(watch, g.folder.c_str(), IN_ALL_EVENTS) >= 0;
       closes(watch);
       return watches;
     }},
    {"get a file handle",
     [](const Goal& g) {
       alignas(8) char memory[sizeof(unsigned) + sizeof(int) + 128] = {};
       auto* const handle = reinterpret_cast<file_handle*>(memory);
       handle->handle_bytes = 128;
       int mount_id = 0;
       return name_to_handle_at(AT_FDCWD, g.secret().c_str(), handle, &mount_id, 0) == 0;
     }},
    {"fork", [](const Goal&) { return in_child(syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0), [] {}); }},
    {"run a program",
     [](const Goal&) {
       int status = -1;
       const pid_t child = vfork();
       if (child < 0) return false;
       if (child == 0) {
         execl("/bin/true", "true", nullptr);
         _exit(9);
       }
       waitpid(child, &status, 0);
       return status == 0;
     }},
    {"call system()", [](const Goal&) { return std::system("true") == 0; }},
    {"run a program from memory",
     [](const Goal&) {
       const int program = memfd_create("p", 0);
       char* const arguments[] = {nullptr};
       const std::string script = "#!/bin/true\n";
       static_cast<void>(!write(program, script.data(), script.size()));
       const bool ran =
           in_child(fork(), [&] { syscall(SYS_execveat, program, "", arguments, environ, AT_EMPTY_PATH); });
       closes(program);
       return ran;
     }},
    {"TCP connection",
     [](const Goal& g) {
       const sockaddr_in address = local(g.port);
       return connects(AF_INET, SOCK_STREAM, &address, sizeof address);
     }},
    {"TCP server",
     [](const Goal&) {
       const int server = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
       const sockaddr_in address = local(0);
       const bool listens = server >= 0 &&
                            bind(server, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0 &&
                            listen(server, 1) == 0;
       closes(server);
       return listens;
     }},
    {"UDP packet",
     [](const Goal& g) {
       const int sender = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
       const sockaddr_in address = local(g.port);
       const bool sent = sender >= 0 && sendto(sender, "x", 1, 0, reinterpret_cast<const sockaddr*>(&address),
                                               sizeof address) == 1;
       closes(sender);
       return sent;
     }},
    {"IPv6 socket", [](const Goal&) { return closes(socket(AF_INET6, SOCK_DGRAM, 0)); }},
    {"Unix socket", [](const Goal& g) { return connects_unix(g.folder + "/door", false); }},
    {"abstract socket",
     [](const Goal& g) { return connects_unix("lockstep-door-" + std::to_string(g.pid), true); }},
    {"socket pair",
     [](const Goal&) {
       int ends[2];
       return socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0 && closes(ends[0]) && closes(ends[1]);
     }},
    {"netlink socket", [](const Goal&) { return closes(socket(AF_NETLINK, SOCK_RAW, 0)); }},
    {"raw socket", [](const Goal&) { return closes(socket(AF_INET, SOCK_RAW, IPPROTO_ICMP)); }},
    {"packet socket", [](const Goal&) { return closes(socket(AF_PACKET, SOCK_RAW, 0)); }},
    {"trace the host",
     [](const Goal& g) {
       return ptrace(PTRACE_SEIZE, g.pid, 0, 0) == 0 &&
              (kill(g.pid, 0), ptrace(PTRACE_INTERRUPT, g.pid, 0, 0), waitpid(g.pid, nullptr, __WALL),
               ptrace(PTRACE_DETACH, g.pid, 0, 0), true);
     }},
    {"read memory of the host", [](const Goal& g) { return opens(of_host(g, "mem"), O_RDONLY); }},
    {"read memory of the host directly",
     [](const Goal& g) {
       char byte = 0;
       iovec here{&byte, 1}, there{nullptr, 1};
       return process_vm_readv(g.pid, &here, 1, &there, 1, 0) == 1 || errno == EFAULT;  // it looked there
     }},
    {"read the environment of the host",
     [](const Goal& g) { return opens(of_host(g, "environ"), O_RDONLY); }},
    {"read the descriptors of the host",
     [](const Goal& g) {
       DIR* const folder = opendir(of_host(g, "fd").c_str());
       return folder != nullptr && closedir(folder) == 0;
     }},
    {"signal the host", [](const Goal& g) { return kill(g.pid, SIGCONT) == 0; }},
    {"signal all", [](const Goal&) { return kill(-1, 0) == 0; }},
    {"signal a thread of the host",
     [](const Goal& g) { return syscall(SYS_tgkill, g.pid, g.pid, SIGCONT) == 0; }},
    {"signal by descriptor",
     [](const Goal& g) { return closes(static_cast<int>(syscall(SYS_pidfd_open, g.pid, 0))); }},
    {"move the host to a processor",
     [](const Goal& g) {
       cpu_set_t set;
       return sched_getaffinity(0, sizeof set, &set) == 0 && sched_setaffinity(g.pid, sizeof set, &set) == 0;
     }},
    {"slow the host down",
     [](const Goal& g) { return setpriority(PRIO_PROCESS, static_cast<id_t>(g.pid), 0) == 0; }},
    {"limit the host",
     [](const Goal& g) {
       rlimit now{};
       return prlimit(g.pid, RLIMIT_CORE, nullptr, &now) == 0;
     }},
    {"new user namespace",
     [](const Goal&) { return in_child(fork(), [] { _exit(unshare(CLONE_NEWUSER) == 0 ? 0 : 1); }); }},
    {"unshare", [](const Goal&) { return unshare(CLONE_FILES) == 0; }},
    {"mount",
     [](const Goal& g) {
       return mount("none", g.folder.c_str(), "tmpfs", 0, "") == 0 &&
              umount2(g.folder.c_str(), MNT_DETACH) == 0;
     }},
    {"change the root folder", [](const Goal&) { return chroot("/") == 0; }},
    {"io_uring",
     [](const Goal&) {
       char parameters[120] = {};
       return closes(static_cast<int>(syscall(SYS_io_uring_setup, 4, parameters)));
     }},
    {"bpf",
     [](const Goal&) {
       struct {
         std::uint32_t type, key, value, entries, rest[20];
       } map{2, 4, 4, 1, {}};
       return closes(static_cast<int>(syscall(SYS_bpf, 0, &map, sizeof map)));
     }},
    {"key ring", [](const Goal&) { return syscall(SYS_keyctl, 0, -3, 0) >= 0 || errno == ENOKEY; }},
    {"performance counters",
     [](const Goal&) {
       std::uint32_t attributes[32] = {1, 112};  // software, size
       attributes[10] = 0x60;                    // not the kernel, not the hypervisor
       return closes(static_cast<int>(syscall(SYS_perf_event_open, attributes, 0, -1, -1, 0)));
     }},
    {"page faults by hand",
     [](const Goal&) { return closes(static_cast<int>(syscall(SYS_userfaultfd, O_CLOEXEC | 1))); }},
    {"System V memory",
     [](const Goal&) {
       const int memory = shmget(IPC_PRIVATE, 4096, IPC_CREAT | 0600);
       return memory >= 0 && shmctl(memory, IPC_RMID, nullptr) == 0;
     }},
    {"become root", [](const Goal&) { return getuid() == 0 || setuid(0) == 0; }},
    {"become another group", [](const Goal&) { return setgid(getgid()) == 0; }},
    {"another personality", [](const Goal&) { return personality(0xFFFFFFFF) >= 0; }},
    {"host name",
     [](const Goal&) {
       char name[256] = {};
       return gethostname(name, sizeof name - 1) == 0 && sethostname(name, std::strlen(name)) == 0;
     }},
    {"read the environment", [](const Goal&) { return std::getenv("LOCKSTEP_ESCAPE_SECRET") != nullptr; }},
    {"use a descriptor of the host", [](const Goal& g) { return fcntl(g.descriptor, F_GETFD) >= 0; }},
};

}  // namespace

struct Escape {
  std::int32_t attempt{0}, pid{0}, port{0}, descriptor{0};
  std::string folder{"/"};
  std::int32_t succeeded{0}, attempts{0};
  std::string name;

  void describe(Description& m) {
    m.about("Tries to leave its sandbox; for tests of confinement");
    m.parameter("attempt", attempt, "Which one");
    m.parameter("pid", pid, "Process of the host");
    m.parameter("port", port, "On which the host listens");
    m.parameter("descriptor", descriptor, "That the host has left open");
    m.parameter("folder", folder, "Folder of the host");
    m.output("succeeded", succeeded, "1: it did what it must not");
    m.output("attempts", attempts, "How many there are");
    m.output("name", name, "Of the attempt");
  }

  void initialize() {
    attempts = static_cast<std::int32_t>(sizeof kAttempts / sizeof *kAttempts);
    if (attempt == -2) {  // a model that cannot do without a file
      std::FILE* const file = std::fopen((folder + "/secret").c_str(), "r");
      if (file == nullptr) throw std::runtime_error("no licence file");
      std::fclose(file);
      return;
    }
    if (attempt < 0) {  // a model that cannot do without the network
      if (!closes(socket(AF_INET, SOCK_STREAM, 0))) throw std::runtime_error("no licence server");
      return;
    }
    const Attempt& chosen =
        kAttempts[static_cast<std::size_t>(attempt) % (sizeof kAttempts / sizeof *kAttempts)];
    name = chosen.name;
    succeeded = chosen.run({folder, pid, port, descriptor}) ? 1 : 0;
  }

  void step(Step&) {}
};

LOCKSTEP_FMU(Escape)
