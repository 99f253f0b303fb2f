// SPDX-License-Identifier: Apache-2.0
#include "check/file_rules.hpp"

#include <fmt/format.h>

#include <vector>

#include "lockstep/core/error.hpp"
#include "platform.hpp"

namespace lockstep::core {
namespace {

void missing(DiagnosticSink& diagnostics, std::string_view id, const std::string& file,
             const std::string& named_by, const std::string& declared_in) {
  diagnostics.add(Severity::kWarning, id,
                  fmt::format("'{}' is not in the FMU, though {} names it", file, named_by),
                  "add the file or remove the entry", {declared_in, 0, 0});
}

void check_sources(const Archive& archive, const ModelDescription& model, DiagnosticSink& diagnostics) {
  const bool fmi3 = model.fmi_version() == FmiVersion::k3;
  const std::string declared_in = fmi3 ? "sources/buildDescription.xml" : "modelDescription.xml";
  for (const BuildConfiguration& configuration : model.build_configurations())
    for (const SourceFileSet& set : configuration.file_sets)
      for (const std::string_view file : set.files) {
        const std::string entry = fmt::format("sources/{}", file);
        if (!archive.contains(entry))
          missing(diagnostics, "missing-source-file", entry,
                  fmt::format("the build configuration of '{}'", configuration.model_identifier),
                  declared_in);
      }
}

void check_terminals(const Archive& archive, const ModelDescription& model, DiagnosticSink& diagnostics) {
  const std::string file = "terminalsAndIcons/terminalsAndIcons.xml";
  if (model.has_icon() && !archive.contains("terminalsAndIcons/icon.png"))
    missing(diagnostics, "missing-icon", "terminalsAndIcons/icon.png", "<Icon>", file);
  for (const Terminal& terminal : model.terminals()) {
    const std::string icon = fmt::format("terminalsAndIcons/{}.png", terminal.icon_base_name);
    if (!terminal.icon_base_name.empty() && !archive.contains(icon))
      missing(diagnostics, "missing-icon", icon, fmt::format("terminal '{}'", terminal.name), file);
    for (const TerminalMember& member : terminal.members)
      if (model.find(member.variable_name) == nullptr)
        diagnostics.add(
            Severity::kWarning, "terminal-unknown-variable",
            fmt::format("terminal '{}': there is no variable '{}'", terminal.name, member.variable_name),
            "correct the name of the variable", {file, 0, 0});
  }
}

void note_documentation(const Archive& archive, const ModelDescription& model, DiagnosticSink& diagnostics) {
  const std::string page =
      model.fmi_version() == FmiVersion::k1 ? "documentation/_main.html" : "documentation/index.html";
  if (!archive.entries_below("documentation").empty() && !archive.contains(page))
    diagnostics.add(Severity::kNote, "no-documentation-entry",
                    fmt::format("the FMU has documentation but no '{}', where readers start", page),
                    "add the page", {});
}

}  // namespace

std::string check_extracted_files(const Archive& archive, FmiVersion version, DiagnosticSink& diagnostics) {
  std::vector<std::string> folders{"resources/"};
  for (const std::string_view platform : platform_folders(version))
    folders.push_back(fmt::format("binaries/{}/", platform));
  std::string first;
  for (const std::string& folder : folders) {
    for (const ArchiveEntry& entry : archive.entries_below(folder)) {
      if (entry.is_directory) continue;
      try {
        static_cast<void>(archive.read(entry.name));
      } catch (const Error& error) {
        diagnostics.add(Severity::kError, "unreadable-file", error.message(), "pack the FMU again",
                        {entry.name, 0, 0});
        if (first.empty()) first = error.message();
      }
    }
  }
  return first;
}

void check_files(const Archive& archive, const ModelDescription& model, DiagnosticSink& diagnostics) {
  check_sources(archive, model, diagnostics);
  check_terminals(archive, model, diagnostics);
  note_documentation(archive, model, diagnostics);
}

}  // namespace lockstep::core
