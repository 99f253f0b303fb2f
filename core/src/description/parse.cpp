// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <memory>
#include <utility>

#include "description/common.hpp"
#include "description/model_impl.hpp"
#include "lockstep/core/model_description.hpp"
#include "lockstep/core/number_text.hpp"

namespace lockstep::core {
namespace {

constexpr std::string_view kModelDescriptionFile = "modelDescription.xml";

[[noreturn]] void refuse(const SourceLocation& where, const std::string& message) {
  throw Error{ErrorCode::kBadDescription,
              fmt::format("{}:{}:{}: {}", where.file, where.line, where.column, message)};
}

/// Decides by the number before the first dot; an unusual rest is reported, not refused.
FmiVersion read_version(const XmlDocument& xml, DiagnosticSink& diagnostics) {
  const pugi::xml_node root = xml.root();
  if (std::string_view{root.name()} != "fmiModelDescription")
    refuse(xml.where(root),
           fmt::format("the root element is <{}>, expected <fmiModelDescription>", root.name()));
  const pugi::xml_attribute attribute = root.attribute("fmiVersion");
  if (!attribute)
    refuse(xml.where(root),
           "<fmiModelDescription> has no fmiVersion; add fmiVersion=\"1.0\", \"2.0\" or \"3.0\"");
  const std::string_view text = trimmed(attribute.value());
  const std::string_view major = text.substr(0, text.find('.'));
  const bool usual = text == "1.0" || text == "2.0" || text.substr(0, 3) == "3.0";
  const bool draft = text.find('-') != std::string_view::npos;
  if (major != "1" && major != "2" && major != "3")
    refuse(xml.where(attribute),
           fmt::format("fmiVersion \"{}\" is not supported; expected 1.0, 2.0 or 3.0", text.substr(0, 40)));
  if (!usual || draft)
    diagnostics.add(Severity::kWarning, "fmi-version",
                    fmt::format("fmiVersion \"{}\" is read as {}.0", text.substr(0, 40), major),
                    "give the version of a released standard: 1.0, 2.0 or 3.0", xml.where(attribute));
  return major == "1" ? FmiVersion::k1 : major == "2" ? FmiVersion::k2 : FmiVersion::k3;
}

void report_file_defects(Reading& reading) {
  if (const std::uint32_t line = reading.xml.invalid_utf8_line(); line != 0)
    reading.diagnostics.add(
        Severity::kWarning, "bad-encoding",
        "the file holds bytes that are not UTF-8, its declared encoding; they are read as "
        "Windows-1252",
        "save the file as UTF-8", {reading.xml.file(), line, 0});
  if (const pugi::xml_node second = reading.xml.second_root())
    reading.warn(second, "second-root",
                 fmt::format("element <{}> after the end of <{}>; XML allows one root element", second.name(),
                             reading.xml.root().name()),
                 "remove it; it is ignored");
}

void read_model_description(Bytes text, const DescriptionLimits& limits, ModelDescription::Impl& model,
                            DiagnosticSink& diagnostics) {
  XmlDocument xml{std::move(text), std::string{kModelDescriptionFile}, limits};
  model.version = read_version(xml, diagnostics);
  Reading reading{xml, model, diagnostics, limits, model.version};
  model.version_text = reading.keep(trimmed(xml.root().attribute("fmiVersion").value()));
  report_file_defects(reading);
  switch (model.version) {
    case FmiVersion::k1:
      read_fmi1(reading, xml.root());
      break;
    case FmiVersion::k2:
      read_fmi2(reading, xml.root());
      break;
    case FmiVersion::k3:
      read_fmi3(reading, xml.root());
      break;
  }
  bool any_interface = false;
  for (const bool has : model.has_interface)
    any_interface = any_interface || has;
  if (!any_interface)
    reading.fail(xml.root(), "no-interface", "the description offers no interface to run the FMU by",
                 "add <CoSimulation modelIdentifier=\"...\"/> or <ModelExchange modelIdentifier=\"...\"/>");
}

/// A file beside modelDescription.xml: when it cannot be read, the model can still be run.
void read_companion(Bytes text, std::string file, const DescriptionLimits& limits,
                    ModelDescription::Impl& model, DiagnosticSink& diagnostics,
                    void (*read)(Reading&, pugi::xml_node)) {
  if (text.empty()) return;
  try {
    XmlDocument xml{std::move(text), file, limits};
    Reading reading{xml, model, diagnostics, limits, FmiVersion::k3};
    report_file_defects(reading);
    read(reading, xml.root());
  } catch (const Error& error) {
    diagnostics.add(Severity::kWarning, "unreadable-file", error.message(), "correct the file; it is ignored",
                    {std::move(file), 0, 0});
  }
}

void build_indexes(ModelDescription::Impl& model, DiagnosticSink& diagnostics) {
  model.names.build(model.variables, [&](TableIndex variable, TableIndex holder) {
    const Variable& second = model.variables[variable];
    const Variable& first = model.variables[holder];
    diagnostics.add(
        Severity::kWarning, "duplicate-name",
        fmt::format(
            "variable '{}' has a name that is taken by the variable in line {}; look-up by name finds "
            "that one",
            second.name, first.line),
        "rename one of them; names must be unique",
        {std::string{kModelDescriptionFile}, second.line, second.column});
  });
  model.references.build(model.variables);
}

}  // namespace

ParsedDescription parse_description(DescriptionFiles files, const DescriptionLimits& limits) {
  DiagnosticSink diagnostics{limits.max_diagnostics_per_id};
  auto model = std::make_unique<ModelDescription::Impl>();
  // The XML text and tree are gone before the indexes are built: they are the larger part of the peak memory.
  read_model_description(std::move(files.model_description), limits, *model, diagnostics);
  read_companion(std::move(files.build_description), "sources/buildDescription.xml", limits, *model,
                 diagnostics, read_build_description);
  read_companion(std::move(files.terminals_and_icons), "terminalsAndIcons/terminalsAndIcons.xml", limits,
                 *model, diagnostics, read_terminals_and_icons);
  build_indexes(*model, diagnostics);
  ParsedDescription result;
  result.description = std::make_shared<const ModelDescription>(std::move(model));
  result.diagnostics = diagnostics.take();
  return result;
}

}  // namespace lockstep::core
