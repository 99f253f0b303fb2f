// SPDX-License-Identifier: Apache-2.0
// The fault policy `restart` with `save_every`: the model goes on from its last state, in its own process and
// in one that was killed.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <set>

#include "lockstep/devices/fmu/fmu.hpp"
#include "lockstep/hosts/clock/clock_host.hpp"
#include "lockstep/runtime/runtime.hpp"
#include "support/decay_stepper.hpp"
#include "support/device_world.hpp"

namespace lockstep::devices::fmu {
namespace {

using test::element;
using test::error_of;
using test::test_context;

/// Steps of 1 ms, without physics.
struct RestartWorld {
  RestartWorld() : clock{make()}, runtime{*clock} {}
  static std::unique_ptr<hosts::Engine> make() {
    hosts::EngineOptions options;
    options.step = core::Rational::from_seconds(0.001);
    return hosts::clock::make_engine({}, options);
  }
  void run(int steps) {
    for (int k = 0; k < steps; ++k)
      ASSERT_TRUE(succeeded(runtime.step())) << runtime.fault();
  }
  std::unique_ptr<hosts::Engine> clock;
  runtime::Runtime runtime;
};

std::set<pid_t> children_of(pid_t parent) {
  std::set<pid_t> children;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    std::ifstream stat{entry.path() / "stat"};
    std::string line;
    if (!std::getline(stat, line)) continue;
    const std::size_t name_end = line.rfind(')');
    if (name_end == std::string::npos || line.size() < name_end + 4) continue;
    if (std::atoi(line.c_str() + name_end + 4) == parent) children.insert(std::atoi(line.c_str()));
  }
  return children;
}

core::ConfigNode state_space(const char* isolation, const char* save_every) {
  core::ConfigNode node = element("devices", {{"fmu", LOCKSTEP_FMUS_DIR "/3.0/StateSpace.fmu"},
                                              {"name", "decay"},
                                              {"isolation", isolation},
                                              {"fault_policy", "restart"}});
  if (save_every != nullptr) node.children.emplace_back("save_every", save_every);
  node.children.emplace_back("parameters");
  core::ConfigNode& parameters = node.children.back();
  parameters.children.emplace_back("A", "-1 0 0 0 -1 0 0 0 -1");
  parameters.children.emplace_back("B", "0 0 0 0 0 0 0 0 0");
  parameters.children.emplace_back("C", "1 0 0 0 1 0 0 0 1");
  parameters.children.emplace_back("D", "0 0 0 0 0 0 0 0 0");
  parameters.children.emplace_back("x0", "1 1 1");
  return node;
}

// x' = -x from 1 in a worker, which is killed after 10 ms. The last state is that of 8 ms; the model makes up
// for the steps since, so that after 20 ms it is where one that was never killed is. Without save_every it
// begins anew in the step after the fault, at 11 ms.
TEST(FmuBlockConcurrency, AKilledWorkerIsReplacedWithTheLastState) {
  for (const bool saves : {true, false}) {
    const std::set<pid_t> before = children_of(::getpid());
    RestartWorld world;
    for (MadeDevice& made : kind().make(state_space("process", saves ? "0.004" : nullptr), test_context()))
      world.runtime.add(std::move(made.device), made.options, "");
    world.runtime.bind();
    const runtime::SignalView y = world.runtime.watch("decay/y");
    world.runtime.start();
    world.run(10);
    for (const pid_t supervisor : children_of(::getpid())) {
      if (before.count(supervisor) != 0) continue;
      for (const pid_t worker : children_of(supervisor))
        ASSERT_EQ(::kill(worker, SIGKILL), 0);
    }
    world.run(10);
    ASSERT_EQ(world.runtime.faults().size(), 1U);
    EXPECT_NE(world.runtime.faults()[0].text.find("SIGKILL"), std::string::npos);
    EXPECT_NEAR(y.number(), std::exp(saves ? -0.020 : -0.009), 1e-6) << saves;
  }
}

// A model in this process that refuses a step: the same, and a second fault in the same state starts anew.
TEST(FmuBlock, AFailedModelGoesOnFromTheLastState) {
  RestartWorld world;
  BlockConfig config;
  config.name = "tank";
  config.model.save_every_s = 0.004;
  DeviceOptions options;
  options.on_fault = FaultPolicy::kRestart;
  MadeDevice made = make_block(std::move(config), std::make_unique<test::DecayStepper>(), options);
  world.runtime.add(std::move(made.device), made.options, "");
  world.runtime.bind();
  const runtime::SignalView x = world.runtime.watch("tank/x");
  runtime::Inlet& u = world.runtime.doors().inlet("tank/u");
  world.runtime.start();
  world.run(10);
  u.write(-1.0);
  world.run(1);
  u.write(0.0);
  world.run(9);
  EXPECT_EQ(world.runtime.faults().size(), 1U);
  EXPECT_NEAR(x.number(), std::exp(-0.020), 1e-12);
}

TEST(FmuBlock, RefusesToKeepWhatCannotBeKept) {
  const auto message = [](const core::ConfigNode& node) {
    return error_of([&] {
      RestartWorld world;
      for (MadeDevice& made : kind().make(node, test_context()))
        world.runtime.add(std::move(made.device), made.options, "");
      world.runtime.bind();
    });
  };
  core::ConfigNode exchange = state_space("process", "0.004");
  exchange.children.emplace_back("interface", "me");
  EXPECT_NE(message(exchange).find("'decay': save_every is given, but states of isolated FMUs are kept for "
                                   "Co-Simulation without clocks alone; leave it out"),
            std::string::npos)
      << message(exchange);
  EXPECT_EQ(message(state_space("none", "0.004")), "nothing was thrown");
}

}  // namespace
}  // namespace lockstep::devices::fmu
