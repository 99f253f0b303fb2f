// SPDX-License-Identifier: Apache-2.0
#include "lockstep/core/isolation_config.hpp"

#include <algorithm>

#include "lockstep/core/number_text.hpp"

namespace lockstep::core {
namespace {

std::filesystem::path absolute_path(const ConfigNode& node) {
  std::filesystem::path path = node.as_text();
  if (!path.is_absolute())
    node.fail("config-value",
              "permission '" + node.name + "' is '" + path.string() + "', expected an absolute path");
  return path;
}

Permissions read_permissions(const ConfigNode& node) {
  const std::vector<Diagnostic> unknown =
      node.unknown_fields({"network", "programs", "read", "write", "environment"}, Severity::kError);
  // A permission that is spelled wrongly would be missing, and nobody would know why.
  if (!unknown.empty())
    throw Error{ErrorCode::kBadInput, "unknown words in 'permissions' of an isolated FMU", unknown};
  Permissions permissions;
  permissions.network = node.boolean("network", false);
  permissions.programs = node.boolean("programs", false);
  for (const ConfigNode* path : node.all("read"))
    permissions.read_paths.push_back(absolute_path(*path));
  for (const ConfigNode* path : node.all("write"))
    permissions.write_paths.push_back(absolute_path(*path));
  for (const ConfigNode* variable : node.all("environment"))
    permissions.environment.push_back(variable->as_text());
  return permissions;
}

}  // namespace

Isolation read_isolation_mode(const ConfigNode& node) {
  const std::string& word = node.as_text();
  if (word == "process") return Isolation::kProcess;
  if (word == "none") return Isolation::kInProcess;
  if (word == "automatic") return Isolation::kAutomatic;
  node.fail("config-value", "isolation is '" + word + "', expected process, none or automatic");
}

void read_isolation(const ConfigNode& node, IsolationOptions& options) {
  if (const ConfigNode* mode = node.find("isolation")) options.mode = read_isolation_mode(*mode);
  if (node.has("call_limit")) {
    options.call_limit_s = node.number("call_limit");
    if (options.call_limit_s < 0.0)
      node.fail("config-value", "call_limit is " + to_text(options.call_limit_s) + " s, expected 0 or more");
  }
  if (node.has("max_memory")) {
    const std::int64_t bytes = node.integer("max_memory");
    if (bytes < 0)
      node.fail("config-value", "max_memory is " + std::to_string(bytes) + " bytes, expected 0 or more");
    options.max_memory_bytes = static_cast<std::uint64_t>(bytes);
  }
  if (const ConfigNode* permissions = node.find("permissions"))
    options.permissions = read_permissions(*permissions);
}

bool is_isolation_field(std::string_view name) {
  const std::vector<std::string_view>& fields = isolation_fields();
  return std::find(fields.begin(), fields.end(), name) != fields.end();
}

const std::vector<std::string_view>& isolation_fields() {
  static const std::vector<std::string_view> fields{"isolation", "call_limit", "max_memory", "permissions"};
  return fields;
}

}  // namespace lockstep::core
