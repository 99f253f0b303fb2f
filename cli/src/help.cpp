// SPDX-License-Identifier: Apache-2.0
// `lockstep help [VERB]` and `lockstep version`: what people type before they know about --help and
// --version.
#include <cstdio>
#include <string_view>

#include "lockstep/core/error.hpp"
#include "suggest.hpp"
#include "verb.hpp"

namespace lockstep::cli {
namespace {

std::string help_of(CLI::App& app, const std::string& verb) {
  std::vector<std::string> known;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    if (command->get_name() == verb) return command->help("lockstep");
    known.push_back(command->get_name());
  }
  throw Error{ErrorCode::kBadUsage, "unknown command '" + verb + '\'' + did_you_mean(verb, known)};
}

}  // namespace

std::optional<std::string> asked_for_help(CLI::App& app, int argc, const char* const* argv) {
  if (argc < 2 || std::string_view{argv[1]} != "help") return std::nullopt;
  if (argc == 2) return app.help();
  return help_of(app, argv[2]);
}

void add_help(CLI::App& app) {
  // For the list of verbs: CLI11 would take the verb after it for one to run, so asked_for_help() looks
  // first.
  app.add_subcommand("help", "Show the help, or that of a command");
}

Verb add_version(CLI::App& app) {
  CLI::App* const command = app.add_subcommand("version", "Show the version");
  const auto show = [] {
    std::puts("lockstep " LOCKSTEP_VERSION);
    return static_cast<int>(kOk);
  };
  return {command, show, [] { return false; }};
}

}  // namespace lockstep::cli
