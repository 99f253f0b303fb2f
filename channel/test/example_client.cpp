// SPDX-License-Identifier: Apache-2.0
// The example of docs/concepts/doors.md; a test compares them.
#include <cstdio>

#include "lockstep/channel/client.hpp"

int main(int, char** arguments) {
  auto world = lockstep::channel::Client::connect(arguments[1]);
  auto target = world.inlet("arm/board/target");
  auto tap = world.tap({{"arm/board/shown"}});
  auto party = world.join({"example"});
  lockstep::channel::ClientRow row;
  while (const auto tick = party.await()) {
    if (tick->step > 0 && tap.read(row)) std::printf("%g\n", row.number(0));
    target.write(0.5 * static_cast<double>(tick->step));
    party.confirm(tick->step);
  }
}
