// SPDX-License-Identifier: Apache-2.0
#include "lockstep/devices/controllers/control_law.hpp"

#include <gtest/gtest.h>

#include "lockstep/scenario/yaml_tree.hpp"
#include "test_robots.hpp"

namespace lockstep::devices::controllers {
namespace {

Eigen::MatrixXd gain_of(const std::string& yaml) {
  const core::ConfigNode node = scenario::read_yaml(yaml, "gains.yaml");
  const auto mechanism = test::two_links();
  return read_gain({node, *mechanism, {"shoulder", "elbow"}}, "kp");
}

std::string error_of(const std::string& yaml) {
  try {
    gain_of(yaml);
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

// One number, one per joint, or a matrix.
TEST(ReadGain, Shapes) {
  EXPECT_EQ(gain_of("kp: 5"), (Eigen::Matrix2d{} << 5, 0, 0, 5).finished());
  EXPECT_EQ(gain_of("kp: [5, 6]"), (Eigen::Matrix2d{} << 5, 0, 0, 6).finished());
  EXPECT_EQ(gain_of("kp: [5, 1, 1, 6]"), (Eigen::Matrix2d{} << 5, 1, 1, 6).finished());
}

// Each wrong gain has a message with field, value and place.
TEST(ReadGain, Refuses) {
  EXPECT_NE(error_of("kp: [1, 2, 3]")
                .find("'kp' has 3 numbers, but the controller has 2 joints; give 1, 2 (one per joint) or 4"),
            std::string::npos)
      << error_of("kp: [1, 2, 3]");
  EXPECT_NE(error_of("kp: [1, -2]").find("'kp' of joint 'elbow' is -2"), std::string::npos);
  EXPECT_NE(error_of("kp: [5, 1, 2, 6]").find("not symmetric"), std::string::npos);
  EXPECT_NE(error_of("kp: [1, 2, 2, 1]").find("not positive definite"), std::string::npos);
  EXPECT_NE(error_of("kp: nan").find("gains.yaml:1"), std::string::npos) << error_of("kp: nan");
  EXPECT_NE(error_of("kd: 3").find("kp"), std::string::npos);
}

}  // namespace
}  // namespace lockstep::devices::controllers
