// SPDX-License-Identifier: Apache-2.0
// consumer MODEL.fmu LOCKSTEP: lets the command LOCKSTEP run a model as a world, and drives it from here.
#include <cstdint>
#include <cstdio>
#include <string>

#include "lockstep/channel/client.hpp"

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  const std::string run = '\'' + std::string{argv[2]} + "' run '" + argv[1] +
                          "' --channel w.sock --paused --duration 1e6 2>&1 >/dev/null";
  FILE* const command = ::popen(run.c_str(), "r");
  char line[256] = "";
  if (command == nullptr || std::fgets(line, sizeof line, command) == nullptr) return 1;  // "channel: w.sock"

  auto world = lockstep::channel::Client::connect("w.sock");
  auto tap = world.tap({{"DampedPendulum/a"}});
  const auto stepped = world.request("world/step", {lockstep::channel::value_of(std::int64_t{10})});
  lockstep::channel::ClientRow row;
  while (row.step < 10 && tap.read(row)) {
  }
  std::printf("%s: %s, step %lld, a = %.6f rad\n", world.world_name().c_str(),
              stepped.refused ? "refused" : "done", static_cast<long long>(row.step), row.number(0));
  world.request("world/stop");
  return ::pclose(command) == 0 ? 0 : 1;
}
