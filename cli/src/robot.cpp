// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "lockstep/core/error.hpp"
#include "report.hpp"
#include "table.hpp"
#include "urdf_inertia.hpp"
#include "verb.hpp"

namespace lockstep::cli {
namespace {

constexpr const char* kRobotExamples =
    R"(check: mass and inertia of every link, and whether a rigid body can have them (positive definite, no moment larger than the
sum of the other two). Exit code 1 if one cannot.

shift-inertia: writes the URDF anew with inertias about the centres of mass, from a file that has them about the links' origins:
I - m (c'c E - c c'). Inertias of a URDF must be about the centre of mass; identified parameters often are not. Look at the result of
the check before and after: a tensor that is shifted twice is mostly impossible.

Examples:
  lockstep robot check panda.urdf
  lockstep robot shift-inertia identified.urdf --output panda.urdf
  lockstep robot shift-inertia panda.urdf --to-origin
)";

struct RobotOptions {
  std::string action, file, output;
  bool to_origin{false};
  bool json{false};
};

std::string read_text(const std::string& file) {
  std::ifstream stream{file, std::ios::binary};
  if (!stream) throw Error{ErrorCode::kNotFound, "'" + file + "' cannot be read"};
  return {std::istreambuf_iterator<char>{stream}, {}};
}

nlohmann::ordered_json json_of(const std::vector<LinkInertia>& links) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (const LinkInertia& one : links) {
    const description::Matrix3& I = one.inertial.inertia_kg_m2;
    rows.push_back({{"link", one.link},
                    {"mass", one.inertial.mass_kg},
                    {"ixx", I(0, 0)},
                    {"iyy", I(1, 1)},
                    {"izz", I(2, 2)},
                    {"ixy", I(0, 1)},
                    {"ixz", I(0, 2)},
                    {"iyz", I(1, 2)},
                    {"problem", one.problem}});
  }
  return {{"links", rows}};
}

std::string table_of(const std::vector<LinkInertia>& links) {
  using Align = Table::Align;
  Table table{{Align::kLeft, Align::kRight, Align::kRight, Align::kRight, Align::kRight, Align::kLeft}};
  table.add({"link", "mass [kg]", "ixx [kg m^2]", "iyy", "izz", "a rigid body"});
  const auto text = [](double value) { return fmt::format("{:.6f}", value); };
  for (const LinkInertia& one : links) {
    const description::Matrix3& I = one.inertial.inertia_kg_m2;
    table.add({one.link, text(one.inertial.mass_kg), text(I(0, 0)), text(I(1, 1)), text(I(2, 2)),
               one.problem.empty() ? "yes" : "no: " + one.problem});
  }
  return table.text(0);
}

int run_robot(const RobotOptions& options) {
  const bool shifts = options.action == "shift-inertia";
  const InertiaShift shift =
      !shifts ? InertiaShift::kNone : (options.to_origin ? InertiaShift::kToOrigin : InertiaShift::kToCentre);
  const ShiftedInertia shifted = shift_inertia(read_text(options.file), options.file, shift);
  if (shifts && !options.output.empty()) {
    std::ofstream stream{options.output, std::ios::binary};
    stream << shifted.text;
    stream.close();
    if (!stream) throw Error{ErrorCode::kSystem, "'" + options.output + "' cannot be written"};
  }
  if (options.json)
    print_json(json_of(shifted.links));
  else
    std::fputs(table_of(shifted.links).c_str(), stdout);
  // About the origin the rules are no test of a body.
  if (shift == InertiaShift::kToOrigin) return kOk;
  for (const LinkInertia& one : shifted.links)
    if (!one.problem.empty()) return kFailed;
  return kOk;
}

}  // namespace

Verb add_robot(CLI::App& app) {
  const auto options = std::make_shared<RobotOptions>();
  CLI::App* const command = app.add_subcommand(
      "robot", "Check the inertias of a robot's links, or shift them to the centres of mass");
  command->footer(kRobotExamples);
  command->add_option("ACTION", options->action, "What to do: check or shift-inertia")
      ->required()
      ->check(CLI::IsMember({"check", "shift-inertia"}))
      ->option_text("(required)");
  command->add_option("ROBOT", options->file, "URDF")->required()->option_text("(required)");
  command->add_option("--output", options->output, "shift-inertia: write the URDF with the new inertias")
      ->option_text("FILE");
  command->add_flag("--to-origin", options->to_origin,
                    "shift-inertia: from the centres of mass to the links' origins");
  command->add_flag("--json", options->json, "For programs");
  return {command, [options] { return run_robot(*options); }, [options] { return options->json; }};
}

}  // namespace lockstep::cli
