// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "console.hpp"
#include "description_json.hpp"
#include "info_text.hpp"
#include "lockstep/core/error.hpp"
#include "lockstep/core/isolation_options.hpp"
#include "lockstep/network/graph_svg.hpp"
#include "options.hpp"
#include "report.hpp"
#include "result_output.hpp"
#include "table.hpp"
#include "verb.hpp"
#include "world_info.hpp"

namespace lockstep::cli {
namespace {

struct InfoOptions {
  std::string file, graph;
  bool json{false};
  bool all{false};
  bool sandbox{false};
  std::vector<std::string> archive_limits;
};

constexpr const char* kInfoExamples = R"(Never executes the FMU's code.

Of a world, robot, scenario or network (.sdf, .world, .urdf, .yaml, .ssp) it lists robots with mass, reach
and what is wrong with their inertias, signals and requests. The world is opened for
that as by `lockstep run`, which loads the FMUs in it.

Examples:
  lockstep info Motor.fmu
  lockstep info arm.yaml
  lockstep info drive.ssp --graph drive.svg
  lockstep info Motor.fmu --all
  lockstep info --sandbox
  lockstep info Motor.fmu --json | jq '.variables[] | select(.causality == "input") | .name'
)";

/// Draws the network of an SSP or of a scenario; loads no FMU.
int draw_graph(const InfoOptions& options) {
  const std::string svg = network::graph_svg(world::network_of(options.file));
  std::ofstream file{options.graph, std::ios::binary};
  file << svg;
  file.close();
  if (!file) throw Error{ErrorCode::kSystem, "'" + options.graph + "' cannot be written"};
  return kOk;
}

int show_world(const InfoOptions& options) {
  keep_standard_output_for_results();  // FMUs may print when they are loaded
  Console console{false};
  std::vector<std::string> findings;
  world::WorldOptions world_options;
  world_options.log = [&](const core::LogMessage& message) {
    if (message.category == "inertia-impossible") {
      findings.emplace_back(message.text);
      return;
    }
    if (message.level >= core::LogLevel::kWarning) console.message(message);
  };
  const world::World world{options.file, world_options};
  if (options.json)
    print_json(to_json(world, findings));
  else
    std::fputs(info_text(world, findings).c_str(), results());
  return kOk;
}

/// What confines an isolated FMU on this machine.
int show_sandbox(bool json) {
  const std::vector<core::SandboxLayer> layers = core::sandbox_layers();
  if (json) {
    nlohmann::json rows = nlohmann::json::array();
    for (const core::SandboxLayer& layer : layers)
      rows.push_back({{"layer", layer.name}, {"active", layer.active}, {"detail", layer.detail}});
    print_json({{"sandbox", rows}});
    return kOk;
  }
  Table table{{Table::Align::kLeft, Table::Align::kLeft, Table::Align::kLeft}};
  for (const core::SandboxLayer& layer : layers)
    table.add({layer.name, layer.active ? "yes" : "no", layer.detail});
  std::fputs(("What confines an isolated FMU here\n" + table.text(2)).c_str(), stdout);
  return kOk;
}

}  // namespace

Verb add_info(CLI::App& app) {
  const auto options = std::make_shared<InfoOptions>();
  CLI::App* const command = app.add_subcommand(
      "info",
      "Show what an FMU is: kinds, variables, units, abilities, platforms; or the signals of a world");
  command->footer(kInfoExamples);
  command->add_option("MODEL", options->file, "FMU, or world, robot or scenario, to look at")
      ->option_text("(required, but with --sandbox)");
  command->add_flag("--sandbox", options->sandbox, "Show what confines isolated FMUs on this machine");
  command->add_flag("--all", options->all, "List every variable, also of large models");
  add_archive_limits(*command, options->archive_limits);
  command->add_flag("--json", options->json, "Everything, for programs");
  command->add_option("--graph", options->graph, "Draw the network of an SSP or scenario as SVG")
      ->option_text("FILE");
  command->final_callback([options] {
    if (options->file.empty() && !options->sandbox) throw CLI::RequiredError{"MODEL"};
  });
  const auto run = [options] {
    if (options->sandbox) return show_sandbox(options->json);
    if (!options->graph.empty()) return draw_graph(*options);
    if (is_world_file(options->file)) return show_world(*options);
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
