// SPDX-License-Identifier: Apache-2.0
#include "safe_ports.hpp"

#include "fake_middleware.hpp"

namespace lockstep::middlewares::test {
namespace {

// Declared outputs have their safe value, others the last one of the FMU.
TEST(SafePorts, DeclaredOrLast) {
  adapter::Adapter adapter{fmu_path("DampedPendulum")};
  const FmuPorts ports{adapter};
  SafePorts safe{ports};
  adapter.exit_initialization(SimTime{0});
  const std::uint32_t angle = ports.table().find("a")->handle;
  core::Value value;
  safe.read(angle, value);
  EXPECT_EQ(value, core::Value(std::vector<double>{1.5}));
  safe.declare("a", {"0.25"});
  safe.read(angle, value);
  EXPECT_EQ(value, core::Value(std::vector<double>{0.25}));
}

TEST(SafePorts, RefusesWhatIsNoOutput) {
  adapter::Adapter adapter{fmu_path("DampedPendulum")};
  const FmuPorts ports{adapter};
  SafePorts safe{ports};
  EXPECT_EQ(error_of([&] { safe.declare("b", {"0"}); }),
            "the FMU has no output 'b' that could have a safe value");
  EXPECT_EQ(error_of([&] { safe.declare("l", {"0"}); }),
            "the FMU has no output 'l' that could have a safe value");
  EXPECT_EQ(error_of([&] {
              safe.declare("a", {"0", "1"});
            }),
            "the safe value of 'a' has 2 element(s), expected 1");
  EXPECT_TRUE(contains(error_of([&] { safe.declare("a", {"zero"}); }), "zero"));
}

}  // namespace
}  // namespace lockstep::middlewares::test
