// SPDX-License-Identifier: Apache-2.0
#include "server.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "lockstep/core/error.hpp"

namespace lockstep::viewer {
namespace {

constexpr std::chrono::microseconds kTick{16'667};

[[noreturn]] void fail(std::uint16_t port) {
  const int number = errno;
  std::string text =
      "the viewer cannot listen on port " + std::to_string(port) + " of 127.0.0.1: " + std::strerror(number);
  if (number == EADDRINUSE) text += "; choose another by --view=PORT, or any free one by --view=0";
  throw Error{ErrorCode::kSystem, text};
}

FileDescriptor listen_on(std::uint16_t port) {
  FileDescriptor socket{::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0)};
  const int yes = 1;
  ::setsockopt(socket.get(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (::bind(socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 ||
      ::listen(socket.get(), 64) != 0)
    fail(port);
  return socket;
}

std::uint16_t port_of(int socket) {
  sockaddr_in address{};
  socklen_t size = sizeof address;
  ::getsockname(socket, reinterpret_cast<sockaddr*>(&address), &size);
  return ntohs(address.sin_port);
}

}  // namespace

Server::Server(std::uint16_t port, ServerLimits limits)
    : limits_{limits},
      listener_{listen_on(port)},
      wake_{::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)},
      port_{port_of(listener_.get())} {
  if (wake_.get() < 0) fail(port);
}

Server::~Server() {
  ending_.store(true);
  wake();
  if (thread_.joinable()) thread_.join();
}

void Server::start(Application& application) {
  application_ = &application;
  // Signals of the process (Ctrl-C) are for the thread that drives the world.
  sigset_t all, before;
  ::sigfillset(&all);
  for (const int fault : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS, SIGABRT})
    ::sigdelset(&all, fault);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  struct Restore {
    const sigset_t* mask;
    ~Restore() { ::pthread_sigmask(SIG_SETMASK, mask, nullptr); }
  } const restore{&before};
  thread_ = std::thread{[this] { serve(); }};
}

void Server::wake() noexcept {
  const std::uint64_t one = 1;
  [[maybe_unused]] const ssize_t written = ::write(wake_.get(), &one, sizeof one);
}

void Server::serve() noexcept {
  while (!ending_.load()) {
    try {
      turn();
    } catch (const std::exception&) {
      // No memory for a client: the largest debtors go, the world and the server stay.
      connections_.clear();
    }
  }
  for (auto& connection : connections_)
    connection->close(kCloseGoingAway, "the run has ended");
  connections_.clear();
}

std::size_t Server::web_sockets() const noexcept {
  return static_cast<std::size_t>(std::count_if(connections_.begin(), connections_.end(),
                                                [](const auto& one) { return one->is_web_socket(); }));
}

int Server::timeout_ms() const {
  if (web_sockets() == 0) return connections_.empty() ? -1 : 1000;
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(next_tick_ - Connection::Clock::now());
  return static_cast<int>(std::max<std::int64_t>(0, left.count()));
}

void Server::turn() {
  std::vector<pollfd> polled;
  polled.push_back({wake_.get(), POLLIN, 0});
  polled.push_back({listener_.get(), POLLIN, 0});
  for (const auto& connection : connections_)
    polled.push_back({connection->descriptor(),
                      static_cast<short>(connection->wants_to_write() ? POLLIN | POLLOUT : POLLIN),
                      0});  // NOLINT
  if (::poll(polled.data(), polled.size(), timeout_ms()) < 0 && errno != EINTR) return;
  if (polled[0].revents != 0) {
    std::uint64_t count = 0;
    [[maybe_unused]] const ssize_t got = ::read(wake_.get(), &count, sizeof count);
  }
  for (std::size_t i = 2; i < polled.size(); ++i) {
    Connection& connection = *connections_[i - 2];
    if ((polled[i].revents & POLLOUT) != 0) connection.on_writable();
    if ((polled[i].revents & (POLLIN | POLLHUP | POLLERR)) != 0) connection.on_readable(web_sockets());
  }
  if (polled[1].revents != 0) accept_all();
  const Connection::Clock::time_point now = Connection::Clock::now();
  if (web_sockets() != 0 && (now >= next_tick_ || polled[0].revents != 0)) {
    if (now >= next_tick_) next_tick_ = std::max(next_tick_ + kTick, now);
    application_->tick();
    for (auto& connection : connections_)
      if (connection->wants_to_write()) connection->on_writable();
  }
  for (auto& connection : connections_)
    connection->check_time(now);
  drop_ended();
}

void Server::accept_all() {
  for (;;) {
    FileDescriptor socket{::accept4(listener_.get(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC)};
    if (socket.get() < 0) return;
    if (connections_.size() >= limits_.connections) {
      const std::string text = to_bytes(failure(503, "the server has as many connections as there may be"));
      [[maybe_unused]] const ssize_t sent = ::send(socket.get(), text.data(), text.size(), MSG_NOSIGNAL);
      continue;
    }
    const int yes = 1;
    ::setsockopt(socket.get(), IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    connections_.push_back(std::make_unique<Connection>(std::move(socket), *application_, limits_));
  }
}

void Server::drop_ended() {
  const auto first = std::remove_if(connections_.begin(), connections_.end(),
                                    [](const auto& connection) { return connection->over(); });
  connections_.erase(first, connections_.end());
}

}  // namespace lockstep::viewer
