// SPDX-License-Identifier: Apache-2.0
#include "kinds.hpp"

#include <vector>

#include "lockstep/devices/base_state/base_state.hpp"
#include "lockstep/devices/contact_load_cells/contact_load_cells.hpp"
#include "lockstep/devices/control_board/control_board.hpp"
#include "lockstep/devices/controllers/controllers.hpp"
#include "lockstep/devices/fmu/fmu.hpp"
#include "lockstep/devices/fmu_actuator/fmu_actuator.hpp"
#include "lockstep/devices/fmu_contact/fmu_contact.hpp"
#include "lockstep/devices/fmu_fluid_dynamics/fmu_fluid_dynamics.hpp"
#include "lockstep/devices/force_torque/force_torque.hpp"
#include "lockstep/devices/imu/imu.hpp"
#include "lockstep/devices/joint_pid/joint_pid.hpp"
#include "lockstep/devices/timed_force/timed_force.hpp"

namespace lockstep::hosts::gazebo_classic {
namespace {

const std::vector<devices::DeviceKind>& kinds() {
  static const std::vector<devices::DeviceKind> all{
      devices::base_state::kind(),    devices::contact_load_cells::kind(),
      devices::control_board::kind(), devices::controllers::kind(),
      devices::fmu::kind(),           devices::fmu_actuator::kind(),
      devices::fmu_contact::kind(),   devices::fmu_fluid_dynamics::kind(),
      devices::force_torque::kind(),  devices::imu::kind(),
      devices::joint_pid::kind(),     devices::timed_force::kind()};
  return all;
}

}  // namespace

const devices::DeviceKind* find_kind(std::string_view type) {
  for (const devices::DeviceKind& kind : kinds()) {
    if (kind.type == type) return &kind;
  }
  return nullptr;
}

std::string kind_names() {
  std::string names;
  for (const devices::DeviceKind& kind : kinds())
    names += (names.empty() ? "" : ", ") + kind.type;
  return names;
}

}  // namespace lockstep::hosts::gazebo_classic
