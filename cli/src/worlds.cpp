// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "lockstep/channel/running_worlds.hpp"
#include "table.hpp"
#include "verb.hpp"

namespace lockstep::cli {
namespace {

constexpr const char* kWorldsExamples =
    R"(Lists worlds of this user that run with a channel in its default place.

Examples:
  lockstep worlds
  lockstep ports --channel /run/user/1000/lockstep/4711.sock
)";

int list_worlds() {
  Table table{{Table::Align::kRight, Table::Align::kLeft, Table::Align::kLeft}};
  table.add({"process", "world", "channel"});
  const std::vector<channel::RunningWorld> worlds = channel::running_worlds();
  for (const channel::RunningWorld& world : worlds)
    table.add({std::to_string(world.pid), world.name.value_or("(does not answer)"), world.path.string()});
  if (worlds.empty())
    std::fprintf(stderr, "no world runs with a channel in %s\n", channel::default_folder().c_str());
  else
    std::fputs(table.text(0).c_str(), stdout);
  return kOk;
}

}  // namespace

Verb add_worlds(CLI::App& app) {
  CLI::App* const command = app.add_subcommand("worlds", "List the worlds that run");
  command->footer(kWorldsExamples);
  return {command, list_worlds, [] { return false; }};
}

}  // namespace lockstep::cli
