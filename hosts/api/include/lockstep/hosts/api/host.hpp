// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/core/status.hpp"
#include "lockstep/core/time_grid.hpp"
#include "lockstep/hosts/api/state.hpp"

namespace lockstep::hosts {

/// Features not every host supports. A device that needs one says so when it is bound; a host without it then
/// refuses with the capability's name. A missing feature is never replaced by a zero, a command never
/// dropped.
enum class Capability : std::uint8_t {
  kLinkWrench,            ///< forces on links
  kJointReaction,         ///< WorldState::reaction
  kContacts,              ///< WorldState::contacts
  kEffortCommand,         ///< Needs::commanded with CommandMode::kEffort
  kPositionCommand,       ///< Needs::commanded with CommandMode::kPosition
  kVelocityCommand,       ///< Needs::commanded with CommandMode::kVelocity
  kActuation,             ///< Needs::actuated: the effort of a device acts in place of the command
  kMeasuredAcceleration,  ///< the host itself writes the accelerations in WorldState
  kSetJointState,         ///< Host::set_joint_state
  kSetLinkState,          ///< Host::set_link_state, for links of free bodies
  kReset,                 ///< Host::reset; a robot has none
  kSave,                  ///< Host::save and restore
  kCompensatesGravity,    ///< the host adds the effort that carries the robot to every effort command
  kCompensatesFriction,   ///< the host adds the effort that overcomes friction of the joints
};
inline constexpr std::size_t kCapabilityCount = 14;

/// "link wrench", "joint reaction", ...
LOCKSTEP_HOSTS_API_EXPORT std::string_view to_string(Capability capability) noexcept;

/// An axis whose `applied` comes from commands of devices, and how it is meant.
struct CommandedAxis {
  AxisIndex axis{0};
  CommandMode mode{CommandMode::kEffort};

  friend bool operator==(const CommandedAxis& a, const CommandedAxis& b) noexcept {
    return a.axis == b.axis && a.mode == b.mode;
  }
};

/// The capability that commands of this mode need.
LOCKSTEP_HOSTS_API_EXPORT Capability capability_of(CommandMode mode) noexcept;

/// What devices read and drive. The host keeps what is read up to date in its WorldState; the rest may be
/// stale, so that a world of 500 actuators does not pay for link poses nobody reads. An embedded engine keeps
/// the motion of all axes up to date anyway.
struct Needs {
  std::vector<AxisIndex> positions;   ///< axes whose position is read
  std::vector<AxisIndex> velocities;  ///< axes whose velocity is read; the acceleration comes from it
  /// Axes that devices command, each once, with the mode that is also in WorldState::mode. Their `applied` is
  /// to act; that of all other axes is 0 unless they are in `actuated`.
  std::vector<CommandedAxis> commanded;
  /// Axes whose `applied` replaces what was commanded; also in `velocities`.
  std::vector<AxisIndex> actuated;
  std::vector<AxisIndex> commands;    ///< axes whose command is read
  std::vector<LinkIndex> links;       ///< pose and velocities
  std::vector<LinkIndex> pushed;      ///< links whose force_W and torque_W are to be applied; also in `links`
  std::vector<JointIndex> reactions;  ///< reaction wrenches
  std::vector<LinkIndex> contacts;    ///< contacts that touch one of these
  std::size_t max_contacts{0};        ///< room in WorldState::contacts; further ones are dropped
};

/// The whole state of a host at one instant. Belongs to the host that made it and must not outlive it.
class LOCKSTEP_HOSTS_API_EXPORT Snapshot {
 public:
  virtual ~Snapshot() = default;
};

/// Time and physics of a world, as the runtime and (through it) devices see them. A simulator that owns its
/// own loop (a Gazebo plugin, a robot's 1 kHz tick) implements this face alone; an engine that is stepped by
/// us implements Engine.
///
/// Order: constructed with its world; prepare() once; reset() where the host has kReset; then steps, with any
/// of the set-up calls in between two steps. One thread at a time. Setup throws lockstep::Error.
///
/// To write one: fill a WorldLayout in the order of the description, size a WorldState with it, keep the
/// arrays named in its table true after construction of the initial state and after every step, and pass
/// tests/contract.
class LOCKSTEP_HOSTS_API_EXPORT Host {
 public:
  Host() = default;
  Host(const Host&) = delete;
  Host& operator=(const Host&) = delete;
  virtual ~Host() = default;

  virtual std::string_view name() const noexcept = 0;  ///< "mujoco", "gazebo_classic", ...
  virtual bool has(Capability capability) const noexcept = 0;
  virtual const WorldLayout& layout() const noexcept = 0;
  virtual WorldState& state() noexcept = 0;
  const WorldState& state() const noexcept { return const_cast<Host*>(this)->state(); }
  /// Length of one step, exact.
  virtual core::Rational step_size() const noexcept = 0;

  /// Says what will be read and driven from now on. Throws Error{kUnsupported} naming a capability that is
  /// missing (check_needs does). Before reset(). A host without kReset has fresh arrays afterwards.
  virtual void prepare(const Needs& needs) = 0;
  /// Back to the initial state of the description; all arrays fresh, reactions and contacts zero. Throws
  /// Error{kUnsupported} without kReset.
  virtual void reset();

  /// Puts one axis somewhere else, between two steps; dependent arrays are fresh afterwards. Throws
  /// Error{kUnsupported} without kSetJointState, Error{kBadUsage} unless both are finite.
  virtual void set_joint_state(AxisIndex axis, double position, double velocity);
  /// Puts a free body somewhere else (its only or root link is given). Throws Error{kUnsupported} naming the
  /// link when a joint holds it.
  virtual void set_link_state(LinkIndex link, const description::Pose& X_WB, const Eigen::Vector3d& v_WB,
                              const Eigen::Vector3d& w_WB);

  /// All state of the physics between two steps. What is restored continues with the bits it would have had.
  /// Throws Error{kUnsupported} without kSave.
  virtual std::unique_ptr<Snapshot> save() const;
  virtual void restore(const Snapshot& snapshot);
};

/// A host that is stepped by the runtime.
class LOCKSTEP_HOSTS_API_EXPORT Engine : public Host {
 public:
  /// Integrates over one step_size() with `applied` (by `mode`), force_W and torque_W held constant, and
  /// refreshes the state. Does not throw, allocate or block. kOk, or kError: fault() says why and the state
  /// is that of the last good step where the engine can give it.
  [[nodiscard]] virtual core::Status step() noexcept = 0;
  /// After a step that failed: what happened, and what to do. For people.
  virtual std::string fault() const = 0;
};

/// Throws Error{kUnsupported}: "host 'x' has no <capability>, which <who> needs; ...". For hosts and the
/// runtime.
LOCKSTEP_HOSTS_API_EXPORT void require(const Host& host, Capability capability, std::string_view who);
/// The same for everything in `needs`. For hosts, in prepare(): the runtime has asked for each when it bound
/// the device that needs it.
LOCKSTEP_HOSTS_API_EXPORT void check_needs(const Host& host, const Needs& needs);

}  // namespace lockstep::hosts
