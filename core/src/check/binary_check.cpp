// SPDX-License-Identifier: Apache-2.0
#include "check/binary_check.hpp"

#include <fmt/format.h>

#include <map>
#include <set>

#include "platform.hpp"

namespace lockstep::core {
namespace {

/// What the name of a folder below binaries/ promises.
BinaryFormat::Container container_for(std::string_view platform) noexcept {
  const auto has = [platform](std::string_view part) {
    return platform.find(part) != std::string_view::npos;
  };
  if (has("darwin")) return BinaryFormat::Container::kMachO;
  if (has("win")) return BinaryFormat::Container::kPe;
  if (has("linux")) return BinaryFormat::Container::kElf;
  return BinaryFormat::Container::kUnknown;
}

void check_foreign(const Archive& archive, const PlatformBinary& binary, DiagnosticSink& diagnostics) {
  const BinaryFormat::Container expected = container_for(binary.platform);
  if (expected == BinaryFormat::Container::kUnknown) return;
  try {
    const Bytes bytes = archive.read(binary.entry);
    const BinaryFormat format = binary_format(bytes.text());
    if (format.container == expected) return;
    diagnostics.add(
        Severity::kWarning, "wrong-binary-format",
        fmt::format("'{}' is for {}, which does not fit its folder", binary.entry, format.to_text()),
        "put the binary into the folder of its platform", {binary.entry, 0, 0});
  } catch (const Error& error) {
    diagnostics.add(Severity::kWarning, "unreadable-file", error.message(), "pack the FMU again",
                    {binary.entry, 0, 0});
  }
}

std::string platforms_text(const std::vector<PlatformBinary>& binaries) {
  std::set<std::string> names;
  for (const PlatformBinary& binary : binaries)
    names.insert(binary.platform);
  std::string text;
  for (const std::string& name : names)
    text += (text.empty() ? "" : ", ") + name;
  return text;
}

class BinaryCheck {
 public:
  BinaryCheck(const Fmu& fmu, const Archive& archive, LibrarySearch::Environment environment,
              DiagnosticSink& diagnostics)
      : fmu_{fmu},
        archive_{archive},
        model_{fmu.description()},
        search_{archive, std::move(environment)},
        diagnostics_{diagnostics} {}

  /// Empty: it would load.
  std::string check(InterfaceKind kind) {
    const std::string identifier{model_.interface(kind)->model_identifier};
    if (identifier.empty()) return "it has no model identifier";
    const auto library = library_of(identifier);
    if (!library.file) return library.reason;
    const std::string function = check_functions(model_, kind, *library.file, diagnostics_);
    if (!function.empty()) return fmt::format("its library does not export {}", function);
    return library.reason;
  }

  void check_other_platforms() {
    for (const PlatformBinary& binary : fmu_.binaries())
      if (!binary.this_machine) check_foreign(archive_, binary, diagnostics_);
  }

 private:
  struct Library {
    std::optional<FoundLibrary> file;
    std::string reason;
  };

  /// The library of this machine; interfaces may share one, which is then checked once.
  const Library& library_of(const std::string& identifier) {
    const auto known = libraries_.find(identifier);
    if (known != libraries_.end()) return known->second;
    Library library;
    const PlatformBinary* const binary = binary_for(identifier);
    if (binary == nullptr) {
      library.reason = report_no_binary(identifier);
    } else {
      open(*binary, library);
    }
    return libraries_.emplace(identifier, std::move(library)).first->second;
  }

  void open(const PlatformBinary& binary, Library& library) {
    std::string error;
    library.file = search_.open_entry(binary.entry, error);
    if (library.file) {
      library.reason = check_dependencies(search_, *library.file, diagnostics_);
      return;
    }
    library.reason = fmt::format("'{}' {}", binary.entry, error);
    const BinaryFormat format = binary_format(archive_.read(binary.entry).text());
    const bool other = format.is_library() && !format.this_machine;
    diagnostics_.add(Severity::kError, other ? "wrong-machine" : "not-a-library", library.reason,
                     other ? "build the FMU for this processor" : "build the FMU again for this platform",
                     {binary.entry, 0, 0});
  }

  const PlatformBinary* binary_for(std::string_view identifier) const {
    for (const std::string_view folder : platform_folders(model_.fmi_version()))
      for (const PlatformBinary& binary : fmu_.binaries())
        if (binary.platform == folder && binary.model_identifier == identifier) return &binary;
    return nullptr;
  }

  std::string report_no_binary(const std::string& identifier) {
    if (const std::string others = libraries_of_other_names(archive_, model_.fmi_version());
        !others.empty()) {
      const std::string reason = fmt::format(
          "no library '{}.so', the modelIdentifier with .so, for this machine; found {}", identifier, others);
      diagnostics_.add(Severity::kError, "no-binary", reason, "rename the library or correct modelIdentifier",
                       {});
      return reason;
    }
    const std::string folder{platform_folders(model_.fmi_version()).front()};
    const std::string have = platforms_text(fmu_.binaries());
    const std::string reason =
        fmt::format("no binary '{}.so' for this machine (binaries/{}/); the FMU has {}", identifier, folder,
                    have.empty() ? "none" : have);
    diagnostics_.add(Severity::kError, "no-binary", reason,
                     fmu_.has_sources() ? "it has sources: run it with --build-sources"
                                        : "ask the exporter for a binary or for sources",
                     {});
    return reason;
  }

  const Fmu& fmu_;
  const Archive& archive_;
  const ModelDescription& model_;
  LibrarySearch search_;
  DiagnosticSink& diagnostics_;
  std::map<std::string, Library, std::less<>> libraries_;
};

}  // namespace

void check_binaries(const Fmu& fmu, const Archive& archive, LibrarySearch::Environment environment,
                    DiagnosticSink& diagnostics, std::vector<InterfaceVerdict>& verdicts) {
  BinaryCheck check{fmu, archive, std::move(environment), diagnostics};
  for (std::size_t i = 0; i < kInterfaceKindCount; ++i) {
    const auto kind = static_cast<InterfaceKind>(i);
    if (fmu.description().interface(kind) == nullptr) continue;
    std::string reason = check.check(kind);
    const bool loads = reason.empty();
    verdicts.push_back({kind, loads, std::move(reason)});
  }
  check.check_other_platforms();
}

}  // namespace lockstep::core
