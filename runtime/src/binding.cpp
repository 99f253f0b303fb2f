// SPDX-License-Identifier: Apache-2.0
#include "binding.hpp"

#include "closest_names.hpp"
#include "lockstep/core/error.hpp"

namespace lockstep::runtime {

void Binding::warn(const std::string& text) {
  if (world_.options.log) world_.options.log({core::LogLevel::kWarning, slot_.name, "device", text});
}

void Binding::run_in(devices::Phase phase) {
  slot_.phases[static_cast<std::size_t>(phase)] = true;
}

template <class Infos>
std::uint32_t Binding::chosen(const std::vector<std::uint32_t>& matches, const Infos& infos,
                              std::string_view what, std::string_view name) {
  if (matches.empty()) {
    std::vector<std::string_view> names;
    for (const auto& info : infos)
      names.emplace_back(info.name);
    const std::string scoped =
        slot_.model.empty() ? std::string{name} : slot_.model + '/' + std::string{name};
    throw Error{ErrorCode::kNotFound, slot_.name + ": there is no " + std::string{what} + " '" +
                                          std::string{name} + "'" +
                                          (slot_.model.empty() ? "" : " in model '" + slot_.model + "'") +
                                          closest_names_text(scoped, names)};
  }
  if (matches.size() > 1) {
    std::string text = std::string{what} + " '" + std::string{name} + "' may be";
    for (const std::uint32_t match : matches)
      text += " '" + infos[match].name + "'";
    warn(text + "; the first one is taken: write its full name to be sure");
  }
  return matches.front();
}

hosts::JointIndex Binding::find_joint(std::string_view name) {
  return chosen(layout().match_joints(slot_.model, name), layout().joints, "joint", name);
}

hosts::LinkIndex Binding::find_link(std::string_view name) {
  return chosen(layout().match_links(slot_.model, name), layout().links, "link", name);
}

std::size_t Binding::axis_of(hosts::JointIndex joint, std::uint32_t axis) const {
  const hosts::JointInfo& info = layout().joints.at(joint);
  if (axis >= info.axis_count)
    throw Error{ErrorCode::kBadUsage, slot_.name + ": joint '" + info.name + "' is " +
                                          std::string{to_string(info.kind)} + " and has " +
                                          std::to_string(info.axis_count) + " axes, axis " +
                                          std::to_string(axis) + " was asked for; choose another joint"};
  return info.first_axis + axis;
}

devices::JointMotion Binding::read_joint(hosts::JointIndex joint, std::uint32_t axis,
                                         devices::JointReading what) {
  const std::size_t i = axis_of(joint, axis);
  add_once(world_.needs.velocities, static_cast<hosts::AxisIndex>(i));
  if (what == devices::JointReading::kAll) add_once(world_.needs.positions, static_cast<hosts::AxisIndex>(i));
  return {&world_.state.position[i], &world_.state.velocity[i], &world_.state.acceleration[i]};
}

void Binding::refuse_mixed_command(hosts::JointIndex joint, const std::string& mover,
                                   const std::string& other) const {
  throw Error{ErrorCode::kBadUsage, mover + " commands joint '" + layout().joints[joint].name +
                                        "' by position or velocity, but " + other +
                                        " acts on it by effort; remove one of them"};
}

void Binding::check_effort_mode(hosts::JointIndex joint, std::size_t axis) const {
  if (world_.state.mode[axis] != hosts::CommandMode::kEffort)
    refuse_mixed_command(joint, world_.slots[world_.command_writer[axis]]->name, slot_.name);
}

devices::JointCommand Binding::claim_command(hosts::JointIndex joint, std::uint32_t axis,
                                             hosts::CommandMode mode) {
  const std::size_t i = axis_of(joint, axis);
  need(hosts::capability_of(mode));
  if (const auto& mimic = layout().joints[joint].mimic; mimic && mode != hosts::CommandMode::kEffort)
    throw Error{ErrorCode::kUnsupported, slot_.name + " commands joint '" + layout().joints[joint].name +
                                             "' by position or velocity, but it follows joint '" +
                                             layout().joints[mimic->leader].name + "'; command that one"};
  if (world_.command_writer[i] != Runtime::Impl::kNoSlot)
    throw Error{ErrorCode::kBadUsage, slot_.name + " commands joint '" + layout().joints[joint].name +
                                          "', but " + world_.slots[world_.command_writer[i]]->name +
                                          " does so already; remove one of them"};
  if (mode != hosts::CommandMode::kEffort) {
    for (const std::uint32_t other : {world_.command_adder[i], world_.actuator[i]}) {
      if (other != Runtime::Impl::kNoSlot) refuse_mixed_command(joint, slot_.name, world_.slots[other]->name);
    }
  }
  claim_for_all(Commons::Claim::kCommand, joint, axis);
  world_.command_writer[i] = index_;
  world_.state.mode[i] = mode;
  // Before the first command such an axis stays where it is.
  if (mode == hosts::CommandMode::kPosition)
    add_once(world_.needs.positions, static_cast<hosts::AxisIndex>(i));
  return command_of(i);
}

void Binding::claim_for_all(Commons::Claim what, hosts::JointIndex joint, std::uint32_t axis) const {
  if (Commons* commons = world_.options.commons)
    commons->claim(what, {layout().joints[joint].name, axis}, slot_.name, world_.owner);
}

devices::JointCommand Binding::add_to_command(hosts::JointIndex joint, std::uint32_t axis) {
  const std::size_t i = axis_of(joint, axis);
  need(hosts::Capability::kEffortCommand);
  check_effort_mode(joint, i);
  world_.command_adder[i] = index_;
  return command_of(i);
}

devices::JointCommand Binding::command_of(std::size_t axis) {
  add_once(world_.needs.commanded, {static_cast<hosts::AxisIndex>(axis), world_.state.mode[axis]});
  return {&world_.state.command[axis], &world_.command_given[axis]};
}

devices::JointActuation Binding::own_actuation(hosts::JointIndex joint, std::uint32_t axis,
                                               devices::CommandReading what) {
  const std::size_t i = axis_of(joint, axis);
  need(hosts::Capability::kActuation);
  if (world_.actuator[i] != Runtime::Impl::kNoSlot)
    throw Error{ErrorCode::kBadUsage,
                slot_.name + " is an actuator of joint '" + layout().joints[joint].name + "', but " +
                    world_.slots[world_.actuator[i]]->name + " is one already; a joint has one actuator"};
  check_effort_mode(joint, i);
  claim_for_all(Commons::Claim::kActuation, joint, axis);
  world_.actuator[i] = index_;
  add_once(world_.needs.velocities, static_cast<hosts::AxisIndex>(i));
  world_.needs.actuated.push_back(static_cast<hosts::AxisIndex>(i));
  if (what == devices::CommandReading::kRead)
    world_.needs.commands.push_back(static_cast<hosts::AxisIndex>(i));
  return {&world_.state.command[i], &world_.state.applied[i]};
}

void Binding::set_command_limits(hosts::JointIndex joint, std::uint32_t axis, double effort,
                                 double velocity) {
  const std::size_t i = axis_of(joint, axis);
  world_.state.effort_limit[i] = effort;
  world_.state.velocity_limit[i] = velocity;
}

const hosts::Wrench* Binding::read_reaction(hosts::JointIndex joint) {
  need(hosts::Capability::kJointReaction);
  add_once(world_.needs.reactions, joint);
  return &world_.state.reaction.at(joint);
}

devices::LinkMotion Binding::read_link(hosts::LinkIndex link) {
  add_once(world_.needs.links, link);
  return {world_.state, link, layout().links.at(link).p_BoBcm_B};
}

devices::LinkContacts Binding::read_contacts(hosts::LinkIndex link, std::size_t room) {
  need(hosts::Capability::kContacts);
  static_cast<void>(layout().links.at(link));
  add_once(world_.needs.contacts, link);
  world_.needs.max_contacts += room;
  return {world_.state, link};
}

devices::LinkWrench Binding::push_link(hosts::LinkIndex link) {
  need(hosts::Capability::kLinkWrench);
  add_once(world_.needs.links, link);
  add_once(world_.needs.pushed, link);
  return {world_.state, link, layout().links.at(link).p_BoBcm_B};
}

void Binding::need(hosts::Capability capability) {
  hosts::require(world_.host, capability, slot_.name);
}

void Binding::declare_request(devices::RequestInfo request) {
  request.name = slot_.name + '/' + request.name;
  world_.doors.add_request(std::move(request), world_.owner);
}

void Binding::declare_parameter(devices::ParameterInfo parameter) {
  if (!parameter.tunable) return;
  double* value = parameter.value;
  world_.tunables.push_back({value, *value});
  devices::RequestInfo request;
  request.arguments = {{"value", core::VariableType::kFloat64, std::move(parameter.unit)}};
  request.name = std::move(parameter.name);
  request.description = std::move(parameter.description);
  request.handler = [value](devices::RequestCall& call) { *value = call.number(); };
  declare_request(std::move(request));
}

devices::Binder::DeclaredInlet Binding::declare_inlet(devices::InletInfo info) {
  info.name = slot_.name + '/' + info.name;
  const Inlet& inlet = world_.doors.add_inlet(std::move(info), world_.owner);
  return {world_.signals.find(inlet.info().name)->data, &inlet.status()};
}

void* Binding::declare_output(devices::SignalInfo info) {
  info.name = slot_.name + '/' + info.name;
  return world_.signals.declare(std::move(info), world_.first_writer + index_, slot_.written, world_.owner);
}

const void* Binding::connect_input(const devices::SignalInfo& wanted, devices::Timing timing) {
  const void* data = world_.signals.connect(wanted, timing, slot_.name);
  world_.inputs.push_back(wanted.name);
  if (timing == devices::Timing::kSameStep) world_.same_step_reads.push_back({index_, wanted.name});
  return data;
}

}  // namespace lockstep::runtime
