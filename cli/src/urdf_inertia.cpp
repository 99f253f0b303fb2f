// SPDX-License-Identifier: Apache-2.0
#include "urdf_inertia.hpp"

#include <fmt/format.h>

#include <pugixml.hpp>
#include <sstream>

#include "lockstep/core/config_node.hpp"
#include "lockstep/core/error.hpp"
#include "lockstep/core/number_text.hpp"
#include "lockstep/description/inertia.hpp"

namespace lockstep::cli {
namespace {

using description::Matrix3;
using description::Vector3;

/// Names of the six moments and where they are in the tensor.
struct Moment {
  const char* name;
  Eigen::Index row, column;
};
constexpr Moment kMoments[] = {{"ixx", 0, 0}, {"ixy", 0, 1}, {"ixz", 0, 2},
                               {"iyy", 1, 1}, {"iyz", 1, 2}, {"izz", 2, 2}};

/// Numbers of an attribute, strictly; `count` zeros when it is missing.
std::vector<double> numbers_of(const pugi::xml_node& node, const char* attribute, std::size_t count,
                               const std::string& link) {
  const pugi::xml_attribute found = node.attribute(attribute);
  if (!found) return std::vector<double>(count, 0.0);
  try {
    return core::ConfigNode{attribute, found.value()}.as_numbers(count);
  } catch (const Error& error) {
    throw Error{ErrorCode::kBadInput, fmt::format("link '{}': {}", link, error.what())};
  }
}

description::Inertial read(const pugi::xml_node& inertial, const std::string& link) {
  description::Inertial read;
  read.given = true;
  const std::vector<double> xyz = numbers_of(inertial.child("origin"), "xyz", 3, link);
  const std::vector<double> rpy = numbers_of(inertial.child("origin"), "rpy", 3, link);
  read.pose = {{xyz[0], xyz[1], xyz[2]}, description::from_roll_pitch_yaw(rpy[0], rpy[1], rpy[2])};
  read.mass_kg = numbers_of(inertial.child("mass"), "value", 1, link)[0];
  for (const Moment& moment : kMoments) {
    const double value = numbers_of(inertial.child("inertia"), moment.name, 1, link)[0];
    read.inertia_kg_m2(moment.row, moment.column) = read.inertia_kg_m2(moment.column, moment.row) = value;
  }
  return read;
}

}  // namespace

ShiftedInertia shift_inertia(const std::string& urdf, const std::string& file, InertiaShift shift) {
  pugi::xml_document document;
  const pugi::xml_parse_result parsed =
      document.load_buffer(urdf.data(), urdf.size(), pugi::parse_full | pugi::parse_ws_pcdata);
  const pugi::xml_node robot = document.child("robot");
  if (!parsed || !robot)
    throw Error{ErrorCode::kBadInput, fmt::format("'{}' is no URDF: {}", file,
                                                  parsed ? "it has no <robot>" : parsed.description())};
  ShiftedInertia result;
  for (const pugi::xml_node& link : robot.children("link")) {
    pugi::xml_node inertial = link.child("inertial");
    if (!inertial) continue;
    LinkInertia one;
    one.link = link.attribute("name").value();
    one.inertial = read(inertial, one.link);
    if (shift != InertiaShift::kNone) {
      // The centre of mass seen from the link's origin, in the axes of the tensor.
      const Vector3 centre = one.inertial.pose.orientation.conjugate() * one.inertial.pose.position;
      const Matrix3 moved = description::point_inertia(one.inertial.mass_kg, centre);
      one.inertial.inertia_kg_m2 += (shift == InertiaShift::kToCentre ? -1.0 : 1.0) * moved;
      pugi::xml_node inertia = inertial.child("inertia");
      for (const Moment& moment : kMoments) {
        pugi::xml_attribute value = inertia.attribute(moment.name);
        if (!value) value = inertia.append_attribute(moment.name);
        value.set_value(core::to_text(one.inertial.inertia_kg_m2(moment.row, moment.column)).c_str());
      }
    }
    one.problem = description::inertia_problem(one.inertial);
    result.links.push_back(std::move(one));
  }
  std::ostringstream text;
  document.save(text, "", pugi::format_raw | pugi::format_no_declaration);
  result.text = text.str();
  return result;
}

}  // namespace lockstep::cli
