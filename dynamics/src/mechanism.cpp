// SPDX-License-Identifier: Apache-2.0
#include "lockstep/dynamics/mechanism.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "lockstep/core/error.hpp"
#include "mechanism_builder.hpp"

namespace lockstep::dynamics {
namespace {

/// The rotation by |turn| about turn [rad].
Quaternion rotation(const Vector3& turn) {
  const double angle = turn.norm();
  if (!(angle > 0.0)) return Quaternion::Identity();
  return Quaternion{Eigen::AngleAxisd{angle, turn / angle}};
}

Quaternion read_quaternion(const Eigen::Ref<const Eigen::VectorXd>& q, std::size_t first) {
  const auto i = static_cast<Eigen::Index>(first);
  return Quaternion{q[i], q[i + 1], q[i + 2], q[i + 3]};
}

void write_quaternion(const Quaternion& value, Eigen::Ref<Eigen::VectorXd> q, std::size_t first) {
  const Quaternion unit = value.normalized();
  q.segment<4>(static_cast<Eigen::Index>(first)) << unit.w(), unit.x(), unit.y(), unit.z();
}

}  // namespace

std::size_t position_count(Motion motion) noexcept {
  return motion == Motion::kFree ? 7 : motion == Motion::kBall ? 4 : 1;
}

std::size_t velocity_count(Motion motion) noexcept {
  return motion == Motion::kFree ? 6 : motion == Motion::kBall ? 3 : 1;
}

Mechanism::Mechanism(const description::World& world, std::string_view model,
                     const MechanismOptions& options) {
  MechanismBuilder{world, model, options, *this}.build();
}

double Mechanism::mass_kg() const noexcept {
  double sum = 0.0;
  for (const Body& body : bodies_)
    sum += body.mass_kg;
  return sum;
}

const Coordinate& Mechanism::coordinate(std::string_view joint, unsigned axis) const {
  std::vector<std::string_view> names;
  for (const Coordinate& candidate : coordinates_) {
    if (candidate.joint == joint && candidate.axis == axis) return candidate;
    names.push_back(candidate.joint);
  }
  throw Error{ErrorCode::kBadUsage, fmt::format("no coordinate of joint '{}', axis {}; expected one of: {}",
                                                joint, axis, fmt::join(names, ", "))};
}

std::size_t Mechanism::link(std::string_view name) const {
  std::vector<std::string_view> names;
  for (std::size_t i = 0; i < links_.size(); ++i) {
    if (links_[i].name == name) return i;
    names.push_back(links_[i].name);
  }
  throw Error{ErrorCode::kBadUsage,
              fmt::format("no link '{}'; expected one of: {}", name, fmt::join(names, ", "))};
}

Eigen::VectorXd Mechanism::start() const {
  Eigen::VectorXd q = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(position_size_));
  for (std::size_t i = 0; i < coordinates_.size(); ++i) {
    const Coordinate& coordinate = coordinates_[i];
    const Pose at = i < base_start_.size() ? base_start_[i] : Pose{};
    if (coordinate.motion == Motion::kFree) {
      q.segment<3>(static_cast<Eigen::Index>(coordinate.position)) = at.position;
      write_quaternion(at.orientation, q, coordinate.position + 3);
    } else if (coordinate.motion == Motion::kBall) {
      write_quaternion(Quaternion::Identity(), q, coordinate.position);
    }
  }
  return q;
}

void Mechanism::advance(const Eigen::Ref<const Eigen::VectorXd>& q,
                        const Eigen::Ref<const Eigen::VectorXd>& v, double time_s,
                        Eigen::Ref<Eigen::VectorXd> next) const {
  for (const Coordinate& coordinate : coordinates_) {
    const auto at = static_cast<Eigen::Index>(coordinate.position);
    const auto speed = static_cast<Eigen::Index>(coordinate.velocity);
    switch (coordinate.motion) {
      case Motion::kBall:
        write_quaternion(read_quaternion(q, coordinate.position) * rotation(v.segment<3>(speed) * time_s),
                         next, coordinate.position);
        break;
      case Motion::kFree: {
        const Quaternion turned =
            rotation(v.segment<3>(speed + 3) * time_s) * read_quaternion(q, coordinate.position + 3);
        next.segment<3>(at) = q.segment<3>(at) + v.segment<3>(speed) * time_s;
        write_quaternion(turned, next, coordinate.position + 3);
        break;
      }
      default:
        next[at] = q[at] + v[speed] * time_s;
    }
  }
}

}  // namespace lockstep::dynamics
