// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "lockstep/hosts/api/host.hpp"

namespace lockstep::hosts::fake {

/// One axis that turns or slides by itself: J dv/dt = effort - d v, solved exactly for the effort of the
/// step. Gravity and other bodies do not act on it.
struct FakeJoint {
  std::string name;                      ///< scoped with '/'
  JointKind kind{JointKind::kRevolute};  ///< with one axis
  double inertia{1.0};                   ///< J [kg.m2 or kg]
  double damping{0.0};                   ///< d [N.m.s/rad or N.s/m]
  AxisLimits limits;                     ///< positions are not enforced
  double position{0.0}, velocity{0.0};   ///< at the start
};

/// One free body with a spherical inertia: exact for constant forces through the centre of mass and for
/// moments along the angular velocity.
struct FakeLink {
  std::string name;
  double mass_kg{1.0};
  double inertia_kg_m2{1.0};
  Eigen::Vector3d p_BoBcm_B{Eigen::Vector3d::Zero()};
  description::Pose X_WB;  ///< at the start
  Eigen::Vector3d v_WB{Eigen::Vector3d::Zero()}, w_WB{Eigen::Vector3d::Zero()};
};

struct FakeWorld {
  std::vector<FakeJoint> joints;
  std::vector<FakeLink> links;
  core::Rational step{1, 1000};
  Eigen::Vector3d gravity_W{0.0, 0.0, -9.8};
  Eigen::Vector3d wind_W{0.0, 0.0, 0.0};
  std::vector<Capability> without;    ///< capabilities that this host denies, besides contacts
  bool measures_acceleration{false};  ///< kMeasuredAcceleration: the accelerations of the closed forms
  bool compensates{false};            ///< kCompensatesGravity and kCompensatesFriction, as a robot does
};

/// A host whose bodies have closed-form solutions: for tests of devices and of the runtime, where every
/// number can be worked out by hand. Has every capability but contacts and those its world denies, so that it
/// can also play a host with few of them, such as a robot; a joint's reaction is the weight of the link with
/// the same index, if there is one.
class FakeHost final : public Engine {
 public:
  explicit FakeHost(FakeWorld world);

  std::string_view name() const noexcept override { return "fake"; }
  bool has(Capability capability) const noexcept override;
  const WorldLayout& layout() const noexcept override { return layout_; }
  WorldState& state() noexcept override { return state_; }
  core::Rational step_size() const noexcept override { return world_.step; }
  void prepare(const Needs& needs) override;
  void reset() override;
  void set_joint_state(AxisIndex axis, double position, double velocity) override;
  void set_link_state(LinkIndex link, const description::Pose& X_WB, const Eigen::Vector3d& v_WB,
                      const Eigen::Vector3d& w_WB) override;
  std::unique_ptr<Snapshot> save() const override;
  void restore(const Snapshot& snapshot) override;
  core::Status step() noexcept override;
  std::string fault() const override { return "the fake host was told to fail"; }

  /// The next step fails (for tests of fault handling).
  void fail_next_step() noexcept { fails_ = true; }
  /// What prepare() was told.
  const Needs& needs() const noexcept { return needs_; }

 private:
  void put_back();
  void measure_accelerations() noexcept;
  void step_joint(std::size_t i, double step_s) noexcept;
  void step_link(std::size_t i, double step_s) noexcept;

  FakeWorld world_;
  WorldLayout layout_;
  WorldState state_;
  Needs needs_;
  bool fails_{false};
};

}  // namespace lockstep::hosts::fake
