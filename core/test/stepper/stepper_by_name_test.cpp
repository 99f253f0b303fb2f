// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "lockstep/core/error.hpp"
#include "lockstep/core/stepper.hpp"
#include "support/decay_stepper.hpp"

namespace lockstep::core {
namespace {

// A function takes a Stepper, as a program does: the virtual functions of a subclass hide those by name.
Stepper& plain(Stepper& stepper) {
  return stepper;
}

std::string refusal(const std::function<void()>& body) {
  try {
    body();
  } catch (const Error& error) {
    std::string text = error.what();
    for (const Diagnostic& diagnostic : error.diagnostics())
      text += diagnostic.fix;
    return text;
  }
  return "accepted";
}

// dx/dt = u - k x from x0: after the time t, x = u/k + (x0 - u/k) exp(-k t).
TEST(StepperByName, RunsASmallProgram) {
  test::DecayStepper decay;
  Stepper& stepper = plain(decay);
  stepper.set("k", 0.5);
  stepper.set("x0", "4");
  const auto x = stepper.output("x");
  const auto u = stepper.input("u");
  u.set(1.0);
  stepper.start();
  EXPECT_EQ(x.value(), 4.0);
  EXPECT_EQ(x.size(), 1U);
  while (stepper.time_s() < 3.0)
    EXPECT_TRUE(stepper.step(0.1));
  EXPECT_EQ(stepper.time_s(), 3.0);
  EXPECT_NEAR(x.value(), 2.0 + 2.0 * std::exp(-1.5), 1e-12);  // 30 steps of a few roundings each
  EXPECT_EQ(stepper.get("x"), Value{std::vector<double>{x.value()}});
}

// The first step starts the model. Other steps go on from where the last one ended.
TEST(StepperByName, StepsOfAnyLength) {
  test::DecayStepper decay;
  Stepper& stepper = plain(decay);
  EXPECT_EQ(stepper.time_s(), 0.0);
  for (int i = 0; i < 10; ++i)
    stepper.step(0.1);
  EXPECT_EQ(stepper.time_s(), 1.0);  // a sum of ten doubles 0.1 is 0.9999999999999999
  stepper.step(0.25);
  stepper.step(1.0 / 3.0);
  EXPECT_DOUBLE_EQ(stepper.time_s(), 1.25 + 1.0 / 3.0);
  stepper.reset();
  stepper.start(-2.0);
  EXPECT_EQ(stepper.time_s(), -2.0);
  stepper.step(0.5);
  EXPECT_EQ(stepper.time_s(), -1.5);
}

TEST(StepperByName, SaysWhenTheModelEnds) {
  test::DecayStepper decay;
  Stepper& stepper = plain(decay);
  stepper.set("x0", 200.0);
  EXPECT_FALSE(stepper.step(0.01));
}

TEST(StepperByName, FailuresThrow) {
  test::DecayStepper decay;
  Stepper& stepper = plain(decay);
  const auto u = stepper.input("u");
  stepper.start();
  u.set(-1.0);
  EXPECT_THROW(stepper.step(0.1), Error);
  EXPECT_EQ(stepper.time_s(), 0.0);
  EXPECT_THROW(stepper.step(0.0), Error);
}

TEST(StepperByName, NamesAndValuesAreChecked) {
  test::DecayStepper decay;
  Stepper& stepper = plain(decay);
  EXPECT_NE(refusal([&] { stepper.set("x00", 1.0); }).find("no variable is named 'x00'"), std::string::npos);
  EXPECT_NE(refusal([&] { stepper.output("nothing"); }).find("no variable is named 'nothing'"),
            std::string::npos);
  EXPECT_NE(refusal([&] { stepper.output<bool>("x"); }).find("is of type Float64, expected Boolean"),
            std::string::npos);
  EXPECT_NE(refusal([&] { stepper.input("x"); }).find("expected an input or a tunable parameter"),
            std::string::npos);
  EXPECT_NE(refusal([&] { stepper.set("k", "fast"); }).find("'fast' is no value for variable 'k'"),
            std::string::npos);
  EXPECT_THROW(stepper.get("nothing"), Error);
}

}  // namespace
}  // namespace lockstep::core
