// SPDX-License-Identifier: Apache-2.0
#include "output_group.hpp"

#include "fmu_support.hpp"

namespace lockstep::adapter::test {
namespace {

// Values of several variables keep apart, as numbers and as Values; other alternatives are replaced.
TEST(OutputGroup, Reads) {
  const auto stepper = core::Stepper::create(core::Fmu::open(fmu_path("BouncingBall")));
  const auto group = make_output_group(core::VariableType::kFloat64);
  const std::size_t h = group->add_variable(*stepper->description().find("h"));
  const std::size_t v = group->add_variable(*stepper->description().find("v"));
  group->bind(*stepper);
  stepper->initialize({});
  EXPECT_EQ(group->number(h), 1.0);
  EXPECT_EQ(group->number(v), 0.0);
  core::Value value = std::vector<bool>{true};
  group->read(h, value);
  EXPECT_EQ(std::get<std::vector<double>>(value), std::vector<double>{1.0});
}

}  // namespace
}  // namespace lockstep::adapter::test
