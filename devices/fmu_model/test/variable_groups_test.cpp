// SPDX-License-Identifier: Apache-2.0
#include "lockstep/devices/fmu_model/variable_groups.hpp"

#include <gtest/gtest.h>

#include "lockstep/core/description_builder.hpp"
#include "lockstep/core/error.hpp"

namespace lockstep::devices {
namespace {

using core::Causality;
using core::VariableType;

std::shared_ptr<const core::ModelDescription> some_model() {
  core::DescriptionBuilder builder{"Some"};
  builder.add({"a", VariableType::kFloat64, Causality::kInput, {}, "N.m"});
  builder.add({"n", VariableType::kInt32, Causality::kInput});
  builder.add({"b", VariableType::kFloat64, Causality::kInput});
  builder.add(
      {"mode", VariableType::kEnumeration, Causality::kInput, {}, "", "", {}, {}, {{"off", 3}, {"on", 7}}});
  return builder.build();
}

// One group for each type, in the order of their first variable.
TEST(VariableGroups, SplitsByType) {
  const auto model = some_model();
  const std::vector<Variables> groups = bindable_groups(signal_variables(*model, Causality::kInput));
  ASSERT_EQ(groups.size(), 3U);
  EXPECT_EQ(groups[0], (Variables{model->find("a"), model->find("b")}));
  EXPECT_EQ(groups[1], Variables{model->find("n")});
  EXPECT_TRUE(bindable_groups({}).empty());
}

// Variables of different clocks cannot be in one group, and clocks themselves are no signals.
TEST(VariableGroups, SplitsByClock) {
  const std::string xml = R"(<fmiModelDescription fmiVersion="3.0" modelName="C" instantiationToken="t">
<CoSimulation modelIdentifier="C"/><ModelVariables>
<Clock name="tick" valueReference="1" causality="input" intervalVariability="triggered"/>
<Float64 name="x" valueReference="2" causality="input" variability="discrete" clocks="1"/>
<Float64 name="y" valueReference="3" causality="input" variability="discrete"/>
<Float64 name="z" valueReference="4" causality="input" variability="discrete" clocks="1"/>
</ModelVariables><ModelStructure/></fmiModelDescription>)";
  core::DescriptionFiles files;
  files.model_description = core::Bytes{std::vector<char>{xml.begin(), xml.end()}};
  const auto model = core::parse_description(std::move(files)).description;
  const Variables inputs = signal_variables(*model, Causality::kInput);
  ASSERT_EQ(inputs.size(), 3U);
  const std::vector<Variables> groups = bindable_groups(inputs);
  ASSERT_EQ(groups.size(), 2U);
  EXPECT_EQ(groups[0], (Variables{model->find("x"), model->find("z")}));
  EXPECT_EQ(groups[1], Variables{model->find("y")});
}

// Texts for people.
TEST(VariableGroups, Names) {
  const auto model = some_model();
  EXPECT_EQ(names_of(*model, Causality::kInput), "a, n, b, mode");
  EXPECT_EQ(names_of(*model, Causality::kOutput), "(none)");
  EXPECT_EQ(unit_of(*model, *model->find("a")), "N.m");
  EXPECT_EQ(unit_of(*model, *model->find("b")), "");
}

}  // namespace
}  // namespace lockstep::devices
