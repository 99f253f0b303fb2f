// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <utility>

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

/// What every embedded engine is built from: the world flattened, its tree of joints, and the layout devices
/// see. Indices of links and joints are the same in all of them. Must not be moved: `flat` points into
/// `world`.
struct EnginePlan {
  explicit EnginePlan(SharedWorld given) : shared{std::move(given)} {}

  SharedWorld shared;
  const description::World& world{*shared};
  description::FlatWorld flat;
  description::KinematicTree tree;
  WorldLayout layout;
  std::vector<double> start;  ///< position of each axis at the start; that of a follower by its leader
  core::Rational step;
};

/// Makes the plan. Throws Error{kUnsupported} naming every joint whose type is not among `supported`, that
/// closes a loop or that follows a joint it cannot, and every collision shape that no engine has (heightmaps,
/// images, polylines), Error{kBadInput} for joints without links,
/// Error{kBadUsage} for a step that is not positive.
LOCKSTEP_HOSTS_API_EXPORT std::unique_ptr<const EnginePlan> make_plan(
    SharedWorld world, const EngineOptions& options, std::string_view host,
    Span<const description::JointType> supported);

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

}  // namespace lockstep::hosts
