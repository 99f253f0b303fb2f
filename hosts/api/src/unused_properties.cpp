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
