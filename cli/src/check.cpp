// SPDX-License-Identifier: Apache-2.0
#include "lockstep/core/check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "options.hpp"
#include "printable.hpp"
#include "report.hpp"
#include "verb.hpp"

namespace lockstep::cli {
namespace {

struct CheckOptions {
  std::string file;
  bool json{false}, strict{false};
  std::vector<std::string> ignored, archive_limits;
};

constexpr const char* kCheckExamples =
    R"(Reports what keeps the FMU from loading on this machine (errors) and every violation of the FMI
standard that can be seen without running it (warnings). Never executes the FMU's code.

Exit code 0: it loads here; 1: it would not, or with --strict anything is wrong; 2: unreadable.

Examples:
  lockstep check Motor.fmu
  lockstep check Motor.fmu --strict --ignore missing-start
  lockstep check Motor.fmu --json | jq -r '.diagnostics[].id' | sort | uniq -c
)";

std::size_t count(const std::vector<Diagnostic>& diagnostics, Severity severity) {
  return static_cast<std::size_t>(
      std::count_if(diagnostics.begin(), diagnostics.end(),
                    [&](const Diagnostic& one) { return one.severity == severity; }));
}

/// "2 errors, 1 warning"; what is zero is left out.
std::string counts_text(const std::vector<Diagnostic>& diagnostics) {
  std::string text;
  for (const Severity severity : {Severity::kError, Severity::kWarning, Severity::kNote}) {
    const std::size_t number = count(diagnostics, severity);
    if (number == 0) continue;
    text += fmt::format("{}{} {}{}", text.empty() ? "" : ", ", number, to_string(severity),
                        number == 1 ? "" : "s");
  }
  return text.empty() ? "no findings" : text;
}

void print_findings(const core::CheckReport& report) {
  for (const Diagnostic& diagnostic : report.diagnostics)
    std::printf("%s\n", printable_lines(to_string(diagnostic)).c_str());
  const char* const verdict = report.loads_here() ? "loads here" : "would not load here";
  std::printf("%s: %s; %s\n", report.fmu->path().c_str(), verdict, counts_text(report.diagnostics).c_str());
}

nlohmann::ordered_json findings_json(const core::CheckReport& report) {
  nlohmann::ordered_json json;
  json["file"] = report.fmu->path().string();
  json["loadsHere"] = report.loads_here();
  json["errors"] = count(report.diagnostics, Severity::kError);
  json["warnings"] = count(report.diagnostics, Severity::kWarning);
  json["notes"] = count(report.diagnostics, Severity::kNote);
  json["diagnostics"] = to_json(report.diagnostics);
  return json;
}

int check_model(const CheckOptions& options) {
  core::OpenOptions open_options;
  open_options.archive_limits = read_archive_limits(options.archive_limits);
  core::CheckReport report = core::check(options.file, open_options);
  const auto is_ignored = [&](const Diagnostic& diagnostic) {
    return std::find(options.ignored.begin(), options.ignored.end(), diagnostic.id) != options.ignored.end();
  };
  report.diagnostics.erase(std::remove_if(report.diagnostics.begin(), report.diagnostics.end(), is_ignored),
                           report.diagnostics.end());
  if (options.json) {
    print_json(findings_json(report));
  } else {
    print_findings(report);
  }
  const bool good = report.loads_here() && !(options.strict && report.has_violations());
  return good ? kOk : kFailed;
}

}  // namespace

Verb add_check(CLI::App& app) {
  const auto options = std::make_shared<CheckOptions>();
  CLI::App* const command = app.add_subcommand("check", "Check an FMU against the standard and this machine");
  command->footer(kCheckExamples);
  command->add_option("MODEL", options->file, "FMU to check")->required()->option_text("(required)");
  command->add_flag("--strict", options->strict, "Exit code 1 for every violation of the standard");
  add_repeated(*command, "--ignore", options->ignored, "ID",
               "Leave out findings of this id; may be repeated");
  add_archive_limits(*command, options->archive_limits);
  command->add_flag("--json", options->json, "Findings for programs");
  return {command, [options] { return check_model(*options); }, [options] { return options->json; }};
}

}  // namespace lockstep::cli
