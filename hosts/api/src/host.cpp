// SPDX-License-Identifier: Apache-2.0
#include "lockstep/hosts/api/host.hpp"

#include "lockstep/core/error.hpp"

namespace lockstep::hosts {

std::string_view to_string(Capability capability) noexcept {
  switch (capability) {
    case Capability::kLinkWrench:
      return "link wrench";
    case Capability::kJointReaction:
      return "joint reaction";
    case Capability::kContacts:
      return "contacts";
    case Capability::kPositionCommand:
      return "position command";
    case Capability::kVelocityCommand:
      return "velocity command";
    case Capability::kSetJointState:
      return "set joint state";
    case Capability::kSetLinkState:
      return "set link state";
    case Capability::kSave:
      return "save and restore";
  }
  return "unknown";
}

void require(const Host& host, Capability capability, std::string_view who) {
  if (host.has(capability)) return;
  throw Error{ErrorCode::kUnsupported,
              "host '" + std::string{host.name()} + "' has no '" + std::string{to_string(capability)} +
                  "', which " + std::string{who} +
                  " needs; choose a host that has it (docs/hosts.md) or leave it out"};
}

void Host::set_joint_state(AxisIndex /*axis*/, double /*position*/, double /*velocity*/) {
  require(*this, Capability::kSetJointState, "set_joint_state");
}

void Host::set_link_state(LinkIndex /*link*/, const description::Pose& /*X_WB*/,
                          const Eigen::Vector3d& /*v_WB*/, const Eigen::Vector3d& /*w_WB*/) {
  require(*this, Capability::kSetLinkState, "set_link_state");
}

std::unique_ptr<Snapshot> Host::save() const {
  require(*this, Capability::kSave, "save");
  return nullptr;
}

void Host::restore(const Snapshot& /*snapshot*/) {
  require(*this, Capability::kSave, "restore");
}

}  // namespace lockstep::hosts
