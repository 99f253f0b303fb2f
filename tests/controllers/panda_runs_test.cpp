// SPDX-License-Identifier: Apache-2.0
// The experiments with the Panda (examples/05_panda) on every engine, against exact solutions: RK4 with 0.1
// ms.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "lockstep/description/reader.hpp"
#include "lockstep/dynamics/dynamics.hpp"
#include "lockstep/hosts/engines/engines.hpp"
#include "lockstep/world/world.hpp"

namespace lockstep {
namespace {

using Joints = std::array<double, 7>;
constexpr Joints kReady{
    0, -0.7853981633974483, 0, -2.356194490192345, 0, 1.5707963267948966, 0.7853981633974483};

class PandaRuns : public testing::TestWithParam<std::string> {
 protected:
  scenario::Scenario scenario_of(const std::string& file) const {
    scenario::Scenario scenario = world::scenario_of(std::string{LOCKSTEP_PANDA "/"} + file);
    scenario.engine = GetParam();
    return scenario;
  }
  void open(const scenario::Scenario& scenario) {
    world_ = std::make_unique<world::World>(
        scenario, world::WorldOptions{[this](const core::LogMessage& message) {
                                        if (message.level == core::LogLevel::kWarning)
                                          warnings_ += message.text;
                                      },
                                      {},
                                      false});
    for (std::size_t i = 0; i < 7; ++i)
      q_[i] = world_->watch("panda/panda_joint" + std::to_string(i + 1) + "/position");
  }
  Joints q() const {
    Joints values{};
    for (std::size_t i = 0; i < 7; ++i)
      values[i] = q_[i].number();
    return values;
  }
  static void expect_near(const Joints& found, const Joints& expected, double tolerance) {
    for (std::size_t i = 0; i < 7; ++i)
      EXPECT_NEAR(found[i], expected[i], tolerance) << "joint " << i + 1;
  }
  static double error_of(const Joints& found) {
    double worst = 0.0;
    for (std::size_t i = 0; i < 7; ++i)
      worst = std::max(worst, std::abs(found[i] - kReady[i]));
    return worst;
  }

  std::unique_ptr<world::World> world_;
  std::array<runtime::SignalView, 7> q_;
  std::string warnings_;
};

// 50/10: the motion, its overshoot, and when it has settled within 0.02 rad.
TEST_P(PandaRuns, StepWith50And10) {
  open(scenario_of("step_50_10.yaml"));
  world_->run_until(0.5);
  expect_near(q(), {-0.00026, -0.70664, 0.00126, -2.20014, -0.00132, 1.44116, 0.72109}, 2e-3);
  double settled_s = 0.0, overshoot2 = 0.0, overshoot4 = 0.0;
  while (world_->time_s() < 3.0) {
    world_->step();
    if (error_of(q()) > 0.02) settled_s = world_->time_s();
    overshoot2 = std::max(overshoot2, kReady[1] - q()[1]);
    overshoot4 = std::max(overshoot4, kReady[3] - q()[3]);
  }
  EXPECT_LT(error_of(q()), 3e-4);
  EXPECT_NEAR(settled_s, 1.056, 0.01);
  EXPECT_NEAR(overshoot2, 0.0078, 5e-4);
  EXPECT_NEAR(overshoot4, 0.0129, 5e-4);
  EXPECT_EQ(warnings_, "");
}

// The thesis' simulation: without gravity compensation the arm ends -g / Kp off.
TEST_P(PandaRuns, StepWith200And100WithoutGravity) {
  open(scenario_of("step_200_100.yaml"));
  world_->run();
  expect_near(q(), {0, -0.76967, 0.00337, -2.44397, -0.00314, 1.55863, 0.78331}, 2e-3);
  EXPECT_EQ(warnings_, "");
}

// The same with gravity compensation.
TEST_P(PandaRuns, StepWith200And100WithGravity) {
  if (GetParam() == "simbody") GTEST_SKIP() << "60,000 steps of Simbody once are enough";
  scenario::Scenario scenario = scenario_of("step_200_100.yaml");
  scenario.devices[0].children.emplace_back("compensate", "gravity");
  open(scenario);
  world_->run();
  expect_near(q(), {0, -0.78325, 0.00001, -2.35027, -0.00001, 1.56664, 0.78333}, 2e-3);
}

// 50/10 with 1 ms is reported before the first step, with the joint and the longest step it allows.
TEST_P(PandaRuns, AnUnstableStepIsReportedBeforeItStarts) {
  scenario::Scenario scenario = scenario_of("step_50_10.yaml");
  scenario.step_size_s = 0.001;
  open(scenario);
  world_->start();
  EXPECT_NE(warnings_.find("panda/arm: controller 'pd' is unstable with steps of 1 ms: joint 'panda_joint7'"),
            std::string::npos)
      << warnings_;
  EXPECT_NE(warnings_.find("allow steps below 0.7"), std::string::npos) << warnings_;
  scenario.devices[0].children.emplace_back("stability", "refuse");
  open(scenario);
  EXPECT_THROW(world_->start(), Error);
}

// 200/100 allows steps below 0.07 ms.
TEST_P(PandaRuns, StiffGainsNeedSmallSteps) {
  scenario::Scenario scenario = scenario_of("step_200_100.yaml");
  scenario.step_size_s = 0.00008;
  scenario.devices[0].children.emplace_back("stability", "refuse");
  open(scenario);
  EXPECT_THROW(world_->start(), Error);
  scenario.step_size_s = 0.00007;
  open(scenario);
  EXPECT_NO_THROW(world_->start());
}

// Gravity compensation alone holds the ready pose for 10 s.
TEST_P(PandaRuns, GravityCompensationHolds) {
  open(scenario_of("hold.yaml"));
  world_->run();
  expect_near(q(), kReady, 1e-3);
}

/// Numbers of the joints on which a limit acted in some step.
using Named = std::vector<int>;

// With the limits of the robot on, what saturates is named: of the torques alone those of joints 4, 6 and 7;
// a limited torque rate acts on 2, too, and leaves only joint 6 a torque above its limit.
TEST_P(PandaRuns, SaysWhatSaturates) {
  for (const bool limit_rate : {false, true}) {
    scenario::Scenario scenario = scenario_of("step_with_limits.yaml");
    if (!limit_rate) {
      auto& fields = scenario.devices[0].children;
      fields.erase(std::find_if(fields.begin(), fields.end(),
                                [](const auto& field) { return field.name == "limits"; }));
      fields.emplace_back("limits");
    }
    open(scenario);
    const runtime::SignalView saturated = world_->watch("panda/arm/saturated");
    const runtime::SignalView tau = world_->watch("panda/arm/tau");
    std::array<std::uint32_t, 7> bits{};
    const Joints limit{87, 87, 87, 87, 12, 12, 12};
    while (world_->time_s() < 3.0) {
      world_->step();
      for (std::uint32_t i = 0; i < 7; ++i) {
        bits[i] |= static_cast<std::uint32_t>(saturated.number(i));
        EXPECT_LE(std::abs(tau.number(i)), limit[i]);
      }
    }
    Named effort, rotatum;
    for (int i = 0; i < 7; ++i) {
      if ((bits[static_cast<std::size_t>(i)] & 4U) != 0) effort.push_back(i + 1);
      if ((bits[static_cast<std::size_t>(i)] & 8U) != 0) rotatum.push_back(i + 1);
    }
    EXPECT_EQ(effort, limit_rate ? Named{6} : (Named{4, 6, 7}));
    EXPECT_EQ(rotatum, limit_rate ? (Named{2, 4, 6, 7}) : Named{});
    EXPECT_LT(error_of(q()), 2e-3);
  }
}

std::vector<std::string> engines() {
  std::vector<std::string> names;
  for (const std::string& name : hosts::engine_names())
    if (name != "clock") names.push_back(name);
  return names;
}
INSTANTIATE_TEST_SUITE_P(Engines, PandaRuns, testing::ValuesIn(engines()),
                         [](const auto& parameter) { return parameter.param; });
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(PandaRuns);

// The three files are one robot: M and g agree at any pose.
TEST(PandaFiles, AreOneRobot) {
  std::vector<dynamics::Dynamics> robots;
  for (const char* file : {"panda.urdf", "panda_free.urdf", "panda_damped.urdf"})
    robots.emplace_back(std::make_shared<dynamics::Mechanism>(
        description::read_world(std::string{LOCKSTEP_PANDA "/"} + file).world));
  std::srand(1);
  for (int k = 0; k < 20; ++k) {
    const Eigen::VectorXd at = Eigen::VectorXd::Random(7);
    Eigen::MatrixXd mass[3];
    Eigen::VectorXd gravity[3];
    for (std::size_t i = 0; i < 3; ++i) {
      mass[i].resize(7, 7);
      gravity[i].resize(7);
      robots[i].set_position(at);
      robots[i].mass_matrix(mass[i]);
      robots[i].gravity(gravity[i]);
      EXPECT_EQ(mass[i], mass[0]);
      EXPECT_EQ(gravity[i], gravity[0]);
    }
  }
}

}  // namespace
}  // namespace lockstep
