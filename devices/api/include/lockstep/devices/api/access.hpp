// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <cstdint>

#include "lockstep/hosts/api/state.hpp"

/// Handles a device gets when it is bound and uses in its steps: pointers into the host's arrays, so that a
/// read is a load and a write is a store. They stay valid for the life of the runtime that gave them.
namespace lockstep::devices {

/// Motion of one joint axis: rad, rad/s, rad/s2, or m, m/s, m/s2. The acceleration is the mean over the last
/// step, (v_k - v_{k-1}) / (t_k - t_{k-1}), 0 at first, unless the host measures it
/// (Capability::kMeasuredAcceleration).
class JointMotion {
 public:
  JointMotion() = default;
  JointMotion(const double* position, const double* velocity, const double* acceleration) noexcept
      : position_{position}, velocity_{velocity}, acceleration_{acceleration} {}
  double position() const noexcept { return *position_; }
  double velocity() const noexcept { return *velocity_; }
  double acceleration() const noexcept { return *acceleration_; }

 private:
  const double* position_{nullptr};
  const double* velocity_{nullptr};
  const double* acceleration_{nullptr};
};

/// What of a JointMotion is read.
enum class JointReading : std::uint8_t {
  kAll,
  kVelocity,  ///< velocity and acceleration
};

/// Whether the actuator of an axis looks at the command in whose place it acts.
enum class CommandReading : std::uint8_t {
  kRead,
  kNotRead,  ///< JointActuation::command() is not kept true; apply() is called in every step
};

/// The right to command one axis in `control`. Commands start at 0 in each step; the one writer that claimed
/// the axis and any number of adders all use add(). The sum is clipped to the joint's limits after `control`.
///
/// In a step where nobody calls add(), an axis commanded by effort is free (0 N.m), one commanded by velocity
/// stops (0 rad/s), and one commanded by position stays at its last target: the last sum, or, before the
/// first one and after somebody has set its state, the position it was put to.
class JointCommand {
 public:
  JointCommand() = default;
  /// `given` becomes 1 when something is added. Both must outlive the handle.
  JointCommand(double* command, std::uint8_t* given) noexcept : command_{command}, given_{given} {}
  void add(double value) const noexcept {
    *command_ += value;
    *given_ = 1;
  }

 private:
  double* command_{nullptr};
  std::uint8_t* given_{nullptr};
};

/// Ownership of what acts on one axis, for actuators in `actuate`: reads the clipped command, writes the
/// effort that the physics gets instead of it. One owner an axis.
class JointActuation {
 public:
  JointActuation() = default;
  JointActuation(const double* command, double* applied) noexcept : command_{command}, applied_{applied} {}
  double command() const noexcept { return *command_; }
  double applied() const noexcept { return *applied_; }
  void apply(double effort) const noexcept { *applied_ = effort; }

 private:
  const double* command_{nullptr};
  double* applied_{nullptr};
};

/// Motion of a link's frame B in the world W. Accelerations are means over the last step or measured, as a
/// joint's.
class LinkMotion {
 public:
  LinkMotion() = default;
  LinkMotion(const hosts::WorldState& state, hosts::LinkIndex link, Eigen::Vector3d p_BoBcm_B)
      : p_WB_{&state.p_WB[link]},
        v_WB_{&state.v_WB[link]},
        w_WB_{&state.w_WB[link]},
        a_WB_{&state.a_WB[link]},
        alpha_WB_{&state.alpha_WB[link]},
        q_WB_{&state.q_WB[link]},
        p_BoBcm_B_{std::move(p_BoBcm_B)} {}
  const Eigen::Vector3d& p_WB() const noexcept { return *p_WB_; }
  const description::Quaternion& q_WB() const noexcept { return *q_WB_; }
  const Eigen::Vector3d& v_WB() const noexcept { return *v_WB_; }  ///< of the origin Bo
  const Eigen::Vector3d& w_WB() const noexcept { return *w_WB_; }
  const Eigen::Vector3d& a_WB() const noexcept { return *a_WB_; }  ///< of the origin Bo
  const Eigen::Vector3d& alpha_WB() const noexcept { return *alpha_WB_; }
  const Eigen::Vector3d& p_BoBcm_B() const noexcept { return p_BoBcm_B_; }

 private:
  const Eigen::Vector3d* p_WB_{nullptr};
  const Eigen::Vector3d* v_WB_{nullptr};
  const Eigen::Vector3d* w_WB_{nullptr};
  const Eigen::Vector3d* a_WB_{nullptr};
  const Eigen::Vector3d* alpha_WB_{nullptr};
  const description::Quaternion* q_WB_{nullptr};
  Eigen::Vector3d p_BoBcm_B_{Eigen::Vector3d::Zero()};
};

/// What touches a link, over the last step; nothing at the start.
class LinkContacts {
 public:
  LinkContacts() = default;
  LinkContacts(const hosts::WorldState& state, hosts::LinkIndex link) noexcept
      : state_{&state}, link_{link} {}

  /// Calls `body(const hosts::Contact&)` for each contact the link has a part in, as a or as b.
  template <class Body>
  void each(Body&& body) const {
    for (std::size_t i = 0; i < state_->contact_count; ++i) {
      const hosts::Contact& contact = state_->contacts[i];
      if (contact.link_a == link_ || contact.link_b == link_) body(contact);
    }
  }
  /// The sum of what all others do to the link [N], in the world's axes.
  Eigen::Vector3d force_W() const noexcept {
    Eigen::Vector3d sum = Eigen::Vector3d::Zero();
    each([&](const hosts::Contact& contact) {
      if (contact.link_b == link_)
        sum += contact.force_b_W_n;
      else
        sum -= contact.force_b_W_n;
    });
    return sum;
  }

 private:
  const hosts::WorldState* state_{nullptr};
  hosts::LinkIndex link_{hosts::kWorld};
};

/// Adds forces to a link, for this step. The sum of all devices acts over the step.
class LinkWrench {
 public:
  LinkWrench() = default;
  LinkWrench(hosts::WorldState& state, hosts::LinkIndex link, Eigen::Vector3d p_BoBcm_B)
      : force_W_{&state.force_W[link]},
        torque_W_{&state.torque_W[link]},
        q_WB_{&state.q_WB[link]},
        p_BoBcm_B_{std::move(p_BoBcm_B)} {}

  /// Force through, and moment about, the link's origin, both in the world's axes.
  void add_at_origin_W(const Eigen::Vector3d& force, const Eigen::Vector3d& torque) const noexcept {
    *force_W_ += force;
    *torque_W_ += torque;
  }
  /// The same in the link's own axes.
  void add_at_origin_B(const Eigen::Vector3d& force, const Eigen::Vector3d& torque) const noexcept {
    add_at_origin_W(*q_WB_ * force, *q_WB_ * torque);
  }
  /// Force through the point given in the link's frame and a free moment, both in the link's axes.
  void add_at_point_B(const Eigen::Vector3d& p_BoP_B, const Eigen::Vector3d& force,
                      const Eigen::Vector3d& torque) const noexcept {
    add_at_origin_B(force, torque + p_BoP_B.cross(force));
  }
  /// Force through the centre of mass and a free moment, in the link's axes.
  void add_at_center_of_mass_B(const Eigen::Vector3d& force, const Eigen::Vector3d& torque) const noexcept {
    add_at_point_B(p_BoBcm_B_, force, torque);
  }

 private:
  Eigen::Vector3d* force_W_{nullptr};
  Eigen::Vector3d* torque_W_{nullptr};
  const description::Quaternion* q_WB_{nullptr};
  Eigen::Vector3d p_BoBcm_B_{Eigen::Vector3d::Zero()};
};

}  // namespace lockstep::devices
