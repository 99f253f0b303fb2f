// SPDX-License-Identifier: Apache-2.0
#include "field_values.hpp"

#include "fake_middleware.hpp"
#include "fmu_ports.hpp"

namespace lockstep::middlewares::test {
namespace {

// One element of an array input changes, the others stay; one element of an array output is read.
TEST(FieldValues, ElementsOfArrays) {
  const FakeCatalogue catalogue;
  adapter::Adapter adapter{fmu_path("StateSpace", "3.0")};
  const Mapping mapping = parse_mapping(
      "inputs: {in: {type: Joints, 'position[0]': 'u[1]'}}\noutputs: {out: {type: Twist, linear.x: 'y[1]'}}",
      "m");
  FmuPorts ports{adapter};
  const Channels channels = build_channels(ports.table(), mapping, catalogue);
  adapter.set_initial(adapter.variable("D"), std::vector<double>{1, 0, 0, 0, 1, 0, 0, 0, 1});
  adapter.set_initial(adapter.variable("C"), std::vector<double>(9, 0.0));
  InputArrays arrays;
  InputFields inputs{ports, channels.inputs[0].fields, arrays};
  OutputFields outputs{channels.outputs[0]};
  EXPECT_TRUE(inputs.add(ports, 0, SimTime{0}, std::vector<double>{7.0}).empty());
  adapter.exit_initialization(SimTime{0});
  EXPECT_EQ(std::get<std::vector<double>>(adapter.value(adapter.variable("u"))),
            (std::vector<double>{1, 7, 3}));
  EXPECT_EQ(std::get<std::vector<double>>(outputs.read(ports)[0]), std::vector<double>{7.0});
  EXPECT_EQ(inputs.add(ports, 0, SimTime{1}, std::vector<double>{}), "does not fit and was refused")
      << "a message without the element";
}

// Elements of one array may come from several fields and several channels; none forgets the others. What is
// refused leaves no trace, and a new start begins with the start values, those of parameters included.
TEST(FieldValues, ElementsFromSeveralChannels) {
  const FakeCatalogue catalogue;
  adapter::Adapter adapter{fmu_path("StateSpace", "3.0")};
  const core::Variable& u = adapter.variable("u");
  adapter.set_initial(u, std::vector<double>{4, 5, 6});
  const Mapping mapping = parse_mapping(
      "inputs:\n  pair: {type: Joints, 'position[0]': 'u[0]', 'position[1]': 'u[1]'}\n"
      "  single: {type: Twist, linear.x: 'u[2]'}\n",
      "m");
  FmuPorts ports{adapter};
  const Channels channels = build_channels(ports.table(), mapping, catalogue);
  InputArrays arrays;
  InputFields pair{ports, channels.inputs[0].fields, arrays};
  InputFields single{ports, channels.inputs[1].fields, arrays};
  const auto elements = [&] {
    return std::get<std::vector<double>>(arrays.of(ports, *ports.table().find("u")));
  };
  EXPECT_EQ(elements(), (std::vector<double>{4, 5, 6}));
  EXPECT_EQ(pair.add(ports, 0, SimTime{0}, std::vector<double>{7.0}), "");
  EXPECT_EQ(pair.add(ports, 1, SimTime{1}, std::vector<double>{8.0}), "");
  EXPECT_EQ(pair.add(ports, 1, SimTime{2}, std::vector<double>{NAN}), "is not finite and was refused");
  EXPECT_EQ(single.add(ports, 0, SimTime{2}, std::vector<double>{9.0}), "");
  EXPECT_EQ(elements(), (std::vector<double>{7, 8, 9}));
  adapter.exit_initialization(SimTime{2});
  EXPECT_EQ(std::get<std::vector<double>>(adapter.value(u)), (std::vector<double>{7, 8, 9}));
  arrays.restart(ports);
  EXPECT_EQ(elements(), (std::vector<double>{4, 5, 6}));
}

}  // namespace
}  // namespace lockstep::middlewares::test
