// SPDX-License-Identifier: Apache-2.0
#include "coupling.hpp"

#include <limits>

namespace lockstep::hosts::dart {
namespace {

/// Part of the diagonal that keeps the equations solvable where another constraint asks for the same.
constexpr double kMixing = 1e-9;

}  // namespace

Coupling::Coupling(dd::Joint& follower, dd::Joint& leader, double multiplier, double offset)
    : follower_{follower}, leader_{leader}, multiplier_{multiplier}, offset_{offset} {
  mDim = 1;
}

void Coupling::getInformation(::dart::constraint::ConstraintInfo* info) {
  const double drift = follower_.getPosition(0) - multiplier_ * leader_.getPosition(0) - offset_;
  const double speed = follower_.getVelocity(0) - multiplier_ * leader_.getVelocity(0);
  // All of the drift in one step: there is none beyond rounding.
  info->b[0] = -speed - drift * info->invTimeStep;
  info->lo[0] = -std::numeric_limits<double>::infinity();
  info->hi[0] = std::numeric_limits<double>::infinity();
  info->x[0] = 0.0;
}

void Coupling::add_impulse(double impulse) {
  follower_.setConstraintImpulse(0, follower_.getConstraintImpulse(0) + impulse);
  leader_.setConstraintImpulse(0, leader_.getConstraintImpulse(0) - multiplier_ * impulse);
}

void Coupling::applyUnitImpulse(std::size_t /*index*/) {
  const dd::SkeletonPtr follower = follower_.getSkeleton();
  const dd::SkeletonPtr leader = leader_.getSkeleton();
  follower->clearConstraintImpulses();
  leader->clearConstraintImpulses();
  add_impulse(1.0);
  follower->updateBiasImpulse(follower_.getChildBodyNode());
  leader->updateBiasImpulse(leader_.getChildBodyNode());
  follower->updateVelocityChange();
  if (leader != follower) leader->updateVelocityChange();
  follower_.setConstraintImpulse(0, 0.0);
  leader_.setConstraintImpulse(0, 0.0);
}

void Coupling::getVelocityChange(double* velocity, bool with_mixing) {
  velocity[0] = 0.0;
  if (follower_.getSkeleton()->isImpulseApplied()) velocity[0] += follower_.getVelocityChange(0);
  if (leader_.getSkeleton()->isImpulseApplied()) velocity[0] -= multiplier_ * leader_.getVelocityChange(0);
  if (with_mixing) velocity[0] += kMixing * velocity[0];
}

void Coupling::excite() {
  follower_.getSkeleton()->setImpulseApplied(true);
  leader_.getSkeleton()->setImpulseApplied(true);
}

void Coupling::unexcite() {
  follower_.getSkeleton()->setImpulseApplied(false);
  leader_.getSkeleton()->setImpulseApplied(false);
}

void Coupling::applyImpulse(double* impulse) {
  add_impulse(impulse[0]);
}

dd::SkeletonPtr Coupling::getRootSkeleton() const {
  return ConstraintBase::compressPath(follower_.getSkeleton());
}

void Coupling::uniteSkeletons() {
  dd::SkeletonPtr small = ConstraintBase::compressPath(follower_.getSkeleton());
  dd::SkeletonPtr large = ConstraintBase::compressPath(leader_.getSkeleton());
  if (small == large) return;
  if (small->mUnionSize > large->mUnionSize) std::swap(small, large);
  small->mUnionRootSkeleton = large;
  large->mUnionSize += small->mUnionSize;
}

}  // namespace lockstep::hosts::dart
