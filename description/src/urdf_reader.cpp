// SPDX-License-Identifier: Apache-2.0
#include "urdf_reader.hpp"
#include "urdf_transmission.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "lockstep/core/number_text.hpp"
#include "sdf_reader.hpp"
#include "values.hpp"

namespace lockstep::description {

using core::ConfigNode;

namespace {

Inertial read_inertial(const ConfigNode& link) {
  Inertial inertial;
  inertial.mass_kg = 0.0;
  inertial.inertia_kg_m2.setZero();
  const ConfigNode* node = link.find("inertial");
  if (node == nullptr) return inertial;
  inertial.pose = urdf_origin_of(*node);
  inertial.mass_kg = node->at("mass").number("value");
  const ConfigNode& inertia = node->at("inertia");
  const double xx = inertia.number("ixx"), yy = inertia.number("iyy"), zz = inertia.number("izz");
  const double xy = inertia.number("ixy", 0.0), xz = inertia.number("ixz", 0.0),
               yz = inertia.number("iyz", 0.0);
  inertial.inertia_kg_m2 << xx, xy, xz, xy, yy, yz, xz, yz, zz;
  // All zeros is how many files write "no mass".
  inertial.given = inertial.mass_kg != 0.0 || !inertial.inertia_kg_m2.isZero(0.0);
  return inertial;
}

JointType type_of(const ConfigNode& node) {
  const std::string word = node.text_of("type");
  for (const JointType type : {JointType::kFixed, JointType::kRevolute, JointType::kContinuous,
                               JointType::kPrismatic, JointType::kPlanar, JointType::kFloating})
    if (to_string(type) == word) return type;
  node.fail(
      "joint-type",
      fmt::format("joint '{}' has the type '{}', expected fixed, revolute, continuous, prismatic, planar or "
                  "floating",
                  node.text_of("name", ""), word));
}

void read_limit(const ConfigNode& node, JointType type, JointAxis& axis, Findings& findings) {
  const ConfigNode* limit = node.find("limit");
  if (limit == nullptr) {
    if (type != JointType::kRevolute && type != JointType::kPrismatic) return;
    node.fail(
        "joint-limits",
        fmt::format("joint '{}' has no <limit>, which type '{}' needs", node.text_of("name", ""),
                    to_string(type)),
        "add <limit lower=\"...\" upper=\"...\" effort=\"...\" velocity=\"...\"/> or use type continuous");
  }
  // Negative means none, as in SDF.
  axis.effort = limit->number("effort", JointAxis::kNone);
  axis.velocity = limit->number("velocity", JointAxis::kNone);
  if (axis.effort < 0.0) axis.effort = JointAxis::kNone;
  if (axis.velocity < 0.0) axis.velocity = JointAxis::kNone;
  if (type == JointType::kRevolute || type == JointType::kPrismatic) {
    axis.lower = limit->number("lower", 0.0);
    axis.upper = limit->number("upper", 0.0);
    order_limits(*limit, axis, findings);
  }
}

void read_safety_and_mimic(const ConfigNode& node, Joint& joint, Findings& findings) {
  if (const ConfigNode* safety = node.find("safety_controller")) {
    findings.note(*safety, "description-unused", "<safety_controller> has no effect; it is for real robots");
    joint.safety.given = true;
    joint.safety.soft_lower_limit = safety->number("soft_lower_limit", 0.0);
    joint.safety.soft_upper_limit = safety->number("soft_upper_limit", 0.0);
    joint.safety.k_position = safety->number("k_position", 0.0);
    joint.safety.k_velocity = safety->number("k_velocity");
  }
  if (const ConfigNode* mimic = node.find("mimic")) {
    joint.mimic.joint = mimic->text_of("joint");
    joint.mimic.multiplier = mimic->number("multiplier", 1.0);
    joint.mimic.offset = mimic->number("offset", 0.0);
  }
}

/// A joint that follows one that does not exist moves on its own.
void drop_lost_leaders(const ConfigNode& robot, Model& model, Findings& findings) {
  const auto exists = [&](const std::string& name) {
    return std::any_of(model.joints.begin(), model.joints.end(),
                       [&](const Joint& joint) { return joint.name == name; });
  };
  for (Joint& joint : model.joints) {
    if (joint.mimic.joint.empty() || exists(joint.mimic.joint)) continue;
    findings.tolerate(
        *std::find_if(robot.children.begin(), robot.children.end(),
                      [&](const ConfigNode& child) {
                        return child.name == "joint" && child.text_of("name", "") == joint.name;
                      }),
        "joint-mimic",
        fmt::format("joint '{}' follows joint '{}', which does not exist", joint.name, joint.mimic.joint),
        "it moves on its own", "correct or remove its <mimic>");
    joint.mimic = {};
  }
}

bool is_xacro(const std::string& name) {
  return name.compare(0, 6, "xacro:") == 0;
}

/// A file that xacro has worked on may still hold the call of a macro that it did not know; other readers
/// skip it as they do all elements they do not know. What defines, includes or chooses says that nobody has
/// run xacro.
void refuse_or_skip_xacro(const ConfigNode& node, Findings& findings) {
  const std::string fix = "run 'xacro FILE.xacro > FILE.urdf' first";
  const std::string message = fmt::format("<{}> is xacro, expected plain URDF", node.name);
  for (const char* const word : {"include", "macro", "property", "arg", "if", "unless", "insert_block"})
    if (node.name.compare(6, std::string::npos, word) == 0) node.fail("urdf-xacro", message, fix);
  findings.tolerate(node, "urdf-xacro", message, "it is left out", fix);
}

}  // namespace

std::string urdf_name_of(const ConfigNode& robot, Findings& findings) {
  const std::string name = robot.text_of("name", "");
  if (!name.empty()) return name;
  const std::string stem = std::filesystem::path{robot.where.file}.stem().string();
  findings.tolerate(robot, "name-missing", "<robot> has no name",
                    fmt::format("it is called '{}' by its file", stem), "add name=\"...\"");
  return stem;
}

Model UrdfReader::read_robot(const ConfigNode& robot, const Place& place) const {
  Model model;
  model.name = place.name;
  model.scoped_name = scoped(place.scope, place.name);
  model.is_static = place.is_static;
  model.where = robot.where;
  model.file = robot.where.file;
  const Colours colours = read_colours(robot);
  std::map<std::string, Pose> origins;
  for (const ConfigNode& child : robot.children) {
    if (is_xacro(child.name)) refuse_or_skip_xacro(child, findings_);
    findings_.guard([&] {
      if (child.name == "link") model.links.push_back(read_link(child, model.scoped_name, colours));
      if (child.name != "joint") return;
      model.joints.push_back(read_joint(child, model.scoped_name));
      origins.emplace(model.joints.back().name, urdf_origin_of(child));
    });
    if (child.name == "transmission")
      findings_.guard([&] { model.transmissions.push_back(read_transmission(child)); });
  }
  if (findings_.has_errors()) return model;  // what follows needs all links and joints
  drop_lost_leaders(robot, model, findings_);
  place_links(robot, origins, model);
  model.extensions =
      findings_.list_rest(robot, {"link", "joint", "transmission", "gazebo", "material"}, {"sensor"});
  check_transmissions(model, findings_);
  apply_gazebo_elements(robot, model, findings_);
  free_floating_links(model);
  if (options_.merge_fixed_joints) merge_fixed_joints(model);
  fix_massless_root(model, robot, findings_);
  check_masses(model, robot, findings_);
  if (!model.links.empty()) model.canonical_link = model.links.front().name;
  return model;
}

Link UrdfReader::read_link(const ConfigNode& node, const std::string& scope, const Colours& colours) const {
  Link link;
  link.name = node.text_of("name");
  link.scoped_name = scoped(scope, link.name);
  link.where = node.where;
  link.inertial = read_inertial(node);
  for (const ConfigNode& child : node.children) {
    findings_.guard([&] {
      if (child.name == "collision") {
        Collision collision;
        collision.name =
            child.text_of("name", fmt::format("{}_collision_{}", link.name, link.collisions.size()));
        collision.pose = urdf_origin_of(child);
        collision.geometry = read_geometry(child, ShapeUse::kCollision);
        link.collisions.push_back(std::move(collision));
      }
      if (child.name != "visual") return;
      link.visuals.push_back(read_visual(child, colours));
      if (link.visuals.back().name.empty())
        link.visuals.back().name = fmt::format("{}_visual_{}", link.name, link.visuals.size() - 1);
    });
  }
  link.extensions =
      findings_.list_rest(node, {"inertial", "collision", "visual"}, {"self_collision_checking"});
  return link;
}

Joint UrdfReader::read_joint(const ConfigNode& node, const std::string& scope) const {
  Joint joint;
  joint.name = node.text_of("name");
  joint.scoped_name = scoped(scope, joint.name);
  joint.where = node.where;
  joint.type = type_of(node);
  joint.parent = node.at("parent").text_of("link");
  joint.child = node.at("child").text_of("link");
  if (joint.type != JointType::kFixed && joint.type != JointType::kFloating) {
    JointAxis axis;
    axis.direction = {1.0, 0.0, 0.0};
    if (const ConfigNode* given = node.find("axis")) {
      ConfigNode xyz{"xyz", given->text_of("xyz", "1 0 0"), given->where};
      axis.direction = direction_of(xyz);
    }
    if (const ConfigNode* dynamics = node.find("dynamics")) {
      axis.damping = damping_of(*dynamics, findings_);
      axis.friction = dynamics->number("friction", 0.0);
    }
    read_limit(node, joint.type, axis, findings_);
    joint.axes.push_back(axis);
  }
  read_safety_and_mimic(node, joint, findings_);
  joint.extensions = findings_.list_rest(
      node, {"parent", "child", "origin", "axis", "dynamics", "limit", "safety_controller", "mimic"},
      {"calibration"});
  return joint;
}

Geometry UrdfReader::read_geometry(const ConfigNode& parent, ShapeUse use) const {
  const ConfigNode& node = parent.at("geometry");
  for (const ConfigNode& shape : node.children) {
    if (shape.name == "box") {
      const std::vector<double> sizes = shape.numbers("size", 3);
      return Box{{size_of(shape, "size", sizes[0], findings_), size_of(shape, "size", sizes[1], findings_),
                  size_of(shape, "size", sizes[2], findings_)}};
    }
    const auto size = [&](const char* field) {
      return size_of(shape, field, shape.number(field), findings_);
    };
    if (shape.name == "sphere") return Sphere{size("radius")};
    if (shape.name == "cylinder") return Cylinder{size("radius"), size("length")};
    if (shape.name == "capsule") return Capsule{size("radius"), size("length")};
    if (shape.name == "mesh") {
      Mesh mesh;
      mesh.uri = shape.text_of("filename");
      mesh.file = mesh_file(shape, mesh.uri, use, search_, findings_);
      if (shape.has("scale")) {
        const std::vector<double> scale = shape.numbers("scale", 3);
        mesh.scale = {scale[0], scale[1], scale[2]};
      }
      return mesh;
    }
  }
  node.fail("shape-missing",
            "<geometry> has no shape that is known, expected box, sphere, cylinder, capsule or mesh");
}

UrdfReader::Colours UrdfReader::read_colours(const ConfigNode& robot) const {
  Colours colours;
  for (const ConfigNode* material : robot.all("material")) {
    findings_.guard([&] {
      const ConfigNode* colour = material->find("color");
      if (colour == nullptr) return;
      const std::vector<double> rgba = colour->numbers("rgba", 4);
      colours[material->text_of("name")] = {rgba[0], rgba[1], rgba[2], rgba[3]};
    });
  }
  return colours;
}

Visual UrdfReader::read_visual(const ConfigNode& node, const Colours& colours) const {
  Visual visual;
  visual.name = node.text_of("name", "");
  visual.pose = urdf_origin_of(node);
  visual.geometry = read_geometry(node, ShapeUse::kVisual);
  const ConfigNode* material = node.find("material");
  if (material == nullptr) return visual;
  if (const ConfigNode* colour = material->find("color")) {
    const std::vector<double> rgba = colour->numbers("rgba", 4);
    visual.colour = {rgba[0], rgba[1], rgba[2], rgba[3]};
  } else if (const auto known = colours.find(material->text_of("name", "")); known != colours.end()) {
    visual.colour = known->second;
  }
  return visual;
}

}  // namespace lockstep::description
