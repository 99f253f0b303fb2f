// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "lockstep/core/log.hpp"
#include "lockstep/core/time_grid.hpp"
#include "lockstep/devices/api/access.hpp"
#include "lockstep/devices/api/export.hpp"
#include "lockstep/devices/api/inlet.hpp"
#include "lockstep/devices/api/request.hpp"
#include "lockstep/devices/api/signal.hpp"
#include "lockstep/hosts/api/host.hpp"

namespace lockstep::devices {

/// Where in a step a device runs; see docs/concepts/step.md.
enum class Phase : std::uint8_t {
  kControl,  ///< sees time and state at t_k; commands joints, adds wrenches
  kActuate,  ///< after commands are summed and clipped; decides the effort that acts
  kObserve,  ///< after the physics (and once at the start); reads, publishes
};
/// "control", "actuate", "observe".
LOCKSTEP_DEVICES_API_EXPORT std::string_view to_string(Phase phase) noexcept;

/// What the runtime offers a device while it is bound, and only then. Every call throws Error naming the
/// device, what it asked for and what there is.
class LOCKSTEP_DEVICES_API_EXPORT Binder {
 public:
  virtual ~Binder() = default;

  /// The device's full name, "<model>/<component>": first part of its signals.
  virtual const std::string& name() const noexcept = 0;
  /// The scoped name of the model whose file holds the device; empty for a device of the whole world.
  virtual const std::string& model() const noexcept = 0;
  virtual const hosts::WorldLayout& layout() const noexcept = 0;
  virtual core::Rational step_size() const noexcept = 0;
  /// Log line that a person should see: something was assumed, ignored or looks wrong.
  virtual void warn(const std::string& text) = 0;

  /// Run in this phase (a device may run in several).
  virtual void run_in(Phase phase) = 0;

  /// Looks a name up, first as a full scoped name, then below the device's model, then by its last part, then
  /// by suffix. Several matches: the first, with a warning.
  virtual hosts::JointIndex find_joint(std::string_view name) = 0;
  virtual hosts::LinkIndex find_link(std::string_view name) = 0;

  /// With `what` kVelocity the position is not kept true: a simulator may take long to compute it.
  virtual JointMotion read_joint(hosts::JointIndex joint, std::uint32_t axis = 0,
                                 JointReading what = JointReading::kAll) = 0;
  /// Becomes the one writer of the axis; a second claim is an error that names both devices. Needs
  /// Capability::kEffortCommand, kPositionCommand or kVelocityCommand.
  virtual JointCommand claim_command(hosts::JointIndex joint, std::uint32_t axis = 0,
                                     hosts::CommandMode mode = hosts::CommandMode::kEffort) = 0;
  /// Adds to the command whoever claims it. Only for axes commanded by effort; needs kEffortCommand.
  virtual JointCommand add_to_command(hosts::JointIndex joint, std::uint32_t axis = 0) = 0;
  /// Becomes the actuator of the axis; a second one is an error; needs kActuation. With `what` kNotRead the
  /// command is not kept true: a simulator may have to ask for it.
  virtual JointActuation own_actuation(hosts::JointIndex joint, std::uint32_t axis = 0,
                                       CommandReading what = CommandReading::kRead) = 0;
  /// From now on commands of the axis are clipped to these (infinity: not at all).
  virtual void set_command_limits(hosts::JointIndex joint, std::uint32_t axis, double effort,
                                  double velocity) = 0;
  /// Reaction of the joint; needs Capability::kJointReaction.
  virtual const hosts::Wrench* read_reaction(hosts::JointIndex joint) = 0;

  virtual LinkMotion read_link(hosts::LinkIndex link) = 0;
  /// Contacts of the link, at most `room` of them; needs Capability::kContacts.
  virtual LinkContacts read_contacts(hosts::LinkIndex link, std::size_t room = 16) = 0;
  virtual LinkWrench push_link(hosts::LinkIndex link) = 0;  ///< needs Capability::kLinkWrench
  virtual const Eigen::Vector3d* gravity_W() = 0;
  virtual const Eigen::Vector3d* wind_W() = 0;
  virtual void need(hosts::Capability capability) = 0;
  /// Whether the host has it, for a device that can do without.
  virtual bool has(hosts::Capability capability) const noexcept = 0;

  /// Declares a signal this device writes. The buffer starts with zeros (texts empty), never moves, and may
  /// be written in the device's reset and run only. A text or byte string of up to 255 bytes is assigned
  /// without allocation.
  template <class T>
  Span<T> output(std::string quantity, std::string unit = {}, std::string description = {},
                 std::uint32_t count = 1) {
    void* data =
        declare_output({std::move(quantity), kSignalType<T>, count, std::move(unit), std::move(description)});
    return {static_cast<T*>(data), count};
  }
  /// Reads a signal by its full name. The writer may be bound later; whether it exists is checked at the end.
  template <class T>
  Span<const T> input(std::string signal, std::uint32_t count = 1, Timing timing = Timing::kSameStep) {
    SignalInfo wanted;
    wanted.name = std::move(signal);
    wanted.type = kSignalType<T>;
    wanted.count = count;
    return {static_cast<const T*>(connect_input(wanted, timing)), count};
  }
  /// Declares a value that comes from outside; `info.type` is set by T.
  template <class T>
  InletReading<T> inlet(InletInfo info) {
    info.type = kSignalType<T>;
    const std::uint32_t count = info.count;
    const DeclaredInlet declared = declare_inlet(std::move(info));
    return {static_cast<const T*>(declared.values), count, declared.status};
  }
  virtual void declare_request(RequestInfo request) = 0;
  virtual void declare_parameter(ParameterInfo parameter) = 0;

  /// Registers memory of the device that its runs depend on: an integral, a last output, a counter. The
  /// runtime saves and restores it with the world; reset() stays the device's own. The value must stay where
  /// it is as long as the device lives. Signals and tunable parameters are saved anyway.
  template <class T, std::enable_if_t<!std::is_base_of_v<Eigen::EigenBase<T>, T>, int> = 0>
  void keep(T& value) {
    static_assert(std::is_trivially_copyable_v<T> && !std::is_pointer_v<T>,
                  "only plain memory can be kept; override save() and restore() for all else");
    keep_bytes(&value, sizeof(T));
  }
  /// The same for vectors and matrices of fixed size (Eigen's are not trivially copyable).
  template <class T, std::enable_if_t<std::is_base_of_v<Eigen::EigenBase<T>, T>, int> = 0>
  void keep(T& value) {
    static_assert(T::SizeAtCompileTime != Eigen::Dynamic, "only vectors and matrices of fixed size are kept");
    keep_bytes(value.data(), sizeof(typename T::Scalar) * static_cast<std::size_t>(T::SizeAtCompileTime));
  }
  /// The same for an array whose length is known at run time. It must not move.
  template <class T>
  void keep(Span<T> values) {
    static_assert(std::is_trivially_copyable_v<T> && !std::is_pointer_v<T>, "only plain memory can be kept");
    keep_bytes(values.data(), values.size() * sizeof(T));
  }

  /// Start of the device's random numbers: made from the seed of the world (RuntimeOptions::seed) and the
  /// device's full name, so that noise repeats from run to run and does not depend on other devices.
  virtual std::uint64_t seed() const noexcept = 0;

 protected:
  struct DeclaredInlet {
    const void* values{nullptr};
    const InletStatus* status{nullptr};
  };
  virtual void* declare_output(SignalInfo info) = 0;  ///< info.name: the quantity alone
  virtual DeclaredInlet declare_inlet(InletInfo info) = 0;
  virtual const void* connect_input(const SignalInfo& wanted, Timing timing) = 0;
  virtual void keep_bytes(void* data, std::size_t size) = 0;
};

}  // namespace lockstep::devices
