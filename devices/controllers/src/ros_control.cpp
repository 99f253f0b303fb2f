// SPDX-License-Identifier: Apache-2.0
#include "ros_control.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace lockstep::devices::controllers {
namespace {

using core::ConfigNode;

const ConfigNode& parameters_of(const ConfigNode& node) {
  const ConfigNode* const below = node.find("ros__parameters");
  return below != nullptr ? *below : node;
}

/// ROS 2 has types in the parameters of the controller manager.
std::string type_of(const ConfigNode& file, const ConfigNode& controller, const std::string& name) {
  if (controller.has("type")) return controller.text_of("type");
  if (const ConfigNode* const manager = file.find("controller_manager")) {
    if (const ConfigNode* const entry = parameters_of(*manager).find(name)) return entry->text_of("type", "");
  }
  return {};
}

/// One controller of one joint, or of a group with a pid for each.
void add_position_gains(const ConfigNode& controller, ConfigNode& made) {
  ConfigNode gains{"gains", "", controller.where};
  const auto add = [&](const std::string& joint, const ConfigNode& pid) {
    ConfigNode one = pid;
    one.name = joint;
    gains.children.push_back(std::move(one));
  };
  if (controller.has("joint")) {
    made.children.emplace_back("joints", controller.text_of("joint"), controller.where);
    add(controller.text_of("joint"), controller.at("pid"));
  }
  for (const ConfigNode* const joint : controller.all("joints"))
    add(joint->as_text(), controller.at(joint->as_text()).at("pid"));
  made.children.push_back(std::move(gains));
}

}  // namespace

ConfigNode read_ros_control(const ConfigNode& file, const std::string& name) {
  const ConfigNode* const found = file.find(name);
  if (found == nullptr) {
    std::string names;
    for (const ConfigNode& one : file.children)
      names += (names.empty() ? "" : ", ") + one.name;
    file.fail("controller-ros", fmt::format("the file has no controller '{}'; it has {}", name, names));
  }
  const ConfigNode& controller = parameters_of(*found);
  const std::string type = type_of(file, controller, name);
  ConfigNode made{"ros_control", "", found->where};
  made.children.emplace_back("law", "joint_trajectory", found->where);
  constexpr std::array<std::string_view, 2> kTrajectory{
      "effort_controllers/JointTrajectoryController",
      "joint_trajectory_controller/JointTrajectoryController"};
  constexpr std::array<std::string_view, 2> kPosition{"effort_controllers/JointPositionController",
                                                      "effort_controllers/JointGroupPositionController"};
  const bool is_position = std::find(kPosition.begin(), kPosition.end(), type) != kPosition.end();
  const bool is_trajectory = std::find(kTrajectory.begin(), kTrajectory.end(), type) != kTrajectory.end() ||
                             (type.empty() && controller.has("gains"));
  if (!is_position && !is_trajectory)
    found->fail(
        "controller-ros",
        fmt::format("controller '{}' has the type '{}', for which there is no law; there are {}, {}, {}, {}",
                    name, type, kTrajectory[0], kTrajectory[1], kPosition[0], kPosition[1]));
  for (const ConfigNode& field : controller.children)
    if (field.name == "joints" || field.name == "gains" || field.name == "constraints")
      made.children.push_back(field);
  if (is_position) add_position_gains(controller, made);
  const ConfigNode* const manager = file.find("controller_manager");
  const ConfigNode* const limits =
      file.has("joint_limits")
          ? file.find("joint_limits")
          : (manager != nullptr ? parameters_of(*manager).find("joint_limits") : nullptr);
  if (limits != nullptr) made.children.push_back(*limits);
  return made;
}

}  // namespace lockstep::devices::controllers
