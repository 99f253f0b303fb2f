// SPDX-License-Identifier: Apache-2.0
// Attempts to leave the sandbox, each first without confinement (an attempt that fails there proves nothing),
// then with it.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstddef>
#include <cstring>
#include <map>
#include <sstream>

#include "isolated_run.hpp"
#include "lockstep/core/error.hpp"
#include "support/files.hpp"

namespace lockstep::isolation::test {
namespace {

constexpr uid_t kOrdinaryUser = 12345;

/// What the FMU attacks: files, sockets, an open descriptor and the process itself.
struct Victim {
  explicit Victim(const std::filesystem::path& place) : folder{place} {
    lockstep::test::write_file(folder / "secret", "secret");
    tcp = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    ::bind(tcp, reinterpret_cast<sockaddr*>(&address), size);
    ::listen(tcp, 16);
    ::getsockname(tcp, reinterpret_cast<sockaddr*>(&address), &size);
    port = ntohs(address.sin_port);
    unix_door = listen_at((folder / "door").string(), false);
    abstract_door = listen_at("lockstep-door-" + std::to_string(::getpid()), true);
    left_open = ::dup2(::open((folder / "secret").c_str(), O_RDONLY), 9);  // not close-on-exec
    ::setenv("LOCKSTEP_ESCAPE_SECRET", "1", 1);
  }
  static int listen_at(const std::string& name, bool abstract) {
    const int door = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::memcpy(address.sun_path + (abstract ? 1 : 0), name.data(), name.size());
    ::bind(door, reinterpret_cast<const sockaddr*>(&address),
           static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + name.size() + 1));
    ::listen(door, 16);
    return door;
  }
  std::filesystem::path folder;
  int tcp, port, unix_door, abstract_door, left_open;
};

struct Attempt {
  std::string name;
  bool succeeded{false};
  int count{0};
};

/// On `target`, a process; 0: this one.
Attempt attempt(int number, const Victim& victim, bool confined, const std::string& landlock,
                std::string* log, pid_t target = 0) {
  core::StepperOptions options = isolated();
  options.isolation.confined = confined;
  options.isolation.call_limit_s = 30.0;
  if (!confined) options.isolation.permissions.environment.emplace_back("LOCKSTEP_ESCAPE_SECRET");
  if (!landlock.empty()) {
    ::setenv("LOCKSTEP_LANDLOCK_AT_MOST", landlock.c_str(), 1);
    options.isolation.permissions.environment.emplace_back("LOCKSTEP_LANDLOCK_AT_MOST");
  }
  options.instance.log = [log](const core::LogMessage& message) {
    if (log != nullptr) *log += std::string{message.category} + ": " + std::string{message.text} + '\n';
  };
  const auto stepper = core::Stepper::create(core::Fmu::open(LOCKSTEP_ESCAPE_FMU), options);
  const auto set = [&](const char* name, int value) {
    stepper->set(*stepper->description().find(name), core::Value{std::vector<std::int64_t>{value}});
  };
  set("attempt", number);
  set("pid", target != 0 ? target : ::getpid());
  set("port", victim.port);
  set("descriptor", victim.left_open);
  stepper->set(*stepper->description().find("folder"),
               core::Value{std::vector<std::string>{victim.folder.string()}});
  stepper->initialize({});
  const auto number_of = [&](const char* name) {
    return static_cast<int>(std::get<1>(stepper->get(*stepper->description().find(name)))[0]);
  };
  return {std::get<4>(stepper->get(*stepper->description().find("name")))[0], number_of("succeeded") != 0,
          number_of("attempts")};
}

/// Runs `body` in a process of its own, as `user`; what it returns.
template <class Body>
std::string as_user(uid_t user, Body&& body) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return "no pipe";
  const pid_t child = ::fork();
  if (child == 0) {
    std::string text;
    if (user == ::getuid() || (::setgid(user) == 0 && ::setuid(user) == 0)) {
      ::prctl(PR_SET_DUMPABLE, 1);  // like a process that this user has started
      try {
        text = body();
      } catch (const std::exception& error) {
        text = std::string{"error "} + error.what();
      }
    } else {
      text = "error setuid";
    }
    static_cast<void>(!::write(ends[1], text.data(), text.size()));
    ::_exit(0);
  }
  ::close(ends[1]);
  std::string text;
  char part[4096];
  for (ssize_t got = ::read(ends[0], part, sizeof part); got > 0; got = ::read(ends[0], part, sizeof part))
    text.append(part, static_cast<std::size_t>(got));
  ::close(ends[0]);
  ::waitpid(child, nullptr, 0);
  return text;
}

struct Place {
  lockstep::test::TemporaryFolder folder;
  explicit Place(uid_t user) {
    ::chmod(folder.path().c_str(), 0755);
    for (const char* name : {"victim", "cache", "scratch"}) {
      std::filesystem::create_directory(folder / name);
      ::chmod((folder / name).c_str(), std::strcmp(name, "cache") == 0 ? 0700 : 0755);
      if (::getuid() == 0) static_cast<void>(!::chown((folder / name).c_str(), user, user));
    }
  }
};

/// All attempts with and without confinement: a line each, "name|unconfined|confined".
std::string survey(const std::filesystem::path& folder, const std::string& landlock) {
  ::setenv("LOCKSTEP_CACHE_DIR", (folder / "cache").c_str(), 1);
  ::setenv("TMPDIR", (folder / "scratch").c_str(), 1);
  const Victim victim{folder / "victim"};
  std::string lines;
  int count = 1;
  for (int i = 0; i < count; ++i) {
    const Attempt open = attempt(i, victim, false, {}, nullptr);
    const Attempt closed = attempt(i, victim, true, landlock, nullptr);
    count = open.count;
    lines += open.name + '|' + (open.succeeded ? '1' : '0') + '|' + (closed.succeeded ? '1' : '0') + '\n';
  }
  return lines;
}

/// An isolated FMU that does nothing, and the process it runs in.
struct OtherWorker {
  OtherWorker() {
    for (const pid_t supervisor : children_of(::getpid()))
      for (const pid_t child : children_of(supervisor))
        process = child;
  }
  ~OtherWorker() { ::kill(process, SIGKILL); }  // it may have been stopped
  std::unique_ptr<core::Stepper> stepper{
      core::Stepper::create(core::Fmu::open(LOCKSTEP_ESCAPE_FMU), isolated())};
  pid_t process{0};
};

/// The same for the attempts on a process, on that of another isolated FMU.
std::string survey_of_another_worker(const std::filesystem::path& folder) {
  ::setenv("LOCKSTEP_CACHE_DIR", (folder / "cache").c_str(), 1);
  ::setenv("TMPDIR", (folder / "scratch").c_str(), 1);
  const Victim victim{folder / "victim"};
  std::string lines;
  auto other = std::make_unique<OtherWorker>();
  int count = 1;
  for (int i = 0; i < count; ++i) {
    const Attempt open = attempt(i, victim, false, {}, nullptr, other->process);
    count = open.count;
    if (open.name.find("the host") == std::string::npos &&
        open.name.find("by descriptor") == std::string::npos)
      continue;
    other.reset();  // it may be stopped or limited now
    other = std::make_unique<OtherWorker>();
    const Attempt closed = attempt(i, victim, true, {}, nullptr, other->process);
    lines += open.name + '|' + (open.succeeded ? '1' : '0') + '|' + (closed.succeeded ? '1' : '0') + '\n';
  }
  return lines;
}

void expect_all_refused(const std::string& lines, int at_least, int at_least_proven) {
  int proven = 0, all = 0;
  std::istringstream rows{lines};
  for (std::string row; std::getline(rows, row);) {
    const std::size_t bar = row.find('|');
    ASSERT_NE(bar, std::string::npos) << lines;
    ++all;
    EXPECT_EQ(row.substr(bar + 3), "0") << "not refused: " << row.substr(0, bar);
    if (row[bar + 1] == '1')
      ++proven;
    else
      std::printf("not available here without confinement either: %s\n", row.substr(0, bar).c_str());
  }
  EXPECT_GE(all, at_least) << lines;
  EXPECT_GE(proven, at_least_proven) << lines;
}

void expect_all_refused(uid_t user, const std::string& landlock) {
  const Place place{user};
  expect_all_refused(as_user(user, [&] { return survey(place.folder.path(), landlock); }), 60, 40);
}

// The process of one FMU, as seen by another one: its memory, its descriptors, signals to it. Of root both
// run as the same user.
TEST(EscapeConcurrency, OtherWorkersAreOutOfReach) {
  const Place place{::getuid()};
  expect_all_refused(as_user(::getuid(), [&] { return survey_of_another_worker(place.folder.path()); }), 8,
                     5);
}

TEST(EscapeConcurrency, AllAttemptsAreRefusedAsRoot) {
  if (::getuid() != 0) GTEST_SKIP() << "not root";
  expect_all_refused(0, {});
}

TEST(EscapeConcurrency, AllAttemptsAreRefusedAsAnOrdinaryUser) {
  expect_all_refused(::getuid() == 0 ? kOrdinaryUser : ::getuid(), {});
}

// What newer versions of Landlock deny (TCP, signals, abstract sockets), seccomp denies as well.
TEST(EscapeConcurrency, AllAttemptsAreRefusedWithTheFirstLandlock) {
  expect_all_refused(::getuid() == 0 ? kOrdinaryUser : ::getuid(), "1");
}

// A layer that is missing is named in the log of the run; the others still hold.
TEST(EscapeConcurrency, MissingLayerIsNamed) {
  const uid_t user = ::getuid() == 0 ? kOrdinaryUser : ::getuid();
  const Place place{user};
  const std::string result = as_user(user, [&] {
    ::setenv("LOCKSTEP_CACHE_DIR", (place.folder / "cache").c_str(), 1);
    ::setenv("TMPDIR", (place.folder / "scratch").c_str(), 1);
    const Victim victim{place.folder / "victim"};
    std::string log, reached;
    for (int i = 0; i < attempt(0, victim, true, "0", &log).count; ++i) {
      const Attempt made = attempt(i, victim, true, "0", nullptr);
      if (made.succeeded) reached += made.name + ", ";
    }
    return log + "reached: " + reached;
  });
  EXPECT_NE(result.find("isolation: this machine has no Landlock"), std::string::npos) << result;
  for (const char* closed : {"TCP connection", "fork", "trace the host", "signal the host", "change a mode"})
    EXPECT_EQ(result.find(closed), std::string::npos) << result;
}

// A permission opens what it says and nothing else.
TEST(EscapeConcurrency, PermissionsOpenWhatTheySay) {
  const lockstep::test::TemporaryFolder folder;
  ::chmod(folder.path().c_str(), 0755);
  lockstep::test::write_file(folder / "secret", "x");
  ::chmod((folder / "secret").c_str(), 0644);
  const auto reads_secret = [&](const std::vector<std::filesystem::path>& allowed) {
    core::StepperOptions options = isolated();
    options.isolation.permissions.read_paths = allowed;
    const auto stepper = core::Stepper::create(core::Fmu::open(LOCKSTEP_ESCAPE_FMU), options);
    stepper->set(*stepper->description().find("folder"),
                 core::Value{std::vector<std::string>{folder.path().string()}});
    stepper->initialize({});
    return std::get<1>(stepper->get(*stepper->description().find("succeeded")))[0] == 1;
  };
  EXPECT_FALSE(reads_secret({}));
  EXPECT_TRUE(reads_secret({folder / "secret"}));
  EXPECT_FALSE(reads_secret({folder / "other"}));
}

// An FMU that fails because a file is closed to it says which, with the line that opens it; also from the
// error of the call that failed.
TEST(EscapeConcurrency, DeniedFileIsNamedWithTheLineToAdd) {
  const lockstep::test::TemporaryFolder folder;
  ::chmod(folder.path().c_str(), 0755);
  lockstep::test::write_file(folder / "secret", "x");
  const auto reads = [&](const std::vector<std::filesystem::path>& allowed) -> std::string {
    core::StepperOptions options = isolated();
    options.isolation.permissions.read_paths = allowed;
    const auto stepper = core::Stepper::create(core::Fmu::open(LOCKSTEP_ESCAPE_FMU), options);
    stepper->set(*stepper->description().find("attempt"), core::Value{std::vector<std::int64_t>{-2}});
    stepper->set(*stepper->description().find("folder"),
                 core::Value{std::vector<std::string>{folder.path().string()}});
    try {
      stepper->initialize({});
      return "opened";
    } catch (const Error& error) {
      EXPECT_NE(stepper->fault().find("permissions: {read: ["), std::string::npos) << stepper->fault();
      return error.what();
    }
  };
  EXPECT_EQ(reads({folder.path()}), "opened");
  const std::string error = reads({});
  EXPECT_NE(error.find("permissions: {read: [" + (folder / "secret").string() + "]}"), std::string::npos)
      << error;
}

// An FMU that fails because the network is closed to it says so, with the line that opens it.
TEST(EscapeConcurrency, DeniedNetworkIsNamedWithTheLineToAdd) {
  const auto attempts_socket = [](bool allowed) {
    core::StepperOptions options = isolated();
    options.isolation.permissions.network = allowed;
    const auto stepper = core::Stepper::create(core::Fmu::open(LOCKSTEP_ESCAPE_FMU), options);
    stepper->set(*stepper->description().find("attempt"), core::Value{std::vector<std::int64_t>{-1}});
    std::string result = "opened";
    try {
      stepper->initialize({});
    } catch (const Error&) {
      result = stepper->fault();
    }
    return result;
  };
  EXPECT_EQ(attempts_socket(true), "opened");
  const std::string fault = attempts_socket(false);
  EXPECT_NE(fault.find("permissions: {network: true}"), std::string::npos) << fault;
}

}  // namespace
}  // namespace lockstep::isolation::test
