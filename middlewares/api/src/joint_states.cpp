// SPDX-License-Identifier: Apache-2.0
#include "joint_states.hpp"

#include <fmt/format.h>

#include <set>

namespace lockstep::middlewares {
namespace {

constexpr std::string_view kPosition = "/position";

/// A joint, not a link: it has an effort, and its quantities are single numbers.
std::vector<std::string> joints_of(const PortTable& table) {
  std::vector<std::string> joints;
  for (const Port& port : table.ports()) {
    const std::string& name = port.name;
    if (name.size() <= kPosition.size() || port.count != 1) continue;
    if (name.compare(name.size() - kPosition.size(), kPosition.size(), kPosition) != 0) continue;
    const std::string joint = name.substr(0, name.size() - kPosition.size());
    if (table.find(joint + "/velocity") != nullptr && table.find(joint + "/applied") != nullptr)
      joints.push_back(joint);
  }
  return joints;
}

std::string last_part(const std::string& name) {
  const std::size_t slash = name.rfind('/');
  return slash == std::string::npos ? name : name.substr(slash + 1);
}

}  // namespace

std::optional<MappedTopic> joint_states(const PortTable& table, const std::string& type) {
  const std::vector<std::string> joints = joints_of(table);
  if (joints.empty()) return {};
  std::set<std::string> short_names;
  for (const std::string& joint : joints)
    short_names.insert(last_part(joint));
  const bool unique = short_names.size() == joints.size();
  MappedTopic topic;
  topic.topic = "joint_states";
  topic.type = type;
  MappedField names;
  names.path = "name";
  for (const std::string& joint : joints)
    names.constant.push_back(unique ? last_part(joint) : joint);
  topic.fields.push_back(std::move(names));
  for (std::size_t i = 0; i < joints.size(); ++i) {
    topic.fields.push_back({fmt::format("position[{}]", i), joints[i] + "/position", {}, {}});
    topic.fields.push_back({fmt::format("velocity[{}]", i), joints[i] + "/velocity", {}, {}});
    topic.fields.push_back({fmt::format("effort[{}]", i), joints[i] + "/applied", {}, {}});
  }
  return topic;
}

}  // namespace lockstep::middlewares
