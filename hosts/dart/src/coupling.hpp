// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <dart/constraint/ConstraintBase.hpp>

#include "skeletons.hpp"

namespace lockstep::hosts::dart {

/// Makes one joint follow another: q_follower = multiplier * q_leader + offset, both with one degree of
/// freedom, in one skeleton or in two. The impulse acts on both joints (1 on the follower, -multiplier on the
/// leader), so that no energy comes or goes; DART's own motor for mimic joints pushes the follower alone.
/// Solved together with contacts, limits, friction and drives. Joints must outlive the object.
class Coupling final : public ::dart::constraint::ConstraintBase {
 public:
  Coupling(dd::Joint& follower, dd::Joint& leader, double multiplier, double offset);

  void update() override {}
  void getInformation(::dart::constraint::ConstraintInfo* info) override;
  void applyUnitImpulse(std::size_t index) override;
  void getVelocityChange(double* velocity, bool with_mixing) override;
  void excite() override;
  void unexcite() override;
  void applyImpulse(double* impulse) override;
  bool isActive() const override { return true; }
  dd::SkeletonPtr getRootSkeleton() const override;
  void uniteSkeletons() override;

 private:
  void add_impulse(double impulse);

  dd::Joint& follower_;
  dd::Joint& leader_;
  double multiplier_, offset_;
};

}  // namespace lockstep::hosts::dart
