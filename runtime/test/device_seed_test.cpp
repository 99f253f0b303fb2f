// SPDX-License-Identifier: Apache-2.0
#include "device_seed.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "lockstep/hosts/fake/fake_host.hpp"
#include "lockstep/runtime/runtime.hpp"
#include "scripted_device.hpp"

namespace lockstep::runtime::test {
namespace {

// A recording made elsewhere repeats: these are the published first outputs of SplitMix64 for the seeds 0 and
// 1234567.
TEST(DeviceSeed, IsTheSameOnEveryMachine) {
  EXPECT_EQ(device_seed(0, ""), 0xE220A8397B1DCDAFU);
  EXPECT_EQ(device_seed(1234567, ""), 6457827717110365317U);
}

// Neither names that are alike nor seeds that follow one another give equal or similar numbers.
TEST(DeviceSeed, DiffersForNamesAndSeeds) {
  std::set<std::uint64_t> seen;
  int changed_bits = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    for (const char* name : {"arm/imu", "arm/imu_2", "arm/umi", "mra/imu"})
      seen.insert(device_seed(seed, name));
    changed_bits += __builtin_popcountll(device_seed(seed, "arm/imu") ^ device_seed(seed + 1, "arm/imu"));
  }
  EXPECT_EQ(seen.size(), 400U);
  EXPECT_NEAR(changed_bits / 100.0, 32.0, 3.0);  // half of 64; the standard deviation of the mean is 0.4
}

// A device gets the seed of its own full name, whatever other devices there are.
TEST(DeviceSeed, ComesFromTheWorldAndTheFullName) {
  const auto seeds_of = [](std::uint64_t world_seed, int lamps_before) {
    hosts::fake::FakeHost host{{}};
    RuntimeOptions options;
    options.seed = world_seed;
    Runtime runtime{host, options};
    std::vector<std::uint64_t> seeds;
    const auto add = [&](const char* name) {
      runtime.add(std::make_unique<ScriptedDevice>(
                      name, [&seeds](devices::Binder& binder) { seeds.push_back(binder.seed()); },
                      [](const devices::StepInfo&) { return core::Status::kOk; }),
                  {}, "arm");
    };
    for (int i = 0; i < lamps_before; ++i)
      add("lamp");
    add("imu");
    add("imu");
    runtime.bind();
    seeds.erase(seeds.begin(), seeds.begin() + lamps_before);
    return seeds;
  };
  const std::vector<std::uint64_t> seeds = seeds_of(7, 0);
  EXPECT_EQ(seeds, (std::vector<std::uint64_t>{device_seed(7, "arm/imu"), device_seed(7, "arm/imu_2")}));
  EXPECT_EQ(seeds_of(7, 2), seeds);
  EXPECT_NE(seeds_of(8, 0), seeds);
}

}  // namespace
}  // namespace lockstep::runtime::test
