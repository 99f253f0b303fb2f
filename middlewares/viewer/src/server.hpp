// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "connection.hpp"

namespace lockstep::viewer {

/// Serves HTTP and WebSockets on the loopback address, with one thread for all clients: no client can make it
/// wait, because nothing it does on a socket blocks.
class Server {
 public:
  /// Listens on 127.0.0.1; port 0: any free one. Throws Error{kSystem} naming the port when it is taken.
  Server(std::uint16_t port, ServerLimits limits);
  /// Tells clients that the world has ended, and closes.
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  std::uint16_t port() const noexcept { return port_; }
  /// Begins to answer. `application` must outlive the server.
  void start(Application& application);
  /// Lets the thread tick now. Any thread.
  void wake() noexcept;

 private:
  void serve() noexcept;
  void turn();
  void accept_all();
  void drop_ended();
  std::size_t web_sockets() const noexcept;
  int timeout_ms() const;

  ServerLimits limits_;
  FileDescriptor listener_, wake_;
  std::uint16_t port_{0};
  Application* application_{nullptr};
  std::vector<std::unique_ptr<Connection>> connections_;  // of the thread
  Connection::Clock::time_point next_tick_{};
  std::atomic<bool> ending_{false};
  std::thread thread_;
};

}  // namespace lockstep::viewer
