// SPDX-License-Identifier: Apache-2.0
#include "lockstep/channel/listener.hpp"

#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "lockstep/channel/running_worlds.hpp"
#include "socket_address.hpp"

namespace lockstep::channel {
namespace {

[[noreturn]] void fail(const std::filesystem::path& path, const std::string& why) {
  throw Error{ErrorCode::kSystem, "cannot open the channel '" + path.string() + "': " + why};
}

/// The folder with mode 0700. In /tmp somebody else may have made it first: then it is refused.
void make_private_folder(const std::filesystem::path& folder) {
  if (::mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST) fail(folder, std::strerror(errno));
  struct stat status {};
  if (::lstat(folder.c_str(), &status) != 0) fail(folder, std::strerror(errno));
  if (!S_ISDIR(status.st_mode) || status.st_uid != ::geteuid() || (status.st_mode & 0077) != 0)
    fail(folder, "it is not a folder that only you can use (mode 0700); remove it or give a path");
}

}  // namespace

bool Listener::bind_at(const std::filesystem::path& path) {
  const sockaddr_un address = socket_address(path);
  struct stat status {};
  if (::lstat(path.c_str(), &status) == 0) {
    if (!S_ISSOCK(status.st_mode))
      throw Error{ErrorCode::kBadUsage, "the path of the channel, '" + path.string() +
                                            "', is a file that is no socket; choose another path"};
    if (is_listening(path)) return false;
    ::unlink(path.c_str());
  }
  descriptor_ = new_socket();
  ::fchmod(descriptor_, 0600);  // before there is a file, so that nobody comes in between
  if (::bind(descriptor_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 ||
      ::chmod(path.c_str(), 0600) != 0 || ::listen(descriptor_, 16) != 0) {
    const std::string why = std::strerror(errno);
    ::close(descriptor_);
    descriptor_ = -1;
    fail(path, why);
  }
  path_ = path;
  return true;
}

Listener::Listener(std::optional<std::filesystem::path> path) {
  if (path) {
    if (!bind_at(*path))
      throw Error{ErrorCode::kBadUsage, "the path of the channel, '" + path->string() +
                                            "', is used by a running world; choose another path"};
    return;
  }
  const std::filesystem::path folder = default_folder();
  make_private_folder(folder);
  remove_stale_sockets(folder);
  const std::string pid = std::to_string(::getpid());
  for (int number = 1; descriptor_ < 0; ++number)
    bind_at(folder / (pid + (number == 1 ? "" : '-' + std::to_string(number)) + ".sock"));
}

Listener::~Listener() {
  ::unlink(path_.c_str());  // first: somebody else may take the path from here on
  ::close(descriptor_);
}

std::unique_ptr<FrameSocket> Listener::accept() {
  while (!ended_.load()) {
    const int descriptor = ::accept4(descriptor_, nullptr, nullptr, SOCK_CLOEXEC);
    if (descriptor < 0) {
      if (errno == EINTR || errno == ECONNABORTED) continue;
      if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM) {
        ::poll(nullptr, 0, 50);  // others may give something back; the client waits meanwhile
        continue;
      }
      return {};
    }
    auto connection = std::make_unique<FrameSocket>(descriptor);
    if (connection->is_trusted()) return connection;
  }
  return {};
}

void Listener::shut_down() noexcept {
  ended_.store(true);  // without descriptors accept() does not notice what follows
  ::shutdown(descriptor_, SHUT_RDWR);
}

}  // namespace lockstep::channel
