// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

#include "findings.hpp"
#include "lockstep/description/file_search.hpp"
#include "lockstep/description/reader.hpp"
#include "lockstep/description/world.hpp"

namespace lockstep::description {

/// Builds a model from the tree of a URDF file. Every link and joint becomes one of ours (joint frame = child
/// link frame, as URDF has it); a link called "world" is the world. `<gazebo>` elements that say something
/// about a link, a joint or the model are applied, all of them are kept; `<transmission>` elements are read.
class UrdfReader {
 public:
  struct Place {
    std::string name;
    std::string scope;
    bool is_static{false};
  };

  UrdfReader(const FileSearch& search, const ReadOptions& options, Findings& findings)
      : search_{search}, options_{options}, findings_{findings} {}

  Model read_robot(const core::ConfigNode& robot, const Place& place) const;

 private:
  using Colours = std::map<std::string, Eigen::Vector4d>;

  Link read_link(const core::ConfigNode& node, const std::string& scope, const Colours& colours) const;
  Joint read_joint(const core::ConfigNode& node, const std::string& scope) const;
  Geometry read_geometry(const core::ConfigNode& parent, ShapeUse use) const;
  Visual read_visual(const core::ConfigNode& node, const Colours& colours) const;
  Colours read_colours(const core::ConfigNode& robot) const;

  const FileSearch& search_;
  const ReadOptions& options_;
  Findings& findings_;
};

/// The name of a `<robot>`; that of its file, with a remark, when it has none.
std::string urdf_name_of(const core::ConfigNode& robot, Findings& findings);

/// Places all links by their joints; joints need `placement`, the origin of each by name. Throws unless the
/// links form one tree.
void place_links(const core::ConfigNode& robot, const std::map<std::string, Pose>& origins, Model& model);

/// Applies `<gazebo>` elements; `robot` is their parent.
void apply_gazebo_elements(const core::ConfigNode& robot, Model& model, Findings& findings);

/// Joints that stay when fixed joints are merged: `<gazebo reference="joint">` wants it, or they carry a
/// sensor, which would vanish with them.
bool is_preserved(const Joint& joint);

/// Takes joints of type "floating" out: what they carry is free. A root that has no mass and carries nothing
/// else goes with them.
void free_floating_links(Model& model);

/// Makes links behind fixed joints part of the link that carries them: inertials are added up, collisions,
/// visuals and sensors move, joints hang on the carrying link, and frames with the old names stay. Links and
/// joints that a plugin of ours names are kept.
void merge_fixed_joints(Model& model);

/// A root without mass is fixed to the world: nothing could move it. With a remark.
void fix_massless_root(Model& model, const core::ConfigNode& robot, Findings& findings);

/// Repairs impossible mass properties and moving parts without mass, with a remark for each.
void check_masses(Model& model, const core::ConfigNode& robot, Findings& findings);

}  // namespace lockstep::description
