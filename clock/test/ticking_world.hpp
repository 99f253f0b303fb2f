// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <string>
#include <thread>

#include "lockstep/channel/client.hpp"
#include "lockstep/hosts/fake/fake_host.hpp"
#include "lockstep/runtime/channel_server.hpp"
#include "lockstep/runtime/runtime.hpp"
#include "support/files.hpp"

namespace lockstep::clock {

/// A world of 1 ms steps behind a channel, which the test steps.
class TickingWorld {
 public:
  TickingWorld() : host{hosts::fake::FakeWorld{}}, runtime{host} {
    runtime.bind();
    runtime.start();
    server = std::make_unique<runtime::ChannelServer>(
        runtime.doors(), runtime::ChannelServer::Options{"ticking", folder / "w.sock"});
  }
  std::string path() const { return server->path().string(); }
  /// Steps behind the barrier.
  void steps(int count) {
    for (int k = 0; k < count; ++k) {
      ASSERT_EQ(runtime.doors().barrier().pass({runtime.index(), runtime.time()}), "");
      ASSERT_TRUE(succeeded(runtime.step()));
    }
  }
  /// Until so many parties take part.
  void wait_for_parties(std::size_t count) {
    while (runtime.doors().barrier().parties().size() < count)
      std::this_thread::yield();
  }

  lockstep::test::TemporaryFolder folder;
  hosts::fake::FakeHost host;
  runtime::Runtime runtime;
  std::unique_ptr<runtime::ChannelServer> server;
};

}  // namespace lockstep::clock
