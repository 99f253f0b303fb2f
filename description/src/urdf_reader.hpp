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

/// Places all links by their joints; joints need `placement`, the origin of each by name. Throws unless the
/// links form one tree.
void place_links(const core::ConfigNode& robot, const std::map<std::string, Pose>& origins, Model& model);

/// Applies `<gazebo>` elements; `robot` is their parent.
void apply_gazebo_elements(const core::ConfigNode& robot, Model& model, Findings& findings);

/// Joints that `<gazebo reference="joint">` wants to keep when fixed joints are merged.
bool is_preserved(const Joint& joint);

/// Makes links behind fixed joints part of the link that carries them: inertials are added up, collisions,
/// visuals and sensors move, joints hang on the carrying link, and frames with the old names stay.
void merge_fixed_joints(Model& model);

/// Errors (or repairs) for impossible mass properties and for moving parts without mass.
void check_masses(Model& model, bool repair, const core::ConfigNode& robot, Findings& findings);

}  // namespace lockstep::description
