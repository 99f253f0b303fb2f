// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "lockstep/runtime/doors.hpp"

namespace lockstep::runtime {

/// Opens the doors of a world to other processes of the same user, by a socket (lockstep/channel/client.hpp
/// is their side).
///
///     ChannelServer channel{runtime.doors(), {"my world"}};   // after bind()
///
/// The step does not know of it: threads of this class use the doors as any other thread would. A client that
/// is slow loses rows of its own taps; one that sends nonsense loses its connection; one that ends without
/// leaving the barrier is treated by its policy (Barrier::Party::abandon). The doors must outlive it. When it
/// is destroyed, replies that are ready are sent (for a second at most), and clients see the end of the
/// world.
class ChannelServer {
 public:
  struct Options {
    std::string world_name{};
    /// Of the socket; empty: the default place, where Client::connect() and `lockstep worlds` find it.
    std::optional<std::filesystem::path> path{};
    std::size_t max_connections{64};  ///< further clients are turned away
  };

  /// Throws Error as channel::Listener does.
  ChannelServer(Doors& doors, Options options);
  ~ChannelServer();
  ChannelServer(const ChannelServer&) = delete;
  ChannelServer& operator=(const ChannelServer&) = delete;

  /// Of the socket.
  const std::filesystem::path& path() const noexcept;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace lockstep::runtime
