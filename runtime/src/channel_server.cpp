// SPDX-License-Identifier: Apache-2.0
#include "lockstep/runtime/channel_server.hpp"

#include <algorithm>
#include <chrono>
#include <vector>

#include "channel_connection.hpp"
#include "lockstep/channel/listener.hpp"
#include "quiet_thread.hpp"

namespace lockstep::runtime {

struct ChannelServer::Impl {
  Impl(Doors& of, Options given) : doors{of}, options{std::move(given)}, listener{options.path} {
    thread = quiet_thread([this] { accept(); });
  }
  ~Impl() {
    listener.shut_down();
    thread.join();
    // Somebody who has asked the world to stop shall get the reply, if he takes it.
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds{1};
    for (const auto& connection : connections) {
      while (!connection->drained() && std::chrono::steady_clock::now() < end)
        std::this_thread::sleep_for(std::chrono::milliseconds{1});
    }
  }

  void accept() noexcept {
    while (std::unique_ptr<channel::FrameSocket> socket = listener.accept()) {
      const auto first_over = std::remove_if(connections.begin(), connections.end(),
                                             [](const auto& connection) { return connection->over(); });
      connections.erase(first_over, connections.end());
      try {
        if (connections.size() < options.max_connections) {
          connections.push_back(
              std::make_unique<ChannelConnection>(std::move(socket), doors, options.world_name));
        } else {
          socket->send(channel::Failed{0, ErrorCode::kSystem,
                                       "the world '" + options.world_name + "' has " +
                                           std::to_string(connections.size()) +
                                           " connections, as many as there may be; close one of them"});
        }
      } catch (const std::exception&) {
        // No memory or no thread: this client is turned away, the next one may be luckier.
      }
    }
  }

  Doors& doors;
  Options options;
  channel::Listener listener;
  std::vector<std::unique_ptr<ChannelConnection>> connections;  // of the thread, then of the destructor
  std::thread thread;
};

ChannelServer::ChannelServer(Doors& doors, Options options)
    : impl_{std::make_unique<Impl>(doors, std::move(options))} {}

ChannelServer::~ChannelServer() = default;

const std::filesystem::path& ChannelServer::path() const noexcept {
  return impl_->listener.path();
}

}  // namespace lockstep::runtime
