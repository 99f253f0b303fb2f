// SPDX-License-Identifier: Apache-2.0
#include "lockstep/adapter/names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace lockstep::adapter {
namespace {

bool is_letter(char c) noexcept {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool is_plain(char c) noexcept {
  return is_letter(c) || (c >= '0' && c <= '9') || c == '_';
}

}  // namespace

std::string plain_name(std::string_view name) {
  std::string result{name};
  std::replace_if(
      result.begin(), result.end(), [](char c) { return !is_plain(c); }, '_');
  result.erase(0, std::min(result.find_first_not_of('_'), result.size()));
  return result;
}

bool is_plain_name(std::string_view name) noexcept {
  return !name.empty() && is_letter(name.front()) && std::all_of(name.begin(), name.end(), is_plain);
}

std::vector<Diagnostic> check_plain_names(Span<const core::Variable* const> variables,
                                          Span<const std::string_view> reserved) {
  std::vector<Diagnostic> findings;
  std::map<std::string, const core::Variable*> seen;
  for (const core::Variable* variable : variables) {
    const std::string name = plain_name(variable->name);
    const auto report = [&](const char* id, const std::string& message) {
      findings.push_back(
          {Severity::kError, id, message, "give the variable another name in the mapping", {}});
    };
    if (!is_plain_name(name)) {
      report("name-invalid",
             fmt::format("variable '{}' would be called '{}', which is no name; expected a letter first",
                         variable->name, name));
    } else if (std::find(reserved.begin(), reserved.end(), name) != reserved.end()) {
      report("name-reserved", fmt::format("variable '{}' would be called '{}', which the node uses itself",
                                          variable->name, name));
    } else if (const auto [other, is_new] = seen.emplace(name, variable); !is_new) {
      report("name-collision", fmt::format("variables '{}' and '{}' would both be called '{}'",
                                           other->second->name, variable->name, name));
    }
  }
  return findings;
}

}  // namespace lockstep::adapter
