// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "json_value.hpp"
#include "lockstep/description/world.hpp"
#include "lockstep/hosts/api/layout.hpp"

namespace lockstep::viewer {

/// One thing to draw, in the frame of its link.
struct SceneShape {
  enum class Purpose : std::uint8_t {
    kVisual,
    kCollision,
    kInertia,  ///< the box with the link's inertia, for links without any geometry
  };
  Purpose purpose{Purpose::kVisual};
  std::string kind;  ///< "box", "sphere", "cylinder", "capsule", "ellipsoid", "plane", "mesh"
  /// Edge lengths; radius; radius and length; radii; edges of the part of the plane that is drawn; scale.
  description::Vector3 size{1.0, 1.0, 1.0};
  description::Pose pose;  ///< X_LS
  Eigen::Vector4d colour{0.7, 0.7, 0.7, 1.0};
  std::size_t mesh{0};  ///< index in Scene::meshes
};

struct SceneLink {
  std::string name;                   ///< with '/', as in signals
  std::optional<std::size_t> moving;  ///< index in the world's layout; empty: stays at `pose`
  description::Pose pose;             ///< X_WL at the start
  std::vector<SceneShape> shapes;
};

/// What there is to see in a world: geometry once, poses come later by link.
struct Scene {
  std::vector<SceneLink> links;
  std::vector<std::string> meshes;  ///< files that shapes name; nothing else of the disk is served
  /// Of each link of the layout: its name, and what its signals begin with.
  std::vector<std::string> link_names, signal_prefixes;
  Json joints = Json::array();  ///< name, kind, limits: for sliders
};

/// Meshes that are missing are left out, and so are shapes that no viewer draws (height maps).
Scene make_scene(const description::World& world, const hosts::WorldLayout& layout);

/// For our page.
Json scene_json(const Scene& scene);
/// For Foxglove: foxglove.SceneUpdate, one entity for each link, locked to its frame.
Json scene_update(const Scene& scene, const std::string& world_name);

}  // namespace lockstep::viewer
