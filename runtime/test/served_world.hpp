// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include "door_world.hpp"
#include "lockstep/channel/client.hpp"
#include "lockstep/runtime/channel_server.hpp"
#include "support/files.hpp"

namespace lockstep::test {}

namespace lockstep::runtime::test {

using namespace lockstep::test;

/// A DoorWorld behind a channel.
struct ServedWorld {
  ServedWorld() : server{world.runtime.doors(), {"arm world", folder / "w.sock"}} {}
  channel::Client connect() const { return channel::Client::connect(server.path()); }
  std::string path() const { return server.path().string(); }
  Barrier& barrier() { return world.runtime.doors().barrier(); }
  /// One step behind the barrier; what the barrier says.
  std::string step() {
    const std::string stop = barrier().pass({world.runtime.index(), world.runtime.time()});
    if (!stop.empty()) return stop;
    EXPECT_EQ(world.runtime.step(), core::Status::kOk) << world.runtime.fault();
    return stop;
  }

  lockstep::test::TemporaryFolder folder;
  DoorWorld world;
  ChannelServer server;
};

}  // namespace lockstep::runtime::test
