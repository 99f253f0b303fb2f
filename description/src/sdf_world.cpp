// SPDX-License-Identifier: Apache-2.0
// Worlds of SDF.
#include <fmt/format.h>

#include <algorithm>

#include "lockstep/core/number_text.hpp"
#include "sdf_reader.hpp"
#include "urdf_reader.hpp"
#include "values.hpp"

namespace lockstep::description {

using core::ConfigNode;

SdfVersion sdf_version_of(const ConfigNode& sdf, Findings& findings) {
  constexpr int kOldest = 2, kKnown = 4, kNewest = 9;
  if (!sdf.has("version"))
    sdf.fail("sdf-version",
             fmt::format("<sdf> has no attribute 'version', expected 1.{} to 1.{}", kOldest, kNewest),
             "write <sdf version=\"1.6\">");
  const std::string text = sdf.text_of("version");
  const auto minor = text.substr(0, 2) == "1." ? core::parse_int64(text.substr(2)) : std::nullopt;
  if (!minor || *minor < kOldest || *minor > 1000) {
    sdf.fail("sdf-version",
             fmt::format("the SDF version is '{}', expected 1.{} to 1.{}", text, kOldest, kNewest),
             "convert the file with 'gz sdf -p'");
  }
  if (*minor < kKnown) {
    findings.tolerate(sdf, "sdf-version",
                      fmt::format("the SDF version is {}, expected 1.{} to 1.{}", text, kKnown, kNewest),
                      "read as its successor, with sizes, masses and poses also as attributes",
                      "convert the file with 'gz sdf -p'");
  }
  if (*minor > kNewest) {
    findings.warning(sdf, "sdf-version",
                     fmt::format("the SDF version is {}, read as 1.{}; what is new in it is not understood",
                                 text, kNewest));
  }
  return SdfVersion{static_cast<int>(std::min<std::int64_t>(*minor, kNewest))};
}

void SdfReader::read_physics(const ConfigNode& node, World& world) {
  Physics& physics = world.physics;
  physics.given = true;
  physics.config = node;
  physics.name = node.attribute("name").value_or("");
  physics.engine = node.attribute("type").value_or("ode");
  physics.step_s = positive_number(node, "max_step_size", physics.step_s);
  if (physics.step_s < 1e-9 || physics.step_s > 1e9) {
    node.at("max_step_size")
        .fail("value-range", fmt::format("'max_step_size' is {} s, expected 1e-09 to 1e+09, such as 0.001",
                                         core::to_text(physics.step_s)));
  }
  physics.real_time_factor = positive_number(node, "real_time_factor", physics.real_time_factor, true);
  physics.update_rate_hz = positive_number(node, "real_time_update_rate", physics.update_rate_hz, true);
  physics.max_contacts =
      static_cast<unsigned>(positive_number(node, "max_contacts", physics.max_contacts, true));
  world.gravity_m_s2 = vector3_or(node, "gravity", world.gravity_m_s2);  // SDF up to 1.5 has it here
  if (physics.engine == "ode" || physics.engine == "bullet") {
    findings_.note(
        node, "physics-engine",
        fmt::format("physics type '{}' is not among the engines here; step and gravity are used, the engine "
                    "is chosen at the start",
                    physics.engine));
  }
  findings_.list_rest(
      node, {"max_step_size", "real_time_factor", "real_time_update_rate", "max_contacts", "gravity"},
      {"ode", "bullet", "simbody", "dart", "magnetic_field"});
}

void SdfReader::read_world(const ConfigNode& node, SdfVersion version, World& world) {
  world.name = node.attribute("name").value_or("default");
  SdfContext context;
  context.version = version;
  FrameGraph graph{"world"};
  read_models(node, context, graph, world.models);
  read_frames(node, graph, "", world.frames);
  findings_.guard([&] {
    const std::vector<const ConfigNode*> all = node.all("physics");
    const ConfigNode* chosen = all.empty() ? nullptr : all.front();
    for (const ConfigNode* one : all)
      if (boolean_or(*one, "default", false, findings_)) chosen = one;
    if (chosen != nullptr) read_physics(*chosen, world);
    if (all.size() > 1)
      findings_.note(*chosen, "physics-many", fmt::format("of {} <physics> this one is used", all.size()));
  });
  findings_.guard([&] {
    world.gravity_m_s2 = vector3_or(node, "gravity", world.gravity_m_s2);
    world.magnetic_field_t = vector3_or(node, "magnetic_field", world.magnetic_field_t);
    if (const ConfigNode* wind = node.find("wind"))
      world.wind_m_s = vector3_or(*wind, "linear_velocity", {0, 0, 0});
  });
  for (const ConfigNode* plugin : node.all("plugin"))
    world.plugins.push_back(plugin_of(*plugin));
  for (const char* kind : {"state", "actor", "population", "road"})
    if (const ConfigNode* found = node.find(kind))
      findings_.warning(*found, "description-unsupported", fmt::format("<{}> has no effect here", kind));
  world.extensions =
      findings_.list_rest(node,
                          {"model", "include", "frame", "physics", "gravity", "magnetic_field", "wind",
                           "plugin", "state", "actor", "population", "road"},
                          {"light", "gui", "scene", "spherical_coordinates", "atmosphere", "audio"});
}

void SdfReader::read_lone_model(const ConfigNode& node, SdfVersion version, World& world) {
  if (node.name == "robot") {
    const UrdfReader reader{search_, options_, findings_};
    findings_.guard([&] {
      world.models.push_back(reader.read_robot(node, {urdf_name_of(node, findings_), "", false}));
    });
    return;
  }
  ConfigNode holder{"world", "", node.where};
  holder.children.push_back(node);
  SdfContext context;
  context.version = version;
  FrameGraph graph{"world"};
  read_models(holder, context, graph, world.models);
}

}  // namespace lockstep::description
