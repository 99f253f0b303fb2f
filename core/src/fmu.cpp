// SPDX-License-Identifier: Apache-2.0
#include "lockstep/core/fmu.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "fmu_impl.hpp"
#include "lockstep/core/error.hpp"
#include "naming_fmu.hpp"
#include "platform.hpp"
#include "source_build/source_build.hpp"

namespace lockstep::core {
namespace {

constexpr const char* kModelDescription = "modelDescription.xml";

Bytes read_if_present(const Archive& archive, std::string_view name) {
  return archive.contains(name) ? archive.read(name) : Bytes{};
}

/// An entry that has the right name in the wrong folder or in other letters; empty when there is none.
std::string similar_entry(const Archive& archive) {
  const auto same_letter = [](char a, char b) { return a == b || ((a ^ b) == 0x20 && (a | 0x20) >= 'a'); };
  const std::string_view wanted{kModelDescription};
  for (const ArchiveEntry& entry : archive.entries()) {
    const std::string_view name = entry.name;
    if (name.size() < wanted.size()) continue;
    const std::size_t start = name.size() - wanted.size();
    if (start > 0 && name[start - 1] != '/') continue;
    if (std::equal(wanted.begin(), wanted.end(), name.substr(start).begin(), same_letter)) return entry.name;
  }
  return {};
}

ParsedDescription read_description(const Archive& archive, const DescriptionLimits& limits) {
  if (!archive.contains(kModelDescription)) {
    const std::string elsewhere = similar_entry(archive);
    throw Error{ErrorCode::kUnreadable,
                fmt::format("{}: the archive has no {} at its root; an FMU must have one. {}",
                            archive.path().string(), kModelDescription,
                            elsewhere.empty()
                                ? "Was the folder itself zipped instead of its content?"
                                : fmt::format("It has '{}': zip the content of the folder, not the folder, "
                                              "and keep the name as the standard writes it",
                                              elsewhere))};
  }
  DescriptionFiles files;
  files.model_description = read_if_present(archive, kModelDescription);
  files.build_description = read_if_present(archive, "sources/buildDescription.xml");
  files.terminals_and_icons = read_if_present(archive, "terminalsAndIcons/terminalsAndIcons.xml");
  return naming_fmu(archive.path(), [&] { return parse_description(std::move(files), limits); });
}

}  // namespace

Fmu::Impl::Impl(std::filesystem::path fmu_path, const OpenOptions& open_options)
    : path{std::move(fmu_path)}, options{open_options}, archive{Archive::open(path, options.archive_limits)} {
  ParsedDescription parsed = read_description(archive, options.description_limits);
  description = std::move(parsed.description);
  diagnostics = std::move(parsed.diagnostics);
  binaries = find_binaries(archive, *description);
  for (const PlatformBinary& binary : binaries) {
    const std::string expected = "binaries/" + binary.platform + '/' + binary.model_identifier + ".so";
    if (!binary.this_machine || binary.entry == expected) continue;
    diagnostics.push_back(
        {Severity::kWarning,
         "library-name",
         fmt::format("the only library for this machine is '{}', expected '{}', the modelIdentifier "
                     "with .so; it is used",
                     binary.entry, expected),
         "rename the library or correct modelIdentifier",
         {}});
  }
}

const PlatformBinary* Fmu::Impl::binary_for(std::string_view model_identifier) const noexcept {
  for (const std::string_view folder : platform_folders(description->fmi_version())) {
    for (const PlatformBinary& binary : binaries) {
      if (binary.this_machine && binary.platform == folder && binary.model_identifier == model_identifier)
        return &binary;
    }
  }
  return nullptr;
}

void Fmu::Impl::no_binary(std::string_view model_identifier) const {
  std::set<std::string> platforms;
  for (const PlatformBinary& binary : binaries)
    platforms.insert(binary.platform);
  const std::string found = platforms.empty() ? "none at all" : fmt::format("{}", fmt::join(platforms, ", "));
  const bool sources = !description->build_configurations().empty();
  if (const std::string others = libraries_of_other_names(archive, description->fmi_version());
      !others.empty()) {
    throw Error{ErrorCode::kNoBinary,
                fmt::format("{}: expected the library {}.so, the modelIdentifier with .so, for this machine, "
                            "found {}; rename the library or correct modelIdentifier",
                            path.string(), model_identifier, others)};
  }
  throw Error{
      ErrorCode::kNoBinary,
      fmt::format("{}: no binary for this machine: expected binaries/{}/{}.so, found binaries for {}; {}",
                  path.string(), platform_folders(description->fmi_version()).front(), model_identifier,
                  found,
                  sources ? "the FMU has sources: allow to build them (--build-sources)"
                          : "ask the exporter of the FMU for a Linux binary or for sources")};
}

FmuFiles Fmu::Impl::extract(InterfaceKind kind) {
  const InterfaceCapabilities* capabilities = description->interface(kind);
  if (capabilities == nullptr) {
    throw Error{ErrorCode::kUnsupported,
                fmt::format("{}: the FMU has no {} interface", path.string(), to_string(kind))};
  }
  const PlatformBinary* binary = binary_for(capabilities->model_identifier);
  const bool build =
      binary == nullptr && options.build_sources && !description->build_configurations().empty();
  if (binary == nullptr && !build) no_binary(capabilities->model_identifier);
  if (!cache_) cache_.emplace(options.cache);
  const bool has_resources = !archive.entries_below("resources/").empty();
  if (build) {
    unpacked_.push_back(cache_->extract(archive, {"sources/", "resources/"}));
    return {build_from_sources(unpacked_.back(), *description, kind), unpacked_.back().root(), has_resources};
  }
  const std::filesystem::path entry{binary->entry};
  unpacked_.push_back(cache_->extract(archive, {entry.parent_path().string() + '/', "resources/"}));
  const std::filesystem::path& root = unpacked_.back().root();
  return {root / entry, root, has_resources};
}

FmuFiles Fmu::Impl::files(InterfaceKind kind) {
  const std::lock_guard<std::mutex> lock{mutex_};
  std::optional<FmuFiles>& known = files_[static_cast<std::size_t>(kind)];
  if (!known) known = extract(kind);
  return *known;
}

Fmu::Fmu(std::unique_ptr<Impl> impl) noexcept : impl_{std::move(impl)} {}
Fmu::~Fmu() = default;

std::shared_ptr<const Fmu> Fmu::open(const std::filesystem::path& path, const OpenOptions& options) {
  return std::shared_ptr<const Fmu>{new Fmu{std::make_unique<Impl>(path, options)}};
}

const std::filesystem::path& Fmu::path() const noexcept {
  return impl_->path;
}
const ModelDescription& Fmu::description() const noexcept {
  return *impl_->description;
}
const std::shared_ptr<const ModelDescription>& Fmu::shared_description() const noexcept {
  return impl_->description;
}
const std::vector<Diagnostic>& Fmu::diagnostics() const noexcept {
  return impl_->diagnostics;
}
const std::vector<PlatformBinary>& Fmu::binaries() const noexcept {
  return impl_->binaries;
}
bool Fmu::has_sources() const noexcept {
  return !impl_->description->build_configurations().empty();
}

InterfaceKind Fmu::preferred_kind() const {
  for (const InterfaceKind kind :
       {InterfaceKind::kCoSimulation, InterfaceKind::kModelExchange, InterfaceKind::kScheduledExecution}) {
    if (description().interface(kind) != nullptr) return kind;
  }
  throw Error{
      ErrorCode::kUnsupported,
      fmt::format(
          "{}: the model description offers neither Co-Simulation nor Model Exchange nor Scheduled Execution",
          path().string())};
}

}  // namespace lockstep::core
