// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "lockstep/description/reader.hpp"
#include "lockstep/dynamics/mechanism.hpp"

namespace lockstep::test {}

namespace lockstep::devices::controllers::test {

using namespace lockstep::test;

/// Two links of 1 m that turn about y, each with 1 kg at its end, hanging down at 0; joints "shoulder" and
/// "elbow".
inline std::string two_links_urdf(bool fixed = true) {
  const auto link = [](const std::string& name) {
    return "<link name='" + name +
           "'><inertial><origin xyz='0 0 -1'/><mass value='1'/><inertia ixx='1e-3' ixy='0' ixz='0' "
           "iyy='1e-3' iyz='0' "
           "izz='1e-3'/></inertial></link>";
  };
  const auto joint = [](const std::string& name, const std::string& parent, const std::string& child,
                        const std::string& z) {
    return "<joint name='" + name + "' type='revolute'><origin xyz='0 0 " + z + "'/><parent link='" + parent +
           "'/><child link='" + child +
           "'/><axis xyz='0 -1 0'/><limit lower='-2' upper='2' effort='50' velocity='4'/></joint>";
  };
  const std::string base = fixed ? "<link name='world'/>" : link("world_");
  return "<robot name='arm'>" + base + link("upper") + link("lower") +
         joint("shoulder", fixed ? "world" : "world_", "upper", "0") +
         joint("elbow", "upper", "lower", "-1") + "</robot>";
}

inline std::shared_ptr<const dynamics::Mechanism> two_links(bool fixed = true) {
  return std::make_shared<const dynamics::Mechanism>(
      description::read_world_text(two_links_urdf(fixed), "two_links.urdf").world);
}

}  // namespace lockstep::devices::controllers::test
