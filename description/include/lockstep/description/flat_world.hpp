// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "lockstep/description/world.hpp"

namespace lockstep::description {

/// A link of a world with what nesting adds to it.
struct FlatLink {
  const Link* link{nullptr};
  std::size_t model{0};   ///< index in FlatWorld::models: the innermost model that holds it
  Pose pose;              ///< X_WL at the start
  bool is_static{false};  ///< of a static model
};

/// A joint of a world with its links as indices.
struct FlatJoint {
  static constexpr std::size_t kWorld = static_cast<std::size_t>(-1);

  const Joint* joint{nullptr};
  std::size_t model{0};
  std::size_t parent{kWorld};  ///< index in FlatWorld::links; kWorld: fixed to the world
  std::size_t child{kWorld};   ///< likewise
  Pose pose;                   ///< X_WJ at the start
};

struct FlatModel {
  const Model* model{nullptr};
  std::size_t root{0};  ///< index of the outermost model that holds it (itself when at the top)
  Pose pose;            ///< X_WM at the start
};

/// All models, links and joints of a world in file order, outer models before the ones nested in them: what
/// an engine is built from. Points into the world, which must outlive it and stay as it is.
struct FlatWorld {
  std::vector<FlatModel> models;
  std::vector<FlatLink> links;
  std::vector<FlatJoint> joints;

  /// Index by scoped name; links.size() / joints.size() when there is none.
  std::size_t link_index(std::string_view scoped_name) const noexcept;
  std::size_t joint_index(std::string_view scoped_name) const noexcept;
};

/// Throws Error{kBadInput} naming the joint when one names a link that does not exist, or the world twice.
FlatWorld flatten(const World& world);

/// Order in which an engine with a kinematic tree builds the joints: the joint that carries a link stands
/// before all joints on that link. `direction` says whether the engine has to turn a joint around (its child
/// is the link nearer to the world). Joints that would close a loop are left out and listed in `loops`.
struct TreeJoint {
  std::size_t joint{0};  ///< index in FlatWorld::joints
  bool reversed{false};  ///< the joint's child is the inner link
};
struct KinematicTree {
  std::vector<TreeJoint> joints;
  std::vector<std::size_t> free_links;  ///< roots of trees that no joint holds, not of static models
  std::vector<std::size_t> loops;       ///< joints left out
};
KinematicTree kinematic_tree(const FlatWorld& world);

}  // namespace lockstep::description
