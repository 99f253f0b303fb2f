// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <filesystem>
#include <memory>
#include <optional>

#include "lockstep/channel/frame_socket.hpp"

namespace lockstep::channel {

/// The socket file of a world, at which clients connect. Only our user and root may: the file has mode 0600,
/// and others who reach it nevertheless are turned away. The file is removed on destruction.
class Listener {
 public:
  /// At `path`; empty: `<pid>.sock` in default_folder(), which is made with mode 0700 ("<pid>-2.sock" and so
  /// on for further worlds of a process). A socket that a dead process left there is replaced. Throws
  /// Error{kBadUsage} when the path is too long or in use, Error{kSystem} when it cannot be made.
  explicit Listener(std::optional<std::filesystem::path> path = {});
  ~Listener();
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;

  const std::filesystem::path& path() const noexcept { return path_; }
  /// Waits for the next client that may come in; null after shut_down().
  std::unique_ptr<FrameSocket> accept();
  /// Ends accept(). Any thread.
  void shut_down() noexcept;

 private:
  bool bind_at(const std::filesystem::path& path);

  std::filesystem::path path_;
  int descriptor_{-1};
  std::atomic<bool> ended_{false};
};

}  // namespace lockstep::channel
