// SPDX-License-Identifier: Apache-2.0
#include "socket_address.hpp"

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "lockstep/core/error.hpp"

namespace lockstep::channel {

sockaddr_un socket_address(const std::filesystem::path& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::string& text = path.native();
  if (text.empty() || text.size() >= sizeof address.sun_path)
    throw Error{ErrorCode::kBadUsage, "the path of the channel, '" + text + "', has " +
                                          std::to_string(text.size()) + " bytes, expected 1 to " +
                                          std::to_string(sizeof address.sun_path - 1) +
                                          " for a socket; choose a shorter one"};
  std::memcpy(address.sun_path, text.data(), text.size());
  return address;
}

int new_socket() {
  const int descriptor = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (descriptor < 0)
    throw Error{ErrorCode::kSystem, std::string{"cannot make a socket: "} + std::strerror(errno)};
  return descriptor;
}

bool is_listening(const std::filesystem::path& path) {
  const sockaddr_un address = socket_address(path);
  const int probe = new_socket();
  ::fcntl(probe, F_SETFL, O_NONBLOCK);  // it may have more clients than it accepts
  const bool connected = ::connect(probe, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
  const bool refused = !connected && (errno == ECONNREFUSED || errno == ENOENT);
  ::close(probe);
  return !refused;
}

}  // namespace lockstep::channel
