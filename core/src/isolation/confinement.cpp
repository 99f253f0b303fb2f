// SPDX-License-Identifier: Apache-2.0
#include "isolation/confinement.hpp"

#include <fmt/format.h>
#include <grp.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>

#include "fmu_impl.hpp"
#include "isolation/landlock.hpp"
#include "isolation/namespaces.hpp"
#include "isolation/seccomp_filter.hpp"
#include "isolation/worker_process.hpp"

namespace lockstep::core::isolation {
namespace {

/// "nobody" of every Linux system.
constexpr uid_t kNobody = 65534;
/// [bytes] of one file: a model that writes for ever does not fill the disk.
constexpr rlim_t kMaxFileBytes = rlim_t{4} << 30U;
constexpr rlim_t kMaxDescriptors = 1024;

void limit(int resource, rlim_t value) noexcept {
  rlimit current{};
  if (::getrlimit(resource, &current) != 0) return;
  const rlim_t most = current.rlim_max == RLIM_INFINITY ? value : std::min(value, current.rlim_max);
  const rlimit wanted{most, most};
  ::setrlimit(resource, &wanted);
}

void drop_root() {
  const pid_t supervisor = ::getppid();
  if (::setgroups(0, nullptr) != 0 || ::setresgid(kNobody, kNobody, kNobody) != 0 ||
      ::setresuid(kNobody, kNobody, kNobody) != 0) {
    throw archive::system_error("giving up the rights of root in the worker of an isolated FMU", errno);
  }
  // Another user forgets the wish to die with the supervisor.
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != supervisor) ::_exit(1);
}

FileRights file_rights(const IsolationOptions& options, const FmuFiles& files,
                       const std::filesystem::path& scratch) {
  FileRights rights;
  rights.network = options.permissions.network;
  std::vector<std::filesystem::path>& libraries = options.permissions.programs ? rights.execute : rights.read;
  libraries = {"/usr", "/lib", "/lib64", "/lib32", "/bin", files.root, files.library.parent_path()};
  for (const char* path :
       {"/etc/ld.so.cache", "/etc/localtime", "/etc/timezone", "/proc/cpuinfo", "/proc/meminfo",
        "/sys/devices/system/cpu", "/dev/zero", "/dev/random", "/dev/urandom"})
    rights.read.emplace_back(path);
  if (rights.network) {
    for (const char* path : {"/etc/hosts", "/etc/resolv.conf", "/etc/nsswitch.conf", "/etc/services",
                             "/etc/ssl", "/etc/gai.conf", "/run/systemd/resolve"})
      rights.read.emplace_back(path);
  }
  rights.read.insert(rights.read.end(), options.permissions.read_paths.begin(),
                     options.permissions.read_paths.end());
  rights.write = {"/dev/null", scratch};
  rights.write.insert(rights.write.end(), options.permissions.write_paths.begin(),
                      options.permissions.write_paths.end());
  return rights;
}

/// For tests: acts as if the kernel had an older Landlock.
int used_landlock_version() {
  const int version = landlock_version();
  const char* const simulated = std::getenv("LOCKSTEP_LANDLOCK_AT_MOST");
  return simulated == nullptr ? version : std::min(version, std::atoi(simulated));
}

void missing(const WorkerSetup& setup, const char* layer) {
  setup.options.instance.log(
      {LogLevel::kWarning, "lockstep", "isolation",
       fmt::format("this machine has no {}: the FMU is less confined than elsewhere (see "
                   "lockstep info --sandbox)",
                   layer)});
}

bool confines(const WorkerSetup& setup) {
  return kCanConfine && setup.options.isolation.confined;
}

}  // namespace

void prepare_confinement(WorkerSetup& setup, const std::filesystem::path& scratch) {
  if (!confines(setup) || ::geteuid() != 0) return;
  if (::chown(scratch.c_str(), kNobody, kNobody) != 0)
    throw archive::system_error("handing over the scratch folder of an isolated FMU", errno);
  setup.open.cache.directory = scratch / "fmu";
}

void confine(const WorkerSetup& setup, const Fmu& fmu, const std::filesystem::path& scratch) {
  if (!confines(setup)) {
    static_cast<void>(fmu.impl().files(*setup.options.kind));
    return;
  }
  const IsolationOptions& options = setup.options.isolation;
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_FSIZE, kMaxFileBytes);
  limit(RLIMIT_NOFILE, kMaxDescriptors);
  if (options.max_memory_bytes != 0) limit(RLIMIT_AS, options.max_memory_bytes);
  static_cast<void>(enter_namespaces(options.permissions.network));  // denies nothing that is open without it
  if (::geteuid() == 0) drop_root();
  const FmuFiles files = fmu.impl().files(*setup.options.kind);
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
    throw archive::system_error("refusing new privileges to an isolated FMU", errno);
  const int landlock = used_landlock_version();
  if (landlock == 0) {
    missing(setup, "Landlock");
  } else if (!restrict_files(file_rights(options, files, scratch), landlock)) {
    throw archive::system_error("closing the file system to an isolated FMU (Landlock)", errno);
  }
  if (!has_seccomp()) {
    missing(setup, "seccomp");
  } else if (!restrict_calls({options.permissions.network, options.permissions.programs})) {
    throw archive::system_error("closing system calls to an isolated FMU (seccomp)", errno);
  }
}

}  // namespace lockstep::core::isolation

namespace lockstep::core {

std::vector<SandboxLayer> sandbox_layers() {
  using namespace isolation;
  std::vector<SandboxLayer> layers;
  try {
    layers.push_back({"worker process", true, worker_program({}).string()});
  } catch (const Error& error) {
    layers.push_back({"worker process", false, error.message()});
  }
  const char* const sanitized = "not in a build with sanitizers";
  const auto add = [&](const char* name, bool present, const std::string& detail) {
    layers.push_back({name, kCanConfine && present, kCanConfine ? detail : sanitized});
  };
  add("no new privileges", true, "programs with special rights (sudo) give none to the FMU");
  add("other user", ::geteuid() == 0,
      ::geteuid() == 0 ? "the FMU runs as user 65534 instead of root"
                       : "the FMU runs as this user, who is not root; Landlock and seccomp confine it");
  const int landlock = landlock_version();
  std::string scope = "reads its own files and system libraries, writes to a private folder";
  if (landlock >= 4) scope += ", no TCP";
  if (landlock >= 6) scope += ", no signals to and no abstract sockets of others";
  add("Landlock", landlock > 0,
      landlock > 0
          ? fmt::format("version {}: {}", landlock, scope)
          : "the kernel has none (Linux 5.13 or newer, not disabled): files are open to the FMU as far as "
            "its user may use them");
  add("seccomp", has_seccomp(),
      has_seccomp()
          ? "system calls that a model does not need are closed: sockets, new programs, tracing, mounts, ..."
          : "the kernel has none: all system calls are open to the FMU");
  add("resource limits", true, "no core dumps, files up to 4 GiB, 1024 descriptors, memory as configured");
  add("environment", true,
      "only PATH, HOME, TMPDIR and what the permissions name; no descriptor of the host");
  const bool namespaces = has_namespaces();
  add("namespaces", namespaces,
      namespaces ? "a network without devices, System V memory and message queues of its own"
                 : "not granted to this user here; Landlock and seccomp deny the same things");
  return layers;
}

}  // namespace lockstep::core
