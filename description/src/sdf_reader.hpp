// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "documents.hpp"
#include "findings.hpp"
#include "frame_graph.hpp"
#include "lockstep/description/file_search.hpp"
#include "lockstep/description/reader.hpp"
#include "lockstep/description/world.hpp"

namespace lockstep::description {

/// "1.6" as numbers that compare.
struct SdfVersion {
  int minor{9};  ///< the major version is 1
  bool before(int other_minor) const noexcept { return minor < other_minor; }
};

/// Of `<sdf version>`; throws for what is no version or older than 1.4, a warning for newer than 1.9.
SdfVersion sdf_version_of(const core::ConfigNode& sdf, Findings& findings);

/// Where an element stands.
struct SdfContext {
  SdfVersion version;
  std::string scope;         ///< scoped name of the model around; empty in the world
  bool is_static{false};     ///< inside a static model
  std::size_t depth{0};      ///< nested models and includes
  bool self_collide{false};  ///< of the model, for links that say nothing themselves
  bool enable_wind{false};   ///< likewise
};

/// What an `<include>` says about the model it brings.
struct SdfOverrides {
  std::optional<std::string> name;
  std::optional<bool> is_static;
  std::string placement_frame;
  std::vector<const core::ConfigNode*> plugins;
};

/// A model and where it was put, which only the scope around it can resolve.
struct PlacedModel {
  Model model;
  RawPose pose;
  std::string placement_frame;  ///< frame of the model that is put there; empty: its own
};

/// Builds values from the tree of an SDF file. What is wrong is collected in the findings, element by
/// element.
class SdfReader {
 public:
  SdfReader(Documents& documents, const FileSearch& search, const ReadOptions& options, Findings& findings)
      : documents_{documents}, search_{search}, options_{options}, findings_{findings} {}

  /// `<world>` into a world.
  void read_world(const core::ConfigNode& node, SdfVersion version, World& world);
  /// `<model>` at the top of a file, or `<robot>`, alone in a world.
  void read_lone_model(const core::ConfigNode& node, SdfVersion version, World& world);

  // --- parts, used by the above and by tests
  // -----------------------------------------------------------------
  PlacedModel read_model(const core::ConfigNode& node, const SdfContext& context,
                         const SdfOverrides& overrides = {});

 private:
  // sdf_link.cpp
  Link read_link(const core::ConfigNode& node, const SdfContext& context, const FrameGraph& graph);
  Inertial read_inertial(const core::ConfigNode& node, const std::string& link, const FrameGraph& graph);
  Collision read_collision(const core::ConfigNode& node, const std::string& link, const FrameGraph& graph);
  Visual read_visual(const core::ConfigNode& node, const std::string& link, const FrameGraph& graph);
  Sensor read_sensor(const core::ConfigNode& node, const std::string& link, const FrameGraph& graph);
  // sdf_geometry.cpp
  Geometry read_geometry(const core::ConfigNode& parent, ShapeUse use);
  Surface read_surface(const core::ConfigNode& collision);
  // sdf_joint.cpp
  Joint read_joint(const core::ConfigNode& node, const SdfContext& context, const FrameGraph& graph,
                   const Model& model);
  JointAxis read_axis(const core::ConfigNode& node, const SdfContext& context, const FrameGraph& graph,
                      const std::string& joint, const Pose& joint_in_model);
  // sdf_model.cpp
  void add_links_and_joints(const core::ConfigNode& node, const SdfContext& context, FrameGraph& graph,
                            Model& model);
  void read_frames(const core::ConfigNode& node, const FrameGraph& graph, const std::string& canonical_link,
                   std::vector<Frame>& frames);
  void register_names(const core::ConfigNode& node, SdfVersion version, FrameGraph& graph);
  /// Nested models and includes of a world or a model, placed.
  void read_models(const core::ConfigNode& node, const SdfContext& context, FrameGraph& graph,
                   std::vector<Model>& models);
  // sdf_include.cpp
  std::optional<PlacedModel> read_include(const core::ConfigNode& node, const SdfContext& context,
                                          const std::vector<PlacedModel>& siblings);
  const core::ConfigNode* included_root(const core::ConfigNode& node, const std::string& uri);
  std::string main_file_of(const std::string& folder, const core::ConfigNode& node);
  // sdf_world.cpp
  void read_physics(const core::ConfigNode& node, World& world);

  Documents& documents_;
  const FileSearch& search_;
  const ReadOptions& options_;
  Findings& findings_;
  std::size_t includes_{0};
  std::vector<std::string> including_;  // files being read now: one that includes itself is found here
};

/// "a" and "b" as "a::b"; "b" alone when the scope is empty.
std::string scoped(const std::string& scope, const std::string& name);

/// The attribute "name", which must be there, not be empty and, from SDF 1.8 on, not hold "::".
std::string sdf_name_of(const core::ConfigNode& node, SdfVersion version);

}  // namespace lockstep::description
