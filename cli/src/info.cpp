// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "description_json.hpp"
#include "info_text.hpp"
#include "options.hpp"
#include "report.hpp"
#include "verb.hpp"

namespace lockstep::cli {
namespace {

struct InfoOptions {
  std::string file;
  bool json{false};
  bool all{false};
  std::vector<std::string> archive_limits;
};

constexpr const char* kExamples = R"(Never executes the FMU's code.

Examples:
  lockstep info Motor.fmu
  lockstep info Motor.fmu --all
  lockstep info Motor.fmu --json | jq '.variables[] | select(.causality == "input") | .name'
)";

}  // namespace

Verb add_info(CLI::App& app) {
  const auto options = std::make_shared<InfoOptions>();
  CLI::App* const command =
      app.add_subcommand("info", "Show what an FMU is: kinds, variables, units, abilities, platforms");
  command->footer(kExamples);
  command->add_option("MODEL", options->file, "FMU to look at")->required()->option_text("(required)");
  command->add_flag("--all", options->all, "List every variable, also of large models");
  add_archive_limits(*command, options->archive_limits);
  command->add_flag("--json", options->json, "Everything, for programs");
  const auto run = [options] {
    core::OpenOptions open_options;
    open_options.archive_limits = read_archive_limits(options->archive_limits);
    const auto fmu = core::Fmu::open(options->file, open_options);
    if (options->json) {
      print_json(to_json(*fmu));
    } else {
      std::fputs(info_text(*fmu, options->all).c_str(), stdout);
    }
    return static_cast<int>(kOk);
  };
  return {command, run, [options] { return options->json; }};
}

}  // namespace lockstep::cli
