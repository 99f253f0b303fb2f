// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <thread>

#include "lockstep/channel/listener.hpp"
#include "support/files.hpp"

namespace lockstep::test {}

namespace lockstep::channel::test {

using namespace lockstep::test;

/// A world of one connection that says what a test wants it to say, also what no real world would.
class ScriptedWorld {
 public:
  using Script = std::function<void(FrameSocket& client)>;

  explicit ScriptedWorld(Script script, const std::filesystem::path& path = {})
      : listener_{path.empty() ? folder_ / "w.sock" : path}, thread_{[this, script = std::move(script)] {
          const std::unique_ptr<FrameSocket> client = listener_.accept();
          if (client) script(*client);
        }} {}
  ~ScriptedWorld() {
    listener_.shut_down();
    thread_.join();
  }

  const std::filesystem::path& path() const noexcept { return listener_.path(); }

 private:
  lockstep::test::TemporaryFolder folder_;
  Listener listener_;
  std::thread thread_;
};

/// Reads a Hello and answers it.
inline void welcome(FrameSocket& client, const std::string& name) {
  static_cast<void>(decode<Hello>(client.receive().value()));
  client.send(Welcome{kVersion, name, 1});
}

}  // namespace lockstep::channel::test
