// SPDX-License-Identifier: Apache-2.0
#include "mjcf_geometry.hpp"

#include <algorithm>
#include <cmath>

#include "lockstep/core/number_text.hpp"

namespace lockstep::hosts::mujoco {
namespace {

using description::Vector3;

/// Text for an XML attribute.
std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '&')
      result += "&amp;";
    else if (c == '<')
      result += "&lt;";
    else if (c == '"')
      result += "&quot;";
    else
      result += c;
  }
  return result;
}

std::string lower_case_suffix(const std::string& file) {
  const auto dot = file.rfind('.');
  std::string suffix = dot == std::string::npos ? std::string{} : file.substr(dot + 1);
  std::transform(suffix.begin(), suffix.end(), suffix.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return suffix;
}

std::string half(double radius, double length) {
  return core::to_text(radius) + ' ' + core::to_text(0.5 * length);
}

}  // namespace

std::string numbers(const Vector3& vector) {
  return core::to_text(vector.x()) + ' ' + core::to_text(vector.y()) + ' ' + core::to_text(vector.z());
}

std::string pose_attributes(const description::Pose& pose) {
  const description::Quaternion& q = pose.orientation;
  return " pos=\"" + numbers(pose.position) + "\" quat=\"" + core::to_text(q.w()) + ' ' +
         numbers(Vector3{q.vec()}) + "\"";
}

void GeometryWriter::report(const description::Collision& collision, const description::Link& link,
                            const std::string& why) {
  findings_.push_back(
      {Severity::kWarning,
       "mujoco-shape",
       "collision '" + collision.name + "' of link '" + link.scoped_name + "' is left out: " + why,
       {},
       link.where});
}

void GeometryWriter::write(std::string& out, std::size_t link) {
  const description::Link& described = *plan_.flat.links[link].link;
  bool any = false;
  std::size_t n = 0;
  for (const description::Collision& collision : described.collisions) {
    std::string geom = "<geom name=\"g" + std::to_string(link) + '_' + std::to_string(n) + "\"";
    if (!write_shape(geom, collision, described)) continue;
    const description::Surface& surface = collision.surface;
    const double mu = std::isfinite(surface.mu) ? std::max(surface.mu, 1e-5) : 1e3;
    const double step_s = plan_.step.seconds();
    geom += " friction=\"" + core::to_text(mu) + " 0.005 0.0001\" contype=\"" +
            std::to_string(surface.collide_bitmask) + "\" conaffinity=\"" +
            std::to_string(surface.collide_bitmask) + "\" solref=\"" +
            core::to_text(std::max(2.0 * step_s, 0.004)) + " 1\" solimp=\"0.98 0.995 0.001\"/>";
    out += geom;
    any = true;
    ++n;
  }
  if (any) touching_.push_back(link);
}

bool GeometryWriter::write_shape(std::string& out, const description::Collision& collision,
                                 const description::Link& link) {
  const description::Geometry& geometry = collision.geometry;
  description::Pose pose = collision.pose;
  if (const auto* mesh = std::get_if<description::Mesh>(&geometry))
    return write_mesh(out, *mesh, collision, link);
  if (const auto* box = std::get_if<description::Box>(&geometry)) {
    out += " type=\"box\" size=\"" + numbers(Vector3{0.5 * box->size_m}) + "\"";
  } else if (const auto* sphere = std::get_if<description::Sphere>(&geometry)) {
    out += " type=\"sphere\" size=\"" + core::to_text(sphere->radius_m) + "\"";
  } else if (const auto* cylinder = std::get_if<description::Cylinder>(&geometry)) {
    out += " type=\"cylinder\" size=\"" + half(cylinder->radius_m, cylinder->length_m) + "\"";
  } else if (const auto* capsule = std::get_if<description::Capsule>(&geometry)) {
    out += " type=\"capsule\" size=\"" + half(capsule->radius_m, capsule->length_m) + "\"";
  } else if (const auto* ellipsoid = std::get_if<description::Ellipsoid>(&geometry)) {
    out += " type=\"ellipsoid\" size=\"" + numbers(ellipsoid->radii_m) + "\"";
  } else if (const auto* plane = std::get_if<description::Plane>(&geometry)) {
    pose.orientation =
        pose.orientation * description::Quaternion::FromTwoVectors(Vector3::UnitZ(), plane->normal);
    out += " type=\"plane\" size=\"0 0 1\"";
  } else {
    report(collision, link, "a shape of kind '" + std::get<description::OtherShape>(geometry).kind + "'");
    return false;
  }
  out += pose_attributes(pose);
  return true;
}

bool GeometryWriter::write_mesh(std::string& out, const description::Mesh& mesh,
                                const description::Collision& collision, const description::Link& link) {
  const std::string suffix = lower_case_suffix(mesh.file);
  if (suffix != "stl" && suffix != "obj") {
    report(collision, link, "mesh '" + mesh.uri + "' is neither STL nor OBJ");
    return false;
  }
  if (!mesh.submesh.empty()) {
    report(collision, link, "mesh '" + mesh.uri + "' is wanted in part, engine 'mujoco' takes whole files");
    return false;
  }
  const std::string name = "m" + std::to_string(mesh_count_++);
  assets_ += "<mesh name=\"" + name + "\" file=\"" + escaped(mesh.file) + "\" scale=\"" +
             numbers(mesh.scale) + "\"/>";
  out += " type=\"mesh\" mesh=\"" + name + "\"" + pose_attributes(collision.pose);
  return true;
}

std::string GeometryWriter::assets_and_exclusions() const {
  std::string text;
  if (!assets_.empty()) text += "<asset>" + assets_ + "</asset>";
  std::string pairs;
  for (std::size_t a = 0; a < touching_.size(); ++a) {
    for (std::size_t b = a + 1; b < touching_.size(); ++b) {
      const description::FlatLink& first = plan_.flat.links[touching_[a]];
      const description::FlatLink& second = plan_.flat.links[touching_[b]];
      const bool same_model = plan_.flat.models[first.model].root == plan_.flat.models[second.model].root;
      if (!same_model || (first.link->self_collide && second.link->self_collide)) continue;
      pairs += "<exclude body1=\"l" + std::to_string(touching_[a]) + "\" body2=\"l" +
               std::to_string(touching_[b]) + "\"/>";
    }
  }
  if (!pairs.empty()) text += "<contact>" + pairs + "</contact>";
  return text;
}

}  // namespace lockstep::hosts::mujoco
