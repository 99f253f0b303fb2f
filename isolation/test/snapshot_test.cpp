// SPDX-License-Identifier: Apache-2.0
// A saved state outlives the worker it was saved in, where the FMU can turn it into bytes.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

#include "isolated_run.hpp"
#include "lockstep/core/error.hpp"
#include "lockstep/core/time_grid.hpp"

namespace lockstep::isolation::test {
namespace {

using core::InterfaceKind;

/// A stepper with its worker killed on request.
struct KillableModel {
  /// `model`: with the FMI version, as "3.0/Dahlquist".
  KillableModel(const std::string& model, InterfaceKind kind, core::StepperOptions options = {}) {
    options.kind = kind;
    const std::set<pid_t> before = children_of(::getpid());
    stepper = core::Stepper::create(core::Fmu::open(std::string{LOCKSTEP_FMUS} + '/' + model + ".fmu"),
                                    isolated(options));
    for (const pid_t child : children_of(::getpid()))
      if (before.count(child) == 0) supervisor = child;
    stepper->initialize({});
  }
  bool step(int k) { return succeeded(stepper->step(grid.interval(k)).status); }
  void kill_worker() const {
    for (const pid_t worker : children_of(supervisor))
      ASSERT_EQ(::kill(worker, SIGKILL), 0);
  }
  core::TimeGrid grid{0.0, core::Rational::from_seconds(0.1)};
  std::unique_ptr<core::Stepper> stepper;
  pid_t supervisor{0};
};

// Dahlquist: x' = -x; Stair: a counter with an event of its own each second, which belongs to what is saved.
// The run that lost its process goes on with the bits of one that did not.
TEST(IsolationConcurrency, StatesOutliveTheWorker) {
  for (const auto& [file, variable] :
       {std::pair{"3.0/Dahlquist", "x"}, {"2.0/Dahlquist", "x"}, {"3.0/Stair", "counter"}}) {
    SCOPED_TRACE(file);
    std::vector<core::Value> straight;
    KillableModel model{file, InterfaceKind::kCoSimulation};
    std::unique_ptr<core::Snapshot> snapshot;
    for (int k = 0; k < 25; ++k) {
      ASSERT_TRUE(model.step(k));
      straight.push_back(model.stepper->get(variable));
      if (k == 11) model.stepper->save(snapshot);
    }
    model.kill_worker();
    EXPECT_FALSE(model.step(25));
    EXPECT_THROW(model.stepper->restore(*snapshot), Error) << "there is no process";
    model.stepper->reset();
    EXPECT_THROW(model.stepper->restore(*snapshot), Error) << "not initialised";
    model.stepper->initialize({1.2, {}, {}});
    EXPECT_NE(model.stepper->get(variable), straight[11]);
    model.stepper->restore(*snapshot);
    EXPECT_EQ(model.stepper->get(variable), straight[11]);
    for (int k = 12; k < 25; ++k) {
      ASSERT_TRUE(model.step(k)) << model.stepper->fault();
      EXPECT_EQ(model.stepper->get(variable), straight[static_cast<std::size_t>(k)]) << k;
    }
    // The new worker has states of its own again, with the memory of the old one.
    model.stepper->save(snapshot);
    ASSERT_TRUE(model.step(25));
    model.stepper->restore(*snapshot);
    EXPECT_EQ(model.stepper->get(variable), straight[24]);
  }
}

// Where that is impossible (clocks, a solver in the worker) or not asked for (rolling back all the time), the
// message says that it is lost.
TEST(IsolationConcurrency, StatesLostWithTheWorkerAreNamed) {
  core::StepperOptions rollback;
  rollback.rollback_possible = true;
  KillableModel models[] = {KillableModel{"3.0/Dahlquist", InterfaceKind::kModelExchange},
                            KillableModel{"3.0/Clocks", InterfaceKind::kCoSimulation},
                            KillableModel{"3.0/Dahlquist", InterfaceKind::kCoSimulation, rollback}};
  for (KillableModel& model : models) {
    ASSERT_TRUE(model.step(0));
    std::unique_ptr<core::Snapshot> snapshot;
    model.stepper->save(snapshot);
    model.kill_worker();
    EXPECT_FALSE(model.step(1));
    model.stepper->reset();
    model.stepper->initialize({});
    try {
      model.stepper->restore(*snapshot);
      FAIL();
    } catch (const Error& error) {
      EXPECT_NE(std::string{error.what()}.find("lost with the FMU's process"), std::string::npos)
          << error.what();
    }
    EXPECT_TRUE(model.step(0)) << "nothing is broken by it";
  }
}

}  // namespace
}  // namespace lockstep::isolation::test
