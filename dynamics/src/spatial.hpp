// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workspace.hpp"

/// Spatial vectors in the order of Featherstone: angular, then linear (of motions) or moment, then force.
namespace lockstep::dynamics {

using Twist6 = Vector6;

/// [a]: [a] b = a x b.
Matrix3 skew(const Vector3& a) noexcept;
/// The motion of a column, and its rate.
Vector6 motion(const Column& column) noexcept;
Vector6 motion_rate(const Column& column) noexcept;
/// Velocity of a body, linear part at the reference point.
Twist6 at_reference(const BodyState& state, const Vector3& reference) noexcept;
/// 6 x 6 inertia of a body, about the reference point.
Matrix6 spatial_inertia(const Body& body, const BodyState& state, const Vector3& reference) noexcept;
/// v x: the rate of a motion that is fixed to a body with velocity v. Minus its transpose is that of a force.
Matrix6 cross_motion(const Twist6& v) noexcept;
/// The matrix that takes m to m x* h.
Matrix6 cross_force_bar(const Vector6& h) noexcept;

}  // namespace lockstep::dynamics
