// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <deque>
#include <map>

#include "check/binary_check.hpp"
#include "lockstep/core/number_text.hpp"

namespace lockstep::core {
namespace {

// A library may need many others; a hostile one endlessly many.
constexpr std::size_t kMostLibraries = 500;

/// "GLIBC_2.38" -> {2, 38}; empty when it is not a version of this kind.
std::vector<std::uint64_t> version_numbers(std::string_view version) {
  std::vector<std::uint64_t> numbers;
  std::size_t at = version.find('_');
  while (at != std::string_view::npos) {
    const std::size_t end = version.find('.', at + 1);
    const auto number =
        parse_uint64(version.substr(at + 1, end == std::string_view::npos ? end : end - at - 1));
    if (!number) return {};
    numbers.push_back(*number);
    at = end;
  }
  return numbers;
}

std::string_view prefix(std::string_view version) {
  return version.substr(0, version.find('_'));
}

/// The newest offered version of the same kind.
std::string_view newest_like(const ElfFile& library, std::string_view wanted) {
  std::string_view best;
  for (const std::string_view offered : library.offered_versions())
    if (prefix(offered) == prefix(wanted) && !version_numbers(offered).empty() &&
        (best.empty() || version_numbers(best) < version_numbers(offered)))
      best = offered;
  return best;
}

/// All libraries that would be in memory, found as the loader finds them, level by level.
class Closure {
 public:
  Closure(LibrarySearch& search, const FoundLibrary& root, DiagnosticSink& diagnostics)
      : search_{search}, diagnostics_{diagnostics} {
    libraries_.push_back(root);
    for (std::size_t i = 0; i < libraries_.size() && i < kMostLibraries; ++i)
      add_needed(i);
  }

  const std::deque<FoundLibrary>& libraries() const noexcept { return libraries_; }
  const FoundLibrary* find(std::string_view name) const {
    const auto found = by_name_.find(name);
    return found == by_name_.end() || found->second == kMissing ? nullptr : &libraries_[found->second];
  }
  bool exported(std::string_view symbol) const {
    return std::any_of(libraries_.begin(), libraries_.end(),
                       [symbol](const FoundLibrary& library) { return library.file->exports(symbol); });
  }
  const std::string& missing() const noexcept { return missing_; }

 private:
  void add_needed(std::size_t index) {
    const FoundLibrary user = libraries_[index];
    for (const std::string_view name : user.file->needed()) {
      if (by_name_.find(name) != by_name_.end()) continue;
      auto found = search_.find(name, user, libraries_.front().folder);
      by_name_.emplace(std::string{name}, found ? libraries_.size() : kMissing);
      if (found)
        libraries_.push_back(std::move(*found));
      else
        report_missing(name, user);
    }
  }

  void report_missing(std::string_view name, const FoundLibrary& user) {
    if (missing_.empty()) missing_ = fmt::format("the library {} is not on this machine", name);
    diagnostics_.add(Severity::kError, "missing-library",
                     fmt::format("'{}' needs the library {}, which is not on this machine", user.place, name),
                     fmt::format("install the package that has it (apt-file search {}) or add its folder to "
                                 "LD_LIBRARY_PATH",
                                 name),
                     {user.in_fmu ? user.place : std::string{}, 0, 0});
  }

  static constexpr std::size_t kMissing = SIZE_MAX;
  LibrarySearch& search_;
  DiagnosticSink& diagnostics_;
  std::deque<FoundLibrary> libraries_;
  std::map<std::string, std::size_t, std::less<>> by_name_;
  std::string missing_;
};

std::string_view version_id(std::string_view version) {
  return prefix(version) == "GLIBC" ? "c-library-too-old" : "library-too-old";
}

/// Symbol versions the FMU's libraries need and this machine's do not offer.
std::string check_versions(const Closure& closure, const FoundLibrary& user, DiagnosticSink& diagnostics) {
  std::string reason;
  for (const VersionNeed& need : user.file->version_needs()) {
    const FoundLibrary* const provider = closure.find(need.library);
    if (need.weak || provider == nullptr || provider->file->offered_versions().empty()) continue;
    const auto& offered = provider->file->offered_versions();
    if (std::find(offered.begin(), offered.end(), need.version) != offered.end()) continue;
    const std::string_view newest = newest_like(*provider->file, need.version);
    if (reason.empty()) reason = fmt::format("it needs {} of {}", need.version, need.library);
    diagnostics.add(
        Severity::kError, version_id(need.version),
        fmt::format("'{}' needs {} of {}{}; this machine has {}", user.place, need.version, need.library,
                    need.symbol.empty() ? "" : fmt::format(" (for {})", need.symbol),
                    newest.empty() ? fmt::format("'{}' without it", provider->place)
                                   : fmt::format("{} at most ('{}')", newest, provider->place)),
        "run it on a newer system, or have the FMU built on an older one",
        {user.in_fmu ? user.place : std::string{}, 0, 0});
  }
  return reason;
}

void check_undefined(const Closure& closure, const FoundLibrary& user, DiagnosticSink& diagnostics) {
  for (const std::string_view symbol : user.file->undefined()) {
    if (closure.exported(symbol)) continue;
    diagnostics.add(
        Severity::kWarning, "undefined-symbol",
        fmt::format("'{}' needs the symbol '{}', which none of the libraries it names offers", user.place,
                    symbol),
        "link the FMU with the library that has the symbol; it is loaded, but ends the process if the symbol "
        "is ever used",
        {user.place, 0, 0});
  }
}

}  // namespace

std::string check_dependencies(LibrarySearch& search, const FoundLibrary& library,
                               DiagnosticSink& diagnostics) {
  const Closure closure{search, library, diagnostics};
  std::string reason = closure.missing();
  for (const FoundLibrary& user : closure.libraries()) {
    if (!user.in_fmu) continue;  // the system's own libraries fit each other
    const std::string version_reason = check_versions(closure, user, diagnostics);
    if (reason.empty()) reason = version_reason;
    if (closure.missing().empty()) check_undefined(closure, user, diagnostics);
  }
  return reason;
}

}  // namespace lockstep::core
