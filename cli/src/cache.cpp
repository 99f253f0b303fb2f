// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "console.hpp"
#include "lockstep/core/archive_cache.hpp"
#include "verb.hpp"

namespace lockstep::cli {
namespace {

constexpr const char* kCacheExamples =
    R"(FMUs are unpacked once and kept for the next run, at most 30 days and 2 GiB.

Examples:
  lockstep cache                              where it is, and how large
  lockstep cache clear                        remove what no running program uses
)";

int clear_cache() {
  const core::ArchiveCache cache;
  const core::CleanReport report = cache.clean_all();
  std::printf("%s: removed %zu of %zu FMUs (%s)%s\n", cache.directory().c_str(), report.entries_removed,
              report.entries_removed + report.entries_kept, size_text(report.bytes_removed).c_str(),
              report.entries_kept == 0 ? "" : "; the others are in use");
  return kOk;
}

int show_cache() {
  const core::ArchiveCache cache;
  const core::CleanReport report = cache.clean();  // removes nothing that the next run would keep
  std::printf("%s: %zu FMUs, %s; %zu in use\n", cache.directory().c_str(), report.entries_kept,
              size_text(report.bytes_kept).c_str(), report.entries_in_use);
  return kOk;
}

}  // namespace

Verb add_cache(CLI::App& app) {
  const auto action = std::make_shared<std::string>("show");
  CLI::App* const command = app.add_subcommand("cache", "Show or clear the unpacked FMUs");
  command->footer(kCacheExamples);
  command->add_option("ACTION", *action, "show or clear; show unless given")
      ->check(CLI::IsMember({"show", "clear"}))
      ->option_text(" ");
  return {command, [action] { return *action == "clear" ? clear_cache() : show_cache(); },
          [] { return false; }};
}

}  // namespace lockstep::cli
