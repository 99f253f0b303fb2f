// SPDX-License-Identifier: Apache-2.0
#include "builtin_models.hpp"

namespace lockstep::description {
namespace {

// Friction as in Gazebo's ground: contacts are decided by the other body.
constexpr std::string_view kGroundPlane = R"(<sdf version="1.6">
<model name="ground_plane">
  <static>true</static>
  <link name="link">
    <collision name="collision">
      <geometry><plane><normal>0 0 1</normal><size>100 100</size></plane></geometry>
      <surface><friction><ode><mu>100</mu><mu2>50</mu2></ode></friction></surface>
    </collision>
    <visual name="visual">
      <geometry><plane><normal>0 0 1</normal><size>100 100</size></plane></geometry>
    </visual>
  </link>
</model>
</sdf>)";

constexpr std::string_view kSun = R"(<sdf version="1.6">
<light name="sun" type="directional">
  <pose>0 0 10 0 0 0</pose>
  <direction>-0.5 0.1 -0.9</direction>
</light>
</sdf>)";

}  // namespace

std::string_view builtin_model(std::string_view uri) noexcept {
  constexpr std::string_view kScheme = "model://";
  if (uri.substr(0, kScheme.size()) == kScheme) uri.remove_prefix(kScheme.size());
  while (!uri.empty() && uri.back() == '/')
    uri.remove_suffix(1);
  if (uri == "ground_plane") return kGroundPlane;
  if (uri == "sun") return kSun;
  return {};
}

}  // namespace lockstep::description
