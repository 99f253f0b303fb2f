// SPDX-License-Identifier: Apache-2.0
#include "mjcf_geometry.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "lockstep/core/number_text.hpp"
#include "lockstep/geometry/convex_hull.hpp"

namespace lockstep::hosts::mujoco {
namespace {

using description::Vector3;

std::string half(double radius, double length) {
  return core::to_text(radius) + ' ' + core::to_text(0.5 * length);
}

}  // namespace

double friction_of(double mu) noexcept {
  return std::isfinite(mu) ? std::max(mu, 1e-5) : 1e3;
}

std::string numbers(const Vector3& vector) {
  return core::to_text(vector.x()) + ' ' + core::to_text(vector.y()) + ' ' + core::to_text(vector.z());
}

std::string pose_attributes(const description::Pose& pose) {
  const description::Quaternion& q = pose.orientation;
  return " pos=\"" + numbers(pose.position) + "\" quat=\"" + core::to_text(q.w()) + ' ' +
         numbers(Vector3{q.vec()}) + "\"";
}

const std::string& HullTexts::of(const description::Mesh& mesh) {
  const Key key{mesh.file, mesh.submesh, mesh.centre_submesh, mesh.scale.x(), mesh.scale.y(), mesh.scale.z()};
  const auto known = known_.find(key);
  if (known != known_.end()) return known->second;
  std::string text;
  for (const Vector3& corner : geometry::hull_corners(geometry::mesh_of(mesh)))
    text += (text.empty() ? "" : " ") + numbers(corner);
  return known_.emplace(key, std::move(text)).first->second;
}

GeometryWriter::GeometryWriter(const EnginePlan& plan, HullTexts& hulls) : plan_{plan}, hulls_{hulls} {
  for (const description::FlatLink& flat : plan.flat.links)
    for (const description::Collision& collision : flat.link->collisions)
      frictions_.push_back(friction_of(collision.surface.mu));
  std::sort(frictions_.begin(), frictions_.end(), std::greater<>{});
  frictions_.erase(std::unique(frictions_.begin(), frictions_.end()), frictions_.end());
}

int GeometryWriter::priority_of(double mu) const {
  return static_cast<int>(std::lower_bound(frictions_.begin(), frictions_.end(), mu, std::greater<>{}) -
                          frictions_.begin());
}

void GeometryWriter::write(std::string& out, std::size_t link) {
  const description::FlatLink& flat = plan_.flat.links[link];
  bool any = false;
  std::size_t n = 0;
  for (const description::Collision& collision : flat.link->collisions) {
    std::string geom = "<geom name=\"g" + std::to_string(link) + '_' + std::to_string(n) + "\"";
    if (!write_shape(geom, collision, flat.is_static ? flat.pose * collision.pose : collision.pose)) continue;
    const description::Surface& surface = collision.surface;
    const double mu = friction_of(surface.mu);
    const double step_s = plan_.step.seconds();
    geom += " friction=\"" + core::to_text(mu) + " 0.005 0.0001\" priority=\"" +
            std::to_string(priority_of(mu)) + "\" contype=\"" + std::to_string(surface.collide_bitmask) +
            "\" conaffinity=\"" + std::to_string(surface.collide_bitmask) + "\" solref=\"" +
            core::to_text(std::max(2.0 * step_s, 0.004)) + " 1\" solimp=\"0.98 0.995 0.001\"/>";
    out += geom;
    any = true;
    ++n;
  }
  if (flat.is_static || !any) return;
  touching_.push_back(link);
  moving_count_ += n;
}

bool GeometryWriter::write_shape(std::string& out, const description::Collision& collision,
                                 const description::Pose& X_BC) {
  const description::Geometry& geometry = collision.geometry;
  description::Pose pose = X_BC;
  if (const auto* mesh = std::get_if<description::Mesh>(&geometry)) {
    const std::string name = "m" + std::to_string(mesh_count_++);
    assets_ += "<mesh name=\"" + name + "\" vertex=\"" + hulls_.of(*mesh) + "\"/>";
    out += " type=\"mesh\" mesh=\"" + name + "\"";
  } else if (const auto* box = std::get_if<description::Box>(&geometry)) {
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
    return false;  // <empty>
  }
  out += pose_attributes(pose);
  return true;
}

std::string GeometryWriter::assets_and_exclusions() const {
  std::string text;
  if (!assets_.empty()) text += "<asset>" + assets_ + "</asset>";
  std::string pairs;
  for (std::size_t a = 0; a < touching_.size(); ++a) {
    for (std::size_t b = a + 1; b < touching_.size(); ++b) {
      if (may_touch(plan_, touching_[a], touching_[b])) continue;
      pairs += "<exclude body1=\"l" + std::to_string(touching_[a]) + "\" body2=\"l" +
               std::to_string(touching_[b]) + "\"/>";
    }
  }
  if (!pairs.empty()) text += "<contact>" + pairs + "</contact>";
  return text;
}

}  // namespace lockstep::hosts::mujoco
