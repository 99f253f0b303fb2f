// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "lockstep/core/log.hpp"
#include "lockstep/core/span.hpp"
#include "lockstep/core/time_grid.hpp"
#include "lockstep/description/flat_world.hpp"
#include "lockstep/description/world.hpp"
#include "lockstep/hosts/api/layout.hpp"

namespace lockstep::hosts {

/// What a user may choose for any embedded engine.
struct EngineOptions {
  std::optional<core::Rational> step;  ///< empty: that of the world's `<physics>`
  core::LogSink log;                   ///< what of the description the engine does not do
};

/// A world that an engine keeps together with others: a shared one is taken as it is, any other is copied.
class SharedWorld {
 public:
  SharedWorld() : SharedWorld{description::World{}} {}
  // Not explicit: who has a plain world need not know of this class.
  SharedWorld(description::World world)  // NOLINT(google-explicit-constructor)
      : world_{std::make_shared<const description::World>(std::move(world))} {}
  SharedWorld(std::shared_ptr<const description::World> world)  // NOLINT(google-explicit-constructor)
      : world_{std::move(world)} {}
  const description::World& operator*() const noexcept { return *world_; }

 private:
  std::shared_ptr<const description::World> world_;
};

/// A link and a second body that stands for it in the tree of joints, at the same place at the start.
struct Weld {
  std::size_t link{0};  ///< of the layout; may be static
  std::size_t twin{0};  ///< index in FlatWorld::links, after those of the layout
};

/// What every embedded engine is built from: the world flattened, its tree of joints, and the layout devices
/// see. Indices of links and joints are the same in all of them. Must not be moved: `flat` points into
/// `world`.
///
/// Joints that close a loop are part of the tree, too: such a joint holds a *twin* of one of its links, which
/// has part of that link's mass and no shapes. The twins come after all links of the layout in `flat.links`.
/// An engine builds them as all other links and adds a constraint for each of `welds`.
struct EnginePlan {
  explicit EnginePlan(SharedWorld given) : shared{std::move(given)} {}

  SharedWorld shared;
  const description::World& world{*shared};
  description::FlatWorld flat;
  description::KinematicTree tree;
  std::vector<Weld> welds;                    ///< what closes the loops
  std::vector<bool> in_loop;                  ///< of each joint: it is part of a loop
  std::deque<description::Link> split_links;  ///< links with part of their mass; `flat` points to them
  WorldLayout layout;
  std::vector<double> start;  ///< position of each axis at the start; that of a follower by its leader
  std::vector<double> start_velocity;  ///< of each axis, likewise
  core::Rational step;
};

/// Makes the plan. Throws Error{kUnsupported} naming every joint whose type is not among `supported` or that
/// follows a joint it cannot, and every collision shape that no engine has (heightmaps, images),
/// Error{kBadInput} for joints without links, Error{kBadUsage} for a step that is not positive.
LOCKSTEP_HOSTS_API_EXPORT std::unique_ptr<const EnginePlan> make_plan(
    SharedWorld world, const EngineOptions& options, std::string_view host,
    Span<const description::JointType> supported);

/// Shapes of these two links may touch, as SDF has it: those of different models; those of one model if both
/// links say `<self_collide>` and no joint is between them. Bit masks are not looked at.
LOCKSTEP_HOSTS_API_EXPORT bool may_touch(const EnginePlan& plan, std::size_t a, std::size_t b);

/// The frame of a joint, and its axes, as an engine with a kinematic tree builds it: in the frame of the
/// outer link (the one farther from the world). A reversed joint has its axes turned round, so that positions
/// and efforts keep the meaning the description gives them.
struct OuterJoint {
  std::size_t outer{0};                               ///< link that the joint carries
  std::size_t inner{description::FlatJoint::kWorld};  ///< link that carries it, or the world
  description::Pose X_OJ;                             ///< joint frame in the outer link's frame
  std::vector<description::Vector3> axes_O;           ///< unit vectors in the outer link's frame
};
LOCKSTEP_HOSTS_API_EXPORT OuterJoint outer_joint(const EnginePlan& plan, const description::TreeJoint& joint);

/// Velocities of a link's origin at the start, in the world, as if all of its model moved as one body. For
/// the links in KinematicTree::free_links.
struct StartVelocity {
  Eigen::Vector3d v_WB{Eigen::Vector3d::Zero()}, w_WB{Eigen::Vector3d::Zero()};
};
LOCKSTEP_HOSTS_API_EXPORT StartVelocity start_velocity_of(const EnginePlan& plan, std::size_t link);

}  // namespace lockstep::hosts
