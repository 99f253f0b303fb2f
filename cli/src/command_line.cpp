// SPDX-License-Identifier: Apache-2.0
#include "command_line.hpp"

#include <cstdio>
#include <new>
#include <string>
#include <vector>

#include "lockstep/core/error.hpp"
#include "report.hpp"
#include "suggest.hpp"
#include "verb.hpp"

namespace lockstep::cli {
namespace {

constexpr const char* kCommandLineExamples = R"(Examples:
  lockstep info Motor.fmu                     what is this FMU?
  lockstep check Motor.fmu                    would it run here, does it obey the standard?
  lockstep simulate Motor.fmu --plot run.html simulate it and look at the result
  lockstep run robot.world --plot run.html    run a world with FMUs in it
  lockstep new fmu Motor                      start a model of your own
  lockstep watch arm/knee/position            look into a world that runs

Exit codes: 0 ok, 1 the model or the run failed, 2 wrong use or unreadable input, 130 interrupted.
)";

/// Long names of the options of a command.
std::vector<std::string> option_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options())
    for (const std::string& name : option->get_lnames())
      names.push_back("--" + name);
  return names;
}

/// "unknown option '--stepsize'; did you mean '--step-size'?" for the first argument nobody takes.
std::string unknown_argument(const CLI::App& app, const CLI::App* command) {
  std::vector<std::string> known;
  std::string what = "unexpected argument";
  std::vector<std::string> given = app.remaining(true);
  if (given.empty()) return "unexpected arguments";
  const std::string& first = given.front();
  if (command == nullptr) {
    what = first.front() == '-' ? "unknown option" : "unknown command";
    for (const CLI::App* verb : app.get_subcommands([](const CLI::App*) { return true; }))
      known.push_back(verb->get_name());
  } else if (first.front() == '-') {
    what = "unknown option";
    known = option_names(*command);
  }
  return what + " '" + first + '\'' + did_you_mean(first.substr(0, first.find('=')), known);
}

int wrong_use(const CLI::App& app, const CLI::ParseError& error) {
  const std::vector<CLI::App*> chosen = app.get_subcommands();
  const CLI::App* const command = chosen.empty() ? nullptr : chosen.front();
  std::string message = error.what();
  const std::string name = command == nullptr ? "lockstep" : "lockstep " + command->get_name();
  if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr) message = unknown_argument(app, command);
  std::fprintf(stderr, "error: %s\nSee '%s --help'.\n", message.c_str(), name.c_str());
  return kWrongUse;
}

}  // namespace

int run(int argc, const char* const* argv) {
  CLI::App app{"Runs FMUs: open them safely, run them right, say why when that cannot be.", "lockstep"};
  app.footer(kCommandLineExamples);
  app.get_formatter()->column_width(34);
  app.set_version_flag("--version", std::string{"lockstep "} + LOCKSTEP_VERSION, "Show the version and exit");
  const std::vector<Verb> verbs = {add_info(app), add_check(app),  add_simulate(app), add_run(app),
                                   add_new(app),  add_worlds(app), add_ports(app),    add_watch(app),
                                   add_put(app),  add_ask(app),    add_cache(app),    add_version(app),
                                   add_robot(app)};
  add_help(app);
  if (argc <= 1) {
    std::fputs(app.help().c_str(), stderr);
    return kWrongUse;
  }
  try {
    if (const auto help = asked_for_help(app, argc, argv)) return std::fputs(help->c_str(), stdout), kOk;
  } catch (const Error& error) {
    std::fprintf(stderr, "error: %s\nSee 'lockstep --help'.\n", error.what());
    return kWrongUse;
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& success) {  // --help, --version
    return app.exit(success);
  } catch (const CLI::ParseError& error) {
    return wrong_use(app, error);
  }
  for (const Verb& verb : verbs) {
    if (!verb.command->parsed()) continue;
    try {
      return verb.run();
    } catch (const Error& error) {
      report(error, verb.json());
      return exit_code(error.code());
    } catch (const std::bad_alloc&) {
      report(
          Error{ErrorCode::kSystem,
                "the memory of this machine does not suffice; record fewer variables or rows, and see with "
                "'lockstep check' whether the sizes in the model description are right"},
          verb.json());
      return kFailed;
    } catch (const std::exception& unexpected) {
      report(Error{ErrorCode::kSystem,
                   std::string{unexpected.what()} + " (this is a defect of lockstep, please report it)"},
             verb.json());
      return kFailed;
    }
  }
  return kWrongUse;
}

}  // namespace lockstep::cli
