// SPDX-License-Identifier: Apache-2.0
// The controller file of the Panda in Gazebo 11: its closed loop, and the torques of other hosts' states.
#include "lockstep/devices/controllers/controllers.hpp"

#include <cmath>
#include <cstdlib>
#include <sdf/sdf.hh>

#include "../../../tests/controllers/recorded_states.hpp"
#include "gazebo_host.hpp"
#include "in_process.hpp"
#include "lockstep/runtime/runtime.hpp"

namespace lockstep::hosts::gazebo_classic {
namespace {

using lockstep::test::RecordedState;

constexpr std::size_t kJoints = 7;

/// The robot as Gazebo's own reader of URDF makes a model of it.
std::string panda_model() {
  const sdf::SDFPtr read{new sdf::SDF};
  sdf::init(read);
  if (!sdf::readFile(LOCKSTEP_PANDA "/panda_free.urdf", read))
    throw std::runtime_error{"Gazebo does not read panda_free.urdf"};
  return read->Root()->GetElement("model")->ToString("");
}

/// The Panda with pd_50_10.yaml, stepped by 0.5 ms.
class Panda {
 public:
  explicit Panda(const std::string& engine)
      : world_{engine, panda_model(), "0 0 -9.81", "0.0005"}, host_{world_.model("panda")}, runtime_{host_} {
    core::ConfigNode config{"plugin"};
    config.children.emplace_back("name", "arm");
    config.children.emplace_back("file", "pd_50_10.yaml");
    devices::DeviceContext context;
    context.model = "panda";
    context.find_file = [](const std::string& name) { return std::filesystem::path{LOCKSTEP_PANDA} / name; };
    for (devices::MadeDevice& made : devices::controllers::kind().make(config, context))
      runtime_.add(std::move(made.device), made.options, "panda");
    runtime_.bind();
    tau_ = runtime_.watch("panda/arm/tau");
    runtime_.start();
    for (std::size_t i = 0; i < kJoints; ++i)
      axes_[i] = host_.layout()
                     .joints[*host_.layout().find_joint("panda/panda_joint" + std::to_string(i + 1))]
                     .first_axis;
  }

  /// The torque in this state, whatever Gazebo's own is.
  RecordedState fed(const RecordedState& row) {
    for (std::size_t i = 0; i < kJoints; ++i) {
      host_.state().position[axes_[i]] = row.q[i];
      host_.state().velocity[axes_[i]] = row.v[i];
    }
    return controlled();
  }

  /// One step of the closed loop.
  RecordedState step() {
    RecordedState row;
    const gazebo::event::ConnectionPtr act =
        gazebo::event::Events::ConnectBeforePhysicsUpdate([&](const gazebo::common::UpdateInfo&) {
          host_.refresh();
          row = controlled();
          host_.read_commands(nanoseconds(world_->SimTime()));
          EXPECT_EQ(runtime_.actuate(), core::Status::kOk) << runtime_.fault();
          host_.write();
        });
    world_.step();
    return row;
  }

 private:
  RecordedState controlled() {
    RecordedState row;
    EXPECT_EQ(runtime_.begin_step(), core::Status::kOk);
    EXPECT_EQ(runtime_.control(), core::Status::kOk) << runtime_.fault();
    for (std::size_t i = 0; i < kJoints; ++i) {
      row.q[i] = host_.state().position[axes_[i]];
      row.v[i] = host_.state().velocity[axes_[i]];
      row.tau[i] = tau_.number(static_cast<std::uint32_t>(i));
    }
    return row;
  }

  test::World world_;
  GazeboHost host_;
  runtime::Runtime runtime_;
  runtime::SignalView tau_;
  std::array<AxisIndex, kJoints> axes_{};
};

class ControllersTest : public testing::TestWithParam<std::string> {};

// 0.5 s of the step to the ready pose. The reference is the exact solution (fourth-order Runge-Kutta, 0.1
// ms).
TEST_P(ControllersTest, TheClosedLoopMovesAsTheExactSolution) {
  if (GetParam() == "bullet")
    GTEST_SKIP() << "Gazebo's Bullet does not hold a chain of seven joints together";
  if (GetParam() == "simbody")
    GTEST_SKIP()
        << "the closed loop in Gazebo's Simbody is more than 2e-3 rad off; its torques are compared below";
  Panda panda{GetParam()};
  RecordedState row;
  for (int k = 0; k <= 1000; ++k) {
    row = panda.step();
    row.host = "gazebo_" + GetParam();
    if (const char* const write = std::getenv("LOCKSTEP_WRITE_STATES"))
      if (k % 40 == 0) std::ofstream{write, std::ios::app} << to_line(row) << '\n';
  }
  const std::array<double, kJoints> exact{-0.00026, -0.70664, 0.00126, -2.20014, -0.00132, 1.44116, 0.72109};
  for (std::size_t i = 0; i < kJoints; ++i)
    EXPECT_NEAR(row.q[i], exact[i], 2e-3) << "joint " << i + 1;
}

// States recorded in the closed loops of MuJoCo, DART, Simbody and Gazebo give the recorded torques here.
TEST_P(ControllersTest, StatesOfOtherHostsGiveTheirTorques) {
  Panda panda{GetParam()};
  const std::vector<RecordedState> rows = lockstep::test::read_recorded_states(LOCKSTEP_RECORDED_STATES);
  ASSERT_GE(rows.size(), 75U);
  for (const RecordedState& row : rows) {
    const RecordedState here = panda.fed(row);
    for (std::size_t i = 0; i < kJoints; ++i)
      ASSERT_NEAR(here.tau[i], row.tau[i], 1e-12 * std::max(1.0, std::abs(row.tau[i])))
          << row.host << ", joint " << i + 1;
  }
}

INSTANTIATE_TEST_SUITE_P(Engines, ControllersTest, testing::Values("ode", "bullet", "simbody", "dart"));

}  // namespace
}  // namespace lockstep::hosts::gazebo_classic
