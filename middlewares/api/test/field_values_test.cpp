// SPDX-License-Identifier: Apache-2.0
#include "field_values.hpp"

#include "fake_middleware.hpp"

namespace lockstep::middlewares::test {
namespace {

// One element of an array input changes, the others stay; one element of an array output is read.
TEST(FieldValues, ElementsOfArrays) {
  const FakeCatalogue catalogue;
  adapter::Adapter adapter{fmu_path("StateSpace", "3.0")};
  const Mapping mapping = parse_mapping(
      "inputs: {in: {type: Joints, 'position[0]': 'u[1]'}}\noutputs: {out: {type: Twist, linear.x: 'y[1]'}}",
      "m");
  const Channels channels = build_channels(adapter, mapping, catalogue);
  adapter.set_initial(adapter.variable("D"), std::vector<double>{1, 0, 0, 0, 1, 0, 0, 0, 1});
  adapter.set_initial(adapter.variable("C"), std::vector<double>(9, 0.0));
  InputFields inputs{adapter, channels.inputs[0]};
  OutputFields outputs{channels.outputs[0]};
  EXPECT_TRUE(inputs.add(adapter, 0, SimTime{0}, std::vector<double>{7.0}).accepted);
  adapter.exit_initialization(SimTime{0});
  EXPECT_EQ(std::get<std::vector<double>>(adapter.value(adapter.variable("u"))),
            (std::vector<double>{1, 7, 3}));
  EXPECT_EQ(std::get<std::vector<double>>(outputs.read(adapter)[0]), std::vector<double>{7.0});
  const InputFields::Result refused = inputs.add(adapter, 0, SimTime{1}, std::vector<double>{});
  EXPECT_FALSE(refused.accepted);
  EXPECT_FALSE(refused.fits) << "a message without the element";
}

}  // namespace
}  // namespace lockstep::middlewares::test
