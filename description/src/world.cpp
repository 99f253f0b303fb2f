// SPDX-License-Identifier: Apache-2.0
#include "lockstep/description/world.hpp"

namespace lockstep::description {
namespace {

/// "nested::rest" -> the nested model and "rest"; nullptr when there is no such model.
template <class Find>
auto find_nested(const Model& model, std::string_view relative_name, Find&& find)
    -> decltype(find(model, relative_name)) {
  const std::size_t separator = relative_name.find("::");
  if (separator == std::string_view::npos) return nullptr;
  for (const Model& nested : model.models)
    if (nested.name == relative_name.substr(0, separator))
      return find(nested, relative_name.substr(separator + 2));
  return nullptr;
}

}  // namespace

std::string_view device_of_plugin(std::string_view filename) noexcept {
  const std::size_t slash = filename.rfind('/');
  if (slash != std::string_view::npos) filename.remove_prefix(slash + 1);
  constexpr std::string_view kPrefix = "lib";
  constexpr std::string_view kSuffix = ".so";
  if (filename.substr(0, kPrefix.size()) == kPrefix) filename.remove_prefix(kPrefix.size());
  if (filename.size() >= kSuffix.size() && filename.substr(filename.size() - kSuffix.size()) == kSuffix)
    filename.remove_suffix(kSuffix.size());
  if (filename == "FMIActuatorPlugin") return "fmu_actuator";
  if (filename == "FMISingleBodyFluidDynamicsPlugin") return "fmu_fluid_dynamics";
  return {};
}

Plugin plugin_of(const core::ConfigNode& element) {
  Plugin plugin;
  plugin.name = element.attribute("name").value_or("");
  plugin.filename = element.attribute("filename").value_or("");
  plugin.device = device_of_plugin(plugin.filename);
  plugin.config = element;
  return plugin;
}

const Link* find_link(const Model& model, std::string_view relative_name) noexcept {
  for (const Link& link : model.links)
    if (link.name == relative_name) return &link;
  return find_nested(model, relative_name, find_link);
}

const Joint* find_joint(const Model& model, std::string_view relative_name) noexcept {
  for (const Joint& joint : model.joints)
    if (joint.name == relative_name) return &joint;
  return find_nested(model, relative_name, find_joint);
}

}  // namespace lockstep::description
