// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>

#include "description_support.hpp"

namespace lockstep::core {
namespace {

constexpr const char* kExchange =
    R"(<ModelExchange modelIdentifier="M" completedIntegratorStepNotNeeded="true"/>)";

/// Inputs a and b, an output y, a state x with its derivative v.
struct Model {
  std::string interface { kExchange };
  std::string simulation{R"(<CoSimulation modelIdentifier="M"/>)"};
  std::string indicators{"0"};
  std::string variables;  ///< further ones
  std::string output{R"(dependencies="1 4")"};
  std::string derivative{R"(dependencies="1")"};
  std::string initial{R"(dependencies="4")"};
  std::string start{R"(initial="exact")"};  ///< of the state

  std::string xml() const {
    const auto row = [](const std::string& attributes) {
      return attributes == "missing" ? "" : "<Unknown index=\"3\" " + attributes + "/>";
    };
    return R"(<fmiModelDescription fmiVersion="2.0" modelName="M" guid="{1}" numberOfEventIndicators=")" +
           indicators + "\">" + interface + simulation + R"(<ModelVariables>
<ScalarVariable name="a" valueReference="0" causality="input"><Real start="0"/></ScalarVariable>
<ScalarVariable name="b" valueReference="1" causality="input"><Real start="0"/></ScalarVariable>
<ScalarVariable name="y" valueReference="2" causality="output"><Real/></ScalarVariable>
<ScalarVariable name="x" valueReference="3" causality="local" )" +
           start + R"(><Real/></ScalarVariable>
<ScalarVariable name="v" valueReference="4" causality="local"><Real derivative="4"/></ScalarVariable>)" +
           variables + "</ModelVariables><ModelStructure><Outputs>" + row(output) +
           "</Outputs><Derivatives><Unknown index=\"5\" " + derivative + "/></Derivatives><InitialUnknowns>" +
           row(initial) + "</InitialUnknowns></ModelStructure></fmiModelDescription>";
  }
  bool may_use(std::string_view input) const {
    const ParsedDescription parsed = test::parse(xml());
    return may_use_input(*parsed.description, *parsed.description->find(input));
  }
};

TEST(InputUse, OneThatNoRowNamesIsUnused) {
  EXPECT_TRUE(Model{}.may_use("a"));
  EXPECT_FALSE(Model{}.may_use("b"));
}

TEST(InputUse, AnyRowCounts) {
  Model output, derivative, initial;
  output.output = R"(dependencies="2")";
  derivative.derivative = R"(dependencies="1 2")";
  initial.initial = R"(dependencies="2")";
  for (const Model& model : {output, derivative, initial})
    EXPECT_TRUE(model.may_use("b"));
}

// A row without the attribute may depend on everything; an empty one depends on nothing.
TEST(InputUse, RowsMustNameTheirDependencies) {
  Model silent, nothing;
  silent.derivative = "";
  nothing.derivative = R"(dependencies="")";
  EXPECT_TRUE(silent.may_use("b"));
  EXPECT_FALSE(nothing.may_use("b"));
}

TEST(InputUse, AnOutputWithoutRowProvesNothing) {
  Model model;
  model.output = "missing";
  EXPECT_TRUE(model.may_use("b"));
}

// What a model remembers without showing it in a row may depend on anything.
TEST(InputUse, HiddenMemoryProvesNothing) {
  Model alone, steps, events, discrete;
  alone.interface = "";
  alone.simulation = R"(<CoSimulation modelIdentifier="M" providesDirectionalDerivative="true"/>)";
  steps.interface = R"(<ModelExchange modelIdentifier="M"/>)";
  events.indicators = "1";
  discrete.variables =
      R"(<ScalarVariable name="z" valueReference="90" causality="local" variability="discrete"
      initial="exact"><Real start="0"/></ScalarVariable>)";
  for (const Model& model : {alone, steps, events, discrete})
    EXPECT_TRUE(model.may_use("b")) << model.xml();
}

// Start values that are computed need rows, too: a state may start as the input says.
TEST(InputUse, ComputedStartValuesNeedRows) {
  Model output, state, exact_state;
  output.initial = "missing";
  state.start = R"(initial="calculated")";
  EXPECT_TRUE(output.may_use("b"));
  EXPECT_TRUE(state.may_use("b"));
  EXPECT_FALSE(exact_state.may_use("b"));
}

}  // namespace
}  // namespace lockstep::core
