// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lockstep/core/config_node.hpp"
#include "lockstep/core/error.hpp"
#include "lockstep/description/joint.hpp"
#include "lockstep/description/link.hpp"
#include "lockstep/description/pose.hpp"
#include "lockstep/description/transmission.hpp"

namespace lockstep::description {

/// `<plugin>` of a model or a world: asks for a device.
struct Plugin {
  std::string name;
  std::string filename;  ///< as written, e.g. "libFMIActuatorPlugin.so"
  /// The device of ours that stands for it ("fmu_actuator", "fmu_fluid_dynamics"); empty for other plugins.
  /// No shared object is looked for when it is set. See device_of_plugin.
  std::string device;
  core::ConfigNode config;  ///< the whole element, with its lines
  /// A plugin nobody knows is an error. Worlds written for Gazebo may have others, scenarios may not.
  bool required{false};
};

/// The device that replaces a Gazebo plugin, by file name with or without "lib" and ".so" and whatever folder
/// stands before it; empty when there is none.
std::string_view device_of_plugin(std::string_view filename) noexcept;

/// What a `<plugin>` element of SDF or URDF says.
Plugin plugin_of(const core::ConfigNode& element);

/// A named frame (`<frame>`), resolved.
struct Frame {
  std::string name;
  Pose pose;                ///< X_MF in the frame of its model (X_WF of a frame of the world)
  std::string attached_to;  ///< link it moves with, relative to its model; empty in a world: the world
};

/// A robot or an object: links joined by joints. Models nest; poses are those of the start.
struct Model {
  std::string name;         ///< unique among its siblings, without "::"
  std::string scoped_name;  ///< "model::nested", unique in the world
  Pose pose;                ///< X_PM: in the frame of what holds it (world or model)
  /// Velocity of the model's origin at the start, and about it, in the world; of free bodies. Of a model at
  /// the top alone; those nested in it move along.
  Vector3 velocity_m_s{0.0, 0.0, 0.0}, angular_velocity_rad_s{0.0, 0.0, 0.0};
  bool is_static{false};  ///< never moves; true for all that is nested in a static model
  bool self_collide{false};
  bool enable_wind{false};
  std::string canonical_link;  ///< relative name of the link the model frame is attached to; empty: no link
  std::vector<Link> links;
  std::vector<Joint> joints;
  std::vector<Model> models;
  std::vector<Frame> frames;
  std::vector<Plugin> plugins;
  std::vector<Transmission> transmissions;   ///< URDF
  std::vector<core::ConfigNode> extensions;  ///< other elements kept, not understood (URDF `<gazebo>`, ...)
  std::string file;                          ///< absolute path of the file the model stands in
  SourceLocation where;
};

/// `<physics>`.
struct Physics {
  std::string name;
  std::string engine{"ode"};      ///< as written: "ode", "bullet", "dart", "simbody", "ignored"
  double step_s{0.001};           ///< max_step_size
  double real_time_factor{1.0};   ///< wanted; 0: as fast as possible
  double update_rate_hz{1000.0};  ///< real_time_update_rate
  unsigned max_contacts{20};
  bool given{false};        ///< the file has a `<physics>` element
  core::ConfigNode config;  ///< the whole element: settings of single engines
};

/// A world. Read one with read_world (see reader.hpp).
struct World {
  std::string name{"default"};
  Physics physics;
  Vector3 gravity_m_s2{0.0, 0.0, -9.8};
  Vector3 wind_m_s{0.0, 0.0, 0.0};  ///< linear velocity of the air, world frame
  Vector3 magnetic_field_t{5.5645e-6, 22.8758e-6, -42.3884e-6};
  std::vector<Model> models;
  std::vector<Frame> frames;
  std::vector<Plugin> plugins;               ///< of the world itself
  std::vector<core::ConfigNode> extensions;  ///< elements kept, not understood (light, gui, scene, ...)
  std::string file;                          ///< absolute path of the file it was read from
};

/// The link a relative name ("link", "nested::link") means in a model; nullptr when there is none.
const Link* find_link(const Model& model, std::string_view relative_name) noexcept;
/// The same for a joint.
const Joint* find_joint(const Model& model, std::string_view relative_name) noexcept;

}  // namespace lockstep::description
