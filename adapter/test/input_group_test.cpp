// SPDX-License-Identifier: Apache-2.0
#include "input_group.hpp"

#include "fmu_support.hpp"

namespace lockstep::adapter::test {
namespace {

// Points before binding wait; sampling fills the stepper's buffer; seeds come only where nothing is.
TEST(InputGroup, SeedsAndSamples) {
  const auto stepper = core::Stepper::create(core::Fmu::open(fmu_path("TransportDelay")));
  const core::Variable& x = *stepper->description().find("x");
  const auto group = make_input_group(x.type, {});
  const std::size_t place = group->add_variable(x, 1, true);
  EXPECT_EQ(group->add_number(place, SimTime{100}, 1.0), PointResult::kAdded);
  group->bind(*stepper);
  const core::Value start = std::vector<double>{3.0};
  group->seed(place, SimTime{0}, &start);
  group->seed(place, SimTime{0}, nullptr);
  group->sample(50, 0.0);
  const core::Variable& y = *stepper->description().find("y");
  const core::Variable* outputs[] = {&y};
  const Span<const double> value = stepper->bind_outputs<double>(outputs);
  stepper->set(*stepper->description().find("d"), std::vector<double>{0.0});  // y = x
  stepper->initialize({});
  EXPECT_EQ(value[0], 2.0);
  group->clear();
  EXPECT_EQ(group->add_number(place, SimTime{100}, 5.0), PointResult::kAdded);
}

// A wider array forgets its points; the same width keeps them.
TEST(InputGroup, Resizes) {
  core::Variable variable;
  const auto group = make_input_group(core::VariableType::kFloat64, {});
  const std::size_t place = group->add_variable(variable, 2, true);
  EXPECT_EQ(group->add(place, SimTime{0}, std::vector<double>{1.0, 2.0}), PointResult::kAdded);
  group->resize(place, 2);
  EXPECT_EQ(group->add(place, SimTime{0}, std::vector<double>{1.0, 2.0}), PointResult::kIgnoredDuplicate);
  group->resize(place, 3);
  EXPECT_EQ(group->add(place, SimTime{0}, std::vector<double>{1.0, 2.0, 3.0}), PointResult::kAdded);
}

}  // namespace
}  // namespace lockstep::adapter::test
