// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string_view>
#include <unordered_set>

#include "runtime_impl.hpp"

namespace lockstep::runtime {
namespace {

struct AxisQuantity {
  const char* name;
  const std::vector<double>& values;
  const char* turning_unit;
  const char* sliding_unit;
  const char* description;
};

std::unordered_set<std::string_view> names_of_moving_joints(const hosts::WorldLayout& layout) {
  std::unordered_set<std::string_view> names;
  for (const hosts::JointInfo& joint : layout.joints) {
    if (joint.axis_count != 0) names.insert(joint.name);
  }
  return names;
}

struct LinkQuantity {
  const char* name;
  const std::vector<Eigen::Vector3d>& values;
  const char* unit;
  const char* description;
};

}  // namespace

void Runtime::Impl::add_host_signal(devices::SignalInfo info, const double* data, const HostSource& source) {
  const std::uint32_t count = info.count;
  if (own_doors) return signals.add_host_signal(std::move(info), data, &state_time, source);
  void* const copy = signals.declare_host_signal(std::move(info), host_stamp, source, owner);
  host_copies.push_back({data, static_cast<double*>(copy), count});
}

void Runtime::Impl::copy_host_signals() noexcept {
  if (host_copies.empty()) return;
  *host_stamp = stamp_of(state_time);
  for (const HostCopy& copy : host_copies)
    std::copy_n(copy.from, copy.count, copy.to);
}

void Runtime::Impl::add_host_signals() {
  const hosts::WorldLayout& layout = host.layout();
  const AxisQuantity axis_quantities[] = {
      {"position", state.position, "rad", "m", "Position of the joint"},
      {"velocity", state.velocity, "rad/s", "m/s", "Velocity of the joint"},
      {"acceleration", state.acceleration, "rad/s2", "m/s2", "Mean acceleration over the last step"},
      {"command", state.command, "N.m", "N", "Commanded effort within limits"},
      {"applied", state.applied, "N.m", "N", "Effort that acts"},
  };
  for (const hosts::JointInfo& joint : layout.joints) {
    if (joint.axis_count == 0) continue;
    const bool slides = joint.kind == hosts::JointKind::kPrismatic;
    HostSource source;
    source.first_axis = joint.first_axis;
    for (const AxisQuantity& quantity : axis_quantities) {
      add_host_signal({joint.name + '/' + quantity.name, core::VariableType::kFloat64, joint.axis_count,
                       slides ? quantity.sliding_unit : quantity.turning_unit, quantity.description},
                      &quantity.values[joint.first_axis], source);
    }
  }
  if (options.reaction_signals && host.has(hosts::Capability::kJointReaction)) {
    for (hosts::JointIndex j = 0; j < layout.joints.size(); ++j) {
      HostSource source;
      source.reaction = j;
      add_host_signal({layout.joints[j].name + "/reaction_force", core::VariableType::kFloat64, 3, "N",
                       "Force of the parent on the child, in the joint's frame"},
                      state.reaction[j].force_n.data(), source);
      add_host_signal({layout.joints[j].name + "/reaction_torque", core::VariableType::kFloat64, 3, "N.m",
                       "Moment of the parent on the child, in the joint's frame"},
                      state.reaction[j].torque_nm.data(), source);
    }
  }
  const LinkQuantity link_quantities[] = {
      {"position", state.p_WB, "m", "Position of the link's origin in the world"},
      {"linear_velocity", state.v_WB, "m/s", "Velocity of the link's origin in the world"},
      {"angular_velocity", state.w_WB, "rad/s", "Angular velocity in the world"},
      {"linear_acceleration", state.a_WB, "m/s2", "Mean acceleration of the origin over the last step"},
      {"angular_acceleration", state.alpha_WB, "rad/s2", "Mean angular acceleration over the last step"},
      {"applied_force", state.force_W, "N", "Sum of the devices' forces, in the world"},
      {"applied_torque", state.torque_W, "N.m", "Sum of the devices' moments about the origin, in the world"},
  };
  // In URDF a link and a joint may have one name, and both have a position: then the link's is below "link".
  const std::unordered_set<std::string_view> moving_joints = names_of_moving_joints(layout);
  for (hosts::LinkIndex l = 0; l < layout.links.size(); ++l) {
    HostSource source;
    source.link = l;
    const std::string& name = layout.links[l].name;
    const std::string prefix = name + (moving_joints.count(name) != 0 ? "/link/" : "/");
    for (const LinkQuantity& quantity : link_quantities) {
      add_host_signal(
          {prefix + quantity.name, core::VariableType::kFloat64, 3, quantity.unit, quantity.description},
          quantity.values[l].data(), source);
    }
    add_host_signal({prefix + "orientation", core::VariableType::kFloat64, 4, "",
                     "Orientation in the world, quaternion x y z w"},
                    state.q_WB[l].coeffs().data(), source);
  }
  // Runtimes that share doors have one time, which their shell declares.
  if (own_doors)
    add_host_signal({"time", core::VariableType::kFloat64, 1, "s", "Time of the state"}, &time_s, {});
}

void Runtime::Impl::note_needs_of_signals() {
  std::vector<bool> read(host.layout().links.size(), false);
  for (const hosts::LinkIndex link : needs.links)
    read[link] = true;
  std::vector<const double*> wanted_copies;
  for (const SignalTable::Entry& entry : signals.entries()) {
    if (entry.writer != SignalTable::kHost || entry.owner != owner ||
        !(entry.used || options.keep_all_signals))
      continue;
    if (!own_doors) wanted_copies.push_back(static_cast<const double*>(entry.data));
    if (entry.source.link != hosts::kWorld && !read[entry.source.link]) {
      read[entry.source.link] = true;
      needs.links.push_back(entry.source.link);
    }
    for (std::uint32_t a = 0; entry.source.first_axis != hosts::kWorld && a < entry.info.count; ++a) {
      add_once(needs.positions, entry.source.first_axis + a);
      add_once(needs.velocities, entry.source.first_axis + a);
      add_once(needs.commands, entry.source.first_axis + a);
    }
    if (entry.source.reaction != hosts::kWorld) add_once(needs.reactions, entry.source.reaction);
  }
  std::sort(wanted_copies.begin(), wanted_copies.end());
  const auto is_unused = [&](const HostCopy& copy) {
    return !std::binary_search(wanted_copies.begin(), wanted_copies.end(), copy.to);
  };
  host_copies.erase(std::remove_if(host_copies.begin(), host_copies.end(), is_unused), host_copies.end());
}

}  // namespace lockstep::runtime
