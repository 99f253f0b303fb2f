// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <nlohmann/json.hpp>

#include "lockstep/core/error.hpp"
#include "report.hpp"
#include "scaffold.hpp"
#include "verb.hpp"

namespace lockstep::cli {
namespace {

constexpr const char* kNewExamples =
    R"(Writes the folder NAME with a model or a controller, its test, a CMakeLists.txt and a README.md. It builds with CMake
against the installed lockstep. A model becomes FMUs for Co-Simulation and Model Exchange in FMI 2.0 and 3.0, a controller
a library that is a device of any world.

Examples:
  lockstep new fmu DcMotor
  lockstep new controller SoftHold
  cmake -S DcMotor -B DcMotor/build && cmake --build DcMotor/build
  lockstep simulate DcMotor/build/fmus/3.0/DcMotor.fmu --plot run.html
)";

struct NewOptions {
  std::string kind, name;
  bool json{false};
};

int make_folder(const NewOptions& options) {
  require_model_name(options.name);
  const std::vector<std::string> files =
      write_scaffold(template_folder() / options.kind, options.name, options.name);
  if (options.json) {
    print_json({{"folder", options.name}, {"files", files}});
    return kOk;
  }
  std::printf("%s/\n", options.name.c_str());
  for (const std::string& file : files)
    std::printf("  %s\n", file.c_str());
  std::printf("Build it: cd %s && cmake -S . -B build && cmake --build build\n", options.name.c_str());
  return kOk;
}

}  // namespace

Verb add_new(CLI::App& app) {
  const auto options = std::make_shared<NewOptions>();
  CLI::App* const command =
      app.add_subcommand("new", "Start a project: the folder of an FMU or a controller in C++");
  command->footer(kNewExamples);
  command->add_option("KIND", options->kind, "What to start: fmu or controller")
      ->required()
      ->check(CLI::IsMember({"fmu", "controller"}))
      ->option_text("(required)");
  command
      ->add_option("NAME", options->name, "Name of the model or controller and of the folder, like DcMotor")
      ->required()
      ->option_text("(required)");
  command->add_flag("--json", options->json, "Names of the files for programs");
  return {command, [options] { return make_folder(*options); }, [options] { return options->json; }};
}

}  // namespace lockstep::cli
