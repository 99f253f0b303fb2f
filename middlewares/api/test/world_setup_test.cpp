// SPDX-License-Identifier: Apache-2.0
#include "lockstep/middlewares/api/world_setup.hpp"

#include "fake_middleware.hpp"

namespace lockstep::middlewares::test {
namespace {

const NamedParameter kWorld{"world", std::string{"arm.yaml"}};

std::string refusal(const std::string& name, const ParameterValue& value) {
  return error_of([&] { read_world_setup({kWorld, {name, value}}); });
}

TEST(WorldSetup, Defaults) {
  const WorldSetup setup = read_world_setup({kWorld});
  EXPECT_EQ(setup.world, "arm.yaml");
  EXPECT_EQ(setup.bridge.publish_period, seconds(0.01));
  EXPECT_EQ(setup.bridge.clock_period, seconds(0.001));
  EXPECT_EQ(setup.bridge.max_advance_s, 3600.0);
  EXPECT_TRUE(setup.joint_states);
  EXPECT_FALSE(setup.real_time_factor);
  EXPECT_FALSE(setup.paused);
  EXPECT_EQ(setup.duration_s, 0.0);
  EXPECT_EQ(setup.record, "");
}

TEST(WorldSetup, ReadsAll) {
  const WorldSetup setup = read_world_setup({kWorld,
                                             {"mapping", std::string{"m.yaml"}},
                                             {"publish_period", 0.0},
                                             {"clock_period", 1e-9},
                                             {"joint_states", false},
                                             {"max_advance", std::int64_t{0}},
                                             {"real_time_factor", 0.0},
                                             {"paused", true},
                                             {"duration", 2.5},
                                             {"record", std::string{"r.csv"}}});
  EXPECT_EQ(setup.bridge.mapping_file, "m.yaml");
  EXPECT_FALSE(setup.bridge.publish_period) << "every step";
  EXPECT_EQ(setup.bridge.clock_period, SimTime{1});
  EXPECT_FALSE(setup.joint_states);
  EXPECT_EQ(setup.bridge.max_advance_s, 0.0);
  EXPECT_EQ(setup.real_time_factor, 0.0);
  EXPECT_TRUE(setup.paused);
  EXPECT_EQ(setup.duration_s, 2.5);
  EXPECT_EQ(setup.record, "r.csv");
  EXPECT_EQ(read_world_setup({kWorld, {"publish_period", 1e9}}).bridge.publish_period, seconds(1e9));
}

// Wrong parameters are refused by name, also those nobody knows.
TEST(WorldSetup, Refuses) {
  EXPECT_EQ(error_of([] { read_world_setup({}); }),
            "parameter 'world' is not set; give it the path of a scenario, world or robot file");
  EXPECT_EQ(refusal("maping", std::string{"m"}), "there is no parameter 'maping'; did you mean 'mapping'?");
  EXPECT_EQ(refusal("something", 1.0), "there is no parameter 'something'; remove it");
  EXPECT_EQ(refusal("paused", 1.0), "parameter 'paused' has the wrong type, expected true or false");
  EXPECT_EQ(refusal("duration", -1.0), "parameter 'duration' is -1, expected 0 or a number above it");
  EXPECT_TRUE(contains(refusal("real_time_factor", NAN), "parameter 'real_time_factor' is nan"));
  EXPECT_TRUE(contains(refusal("max_advance", -0.5), "parameter 'max_advance' is -0.5"));
  EXPECT_EQ(refusal("publish_period", 1e-10),
            "parameter 'publish_period' is 1e-10 s, expected 0 or 1e-09 to 1e+09 s");
  EXPECT_TRUE(contains(refusal("clock_period", 1.1e9), "parameter 'clock_period' is 1100000000"));
}

}  // namespace
}  // namespace lockstep::middlewares::test
