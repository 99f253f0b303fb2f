// SPDX-License-Identifier: Apache-2.0
#include "lockstep/hosts/clock/clock_host.hpp"

#include <gtest/gtest.h>

#include <functional>

#include "lockstep/core/error.hpp"
#include "lockstep/runtime/runtime.hpp"

namespace lockstep::hosts::clock {
namespace {

std::string error_of(const std::function<void()>& body) {
  try {
    body();
  } catch (const Error& error) {
    return error.message();
  }
  return "(no error)";
}

EngineOptions step_of(std::int64_t numerator, std::int64_t denominator) {
  EngineOptions options;
  options.step = core::Rational::reduced(numerator, denominator);
  return options;
}

// Nothing in it but time; of all capabilities it states the one it has.
TEST(ClockHost, HasNothingButTime) {
  const auto clock = make_engine();
  EXPECT_EQ(clock->name(), "clock");
  EXPECT_TRUE(clock->layout().links.empty());
  EXPECT_TRUE(clock->layout().joints.empty());
  EXPECT_EQ(clock->layout().axis_count, 0U);
  for (std::size_t i = 0; i < kCapabilityCount; ++i) {
    const auto capability = static_cast<Capability>(i);
    EXPECT_EQ(clock->has(capability), capability == Capability::kReset || capability == Capability::kSave)
        << to_string(capability);
  }
  EXPECT_EQ(clock->step(), core::Status::kOk);
  EXPECT_EQ(clock->fault(), "");
}

// The step is the option's, else that of the world, else 1 ms; any size, whatever its digits.
TEST(ClockHost, StepsAnySize) {
  EXPECT_EQ(make_engine()->step_size().seconds(), 0.001);
  description::World world;
  world.physics.given = true;
  world.physics.step_s = 0.25;
  EXPECT_EQ(make_engine(world)->step_size().seconds(), 0.25);
  const auto third = make_engine(world, step_of(1, 3));
  EXPECT_EQ(third->step_size(), core::Rational::reduced(1, 3));
  runtime::Runtime runtime{*third};
  runtime.bind();
  runtime.start();
  for (int k = 0; k < 3'000'000; ++k)
    ASSERT_EQ(runtime.step(), core::Status::kOk) << runtime.fault();
  EXPECT_EQ(runtime.time_s(), 1e6) << "a million seconds in thirds, without drift";
  EXPECT_EQ(make_engine({}, step_of(100'000'000, 1))->step_size().seconds(), 1e8);
  EXPECT_THROW(make_engine({}, step_of(-1, 10)), Error);
}

// Worlds with bodies are for engines with physics, also when the bodies are in a nested model.
TEST(ClockHost, RefusesBodies) {
  description::World world;
  world.models.emplace_back();
  EXPECT_NO_THROW(make_engine(world)) << "a model without links";
  world.models[0].models.emplace_back();
  world.models[0].models[0].links.emplace_back();
  world.models[0].models[0].links[0].scoped_name = "robot::hand::palm";
  EXPECT_EQ(error_of([&] { make_engine(world); }),
            "host 'clock' has no bodies, but the world has the link 'robot/hand/palm'; choose an engine with "
            "physics");
}

// Gravity and wind are those of the world; what changes comes back by restore and reset.
TEST(ClockHost, SavesAndResets) {
  description::World world;
  world.wind_m_s = {1.0, 2.0, 3.0};
  world.gravity_m_s2 = {0.0, 0.0, -1.6};
  const auto clock = make_engine(world);
  EXPECT_EQ(clock->state().gravity_W.z(), -1.6);
  EXPECT_EQ(clock->state().wind_W.y(), 2.0);
  clock->prepare({});
  clock->state().wind_W.y() = 5.0;
  const auto saved = clock->save();
  clock->reset();
  EXPECT_EQ(clock->state().wind_W.y(), 2.0);
  clock->restore(*saved);
  EXPECT_EQ(clock->state().wind_W.y(), 5.0);
  class Foreign final : public Snapshot {};
  EXPECT_THROW(clock->restore(Foreign{}), Error);
}

// What it cannot do is refused by name.
TEST(ClockHost, RefusesWhatItCannot) {
  const auto clock = make_engine();
  EXPECT_NE(error_of([&] { clock->set_joint_state(0, 0.0, 0.0); }).find("clock"), std::string::npos);
  EXPECT_NE(error_of([&] { require(*clock, Capability::kLinkWrench, "a device"); }).find("clock"),
            std::string::npos);
}

}  // namespace
}  // namespace lockstep::hosts::clock
