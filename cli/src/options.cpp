// SPDX-License-Identifier: Apache-2.0
#include "options.hpp"

#include <charconv>
#include <cmath>
#include <filesystem>
#include <string_view>

#include "lockstep/core/error.hpp"
#include "lockstep/core/number_text.hpp"

namespace lockstep::cli {

namespace {

/// "; write 0.01" for "10ms" where seconds are wanted: what a number with a unit means without it.
std::string without_unit(const std::string& text, const std::string& wanted) {
  const std::size_t end = text.find_last_of("0123456789.") + 1;
  const std::optional<double> number = core::parse_double(text.substr(0, end));
  const std::string unit = text.substr(end);
  if (!number || unit.empty()) return {};
  constexpr std::pair<std::string_view, double> kSeconds[] = {{"s", 1.0},   {"ms", 1e-3},  {"us", 1e-6},
                                                              {"ns", 1e-9}, {"min", 60.0}, {"h", 3600.0}};
  for (const auto& [name, seconds] : kSeconds)
    if (wanted == "SECONDS" && unit == name)
      return "the unit is seconds and is not written: " + core::to_text(*number * seconds);
  return {};
}

}  // namespace

CLI::Option* add_number(CLI::App& command, const std::string& name, std::optional<double>& target,
                        const std::string& unit, const std::string& help) {
  const auto read = [&target, name, unit](const std::string& text) {
    target = core::parse_double(text);
    if (target && std::isfinite(*target)) return;
    const std::string fix = without_unit(text, unit);
    throw CLI::ValidationError{
        name.substr(0, name.find(',')),
        "'" + text + "' is not a finite number; " + (fix.empty() ? "write it like 0.25 or 2.5e-1" : fix)};
  };
  return command.add_option_function<std::string>(name, read, help)->type_name(unit);
}

CLI::Option* add_repeated(CLI::App& command, const std::string& name, std::vector<std::string>& target,
                          const std::string& placeholder, const std::string& help) {
  return command.add_option(name, target, help)->option_text(placeholder)->allow_extra_args(false);
}

CLI::Option* add_isolation(CLI::App& command, bool& target) {
  return command.add_flag("--isolate", target,
                          "Run FMUs in processes of their own, confined: a crash is a failed step");
}

CLI::Option* add_permissions(CLI::App& command, std::vector<std::string>& target) {
  return add_repeated(command, "--allow", target, "PERMISSION",
                      "With --isolate: network, programs, read=PATH, write=PATH, environment=NAME; may be "
                      "repeated");
}

core::Permissions read_permissions(const std::vector<std::string>& texts) {
  core::Permissions permissions;
  for (const std::string& text : texts) {
    const std::size_t equals = text.find('=');
    const std::string word = text.substr(0, equals);
    const std::string value = equals == std::string::npos ? "" : text.substr(equals + 1);
    const bool named = !value.empty();
    if (text == "network") {
      permissions.network = true;
    } else if (text == "programs") {
      permissions.programs = true;
    } else if (word == "read" && named) {
      permissions.read_paths.push_back(std::filesystem::absolute(value));
    } else if (word == "write" && named) {
      permissions.write_paths.push_back(std::filesystem::absolute(value));
    } else if (word == "environment" && named) {
      permissions.environment.push_back(value);
    } else {
      throw Error{
          ErrorCode::kBadUsage,
          "--allow is '" + text + "', expected network, programs, read=PATH, write=PATH or environment=NAME"};
    }
  }
  return permissions;
}

CLI::Option* add_archive_limits(CLI::App& command, std::vector<std::string>& target) {
  return add_repeated(command, "--archive-limit", target, "NAME=NUMBER",
                      "Accept a larger archive: entries, entry-bytes, total-bytes, ratio; may be repeated");
}

core::ArchiveLimits read_archive_limits(const std::vector<std::string>& texts) {
  core::ArchiveLimits limits;
  const std::pair<std::string_view, std::uint64_t*> known[] = {{"entries", &limits.max_entries},
                                                               {"entry-bytes", &limits.max_entry_bytes},
                                                               {"total-bytes", &limits.max_total_bytes},
                                                               {"ratio", &limits.max_ratio}};
  for (const std::string& text : texts) {
    const std::size_t equals = std::min(text.find('='), text.size());
    const std::string_view name{text.data(), equals};
    const char* const number = text.data() + std::min(equals + 1, text.size());
    const char* const end = text.data() + text.size();
    bool read = false;
    for (const auto& [known_name, limit] : known) {
      if (known_name != name) continue;
      const auto [stop, problem] = std::from_chars(number, end, *limit);
      read = problem == std::errc{} && stop == end && *limit > 0;
    }
    if (!read) {
      throw Error{
          ErrorCode::kBadUsage,
          "--archive-limit '" + text +
              "': expected entries, entry-bytes, total-bytes or ratio with a whole number above 0, for "
              "example --archive-limit ratio=1000"};
    }
  }
  return limits;
}

}  // namespace lockstep::cli
