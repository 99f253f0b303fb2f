// SPDX-License-Identifier: Apache-2.0
// A second process for channel_processes_test.cpp. Returns 0 when all went as expected.
//   channel_client SOCKET follow STEPS      keeps step, drives an inlet, checks the rows
//   channel_client SOCKET die STEP POLICY   keeps step and kills itself while the world waits at STEP
//   channel_client SOCKET ask               sends a request, checks the reply
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "lockstep/channel/client.hpp"

namespace {

using namespace lockstep::channel;  // NOLINT: a program of one page

void demand(bool condition, const char* what) {
  if (condition) return;
  std::fprintf(stderr, "channel_client: %s\n", what);
  std::exit(1);
}

void follow(Client& client, std::int64_t steps) {
  ClientInlet target = client.inlet("arm/board/target");
  ClientTap tap = client.tap({{"arm/board/shown"}});
  ClientParty party = client.join({"follower"});
  ClientRow row;
  for (std::int64_t k = 0; k < steps; ++k) {
    const std::optional<ClientTick> tick = party.await();
    demand(tick && tick->step == k, "a tick is missing");
    if (k > 0) {
      demand(tap.read(row), "a row is missing");
      demand(row.step == k && row.number(0) == 0.5 * static_cast<double>(k - 1), "a row is wrong");
    }
    target.write(0.5 * static_cast<double>(k));
    party.confirm(k);
  }
  demand(tap.lost() == 0, "rows were lost");
}

void die(Client& client, std::int64_t step, const std::string& policy) {
  ClientPartyOptions options;
  options.name = "mortal";
  options.policy = policy == "stop" ? PartyPolicy::kStop : PartyPolicy::kHold;
  ClientParty party = client.join(options);
  while (const std::optional<ClientTick> tick = party.await()) {
    if (tick->step == step) std::raise(SIGKILL);
    party.confirm(tick->step);
  }
}

void ask(Client& client) {
  const ClientReply reply =
      client.request("arm/board/trim", {value_of(std::vector<double>{1, 2, 3}), value_of("because")});
  demand(!reply.refused && reply.values.at(0) == value_of(6.0), "the reply is wrong");
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> arguments{argv, argv + argc};
  try {
    Client client = Client::connect(arguments.at(1));
    const std::string& what = arguments.at(2);
    if (what == "follow") follow(client, std::stoll(arguments.at(3)));
    if (what == "die") die(client, std::stoll(arguments.at(3)), arguments.at(4));
    if (what == "ask") ask(client);
  } catch (const std::exception& error) {
    demand(false, error.what());
  }
}
