// SPDX-License-Identifier: Apache-2.0
#include "lockstep/channel/running_worlds.hpp"

#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>

#include "handshake.hpp"
#include "lockstep/core/number_text.hpp"
#include "socket_address.hpp"

namespace lockstep::channel {
namespace {

namespace fs = std::filesystem;

fs::path folder_in_tmp() {
  return "/tmp/lockstep-" + std::to_string(::geteuid());
}

/// The process of "<pid>.sock" and "<pid>-<n>.sock"; empty for other files.
std::optional<std::int32_t> pid_of(const fs::path& file) {
  if (file.extension() != ".sock") return {};
  const std::string stem = file.stem().string();
  const std::optional<std::int64_t> pid = core::parse_int64(std::string_view{stem}.substr(0, stem.find('-')));
  if (!pid || *pid <= 0 || *pid > INT32_MAX) return {};
  return static_cast<std::int32_t>(*pid);
}

bool is_running(std::int32_t pid) {
  return ::kill(pid, 0) == 0 || errno == EPERM;
}

/// Sockets of a folder with their processes, sorted by path.
std::vector<RunningWorld> sockets_in(const fs::path& folder) {
  std::vector<RunningWorld> found;
  std::error_code failure;
  for (fs::directory_iterator file{folder, failure}, end; !failure && file != end; file.increment(failure)) {
    std::error_code ignored;
    const std::optional<std::int32_t> pid = pid_of(file->path());
    if (pid && fs::is_socket(file->symlink_status(ignored))) found.push_back({*pid, file->path(), {}});
  }
  std::sort(found.begin(), found.end(),
            [](const RunningWorld& a, const RunningWorld& b) { return a.path < b.path; });
  return found;
}

/// False when nobody listens: the socket was left behind, and its number belongs to another process now.
bool ask_name(RunningWorld& world) {
  try {
    const auto connection = FrameSocket::connect(world.path);
    connection->set_receive_limit(std::chrono::seconds{1});
    world.name = greet(*connection, world.path).world;
  } catch (const Error& error) {
    return error.code() != ErrorCode::kNotFound;
  }
  return true;
}

/// A world that starts has made its socket, but does not listen yet.
bool is_new(const fs::path& socket) {
  std::error_code failure;
  const fs::file_time_type made = fs::last_write_time(socket, failure);
  return failure || fs::file_time_type::clock::now() - made < std::chrono::seconds{10};
}

bool is_stale(const RunningWorld& world) {
  if (!is_running(world.pid)) return true;
  return !is_listening(world.path) && !is_new(world.path);
}

}  // namespace

fs::path default_folder() {
  const char* const given = std::getenv("XDG_RUNTIME_DIR");
  if (given == nullptr || *given == '\0') return folder_in_tmp();
  return fs::path{given} / "lockstep";
}

std::vector<RunningWorld> running_worlds() {
  std::vector<RunningWorld> worlds = running_worlds(default_folder());
  // A world started by a service has no such variable.
  if (default_folder() != folder_in_tmp()) {
    for (RunningWorld& world : running_worlds(folder_in_tmp()))
      worlds.push_back(std::move(world));
  }
  return worlds;
}

std::vector<RunningWorld> running_worlds(const fs::path& folder) {
  std::vector<RunningWorld> worlds;
  for (RunningWorld& world : sockets_in(folder)) {
    if (is_running(world.pid) && ask_name(world)) worlds.push_back(std::move(world));
  }
  return worlds;
}

void remove_stale_sockets(const fs::path& folder) noexcept {
  try {
    for (const RunningWorld& world : sockets_in(folder)) {
      std::error_code ignored;
      if (is_stale(world)) fs::remove(world.path, ignored);
    }
  } catch (const std::exception&) {
    // Stale files only take room; the next world tries again.
  }
}

}  // namespace lockstep::channel
