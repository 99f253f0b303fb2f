// SPDX-License-Identifier: Apache-2.0
#include "lockstep/core/description_builder.hpp"

#include <gtest/gtest.h>

#include <functional>

#include "lockstep/core/error.hpp"

namespace lockstep::core {
namespace {

std::string error_of(const std::function<void()>& body) {
  try {
    body();
  } catch (const Error& error) {
    return error.message();
  }
  return "(no error)";
}

// Names, references in order, units, defaults by causality: as if an FMU had said it.
TEST(DescriptionBuilder, DescribesVariables) {
  DescriptionBuilder builder{"Tank", "water in a box"};
  SiBaseUnit litre;
  litre.exponents[1] = 3;
  litre.factor = 1e-3;
  builder.add_unit("l", litre);
  builder.set_default_experiment({1.0, 2.0, {}, 0.5});
  EXPECT_EQ(builder.add({"area", VariableType::kFloat64, Causality::kParameter, {}, "m2"}), 0U);
  EXPECT_EQ(builder.add({"inflow", VariableType::kFloat32, Causality::kInput}), 1U);
  EXPECT_EQ(builder.add({"volume", VariableType::kFloat64, Causality::kOutput, {}, "l", "what is in it"}),
            2U);
  EXPECT_EQ(builder.add({"full", VariableType::kBoolean}), 3U);
  EXPECT_EQ(builder.add({"area2", VariableType::kFloat64, Causality::kLocal, {}, "m2"}), 4U);
  const auto model = builder.build();

  EXPECT_EQ(model->model_name(), "Tank");
  EXPECT_EQ(model->description(), "water in a box");
  EXPECT_EQ(model->fmi_version(), FmiVersion::k3);
  EXPECT_EQ(model->interface(InterfaceKind::kCoSimulation), nullptr);
  EXPECT_EQ(model->default_experiment().step_size_s, 0.5);
  ASSERT_EQ(model->variables().size(), 5U);
  const Variable& area = model->variables()[0];
  const Variable& inflow = model->variables()[1];
  const Variable& volume = *model->find("volume");
  const Variable& full = *model->find(3, VariableType::kBoolean);
  EXPECT_EQ(area.variability, Variability::kFixed);
  EXPECT_EQ(area.initial, Initial::kExact);
  EXPECT_EQ(inflow.variability, Variability::kContinuous);
  EXPECT_EQ(inflow.initial, Initial::kNotGiven);
  EXPECT_EQ(volume.initial, Initial::kCalculated);
  EXPECT_EQ(volume.description, "what is in it");
  EXPECT_EQ(model->units()[volume.unit].name, "l");
  EXPECT_EQ(model->units()[volume.unit].base->factor, 1e-3);
  EXPECT_EQ(full.name, "full");
  EXPECT_EQ(full.variability, Variability::kDiscrete);
  EXPECT_EQ(model->variables()[4].unit, area.unit);
  EXPECT_FALSE(model->units()[area.unit].base);
  ASSERT_EQ(model->structure().outputs.size(), 2U);
  EXPECT_EQ(model->structure().outputs[1].variable, 3U);
  EXPECT_FALSE(model->structure().outputs[0].dependencies_given);
}

// Start values of every kind are kept; an output with one is exact; arrays and enumerations have their shape.
TEST(DescriptionBuilder, KeepsStartValues) {
  DescriptionBuilder builder{"All"};
  const std::vector<std::vector<std::uint8_t>> bytes{{0, 255}};
  builder.add({"d",
               VariableType::kFloat64,
               Causality::kOutput,
               {},
               "",
               "",
               {2, 2},
               std::vector<double>{1.0, 2.0, 3.0, 4.0}});
  builder.add({"i", VariableType::kInt8, Causality::kInput, {}, "", "", {}, std::vector<std::int64_t>{-5}});
  builder.add(
      {"u", VariableType::kUInt64, Causality::kInput, {}, "", "", {3}, std::vector<std::uint64_t>{7}});
  builder.add({"b", VariableType::kBoolean, Causality::kInput, {}, "", "", {}, std::vector<bool>{true}});
  builder.add(
      {"s", VariableType::kString, Causality::kInput, {}, "", "", {}, std::vector<std::string>{"hi"}});
  builder.add({"x", VariableType::kBinary, Causality::kInput, {}, "", "", {}, bytes});
  builder.add({"e",
               VariableType::kEnumeration,
               Causality::kInput,
               {},
               "",
               "",
               {},
               std::vector<std::int64_t>{2},
               {{"off", 1}, {"on", 2}}});
  const auto model = builder.build();
  const auto start = [&](const char* name) { return start_value(*model->find(name)); };
  EXPECT_EQ(start("d"), Value{(std::vector<double>{1.0, 2.0, 3.0, 4.0})});
  EXPECT_EQ(model->find("d")->initial, Initial::kExact);
  EXPECT_EQ(model->find("d")->element_count(), 4U);
  EXPECT_EQ(start("i"), Value{std::vector<std::int64_t>{-5}});
  EXPECT_EQ(start("u"), Value{std::vector<std::uint64_t>{7}});
  EXPECT_EQ(start("b"), Value{std::vector<bool>{true}});
  EXPECT_EQ(start("s"), Value{std::vector<std::string>{"hi"}});
  EXPECT_EQ(start("x"), Value{bytes});
  const Span<const EnumerationItem> items = model->type_definitions()[model->find("e")->declared_type].items;
  ASSERT_EQ(items.size(), 2U);
  EXPECT_EQ(items[1].name, "on");
  EXPECT_EQ(items[1].value, 2);
}

// What does not fit is refused by name.
TEST(DescriptionBuilder, RefusesMistakes) {
  DescriptionBuilder builder{"Bad"};
  EXPECT_NE(error_of([&] { builder.add({""}); }).find("an empty name"), std::string::npos);
  EXPECT_NE(error_of([&] {
              builder.add({"tick", VariableType::kClock});
            }).find("'tick' is a clock"),
            std::string::npos);
  const auto wrong_start = [&](VariableType type, Value value, std::vector<std::uint64_t> sizes) {
    return error_of([&] { builder.add({"v", type, Causality::kInput, {}, "", "", sizes, value}); });
  };
  EXPECT_NE(wrong_start(VariableType::kInt8, std::vector<std::int64_t>{300}, {}).find("'v'"),
            std::string::npos);
  EXPECT_NE(wrong_start(VariableType::kFloat64, std::vector<std::string>{"x"}, {}).find("'v'"),
            std::string::npos);
  EXPECT_NE(wrong_start(VariableType::kFloat64, std::vector<double>{1.0, 2.0}, {3}).find("'v'"),
            std::string::npos);
  builder.add({"twice"});
  builder.add({"twice"});
  EXPECT_EQ(error_of([&] { builder.build(); }), "two variables are named 'twice'; names must be unique");
}

}  // namespace
}  // namespace lockstep::core
