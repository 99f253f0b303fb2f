// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "device_seed.hpp"
#include "runtime_impl.hpp"

namespace lockstep::runtime {

/// The Binder of one device: looks up, claims and declares on its behalf.
class Binding final : public devices::Binder {
 public:
  Binding(Runtime::Impl& world, std::uint32_t slot)
      : world_{world}, index_{slot}, slot_{*world.slots[slot]} {}

  const std::string& name() const noexcept override { return slot_.name; }
  const std::string& model() const noexcept override { return slot_.model; }
  const hosts::WorldLayout& layout() const noexcept override { return world_.host.layout(); }
  core::Rational step_size() const noexcept override { return world_.grid.step(); }
  void warn(const std::string& text) override;
  void run_in(devices::Phase phase) override;
  hosts::JointIndex find_joint(std::string_view name) override;
  hosts::LinkIndex find_link(std::string_view name) override;
  devices::JointMotion read_joint(hosts::JointIndex joint, std::uint32_t axis,
                                  devices::JointReading what) override;
  devices::JointCommand claim_command(hosts::JointIndex joint, std::uint32_t axis,
                                      hosts::CommandMode mode) override;
  devices::JointCommand add_to_command(hosts::JointIndex joint, std::uint32_t axis) override;
  devices::JointActuation own_actuation(hosts::JointIndex joint, std::uint32_t axis,
                                        devices::CommandReading what) override;
  void set_command_limits(hosts::JointIndex joint, std::uint32_t axis, double effort,
                          double velocity) override;
  const hosts::Wrench* read_reaction(hosts::JointIndex joint) override;
  devices::LinkMotion read_link(hosts::LinkIndex link) override;
  devices::LinkContacts read_contacts(hosts::LinkIndex link, std::size_t room) override;
  devices::LinkWrench push_link(hosts::LinkIndex link) override;
  const Eigen::Vector3d* gravity_W() override { return &world_.state.gravity_W; }
  const Eigen::Vector3d* wind_W() override { return &world_.state.wind_W; }
  void need(hosts::Capability capability) override;
  bool has(hosts::Capability capability) const noexcept override { return world_.host.has(capability); }
  void declare_request(devices::RequestInfo request) override;
  void declare_parameter(devices::ParameterInfo parameter) override;
  std::uint64_t seed() const noexcept override { return device_seed(world_.options.seed, slot_.name); }

 protected:
  void* declare_output(devices::SignalInfo info) override;
  DeclaredInlet declare_inlet(devices::InletInfo info) override;
  const void* connect_input(const devices::SignalInfo& wanted, devices::Timing timing) override;
  void keep_bytes(void* data, std::size_t size) override {
    if (size != 0) world_.kept.push_back({data, size});
  }

 private:
  std::size_t axis_of(hosts::JointIndex joint, std::uint32_t axis) const;
  [[noreturn]] void refuse_mixed_command(hosts::JointIndex joint, const std::string& mover,
                                         const std::string& other) const;
  /// Throws when a device of another runtime of the same world has the claim.
  void claim_for_all(Commons::Claim what, hosts::JointIndex joint, std::uint32_t axis) const;
  /// The handle of an axis that somebody commands in its mode; the host is asked to take its commands.
  devices::JointCommand command_of(std::size_t axis);
  /// Throws when somebody commands the axis by position or velocity.
  void check_effort_mode(hosts::JointIndex joint, std::size_t axis) const;
  template <class Infos>
  std::uint32_t chosen(const std::vector<std::uint32_t>& matches, const Infos& infos, std::string_view what,
                       std::string_view name);

  Runtime::Impl& world_;
  std::uint32_t index_;
  Slot& slot_;
};

}  // namespace lockstep::runtime
