// SPDX-License-Identifier: Apache-2.0
#include "kinds.hpp"

#include <gtest/gtest.h>

namespace lockstep::hosts::gazebo_classic {
namespace {

// The devices that Gazebo runs are found by type, always the same object: they share open FMUs.
TEST(Kinds, AreFoundByType) {
  for (const char* type :
       {"base_state", "contact_load_cells", "control_board", "controller", "force_torque", "imu", "fmu",
        "fmu_actuator", "fmu_contact", "fmu_fluid_dynamics", "joint_pid", "timed_force"}) {
    const devices::DeviceKind* const kind = find_kind(type);
    ASSERT_NE(kind, nullptr) << type;
    EXPECT_EQ(kind->type, type);
    EXPECT_EQ(find_kind(type), kind);
  }
  EXPECT_EQ(find_kind("toaster"), nullptr);
  EXPECT_EQ(kind_names(),
            "base_state, contact_load_cells, control_board, controller, fmu, fmu_actuator, fmu_contact, "
            "fmu_fluid_dynamics, "
            "force_torque, imu, "
            "joint_pid, timed_force");
}

}  // namespace
}  // namespace lockstep::hosts::gazebo_classic
