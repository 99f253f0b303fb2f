// SPDX-License-Identifier: Apache-2.0
#include "lockstep/devices/controllers/transmissions.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <optional>

#include "lockstep/core/error.hpp"

namespace lockstep::devices::controllers {
namespace {

using description::Transmission;
using description::TransmissionEnd;

[[noreturn]] void fail(const Transmission& transmission, ErrorCode code, const std::string& message) {
  const core::ConfigNode node{"transmission", "", transmission.where};
  const Diagnostic finding = node.finding(Severity::kError, "controller-transmission",
                                          "transmission '" + transmission.name + "' " + message);
  throw Error{code, to_string(finding), {finding}};
}

bool ends_with(const std::string& text, const std::string& end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

std::optional<Eigen::Index> index_of(const std::string& joint, const std::vector<std::string>& joints) {
  const auto found = std::find(joints.begin(), joints.end(), joint);
  if (found == joints.end()) return std::nullopt;
  return found - joints.begin();
}

}  // namespace

TransmissionMap::TransmissionMap(const std::vector<Transmission>& transmissions,
                                 const std::vector<std::string>& joints)
    : names_{joints} {
  const auto n = static_cast<Eigen::Index>(joints.size());
  offset_ = Eigen::VectorXd::Zero(n);
  to_actuator_ = Eigen::MatrixXd::Identity(n, n);
  for (const Transmission& one : transmissions) {
    const bool differential = ends_with(one.type, "DifferentialTransmission");
    if (!differential && !ends_with(one.type, "SimpleTransmission"))
      fail(one, ErrorCode::kUnsupported,
           "has the type '" + one.type + "'; SimpleTransmission and DifferentialTransmission are known");
    const std::size_t count = differential ? 2 : 1;
    if (one.joints.size() != count || one.actuators.size() != count)
      fail(one, ErrorCode::kBadInput,
           "needs " + std::to_string(count) + " joints and actuators of that number");
    std::vector<Eigen::Index> at;
    for (const TransmissionEnd& joint : one.joints)
      if (const auto index = index_of(joint.name, joints)) at.push_back(*index);
    if (at.empty()) continue;  // of joints that others control
    if (at.size() != count)
      fail(one, ErrorCode::kBadInput,
           "couples joints of which the controller has only one; control both or none");
    for (std::size_t i = 0; i < count; ++i) {
      names_[static_cast<std::size_t>(at[i])] = one.actuators[i].name;
      offset_[at[i]] = one.joints[i].offset;
    }
    if (!differential) {
      to_actuator_(at[0], at[0]) = one.actuators[0].mechanical_reduction;
      continue;
    }
    for (std::size_t i = 0; i < 2; ++i) {
      const double n_i = one.actuators[i].mechanical_reduction;
      to_actuator_(at[i], at[0]) = n_i * one.joints[0].mechanical_reduction;
      to_actuator_(at[i], at[1]) = (i == 0 ? 1.0 : -1.0) * n_i * one.joints[1].mechanical_reduction;
    }
  }
  effort_ = to_actuator_.inverse().transpose();
}

}  // namespace lockstep::devices::controllers
