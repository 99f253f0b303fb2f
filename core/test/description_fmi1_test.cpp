// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "description_support.hpp"

namespace lockstep::core {
namespace {

using test::all;
using test::find;
using test::parse;

std::string fmi1(const std::string& variables, const std::string& implementation = "",
                 const std::string& before = "") {
  return R"(<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="1.0" modelName="M" modelIdentifier="M_id" guid="{g}" generationTool="T"
  numberOfContinuousStates="2" numberOfEventIndicators="1">
)" + before +
         "<ModelVariables>\n" + variables + "</ModelVariables>\n" + implementation +
         "</fmiModelDescription>\n";
}

const char* const kBefore =
    R"(<UnitDefinitions><BaseUnit unit="rad"><DisplayUnitDefinition displayUnit="deg" gain="57.3"/></BaseUnit>
<BaseUnit unit="K"><DisplayUnitDefinition displayUnit="degC" offset="-273.15"/></BaseUnit></UnitDefinitions>
<TypeDefinitions><Type name="Angle"><RealType quantity="Angle" unit="rad" displayUnit="deg" min="-4"/></Type>
<Type name="Mode"><EnumerationType min="1" max="3"><Item name="off"/><Item name="on" description="d"/></EnumerationType></Type></TypeDefinitions>
<DefaultExperiment startTime="0" stopTime="3" tolerance="0.001"/>
<VendorAnnotations><Tool name="X"><Annotation name="a" value="b"/></Tool></VendorAnnotations>
)";

const char* const kVariables =
    R"(<ScalarVariable name="phi" valueReference="1" causality="output"><Real declaredType="Angle" start="0.5" fixed="false"/><DirectDependency><Name>u</Name></DirectDependency></ScalarVariable>
<ScalarVariable name="minus_phi" valueReference="1" alias="negatedAlias"><Real/></ScalarVariable>
<ScalarVariable name="u" valueReference="2" causality="input"><Real start="1"/></ScalarVariable>
<ScalarVariable name="p" valueReference="3" variability="parameter"><Integer start="4"/></ScalarVariable>
<ScalarVariable name="c" valueReference="4" variability="constant" causality="none"><Boolean start="true"/></ScalarVariable>
<ScalarVariable name="s" valueReference="5" variability="discrete"><String start="x"/></ScalarVariable>
<ScalarVariable name="m" valueReference="6" variability="discrete" causality="output"><Enumeration declaredType="Mode"/></ScalarVariable>
)";

const char* const kStandAlone =
    R"(<Implementation><CoSimulation_StandAlone><Capabilities canHandleVariableCommunicationStepSize="true"
 canInterpolateInputs="true" maxOutputDerivativeOrder="3" canRunAsynchronuously="true" canBeInstantiatedOnlyOncePerProcess="true"
 canNotUseMemoryManagementFunctions="true"/></CoSimulation_StandAlone></Implementation>
)";

TEST(Fmi1Description, AValidDescriptionHasNoFindings) {
  for (const char* implementation : {"", kStandAlone}) {
    const ParsedDescription parsed = parse(fmi1(kVariables, implementation, kBefore));
    EXPECT_TRUE(parsed.diagnostics.empty()) << all(parsed.diagnostics);
  }
}

// Without an Implementation the FMU is for Model Exchange, with one for Co-Simulation.
TEST(Fmi1Description, TellsTheInterfacesApart) {
  const auto me = parse(fmi1(kVariables)).description;
  EXPECT_EQ(me->fmi_version(), FmiVersion::k1);
  ASSERT_NE(me->interface(InterfaceKind::kModelExchange), nullptr);
  EXPECT_EQ(me->interface(InterfaceKind::kModelExchange)->model_identifier, "M_id");
  EXPECT_EQ(me->interface(InterfaceKind::kCoSimulation), nullptr);
  EXPECT_EQ(me->continuous_state_count(), 2U);
  EXPECT_EQ(me->event_indicator_count(), 1U);

  const auto cs = parse(fmi1(kVariables, kStandAlone)).description;
  EXPECT_EQ(cs->interface(InterfaceKind::kModelExchange), nullptr);
  const InterfaceCapabilities* const interface = cs->interface(InterfaceKind::kCoSimulation);
  ASSERT_NE(interface, nullptr);
  EXPECT_TRUE(interface->variable_step_size && interface->can_interpolate_inputs &&
              interface->can_run_asynchronously && interface->can_be_instantiated_only_once_per_process);
  EXPECT_FALSE(interface->uses_memory_callbacks || interface->tool_coupling ||
               interface->needs_execution_tool);
  EXPECT_EQ(interface->max_output_derivative_order, 3U);

  const auto tool = parse(fmi1(kVariables, R"(<Implementation><CoSimulation_Tool><Capabilities/>
    <Model entryPoint="fmu://a.mdl" manualStart="false" type="application/x-tool"/></CoSimulation_Tool></Implementation>)",
                               kBefore));
  EXPECT_TRUE(tool.diagnostics.empty()) << all(tool.diagnostics);
  EXPECT_TRUE(tool.description->interface(InterfaceKind::kCoSimulation)->tool_coupling);
  EXPECT_TRUE(tool.description->interface(InterfaceKind::kCoSimulation)->needs_execution_tool);
}

// FMI 1 words become those of later versions.
TEST(Fmi1Description, MapsCausalityVariabilityAndStart) {
  const auto model = parse(fmi1(kVariables, "", kBefore)).description;
  const Variable* const phi = model->find("phi");
  EXPECT_EQ(phi->causality, Causality::kOutput);
  EXPECT_EQ(phi->initial, Initial::kApprox);
  EXPECT_EQ(phi->numeric->min, -4.0);
  EXPECT_EQ(model->units()[phi->unit].display_units[phi->display_unit].factor, 57.3);
  EXPECT_EQ(model->units()[1].display_units[0].offset, -273.15);
  EXPECT_EQ(model->find("u")->causality, Causality::kInput);
  EXPECT_EQ(model->find("u")->start->floats[0], 1.0);
  const Variable* const p = model->find("p");
  EXPECT_EQ(p->causality, Causality::kParameter);
  EXPECT_EQ(p->variability, Variability::kFixed);
  EXPECT_EQ(p->initial, Initial::kExact);
  EXPECT_EQ(model->find("c")->variability, Variability::kConstant);
  EXPECT_EQ(model->find("c")->causality, Causality::kLocal);
  EXPECT_EQ(model->find("m")->type, VariableType::kEnumeration);
  EXPECT_EQ(model->find("minus_phi")->initial, Initial::kCalculated);
  const TypeDefinition& mode = model->type_definitions()[1];
  ASSERT_EQ(mode.items.size(), 2U);
  EXPECT_EQ(mode.items[0].value, 1);
  EXPECT_EQ(mode.items[1].value, 2) << "items count from 1";
  EXPECT_EQ(model->annotations()[0].xml, "<Annotation name=\"a\" value=\"b\"/>");
}

TEST(Fmi1Description, KnowsAliasesAndDirectDependencies) {
  const auto model = parse(fmi1(kVariables, "", kBefore)).description;
  EXPECT_TRUE(model->find("minus_phi")->negated_alias);
  EXPECT_FALSE(model->find("phi")->negated_alias);
  EXPECT_EQ(model->aliases_of(*model->find("phi")).size(), 2U);
  const Span<const Unknown> outputs = model->structure().outputs;
  ASSERT_EQ(outputs.size(), 2U);
  ASSERT_EQ(outputs[0].dependencies.size(), 1U);
  EXPECT_EQ(model->variables()[outputs[0].dependencies[0]].name, "u");
  EXPECT_FALSE(outputs[1].dependencies_given) << "depends on every input";
}

// FMI 1 declares only units that have display units; any other unit is kept by its name.
TEST(Fmi1Description, AcceptsUnitsThatAreNotDeclared) {
  const ParsedDescription parsed = parse(fmi1(
      R"(<ScalarVariable name="a" valueReference="1"><Real unit="m" displayUnit="mm"/></ScalarVariable>)"));
  EXPECT_TRUE(parsed.diagnostics.empty()) << all(parsed.diagnostics);
  const Variable* const a = parsed.description->find("a");
  EXPECT_EQ(parsed.description->units()[a->unit].name, "m");
  EXPECT_EQ(a->display_unit, kNone);
}

TEST(Fmi1Description, ReportsDefects) {
  const ParsedDescription parsed = parse(fmi1(
      R"(<ScalarVariable name="a" valueReference="1" causality="output"><Real fixed="true"/><DirectDependency><Name>nobody</Name></DirectDependency></ScalarVariable>
<ScalarVariable name="b" valueReference="2" variability="constant"><Real/></ScalarVariable>
<ScalarVariable name="s" valueReference="3" alias="negatedAlias"><String/></ScalarVariable>
<ScalarVariable name="l" valueReference="4"><Real/><DirectDependency/></ScalarVariable>
<ScalarVariable name="t" valueReference="5" causality="input" variability="constant"/>
)",
      "<Implementation/>"));
  EXPECT_NE(find(parsed.diagnostics, "fixed-without-start"), nullptr);
  ASSERT_NE(find(parsed.diagnostics, "structure-bad-reference"), nullptr);
  EXPECT_EQ(find(parsed.diagnostics, "structure-bad-reference")->message,
            "output 'a': its direct dependency 'nobody' is not the name of an input");
  EXPECT_FALSE(parsed.description->structure().outputs[0].dependencies_given);
  EXPECT_EQ(find(parsed.diagnostics, "missing-start")->message,
            "constant 'b' has no start value, which is its value");
  EXPECT_NE(find(parsed.diagnostics, "bad-negated-alias"), nullptr);
  EXPECT_NE(find(parsed.diagnostics, "direct-dependency"), nullptr);
  EXPECT_NE(find(parsed.diagnostics, "illegal-combination"), nullptr);
  EXPECT_EQ(find(parsed.diagnostics, "no-type")->severity, Severity::kError);
  EXPECT_EQ(
      find(parsed.diagnostics, "missing-element")->message,
      "<Implementation> has no <CoSimulation_StandAlone or CoSimulation_Tool>, which the standard requires");
}

}  // namespace
}  // namespace lockstep::core
