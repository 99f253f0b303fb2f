// SPDX-License-Identifier: Apache-2.0
// A small world behind a channel, for tests of the verbs that talk to one: "serve_doors SOCKET" prints
// "ready" and runs a step about every millisecond until its standard input ends.
#include <poll.h>

#include <cstdio>

#include "../../runtime/test/door_world.hpp"
#include "lockstep/runtime/channel_server.hpp"

int main(int argc, char** argv) {
  using namespace lockstep::runtime;  // NOLINT: a program of one page
  if (argc != 2) return 2;
  test::DoorWorld world;
  ChannelServer::Options options;
  options.world_name = "arm world";
  if (argv[1][0] != '\0') options.path = argv[1];
  const ChannelServer server{world.runtime.doors(), options};
  std::puts("ready");
  std::fflush(stdout);
  pollfd input{0, POLLIN, 0};
  while (::poll(&input, 1, 1) == 0) {
    if (!succeeded(world.runtime.step())) return 1;
  }
}
