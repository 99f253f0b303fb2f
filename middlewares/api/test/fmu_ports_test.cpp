// SPDX-License-Identifier: Apache-2.0
#include "fmu_ports.hpp"

#include "fake_middleware.hpp"

namespace lockstep::middlewares::test {
namespace {

// Every variable is a port with its name, direction, type, shape, unit and topic.
TEST(FmuPorts, DescribeVariables) {
  adapter::Adapter pendulum{fmu_path("DampedPendulum")};
  const FmuPorts ports{pendulum};
  const Port* angle = ports.table().find("a");
  ASSERT_NE(angle, nullptr);
  EXPECT_EQ(angle->direction, Direction::kOut);
  EXPECT_EQ(angle->role, "an output");
  EXPECT_EQ(angle->type, core::VariableType::kFloat64);
  EXPECT_EQ(angle->count, 1U);
  EXPECT_EQ(angle->unit, "rad");
  EXPECT_EQ(angle->topic, "a");
  const Port* length = ports.table().find("l");
  ASSERT_NE(length, nullptr);
  EXPECT_EQ(length->direction, Direction::kNone);
  EXPECT_EQ(length->role, "a parameter");
  EXPECT_EQ(length->topic, "");
  EXPECT_EQ(ports.table().suggest("aa"), "did you mean 'a', 'l', 'd'");
}

// Sizes of arrays are those of the structural parameters set before.
TEST(FmuPorts, SizesOfArrays) {
  adapter::Adapter adapter{fmu_path("StateSpace", "3.0")};
  EXPECT_EQ(FmuPorts{adapter}.table().find("u")->count, 3U);
  adapter.set_initial(adapter.variable("m"), std::vector<std::uint64_t>{2});
  const FmuPorts ports{adapter};
  EXPECT_EQ(ports.table().find("u")->count, 2U);
  EXPECT_TRUE(ports.table().find("u")->is_array);
  EXPECT_EQ(ports.table().find("m")->role, "a structural parameter");
}

// What is written at an instant counts from there on, and is read back by handle; what does not fit is
// refused with a reason.
TEST(FmuPorts, WritesAndReads) {
  adapter::Adapter adapter{fmu_path("Feedthrough", "3.0")};
  FmuPorts ports{adapter};
  const std::uint32_t in = ports.table().find("Float64_continuous_input")->handle;
  const std::uint32_t out = ports.table().find("Float64_continuous_output")->handle;
  const std::uint32_t byte = ports.table().find("UInt8_input")->handle;
  EXPECT_EQ(ports.start_value(in), core::Value(std::vector<double>{0.0}));
  EXPECT_EQ(ports.write(in, SimTime{0}, std::vector<double>{2.5}), "");
  EXPECT_EQ(ports.write(in, SimTime{1}, std::vector<double>{NAN}), "is not finite and was refused");
  EXPECT_EQ(ports.write(in, SimTime{1}, std::vector<double>{1.0, 2.0}), "does not fit and was refused");
  EXPECT_EQ(ports.write(byte, SimTime{0}, std::vector<std::uint64_t>{256}),
            "does not fit the variable's type and was refused");
  adapter.exit_initialization(SimTime{0});
  ASSERT_EQ(adapter.step().outcome, adapter::Advance::kDone);
  core::Value value;
  ports.read(out, value);
  EXPECT_EQ(value, core::Value(std::vector<double>{2.5}));
}

// A trajectory that is full refuses, when its owner wants that.
TEST(FmuPorts, FullTrajectory) {
  adapter::AdapterOptions options;
  options.max_points = 1;
  options.full = adapter::FullPolicy::kRefuse;
  adapter::Adapter adapter{fmu_path("TransportDelay"), options};
  FmuPorts ports{adapter};
  const std::uint32_t x = ports.table().find("x")->handle;
  EXPECT_EQ(ports.write(x, SimTime{0}, std::vector<double>{1.0}), "");
  EXPECT_EQ(ports.write(x, SimTime{1}, std::vector<double>{1.0}),
            "came while too many points were waiting and was refused");
}

}  // namespace
}  // namespace lockstep::middlewares::test
