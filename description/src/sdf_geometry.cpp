// SPDX-License-Identifier: Apache-2.0
// Shapes and contact properties of SDF.
#include <fmt/format.h>

#include <filesystem>

#include "sdf_reader.hpp"
#include "values.hpp"

namespace lockstep::description {
namespace {

using core::ConfigNode;

constexpr const char* kShapes =
    "box, sphere, cylinder, capsule, ellipsoid, plane, mesh, heightmap, image, polyline or empty";

Vector3 sizes_of(const ConfigNode& shape, std::string_view field, const Vector3& fallback,
                 Findings& findings) {
  if (!shape.has(field)) return fallback;
  const std::vector<double> numbers = shape.numbers(field, 3);
  return {size_of(shape, field, numbers[0], findings), size_of(shape, field, numbers[1], findings),
          size_of(shape, field, numbers[2], findings)};
}

/// Bits that may touch; Gazebo's own files write them in hexadecimal, too.
unsigned bitmask_of(const ConfigNode& contact, unsigned fallback) {
  const ConfigNode* found = contact.find("collide_bitmask");
  if (found == nullptr) return fallback;
  const std::string& text = found->text;
  if (text.size() > 2 && text.size() <= 10 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X') &&
      text.find_first_not_of("0123456789abcdefABCDEF", 2) == std::string::npos)
    return static_cast<unsigned>(std::stoul(text, nullptr, 16) & 0xffffU);
  return static_cast<unsigned>(found->as_integer() & 0xffff);
}

Plane read_plane(const ConfigNode& shape) {
  Plane plane;
  if (const ConfigNode* normal = shape.find("normal")) plane.normal = direction_of(*normal);
  if (const ConfigNode* size = shape.find("size")) {
    const std::vector<double> numbers = size->as_numbers(2);
    plane.size_m = {numbers[0], numbers[1]};
  }
  return plane;
}

}  // namespace

Geometry SdfReader::read_geometry(const ConfigNode& parent, ShapeUse use) {
  const ConfigNode& node = parent.at("geometry");
  for (const ConfigNode& shape : node.children) {
    const auto size = [&](std::string_view field, double fallback) {
      return size_of(shape, field, shape.number(field, fallback), findings_);
    };
    if (shape.name == "box") return Box{sizes_of(shape, "size", {1.0, 1.0, 1.0}, findings_)};
    if (shape.name == "sphere") return Sphere{size("radius", 1.0)};
    if (shape.name == "cylinder") return Cylinder{size("radius", 1.0), size("length", 1.0)};
    if (shape.name == "capsule") return Capsule{size("radius", 0.5), size("length", 1.0)};
    if (shape.name == "ellipsoid") return Ellipsoid{sizes_of(shape, "radii", {1.0, 1.0, 1.0}, findings_)};
    if (shape.name == "plane") return read_plane(shape);
    if (shape.name == "mesh") {
      Mesh mesh;
      mesh.uri = shape.text_of("uri");
      mesh.file = mesh_file(shape, mesh.uri, use, search_, findings_);
      mesh.scale = vector3_or(shape, "scale", mesh.scale);
      if (const ConfigNode* submesh = shape.find("submesh")) {
        mesh.submesh = submesh->text_of("name");
        mesh.centre_submesh = boolean_or(*submesh, "center", false, findings_);
      }
      return mesh;
    }
    if (shape.name == "empty") return OtherShape{shape.name};
    if (shape.name == "heightmap" || shape.name == "image" || shape.name == "polyline") {
      findings_.warning(
          shape, "shape-unsupported",
          fmt::format("shape '{}' of '{}' has no effect", shape.name, parent.text_of("name", "")),
          "use a mesh");
      return OtherShape{shape.name};
    }
  }
  node.fail("shape-missing", fmt::format("<geometry> has no shape that is known, expected {}", kShapes));
}

Surface SdfReader::read_surface(const ConfigNode& collision) {
  Surface surface;
  const ConfigNode* node = collision.find("surface");
  if (node == nullptr) return surface;
  if (const ConfigNode* friction = node->find("friction")) {
    if (const ConfigNode* ode = friction->find("ode")) {
      surface.friction_given = ode->has("mu") || ode->has("mu2");
      surface.mu = number_or_infinity(*ode, "mu", surface.mu);
      surface.mu2 = number_or_infinity(*ode, "mu2", surface.mu);
      surface.slip1 = ode->number("slip1", surface.slip1);
      surface.slip2 = ode->number("slip2", surface.slip2);
      if (const ConfigNode* direction = ode->find("fdir1");
          direction != nullptr && !vector3_of(*direction).isZero())
        surface.friction_direction = direction_of(*direction);
      findings_.list_rest(*ode, {"mu", "mu2", "slip1", "slip2", "fdir1"}, {});
    }
    if (const ConfigNode* torsional = friction->find("torsional"))
      surface.torsional_mu = number_or_infinity(*torsional, "coefficient", surface.torsional_mu);
    findings_.list_rest(*friction, {"ode", "torsional"}, {"bullet", "simbody"});
  }
  if (const ConfigNode* bounce = node->find("bounce")) {
    surface.restitution = bounce->number("restitution_coefficient", surface.restitution);
    surface.restitution_threshold_m_s =
        number_or_infinity(*bounce, "threshold", surface.restitution_threshold_m_s);
  }
  if (const ConfigNode* contact = node->find("contact")) {
    surface.collide_bitmask = bitmask_of(*contact, surface.collide_bitmask);
    if (boolean_or(*contact, "collide_without_contact", false, findings_)) {
      surface.collide_bitmask = 0;
      findings_.note(*contact, "collide-without-contact",
                     fmt::format("collision '{}' is felt by sensors of Gazebo only; nothing touches it",
                                 collision.text_of("name", "")));
    }
    if (const ConfigNode* ode = contact->find("ode")) {
      surface.contact_stiffness_n_m = number_or_infinity(*ode, "kp", surface.contact_stiffness_n_m);
      surface.contact_damping_ns_m = number_or_infinity(*ode, "kd", surface.contact_damping_ns_m);
      surface.max_velocity_m_s = number_or_infinity(*ode, "max_vel", surface.max_velocity_m_s);
      surface.min_depth_m = ode->number("min_depth", surface.min_depth_m);
      findings_.list_rest(*ode, {"kp", "kd", "max_vel", "min_depth"}, {"soft_cfm", "soft_erp"});
    }
    findings_.list_rest(*contact, {"collide_bitmask", "collide_without_contact", "ode"},
                        {"collide_without_contact_bitmask", "category_bitmask", "poissons_ratio",
                         "elastic_modulus", "bullet"});
  }
  findings_.list_rest(*node, {"friction", "bounce", "contact"}, {"soft_contact"});
  return surface;
}

}  // namespace lockstep::description
