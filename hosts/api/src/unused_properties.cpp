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
};

Property of_surface(Severity severity, const char* text, bool (*is_used)(const Surface&)) {
  return {severity, text, [is_used](const Link& link) {
            return std::any_of(
                link.collisions.begin(), link.collisions.end(),
                [is_used](const description::Collision& collision) { return is_used(collision.surface); });
          }};
}

std::vector<Property> properties() {
  return {
      {Severity::kWarning, "<velocity_decay> has no effect; use damping of joints or a fluid device",
       [](const Link& link) { return link.linear_damping != 0.0 || link.angular_damping != 0.0; }},
      {Severity::kNote, "<enable_wind> has no effect; devices feel the wind",
       [](const Link& link) { return link.enable_wind; }},
      of_surface(Severity::kWarning, "<slip1> and <slip2> have no effect; things slide less than in Gazebo",
                 [](const Surface& surface) { return surface.slip1 != 0.0 || surface.slip2 != 0.0; }),
      of_surface(Severity::kWarning,
                 "<torsional> friction has no effect; single points of contact turn freely",
                 [](const Surface& surface) { return surface.torsional_mu != Surface{}.torsional_mu; }),
      of_surface(Severity::kWarning,
                 "<kp> and <kd> have no effect; contacts are as stiff as the engine's own",
                 [](const Surface& surface) {
                   return surface.contact_stiffness_n_m != Surface{}.contact_stiffness_n_m ||
                          surface.contact_damping_ns_m != Surface{}.contact_damping_ns_m;
                 }),
      of_surface(
          Severity::kWarning,
          "<max_vel> has no effect; what overlaps is pushed apart at the engine's own rate",
          [](const Surface& surface) { return surface.max_velocity_m_s != Surface{}.max_velocity_m_s; }),
      of_surface(Severity::kWarning, "<min_depth> has no effect; things rest on surfaces, not below them",
                 [](const Surface& surface) { return surface.min_depth_m != Surface{}.min_depth_m; }),
  };
}

}  // namespace

std::vector<Diagnostic> unused_properties(const EnginePlan& plan) {
  std::vector<Diagnostic> findings;
  for (const Property& property : properties()) {
    const Link* first = nullptr;
    std::size_t others = 0;
    for (const description::FlatLink& flat : plan.flat.links) {
      if (flat.is_static || !property.is_used(*flat.link)) continue;
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
