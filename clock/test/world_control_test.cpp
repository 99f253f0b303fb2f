// SPDX-License-Identifier: Apache-2.0
// The requests of a world as functions, at a world that notes what it is asked.
#include "lockstep/clock/world_control.hpp"

#include <gtest/gtest.h>

#include "support/message_of.hpp"
#include "ticking_world.hpp"

namespace lockstep::clock {
namespace {

TEST(WorldControlThreads, AsksTheWorld) {
  TickingWorld world;
  std::vector<std::string> asked;
  using core::VariableType;
  runtime::Doors& doors = world.runtime.doors();
  for (const char* name : {"world/pause", "world/resume"})
    doors.add_request({name, {}, "", [&asked, name](devices::RequestCall&) { asked.emplace_back(name); }});
  doors.add_request(
      {"world/step", {{"count", VariableType::kInt64, ""}}, "", [&](devices::RequestCall& call) {
         if (call.integer() < 1) return call.refuse("below 1");
         asked.push_back("step " + std::to_string(call.integer()));
       }});
  doors.add_request(
      {"world/reset", {{"what", VariableType::kString, ""}}, "", [&](devices::RequestCall& call) {
         asked.push_back("reset " + call.text());
       }});
  doors.add_request({"world/set_real_time_factor",
                     {{"factor", VariableType::kFloat64, ""}},
                     "",
                     [&](devices::RequestCall& call) { asked.push_back(std::to_string(call.number())); }});
  doors.set_paused(true, 0);  // requests are answered at once
  channel::Client client = channel::Client::connect(world.path());
  WorldControl control{client};
  control.pause();
  control.step_and_wait(3);
  control.step(2);
  control.reset(Reset::kTime);
  control.reset(Reset::kState);
  control.reset();
  control.set_real_time_factor(0.5);
  control.resume();
  EXPECT_EQ(test::message_of([&] { control.step_and_wait(0); }), "the world refuses 'world/step': below 1");
  doors.set_paused(false, 0);
  EXPECT_EQ(asked, (std::vector<std::string>{"world/pause", "step 3", "step 2", "reset time", "reset state",
                                             "reset both", "0.500000", "world/resume"}));
}

}  // namespace
}  // namespace lockstep::clock
