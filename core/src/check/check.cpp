// SPDX-License-Identifier: Apache-2.0
#include "lockstep/core/check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "check/binary_check.hpp"
#include "check/file_rules.hpp"
#include "check/rules.hpp"
#include "fmu_impl.hpp"

namespace lockstep::core {
namespace {

void append(std::vector<Diagnostic>& all, std::vector<Diagnostic> more) {
  all.insert(all.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

/// What keeps all interfaces from loading, whatever the binary is like.
void refuse_all(const std::string& reason, std::vector<InterfaceVerdict>& verdicts) {
  if (reason.empty()) return;
  for (InterfaceVerdict& verdict : verdicts) {
    if (verdict.loads) verdict.reason = reason;
    verdict.loads = false;
  }
}

/// An FMU whose description makes simulation impossible does not run.
std::string first_error(const std::vector<Diagnostic>& diagnostics) {
  const auto error = std::find_if(diagnostics.begin(), diagnostics.end(), [](const Diagnostic& finding) {
    return finding.severity == Severity::kError;
  });
  return error == diagnostics.end() ? std::string{} : error->message;
}

}  // namespace

bool CheckReport::loads_here() const noexcept {
  return std::any_of(interfaces.begin(), interfaces.end(),
                     [](const InterfaceVerdict& verdict) { return verdict.loads; });
}

bool CheckReport::has_violations() const noexcept {
  return std::any_of(diagnostics.begin(), diagnostics.end(),
                     [](const Diagnostic& finding) { return finding.severity != Severity::kNote; });
}

std::string CheckReport::verdict() const {
  std::string names;
  std::string reasons;
  for (const InterfaceVerdict& verdict : interfaces) {
    if (verdict.loads)
      names += (names.empty() ? "" : ", ") + std::string{to_string(verdict.kind)};
    else
      reasons +=
          (reasons.empty() ? "" : "; ") + fmt::format("{}: {}", to_string(verdict.kind), verdict.reason);
  }
  if (reasons.empty() && names.empty()) reasons = "the description offers no interface";
  if (names.empty()) return "would load here: no, because " + reasons;
  return fmt::format("would load here: yes ({}){}", names, reasons.empty() ? "" : "; not " + reasons);
}

void check_description(ParsedDescription& parsed, const DescriptionLimits& limits) {
  DiagnosticSink sink{limits.max_diagnostics_per_id};
  Rules rules{*parsed.description, sink};
  check_model(rules);
  check_names(rules);
  check_values(rules);
  check_aliases(rules);
  check_structure(rules);
  check_clocks(rules);
  append(parsed.diagnostics, sink.take());
  std::stable_sort(
      parsed.diagnostics.begin(), parsed.diagnostics.end(), [](const Diagnostic& a, const Diagnostic& b) {
        return a.where.line != b.where.line ? a.where.line < b.where.line : a.where.column < b.where.column;
      });
}

CheckReport check(const std::filesystem::path& path, const OpenOptions& options) {
  CheckReport report;
  report.fmu = Fmu::open(path, options);
  const Archive& archive = report.fmu->impl().archive;
  ParsedDescription parsed{report.fmu->shared_description(), report.fmu->diagnostics()};
  check_description(parsed, options.description_limits);
  DiagnosticSink sink{options.description_limits.max_diagnostics_per_id};
  check_files(archive, *parsed.description, sink);
  check_binaries(*report.fmu, archive, LibrarySearch::Environment::of_this_process(), sink,
                 report.interfaces);
  refuse_all(first_error(parsed.diagnostics), report.interfaces);
  refuse_all(check_extracted_files(archive, parsed.description->fmi_version(), sink), report.interfaces);
  report.diagnostics = std::move(parsed.diagnostics);
  append(report.diagnostics, sink.take());
  return report;
}

}  // namespace lockstep::core
