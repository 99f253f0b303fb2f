// SPDX-License-Identifier: Apache-2.0
#include "contact_rules.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "mjcf_geometry.hpp"

namespace lockstep::hosts::mujoco {
namespace {

using Eigen::Vector3d;
using Row = Eigen::Map<Vector3d>;

/// How much less than the softness of a resting contact that of a bounce is: it misses the velocity by 1e-4
/// of it.
constexpr double kStiffer = 1e-2;

}  // namespace

ContactRules::ContactRules(const EnginePlan& plan, const mjModel& model) {
  surfaces_.resize(static_cast<std::size_t>(model.ngeom));
  for (std::size_t link = 0; link < plan.flat.links.size(); ++link) {
    const description::FlatLink& flat = plan.flat.links[link];
    std::size_t n = 0;
    for (const description::Collision& collision : flat.link->collisions) {
      if (std::holds_alternative<description::OtherShape>(collision.geometry)) continue;
      const std::string name = "g" + std::to_string(link) + '_' + std::to_string(n++);
      const int geom = mj_name2id(&model, mjOBJ_GEOM, name.c_str());
      if (geom < 0) continue;
      const description::Surface& given = collision.surface;
      description::Quaternion turn = collision.pose.orientation;
      if (flat.is_static) turn = flat.pose.orientation * turn;
      surfaces_[static_cast<std::size_t>(geom)] = {friction_of(given.mu), friction_of(given.mu2),
                                                   turn * given.friction_direction, given.restitution,
                                                   given.restitution_threshold_m_s};
      has_directions_ = has_directions_ || given.mu != given.mu2;
      has_bounce_ = has_bounce_ || given.restitution > 0.0;
    }
  }
}

Vector3d ContactRules::first_direction(const mjModel& model, const mjData& data,
                                       const mjContact& contact) const noexcept {
  const Vector3d normal = Eigen::Map<const Vector3d>{contact.frame};
  int geoms[] = {contact.geom1, contact.geom2};
  // The smoother surface says which way, if it has a direction.
  if (surfaces_[static_cast<std::size_t>(geoms[1])].mu < surfaces_[static_cast<std::size_t>(geoms[0])].mu)
    std::swap(geoms[0], geoms[1]);
  for (const int geom : geoms) {
    const Vector3d& given = surfaces_[static_cast<std::size_t>(geom)].direction_B;
    const mjtNum* turn = data.xmat + 9 * model.geom_bodyid[geom];  // by rows
    Vector3d direction = Eigen::Map<const Eigen::Matrix<mjtNum, 3, 3, Eigen::RowMajor>>{turn} * given;
    direction -= direction.dot(normal) * normal;
    if (direction.norm() > 1e-6) return direction.normalized();
  }
  // As ODE chooses: along y on level ground.
  const Vector3d across = std::fabs(normal.z()) > std::sqrt(0.5) ? Vector3d{0.0, -normal.z(), normal.y()}
                                                                 : Vector3d{-normal.y(), normal.x(), 0.0};
  return across.normalized();
}

void ContactRules::apply_directions(const mjModel& model, mjData& data) const noexcept {
  if (!has_directions_ || data.ncon == 0) return;
  bool changed = false;
  for (int c = 0; c < data.ncon; ++c) {
    mjContact& contact = data.contact[c];
    const Surface& a = surfaces_[static_cast<std::size_t>(contact.geom1)];
    const Surface& b = surfaces_[static_cast<std::size_t>(contact.geom2)];
    const double mu = std::min(a.mu, b.mu), mu2 = std::min(a.mu2, b.mu2);
    if (mu == mu2) continue;
    const Vector3d first = first_direction(model, data, contact);
    Row{contact.frame + 3} = first;
    Row{contact.frame + 6} = Vector3d{Row{contact.frame}}.cross(first);
    contact.friction[0] = mu;
    contact.friction[1] = mu2;
    changed = true;
  }
  if (!changed) return;
  mj_makeConstraint(&model, &data);
  mj_projectConstraint(&model, &data);
  mj_referenceConstraint(&model, &data);
}

void ContactRules::apply_bounce(const mjModel& model, mjData& data) const noexcept {
  if (!has_bounce_) return;
  for (int c = 0; c < data.ncon; ++c) {
    const mjContact& contact = data.contact[c];
    if (contact.exclude != 0 || contact.efc_address < 0) continue;
    const Surface& a = surfaces_[static_cast<std::size_t>(contact.geom1)];
    const Surface& b = surfaces_[static_cast<std::size_t>(contact.geom2)];
    const double restitution = std::min(a.restitution, b.restitution);
    const double leaving = data.efc_vel[contact.efc_address];
    if (!(restitution > 0.0) || -leaving <= std::min(a.threshold_m_s, b.threshold_m_s)) continue;
    data.efc_aref[contact.efc_address] = -(1.0 + restitution) * leaving / model.opt.timestep;
    for (int row = contact.efc_address; row < contact.efc_address + contact.dim; ++row) {
      data.efc_R[row] *= kStiffer;
      data.efc_D[row] = 1.0 / data.efc_R[row];
    }
  }
}

}  // namespace lockstep::hosts::mujoco
