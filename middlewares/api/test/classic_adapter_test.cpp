// SPDX-License-Identifier: Apache-2.0
// The classes of ROS 1 and ROS 2 forward to this one and test the rest.
#include "lockstep/middlewares/api/classic_adapter.hpp"

#include <filesystem>
#include <stdexcept>

#include "fake_middleware.hpp"
#include "support/files.hpp"

namespace lockstep::middlewares::test {
namespace {

// Steps, inputs, outputs and any variable, through opaque pointers.
TEST(ClassicAdapter, Runs) {
  ClassicAdapter pendulum{fmu_path("DampedPendulum"), seconds(0.02), true, ""};
  pendulum.set_initial(pendulum.find("l"), 2.0);
  EXPECT_EQ(pendulum.value(pendulum.find("l")), 2.0);
  EXPECT_EQ(pendulum.output(pendulum.find("a")), 1.5);
  pendulum.exit_initialization(seconds(17.0));
  EXPECT_EQ(pendulum.step(), seconds(17.02));
  EXPECT_EQ(pendulum.step(seconds(0.01)), seconds(17.03));
  EXPECT_EQ(pendulum.step_until(seconds(17.05)), seconds(17.05));
  EXPECT_EQ(pendulum.time(), seconds(17.05));
  EXPECT_EQ(pendulum.value(pendulum.find("a")), pendulum.output(pendulum.find("a")));
  EXPECT_EQ(ClassicAdapter::names(pendulum.variables(core::Causality::kParameter)),
            (std::vector<std::string>{"l", "d", "g"}));
}

// What users catch: wrong arguments and wrong order; no exception type of our own.
TEST(ClassicAdapter, Exceptions) {
  EXPECT_THROW((ClassicAdapter{"/nowhere.fmu", seconds(0.0), true, ""}), std::invalid_argument);
  EXPECT_THROW((ClassicAdapter{fmu_path("TransportDelay"), seconds(-1.0), true, ""}), std::invalid_argument);
  ClassicAdapter delay{fmu_path("TransportDelay"), seconds(0.0), true, ""};
  EXPECT_EQ(delay.step_size(), seconds(0.001));
  EXPECT_THROW(static_cast<void>(delay.step()), std::runtime_error);
  EXPECT_THROW(static_cast<void>(delay.time()), std::runtime_error);
  EXPECT_THROW(static_cast<void>(delay.find("nothing")), std::invalid_argument);
  EXPECT_THROW(static_cast<void>(delay.output(delay.find("x"))), std::invalid_argument);
  EXPECT_THROW(delay.set_input(delay.find("y"), seconds(0.0), 1.0), std::invalid_argument);
  EXPECT_THROW(static_cast<void>(delay.checked(nullptr)), std::invalid_argument);
}

// A folder given for temporary files is used and left as it was.
TEST(ClassicAdapter, LeavesNothingBehind) {
  const lockstep::test::TemporaryFolder folder;
  {
    const ClassicAdapter adapter{fmu_path("DampedPendulum"), seconds(0.0), true, folder.path().string()};
    EXPECT_FALSE(std::filesystem::is_empty(folder.path()));
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

}  // namespace
}  // namespace lockstep::middlewares::test
