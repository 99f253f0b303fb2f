// SPDX-License-Identifier: Apache-2.0
#include "lockstep/devices/network/network.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "lockstep/core/xml_tree.hpp"
#include "lockstep/hosts/clock/clock_host.hpp"
#include "lockstep/runtime/runtime.hpp"
#include "support/device_world.hpp"

namespace lockstep::devices::network {
namespace {

using test::error_of;

const std::string kLoop =
    "<name>loop</name>"
    "<fmus><name>plant</name><fmu>Plant.fmu</fmu><parameters><k>2</k></parameters></fmus>"
    "<fmus><name>controller</name><fmu>PiController.fmu</fmu><parameters><ki>2</ki></parameters></fmus>"
    "<connections>plant.y -&gt; controller.y</connections><connections>controller.u -&gt; "
    "plant.u</connections>";

/// A network on the clock, in steps of 10 ms.
struct World {
  explicit World(const std::string& inside, std::vector<std::string>* log = nullptr) {
    const core::ConfigNode node = core::read_xml("<devices>" + inside + "</devices>", "test.yaml");
    DeviceContext context = test::test_context(log);
    context.find_file = [](const std::string& name) {
      const std::filesystem::path file = std::filesystem::path{LOCKSTEP_NETWORK_FMUS} / "3.0" / name;
      if (!std::filesystem::exists(file))
        throw Error{ErrorCode::kNotFound, "there is no file '" + name + "'"};
      return file;
    };
    for (MadeDevice& made : kind().make(node, context))
      runtime.add(std::move(made.device), made.options, "");
    runtime.bind();
  }
  void run(int steps) {
    for (int i = 0; i < steps; ++i)
      ASSERT_EQ(runtime.step(), core::Status::kOk) << runtime.fault();
  }
  static std::unique_ptr<hosts::Engine> clock_of_10_ms() {
    hosts::EngineOptions options;
    options.step = core::Rational::reduced(1, 100);
    return hosts::clock::make_engine({}, options);
  }
  std::unique_ptr<hosts::Engine> clock{clock_of_10_ms()};
  runtime::Runtime runtime{*clock};
};

// The outputs of all components are signals; the control loop settles at its set point.
TEST(Network, RunsAsADevice) {
  World world{kLoop};
  const auto y = world.runtime.watch("loop/plant.y");
  const auto u = world.runtime.watch("loop/controller.u");
  world.runtime.start();
  EXPECT_EQ(y.number(), 0.0);
  EXPECT_EQ(u.number(), 1.0);  // consistent start values: kp (r - y)
  world.run(1000);
  EXPECT_NEAR(y.number(), 1.0, 1e-6);  // exp(-1.5 * 10) is left
}

// Further variables can be made signals: the coupling error of a connection.
TEST(Network, CouplingErrorsAreSignals) {
  World world{kLoop + "<signals>error(controller.y)</signals><signals>plant.u</signals>"};
  const auto error = world.runtime.watch("loop/error(controller.y)");
  world.runtime.start();
  world.run(1);
  // y moved from 0 to k u h while the controller had one value: 2 * 1 * 0.01, up to O(h^2).
  EXPECT_NEAR(error.number(), 0.02, 2e-4);
}

// The network's own step divides that of the world.
TEST(Network, HasAStepOfItsOwn) {
  World coarse{kLoop};
  World fine{kLoop + "<step_size>0.001</step_size>"};
  const auto y_coarse = coarse.runtime.watch("loop/plant.y");
  const auto y_fine = fine.runtime.watch("loop/plant.y");
  coarse.runtime.start();
  fine.runtime.start();
  coarse.run(100);
  fine.run(100);
  const double w = std::sqrt(1.75);  // y'' + 3 y' + 4 y = 4
  const double exact = 1.0 + std::exp(-1.5) * (-std::cos(w) + 0.5 / w * std::sin(w));
  EXPECT_GT(std::fabs(y_coarse.number() - exact), 5.0 * std::fabs(y_fine.number() - exact));
}

// Inputs come from signals of the world, here from a constant.
TEST(Network, InputsOfTheNetworkAreInputsOfTheDevice) {
  World world{kLoop + "<inputs><input name=\"controller.r\" value=\"3\"/></inputs>"};
  const auto y = world.runtime.watch("loop/plant.y");
  world.runtime.start();
  world.run(1000);
  EXPECT_NEAR(y.number(), 3.0, 1e-5);
}

TEST(Network, SavesAndRestores) {
  World world{kLoop};
  const auto y = world.runtime.watch("loop/plant.y");
  world.runtime.start();
  world.run(50);
  const auto saved = world.runtime.save();
  world.run(50);
  const double first = y.number();
  world.runtime.restore(*saved);
  world.run(50);
  EXPECT_EQ(y.number(), first);
}

// The report comes with the end of the run, large errors as a warning.
TEST(Network, ReportsAtTheEnd) {
  std::vector<std::string> log;
  {
    World world{kLoop, &log};
    world.runtime.start();
    world.run(3);
  }
  ASSERT_FALSE(log.empty());
  EXPECT_NE(log.front().find("network 'loop', master gauss_seidel: 3 steps"), std::string::npos)
      << log.front();
}

TEST(Network, MistakesHaveTheirPlace) {
  EXPECT_NE(error_of([] {
              World{"<fmus><name>a</name><fmu>None.fmu</fmu></fmus>"};
            }).find("there is no file 'None.fmu'"),
            std::string::npos);
  const std::string text =
      error_of([] { World{kLoop + "\n<connections>plant.z -&gt; controller.r</connections>"}; });
  EXPECT_NE(text.find("test.yaml:2:"), std::string::npos) << text;
  EXPECT_NE(text.find("component 'plant' has no variable 'z'"), std::string::npos) << text;
}

}  // namespace
}  // namespace lockstep::devices::network
