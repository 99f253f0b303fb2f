// SPDX-License-Identifier: Apache-2.0
#include "lockstep/devices/control_board/coupling.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <stdexcept>

namespace lockstep::devices::control_board {
namespace {

constexpr double kDegree = 3.14159265358979323846 / 180.0;

Coupling coupling_of(const char* type, std::uint32_t count) {
  CouplingConfig config;
  config.type = type;
  config.axes.resize(count);
  std::iota(config.axes.begin(), config.axes.end(), 0U);
  return Coupling{config};
}

std::vector<double> joints_of(const Coupling& coupling, std::vector<double> axes) {
  std::vector<double> joints = axes;
  coupling.follow_positions(axes.data(), joints.data());
  return joints;
}

void expect_near(const std::vector<double>& found, const std::vector<double>& expected, double unit = 1.0) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i)
    EXPECT_NEAR(found[i], expected[i] * unit, 1e-12) << i;
}

TEST(Coupling, Eyes) {
  const Coupling eyes = coupling_of("eyes_vergence_control", 2);
  expect_near(joints_of(eyes, {20.0, 10.0}), {15.0, 5.0});
  std::vector<double> values{15.0, 5.0};
  eyes.show_positions(values.data());
  expect_near(values, {20.0, 10.0});
  const std::vector<double> torques{2.0, 1.0};
  std::vector<double> shared(2);
  eyes.follow_torques(values.data(), torques.data(), shared.data());
  expect_near(shared, {1.5, 0.5});
}

TEST(Coupling, FingersOfTheFirstHands) {
  expect_near(joints_of(coupling_of("thumb_control", 4), {1, 2, 6, 9}), {1, 2, 3, 3});
  expect_near(joints_of(coupling_of("index_control", 3), {1, 6, 9}), {1, 3, 3});
  expect_near(joints_of(coupling_of("middle_control", 3), {1, 6, 9}), {1, 3, 3});
  expect_near(joints_of(coupling_of("pinky_control", 6), {9, 0, 0, 0, 0, 0}), {3, 3, 3, 3, 3, 3});
  expect_near(joints_of(coupling_of("cer_hand", 4), {4, 6, 0, 0}), {2, 2, 3, 3});
  std::vector<double> values{1, 2, 3, 4, 5, 6};
  coupling_of("pinky_control", 6).show_positions(values.data());
  EXPECT_EQ(values[0], 6.0);
  values = {1, 2, 3, 4};
  coupling_of("cer_hand", 4).show_positions(values.data());
  expect_near(values, {3, 7, 3, 4});
}

TEST(Coupling, AbductionHasAnOffsetForPositionsOnly) {
  const Coupling fingers = coupling_of("fingers_abduction_control", 4);
  expect_near(joints_of(fingers, {30.0 * kDegree, 0, 0, 0}), {-10, 0, 10, 10}, kDegree);
  std::vector<double> values{-10.0 * kDegree, 0.0, 10.0 * kDegree, 10.0 * kDegree};
  fingers.show_positions(values.data());
  EXPECT_NEAR(values[0], 30.0 * kDegree, 1e-12);
  std::vector<double> joints(4);
  const std::vector<double> rates{3.0, 0.0, 0.0, 0.0};
  fingers.follow_rates(values.data(), rates.data(), joints.data());
  expect_near(joints, {1, 0, -1, -1});
}

// Shown is the sum of the two joints that follow an axis, so that what is commanded is what is shown.
TEST(Coupling, HandsShowWhatIsCommanded) {
  for (const bool mk4 : {false, true}) {
    const Coupling hand = coupling_of(mk4 ? "icub_left_hand_mk4" : "icub_hand_mk3", mk4 ? 13 : 11);
    std::vector<double> axes(mk4 ? 13 : 11);
    for (const std::size_t i : {2U, 4U, 5U, 6U})
      axes[i] = (40.0 + static_cast<double>(i)) * kDegree;
    axes[0] = 1.0;
    axes[3] = 0.5;
    std::vector<double> joints = joints_of(hand, axes);
    EXPECT_EQ(joints[4], 0.5);
    EXPECT_GT(joints[2], 0.0);
    EXPECT_LT(joints[2], axes[2]);
    if (mk4) {
      EXPECT_NEAR(joints[11] + joints[12], axes[6], 1e-12);
    }
    // Rates are the derivative of positions.
    std::vector<double> rates(axes.size(), 0.0), speeds(axes.size()), moved = axes;
    rates[4] = 1.0;
    hand.follow_rates(axes.data(), rates.data(), speeds.data());
    moved[4] += 1e-6;
    EXPECT_NEAR((joints_of(hand, moved)[5] - joints[5]) / 1e-6, speeds[5], 1e-3);
    hand.show_positions(joints.data());
    for (const std::size_t i : {0U, 2U, 3U, 4U, 5U, 6U})
      EXPECT_NEAR(joints[i], axes[i], 1e-12) << i;
  }
}

TEST(Coupling, MatrixIsWhateverItSays) {
  CouplingConfig config;
  config.type = "matrix";
  config.axes = {1, 0};  // the first of the coupling is axis 1 of the board
  config.feedback = {1, 1, 0, 2};
  config.reference = {1, -0.5, 0, 0.5};
  const Coupling coupling{config};
  std::vector<double> values{4.0, 3.0};
  coupling.show_positions(values.data());
  expect_near(values, {8.0, 7.0});
  expect_near(joints_of(coupling, values), {4.0, 3.0});
}

TEST(Coupling, SaysWhatIsWrong) {
  const auto error_of = [](const CouplingConfig& config) -> std::string {
    try {
      const Coupling coupling{config};
    } catch (const std::invalid_argument& error) {
      return error.what();
    }
    return {};
  };
  CouplingConfig config;
  config.type = "eyes";
  config.axes = {0, 1};
  EXPECT_NE(error_of(config).find("'eyes', expected one of: eyes_vergence_control"), std::string::npos);
  config.type = "thumb_control";
  EXPECT_EQ(error_of(config), "'thumb_control' couples 4 axes, but 'axes' has 2");
  config.type = "matrix";
  config.feedback = {1.0};
  EXPECT_EQ(error_of(config), "'feedback' of the coupling has 1 numbers, expected 2 rows of 2");
}

}  // namespace
}  // namespace lockstep::devices::control_board
