// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gnu/libc-version.h>

#include <algorithm>
#include <set>
#include <sstream>

#include "binary/elf_file.hpp"
#include "binary/library_search.hpp"
#include "check/rules.hpp"
#include "lockstep/fmi/fmi1.h"
#include "lockstep/fmi/fmi2.h"
#include "lockstep/fmi/fmi3.h"
#include "platform.hpp"

namespace lockstep::core {
namespace {

struct Function {
  const char* name;
  unsigned kinds;
  const char* capability;
};
#define LOCKSTEP_ROW(name, kinds, capability) {#name, kinds, capability},
constexpr Function kFmi1[] = {LOCKSTEP_FMI1_FUNCTIONS(LOCKSTEP_ROW)};
constexpr Function kFmi2[] = {LOCKSTEP_FMI2_FUNCTIONS(LOCKSTEP_ROW)};
constexpr Function kFmi3[] = {LOCKSTEP_FMI3_FUNCTIONS(LOCKSTEP_ROW)};
#undef LOCKSTEP_ROW

unsigned bit_of(InterfaceKind kind) noexcept {
  switch (kind) {
    case InterfaceKind::kModelExchange:
      return LOCKSTEP_FMI_ME;
    case InterfaceKind::kCoSimulation:
      return LOCKSTEP_FMI_CS;
    case InterfaceKind::kScheduledExecution:
      break;
  }
  return LOCKSTEP_FMI_SE;
}

/// "2.36" against "2.9": by numbers, not by text.
bool newer(const std::string& version, const std::string& than) {
  std::istringstream a{version}, b{than};
  int major_a = 0, minor_a = 0, major_b = 0, minor_b = 0;
  char dot = 0;
  a >> major_a >> dot >> minor_a;
  b >> major_b >> dot >> minor_b;
  return major_a != major_b ? major_a > major_b : minor_a > minor_b;
}

/// One binary of this machine under examination.
class BinaryCheck {
 public:
  BinaryCheck(const ModelDescription& description, const Archive& archive, const PlatformBinary& binary,
              std::vector<Diagnostic>& findings)
      : description_{description}, archive_{archive}, binary_{binary}, findings_{findings} {}

  void run(const LibrarySearch& libraries) {
    const Bytes content = archive_.read(binary_.entry);
    elf_ = read_elf(content.text());
    if (!right_kind()) return;
    check_functions();
    check_libraries(libraries);
    check_versions();
  }

 private:
  void report(Severity severity, const char* id, std::string message, std::string fix) {
    findings_.push_back({severity, id, std::move(message), std::move(fix), {binary_.entry, 0, 0}});
  }

  bool right_kind() {
    if (elf_.kind != ElfFile::Kind::kShared) {
      report(Severity::kError, "not-a-library",
             fmt::format("'{}' is not an ELF shared library, or is damaged", binary_.entry),
             "build the FMU again for this platform");
      return false;
    }
    if (elf_.bits == host_bits() && elf_.machine == host_machine()) return true;
    report(Severity::kError, "wrong-machine",
           fmt::format("'{}' is for {} ({} bit); this machine is {} ({} bit)", binary_.entry,
                       machine_name(elf_.machine), elf_.bits, machine_name(host_machine()), host_bits()),
           "build the FMU for this processor");
    return false;
  }

  void check_functions() {
    if (!elf_.has_symbols) {
      return report(Severity::kNote, "no-symbol-table",
                    fmt::format("'{}' has no section table; its functions cannot be checked", binary_.entry),
                    "");
    }
    for (std::size_t kind = 0; kind < kInterfaceKindCount; ++kind) {
      const InterfaceCapabilities* capabilities = description_.interface(static_cast<InterfaceKind>(kind));
      if (capabilities != nullptr && capabilities->model_identifier == binary_.model_identifier) {
        check_functions_of(static_cast<InterfaceKind>(kind));
      }
    }
  }

  void check_functions_of(InterfaceKind kind) {
    const FmiVersion version = description_.fmi_version();
    const Span<const Function> functions = version == FmiVersion::k1   ? Span<const Function>{kFmi1}
                                           : version == FmiVersion::k2 ? Span<const Function>{kFmi2}
                                                                       : Span<const Function>{kFmi3};
    for (const Function& function : functions) {
      if ((function.kinds & bit_of(kind)) == 0) continue;
      const std::string symbol = version == FmiVersion::k1 ? binary_.model_identifier + "_fmi" + function.name
                                 : version == FmiVersion::k2 ? std::string{"fmi2"} + function.name
                                                             : std::string{"fmi3"} + function.name;
      if (elf_.exports(symbol) || !reported_.insert(symbol).second) continue;
      const bool vital = is_vital(function.name);
      report(vital ? Severity::kError : Severity::kWarning,
             vital ? "missing-function" : "missing-optional-function",
             fmt::format("'{}' does not export {} ({})", binary_.entry, symbol, to_string(kind)),
             "export every function of the standard; were the symbols hidden when it was linked?");
    }
  }

  // Without these no instance can be made or run.
  static bool is_vital(std::string_view name) noexcept {
    constexpr std::string_view kVital[] = {"Instantiate",
                                           "InstantiateSlave",
                                           "InstantiateModel",
                                           "InstantiateCoSimulation",
                                           "InstantiateModelExchange",
                                           "InstantiateScheduledExecution",
                                           "EnterInitializationMode",
                                           "ExitInitializationMode",
                                           "InitializeSlave",
                                           "Initialize",
                                           "DoStep"};
    return std::find(std::begin(kVital), std::end(kVital), name) != std::end(kVital);
  }

  void check_libraries(const LibrarySearch& libraries) {
    const std::string folder = binary_.entry.substr(0, binary_.entry.rfind('/') + 1);
    for (const std::string& name : elf_.needed) {
      if (archive_.contains(folder + name) || libraries.has(name) || on_search_path(name)) continue;
      report(Severity::kError, "missing-library",
             fmt::format("'{}' needs the library {}, which is not on this machine", binary_.entry, name),
             fmt::format("install the package that has {}, or put it beside the binary in the archive ({})",
                         name, folder));
    }
  }

  bool on_search_path(const std::string& name) const {
    std::error_code ignored;
    return std::any_of(elf_.search_path.begin(), elf_.search_path.end(), [&](const std::string& folder) {
      return folder.front() == '/' && std::filesystem::exists(std::filesystem::path{folder} / name, ignored);
    });
  }

  void check_versions() {
    const std::string here = gnu_get_libc_version();
    constexpr std::string_view kPrefix = "GLIBC_";
    std::string newest;
    for (const ElfFile::VersionNeed& need : elf_.versions) {
      if (need.version.substr(0, kPrefix.size()) != kPrefix) continue;
      const std::string version = need.version.substr(kPrefix.size());
      if (newer(version, here) && (newest.empty() || newer(version, newest))) newest = version;
    }
    if (newest.empty()) return;
    report(Severity::kError, "c-library-too-old",
           fmt::format("'{}' needs glibc {}, this machine has {}", binary_.entry, newest, here),
           "build the FMU on an older system, or run it on a newer one");
  }

  const ModelDescription& description_;
  const Archive& archive_;
  const PlatformBinary& binary_;
  std::vector<Diagnostic>& findings_;
  ElfFile elf_;
  std::set<std::string> reported_;
};

void check_tool_coupling(const ModelDescription& description, std::vector<Diagnostic>& findings) {
  for (std::size_t kind = 0; kind < kInterfaceKindCount; ++kind) {
    const InterfaceCapabilities* capabilities = description.interface(static_cast<InterfaceKind>(kind));
    if (capabilities == nullptr || !(capabilities->needs_execution_tool || capabilities->tool_coupling))
      continue;
    const std::string_view tool = description.generation_tool();
    findings.push_back(
        {Severity::kNote,
         "needs-tool",
         fmt::format("{}: the FMU needs the tool that made it at run time ({})",
                     to_string(static_cast<InterfaceKind>(kind)), tool.empty() ? "not named" : tool),
         "install and license that tool, or export the FMU without tool coupling",
         {}});
  }
}

}  // namespace

void check_platform(const Fmu& fmu, const Archive& archive, std::vector<Diagnostic>& findings) {
  const ModelDescription& description = fmu.description();
  check_tool_coupling(description, findings);
  const LibrarySearch libraries;
  bool any = false;
  for (const PlatformBinary& binary : fmu.binaries()) {
    if (!binary.this_machine) continue;
    any = true;
    BinaryCheck{description, archive, binary, findings}.run(libraries);
  }
  if (any) return;
  std::set<std::string> platforms;
  for (const PlatformBinary& binary : fmu.binaries())
    platforms.insert(binary.platform);
  const std::string folder{platform_folders(description.fmi_version()).front()};
  findings.push_back({Severity::kError,
                      "no-binary",
                      fmt::format("no binary for this machine (binaries/{}/); the FMU has {}", folder,
                                  platforms.empty() ? "none" : fmt::format("{}", fmt::join(platforms, ", "))),
                      fmu.has_sources() ? "it has sources: run it with --build-sources"
                                        : "ask the exporter for a binary or for sources",
                      {}});
}

}  // namespace lockstep::core
