// SPDX-License-Identifier: Apache-2.0
#include "lockstep/devices/fmu_model/kept_state.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/decay_stepper.hpp"

namespace lockstep::devices {
namespace {

using core::StepInterval;

/// x' = -x from 1, in steps of 0.1 s; u below 0 makes a step fail.
struct Decay {
  explicit Decay(double period_s) {
    kept.keep(period_s);
    stepper.initialize({});
    kept.start(0.0);
  }
  void step_to(int count) {
    for (; k < count; ++k) {
      ASSERT_TRUE(succeeded(stepper.step(StepInterval::between(0.1 * k, 0.1 * (k + 1))).status));
      kept.note_step(stepper, 0.1 * (k + 1));
    }
  }
  void fail() {
    u.set(-1.0);
    ASSERT_FALSE(succeeded(stepper.step(StepInterval::between(0.1 * k, 0.1 * (k + 1))).status));
    u.set(0.0);
    kept.note_fault();
  }
  test::DecayStepper stepper;
  core::Input<double> u{stepper.input("u")};
  core::Output<double> x{stepper.output("x")};
  KeptState kept;
  int k{0};
};

TEST(KeptState, TheModelGoesOnFromTheLastStateBeforeTheFault) {
  Decay model{0.25};
  model.step_to(8);  // saved at 0.3 s and 0.6 s
  model.fail();
  ASSERT_TRUE(model.kept.resume(model.stepper, 0.9));
  EXPECT_DOUBLE_EQ(model.kept.time_s(), 0.6);
  EXPECT_NEAR(model.x.value(), std::exp(-0.6), 1e-12);
  model.k = 6;
  model.step_to(10);
  EXPECT_NEAR(model.x.value(), std::exp(-1.0), 1e-12);
}

// The state may be what makes the model fail: it is tried once.
TEST(KeptState, AStateThatDidNotHelpIsNotTriedAgain) {
  Decay model{0.25};
  model.step_to(4);
  model.fail();
  ASSERT_TRUE(model.kept.resume(model.stepper, 0.5));
  model.k = 3;
  model.fail();
  EXPECT_FALSE(model.kept.resume(model.stepper, 0.5));
}

TEST(KeptState, ANewStateCountsAgain) {
  Decay model{0.25};
  model.step_to(4);
  model.fail();
  ASSERT_TRUE(model.kept.resume(model.stepper, 0.5));
  model.k = 3;
  model.step_to(6);
  model.fail();
  ASSERT_TRUE(model.kept.resume(model.stepper, 0.7));
  EXPECT_DOUBLE_EQ(model.kept.time_s(), 0.6);
}

TEST(KeptState, NothingWithoutAFaultAStateOrAPeriod) {
  Decay healthy{0.25};
  healthy.step_to(4);
  EXPECT_FALSE(healthy.kept.resume(healthy.stepper, 0.5)) << "a reset of the world is no restart";
  healthy.fail();
  EXPECT_FALSE(healthy.kept.resume(healthy.stepper, 0.0)) << "the state is later than the start";
  Decay early{0.25};
  early.step_to(2);
  early.fail();
  EXPECT_FALSE(early.kept.resume(early.stepper, 0.3));
  Decay never{0.0};
  never.step_to(8);
  never.fail();
  EXPECT_FALSE(never.kept.resume(never.stepper, 0.9));
}

TEST(KeptState, AStartForgetsWhatWasSaved) {
  Decay model{0.25};
  model.step_to(4);
  model.stepper.reset();
  model.stepper.initialize({});
  model.kept.start(0.0);
  model.k = 0;
  model.fail();
  EXPECT_FALSE(model.kept.resume(model.stepper, 0.5));
}

}  // namespace
}  // namespace lockstep::devices
