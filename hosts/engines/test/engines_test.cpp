// SPDX-License-Identifier: Apache-2.0
#include "lockstep/hosts/engines/engines.hpp"

#include <gtest/gtest.h>

#include "lockstep/core/error.hpp"

namespace lockstep::hosts {
namespace {

TEST(Engines, MakesTheDefaultAndThoseWithAName) {
  if (engine_names().empty()) GTEST_SKIP() << "this build has no physics engine";
  const description::World world;
  EXPECT_EQ(make_engine("", world, {})->name(), engine_names().front());
  for (const std::string& name : engine_names())
    EXPECT_EQ(make_engine(name, world, {})->name(), name);
}

// The clock is there by name in every program, and is no engine for a world that does not ask for it.
TEST(Engines, HasTheClock) {
  const auto clock = make_engine(kClockEngine, {}, {});
  EXPECT_EQ(clock->name(), "clock");
  for (const std::string& name : engine_names())
    EXPECT_NE(name, kClockEngine);
}

TEST(Engines, NamesThoseThereAre) {
  try {
    make_engine("none", {}, {});
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_NE(error.message().find(engine_names().empty() ? "without a physics engine" : "'none'"),
              std::string::npos);
    if (engine_names().empty()) return;
    EXPECT_NE(error.message().find(engine_names().back() + ", clock"), std::string::npos) << error.message();
  }
}

}  // namespace
}  // namespace lockstep::hosts
