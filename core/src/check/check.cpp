// SPDX-License-Identifier: Apache-2.0
#include "lockstep/core/check.hpp"

#include <algorithm>

#include "check/rules.hpp"
#include "fmu_impl.hpp"

namespace lockstep::core {

bool CheckReport::loads_here() const noexcept {
  return std::none_of(diagnostics.begin(), diagnostics.end(),
                      [](const Diagnostic& finding) { return finding.severity == Severity::kError; });
}

bool CheckReport::has_violations() const noexcept {
  return std::any_of(diagnostics.begin(), diagnostics.end(),
                     [](const Diagnostic& finding) { return finding.severity != Severity::kNote; });
}

CheckReport check(const std::filesystem::path& path, const OpenOptions& options) {
  CheckReport report;
  report.fmu = Fmu::open(path, options);
  const ModelDescription& description = report.fmu->description();
  const Archive& archive = report.fmu->impl().archive;
  report.diagnostics = report.fmu->diagnostics();
  check_names(description, report.diagnostics);
  check_values(description, report.diagnostics);
  check_structure(description, report.diagnostics);
  std::stable_sort(report.diagnostics.begin(), report.diagnostics.end(),
                   [](const Diagnostic& a, const Diagnostic& b) { return a.where.line < b.where.line; });
  check_files(description, archive, report.diagnostics);
  check_platform(*report.fmu, archive, report.diagnostics);
  return report;
}

}  // namespace lockstep::core
