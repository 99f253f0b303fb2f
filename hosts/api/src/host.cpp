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
    case Capability::kEffortCommand:
      return "effort command";
    case Capability::kPositionCommand:
      return "position command";
    case Capability::kVelocityCommand:
      return "velocity command";
    case Capability::kActuation:
      return "actuation";
    case Capability::kMeasuredAcceleration:
      return "measured acceleration";
    case Capability::kSetJointState:
      return "set joint state";
    case Capability::kSetLinkState:
      return "set link state";
    case Capability::kReset:
      return "reset";
    case Capability::kSave:
      return "save and restore";
    case Capability::kCompensatesGravity:
      return "compensates gravity";
    case Capability::kCompensatesFriction:
      return "compensates friction";
  }
  return "unknown";
}

Capability capability_of(CommandMode mode) noexcept {
  switch (mode) {
    case CommandMode::kPosition:
      return Capability::kPositionCommand;
    case CommandMode::kVelocity:
      return Capability::kVelocityCommand;
    case CommandMode::kEffort:
      break;
  }
  return Capability::kEffortCommand;
}

void require(const Host& host, Capability capability, std::string_view who) {
  if (host.has(capability)) return;
  throw Error{ErrorCode::kUnsupported,
              "host '" + std::string{host.name()} + "' has no '" + std::string{to_string(capability)} +
                  "', which " + std::string{who} +
                  " needs; choose a host that has it (docs/hosts.md) or leave it out"};
}

void check_needs(const Host& host, const Needs& needs) {
  for (const CommandedAxis& axis : needs.commanded)
    require(host, capability_of(axis.mode), "prepare");
  if (!needs.actuated.empty()) require(host, Capability::kActuation, "prepare");
  if (!needs.pushed.empty()) require(host, Capability::kLinkWrench, "prepare");
  if (!needs.reactions.empty()) require(host, Capability::kJointReaction, "prepare");
  if (!needs.contacts.empty()) require(host, Capability::kContacts, "prepare");
}

void Host::reset() {
  require(*this, Capability::kReset, "reset");
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
