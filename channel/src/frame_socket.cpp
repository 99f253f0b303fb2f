// SPDX-License-Identifier: Apache-2.0
#include "lockstep/channel/frame_socket.hpp"

#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "socket_address.hpp"

namespace lockstep::channel {

FrameSocket::~FrameSocket() {
  ::close(descriptor_);
}

std::unique_ptr<FrameSocket> FrameSocket::connect(const std::filesystem::path& path) {
  const sockaddr_un address = socket_address(path);
  const int descriptor = new_socket();
  auto connection = std::make_unique<FrameSocket>(descriptor);
  int result = 0;
  do
    result = ::connect(descriptor, reinterpret_cast<const sockaddr*>(&address), sizeof address);
  while (result != 0 && errno == EINTR);
  if (result != 0) {
    const ErrorCode code = errno == EACCES || errno == EPERM ? ErrorCode::kUnreadable : ErrorCode::kNotFound;
    throw Error{code, "no world can be reached at '" + path.string() + "' (" + std::strerror(errno) +
                          "); 'lockstep worlds' lists those that run"};
  }
  if (!connection->is_trusted())
    throw Error{ErrorCode::kUnreadable,
                "the world at '" + path.string() + "' belongs to another user; run it as yourself"};
  return connection;
}

bool FrameSocket::send(const std::vector<std::uint8_t>& frame) noexcept {
  const std::lock_guard<std::mutex> lock{sending_};
  std::size_t done = 0;
  while (done < frame.size()) {
    const ssize_t sent = ::send(descriptor_, frame.data() + done, frame.size() - done, MSG_NOSIGNAL);
    if (sent > 0) {
      done += static_cast<std::size_t>(sent);
    } else if (sent == 0 || errno != EINTR) {
      return false;
    }
  }
  return true;
}

std::size_t FrameSocket::read(std::uint8_t* to, std::size_t size) noexcept {
  std::size_t done = 0;
  while (done < size) {
    const ssize_t got = ::recv(descriptor_, to + done, size - done, 0);
    if (got > 0) {
      done += static_cast<std::size_t>(got);
    } else if (got == 0 || errno != EINTR) {
      break;
    }
  }
  return done;
}

std::optional<Frame> FrameSocket::receive() {
  std::array<std::uint8_t, kHeaderSize> header{};
  const auto fail_early = [](std::size_t got, std::size_t expected) {
    throw Error{ErrorCode::kBadInput, "the channel ended after " + std::to_string(got) + " of " +
                                          std::to_string(expected) + " bytes of a frame"};
  };
  const std::size_t got = read(header.data(), header.size());
  if (got == 0) return {};
  if (got < header.size()) fail_early(got, header.size());
  const auto [kind, size] = decode_header(header);
  Frame frame;
  frame.kind = kind;
  // In parts: who only claims to send much gets no memory for it.
  constexpr std::size_t kPart = 64U << 10;
  while (frame.payload.size() < size) {
    const std::size_t before = frame.payload.size();
    const std::size_t part = std::min(kPart, size - before);
    frame.payload.resize(before + part);
    if (read(frame.payload.data() + before, part) < part) fail_early(before, size);
  }
  return frame;
}

void FrameSocket::set_receive_limit(std::chrono::milliseconds limit) noexcept {
  timeval time{};
  time.tv_sec = limit.count() / 1000;
  time.tv_usec = (limit.count() % 1000) * 1000;
  ::setsockopt(descriptor_, SOL_SOCKET, SO_RCVTIMEO, &time, sizeof time);
}

void FrameSocket::shut_down() noexcept {
  ::shutdown(descriptor_, SHUT_RDWR);
}

bool FrameSocket::is_trusted() const noexcept {
  ucred other{};
  socklen_t size = sizeof other;
  if (::getsockopt(descriptor_, SOL_SOCKET, SO_PEERCRED, &other, &size) != 0) return false;
  return other.uid == ::geteuid() || other.uid == 0 || ::geteuid() == 0;
}

}  // namespace lockstep::channel
