// SPDX-License-Identifier: Apache-2.0
#include "service_types.hpp"

#include <gtest/gtest.h>

namespace lockstep_world {
namespace {

// What a mapping file can name. That calls arrive is in world.test, which has a master.
TEST(WorldCatalogue, Services) {
  const WorldCatalogue catalogue;
  EXPECT_EQ(catalogue.known_services(), "std_srvs/Trigger, std_srvs/SetBool, std_srvs/Empty");
  const Ros1ServiceType* flag = catalogue.find_service("std_srvs/SetBool");
  ASSERT_NE(flag, nullptr);
  ASSERT_EQ(flag->call.fields.size(), 1U);
  EXPECT_EQ(flag->call.fields[0].path, "data");
  EXPECT_EQ(flag->call.fields[0].kind, lockstep::middlewares::FieldKind::kFlag);
  for (const char* name : {"std_srvs/Trigger", "std_srvs/Empty"}) {
    const Ros1ServiceType* type = catalogue.find_service(name);
    ASSERT_NE(type, nullptr) << name;
    EXPECT_EQ(type->call.name, name);
    EXPECT_TRUE(type->call.fields.empty()) << name;
    EXPECT_TRUE(type->offer) << name;
  }
  EXPECT_EQ(catalogue.find_service("std_srvs/Odd"), nullptr);
  EXPECT_NE(catalogue.find("sensor_msgs/JointState"), nullptr) << "and all messages of FMU nodes";
}

}  // namespace
}  // namespace lockstep_world
