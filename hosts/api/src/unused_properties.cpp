// SPDX-License-Identifier: Apache-2.0
#include "lockstep/hosts/api/unused_properties.hpp"

#include <algorithm>
#include <functional>

namespace lockstep::hosts {
namespace {

using description::Link;
using description::Surface;

struct Property {
  Severity severity;
  const char* text;  ///< after "link 'x': "
  std::function<bool(const Link&)> is_used;
  bool of_static{false};  ///< also matters of what never moves (Gazebo's ground has a <mu2> of its own)
};

Property of_surface(Severity severity, const char* text, bool (*is_used)(const Surface&)) {
  return {severity, text, [is_used](const Link& link) {
            return std::any_of(
                link.collisions.begin(), link.collisions.end(),
                [is_used](const description::Collision& collision) { return is_used(collision.surface); });
          }};
}

std::vector<Property> properties(const SurfaceSupport& support) {
  std::vector<Property> all = {
      {Severity::kWarning, "<kinematic> has no effect; forces move the link",
       [](const Link& link) { return link.kinematic; }},
      {Severity::kWarning, "<velocity_decay> has no effect; use damping of joints or a fluid device",
       [](const Link& link) { return link.linear_damping != 0.0 || link.angular_damping != 0.0; }},
      {Severity::kNote, "<enable_wind> has no effect; devices feel the wind",
       [](const Link& link) { return link.enable_wind; }},
      of_surface(Severity::kNote, "<slip1> and <slip2> have no effect",
                 [](const Surface& surface) { return surface.slip1 != 0.0 || surface.slip2 != 0.0; }),
      of_surface(Severity::kNote, "<torsional> friction has no effect",
                 [](const Surface& surface) { return surface.torsional_mu != Surface{}.torsional_mu; }),
      of_surface(Severity::kNote, "<kp>, <kd>, <max_vel> and <min_depth> have no effect",
                 [](const Surface& surface) {
                   const Surface other;
                   return surface.contact_stiffness_n_m != other.contact_stiffness_n_m ||
                          surface.contact_damping_ns_m != other.contact_damping_ns_m ||
                          surface.max_velocity_m_s != other.max_velocity_m_s ||
                          surface.min_depth_m != other.min_depth_m;
                 }),
  };
  if (!support.directions) {
    all.push_back(of_surface(Severity::kWarning,
                             "<mu2> differs from <mu>; friction is <mu> in all directions",
                             [](const Surface& surface) { return surface.mu2 != surface.mu; }));
  }
  if (!support.bounce) {
    all.push_back(of_surface(Severity::kWarning,
                             "<restitution_coefficient> has no effect; it does not bounce",
                             [](const Surface& surface) { return surface.restitution != 0.0; }));
  }
  if (!support.bitmask) {
    all.push_back(of_surface(
        Severity::kWarning, "<collide_bitmask> has no effect; it touches everything",
        [](const Surface& surface) { return surface.collide_bitmask != Surface{}.collide_bitmask; }));
    all.back().of_static = true;
  }
  return all;
}

}  // namespace

std::vector<Diagnostic> unused_properties(const EnginePlan& plan, const SurfaceSupport& support) {
  std::vector<Diagnostic> findings;
  for (const Property& property : properties(support)) {
    const Link* first = nullptr;
    std::size_t others = 0;
    for (const description::FlatLink& flat : plan.flat.links) {
      if ((flat.is_static && !property.of_static) || !property.is_used(*flat.link)) continue;
      if (first == nullptr)
        first = flat.link;
      else
        ++others;
    }
    if (first == nullptr) continue;
    std::string who = "link '" + first->scoped_name + "'";
    if (others != 0) who += " and " + std::to_string(others) + (others == 1 ? " other" : " others");
    findings.push_back(
        {property.severity, "description-unused", who + ": " + property.text, {}, first->where});
  }
  return findings;
}

}  // namespace lockstep::hosts
