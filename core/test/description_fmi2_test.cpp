// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "description_support.hpp"

namespace lockstep::core {
namespace {

using test::all;
using test::fmi2;
using test::parse;

constexpr const char* kFull = R"xml(<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="2.0" modelName="Full model" guid="{8c4e810f}" description="d" author="a"
    version="1.2" copyright="c" license="l" generationTool="t" generationDateAndTime="2024-01-01T00:00:00Z"
    variableNamingConvention="structured" numberOfEventIndicators="3">
  <ModelExchange modelIdentifier="full_me" completedIntegratorStepNotNeeded="true" canSerializeFMUstate="true"
      canGetAndSetFMUstate="true" providesDirectionalDerivative="true">
    <SourceFiles><File name="a.c"/><File name="sub/b.c"/></SourceFiles>
  </ModelExchange>
  <CoSimulation modelIdentifier="full_cs" needsExecutionTool="true" canHandleVariableCommunicationStepSize="true"
      canInterpolateInputs="true" maxOutputDerivativeOrder="2" canRunAsynchronuously="true"
      canBeInstantiatedOnlyOncePerProcess="true" canNotUseMemoryManagementFunctions="true"/>
  <UnitDefinitions>
    <Unit name="rad"><BaseUnit rad="1"/><DisplayUnit name="deg" factor="57.29577951308232"/></Unit>
    <Unit name="K"><BaseUnit K="1" factor="1" offset="0"/><DisplayUnit name="degC" offset="-273.15"/></Unit>
    <Unit name="bar"><BaseUnit kg="1" m="-1" s="-2" factor="1e5"/></Unit>
  </UnitDefinitions>
  <TypeDefinitions>
    <SimpleType name="Angle" description="an angle">
      <Real quantity="Angle" unit="rad" displayUnit="deg" min="-10" max="10" nominal="0.5" relativeQuantity="true"/>
    </SimpleType>
    <SimpleType name="Gear"><Enumeration><Item name="low" value="1" description="slow"/><Item name="high" value="3"/></Enumeration></SimpleType>
    <SimpleType name="Count"><Integer min="0" max="9"/></SimpleType>
  </TypeDefinitions>
  <LogCategories><Category name="logEvents" description="events"/><Category name="logAll"/></LogCategories>
  <DefaultExperiment startTime="1" stopTime="2.5" tolerance="1e-5" stepSize="0.01"/>
  <VendorAnnotations><Tool name="X"><a b="1">text</a></Tool></VendorAnnotations>
  <ModelVariables>
    <ScalarVariable name="phi" valueReference="0" description="angle" causality="output" variability="continuous" initial="exact">
      <Real declaredType="Angle" start="0.25" max="5" reinit="true"/>
    </ScalarVariable>
    <ScalarVariable name="der(phi)" valueReference="1"><Real derivative="1" unit="bar"/></ScalarVariable>
    <ScalarVariable name="u" valueReference="2" causality="input" canHandleMultipleSetPerTimeInstant="false"><Real start="-1e-3"/></ScalarVariable>
    <ScalarVariable name="n" valueReference="0" causality="parameter" variability="tunable"><Integer declaredType="Count" start="-4"/></ScalarVariable>
    <ScalarVariable name="b" valueReference="0" causality="parameter" variability="fixed"><Boolean start="true"/></ScalarVariable>
    <ScalarVariable name="s" valueReference="0" causality="parameter" variability="fixed"><String start="a &lt; &quot;b&quot;"/></ScalarVariable>
    <ScalarVariable name="e" valueReference="1" causality="output" variability="discrete"><Enumeration declaredType="Gear"/></ScalarVariable>
    <ScalarVariable name="alias" valueReference="0" causality="local" initial="exact"><Real start="0.25"/></ScalarVariable>
  </ModelVariables>
  <ModelStructure>
    <Outputs><Unknown index="1" dependencies="2 3" dependenciesKind="dependent constant"/><Unknown index="7"/></Outputs>
    <Derivatives><Unknown index="2" dependencies=""/></Derivatives>
    <InitialUnknowns><Unknown index="2"/><Unknown index="7"/></InitialUnknowns>
  </ModelStructure>
</fmiModelDescription>)xml";

// A description that follows the standard yields no finding at all.
TEST(Fmi2Description, AFullDescriptionHasNoFindings) {
  const ParsedDescription parsed = parse(kFull);
  EXPECT_TRUE(parsed.diagnostics.empty()) << all(parsed.diagnostics);
}

// Everything the head of the file says is found again.
TEST(Fmi2Description, ReadsTheModelItsInterfacesAndExperiment) {
  const auto model = parse(kFull).description;
  EXPECT_EQ(model->fmi_version(), FmiVersion::k2);
  EXPECT_EQ(model->fmi_version_text(), "2.0");
  EXPECT_EQ(model->model_name(), "Full model");
  EXPECT_EQ(model->instantiation_token(), "{8c4e810f}");
  EXPECT_EQ(model->author(), "a");
  EXPECT_EQ(model->model_version(), "1.2");
  EXPECT_EQ(model->copyright(), "c");
  EXPECT_EQ(model->license(), "l");
  EXPECT_EQ(model->generation_tool(), "t");
  EXPECT_EQ(model->generation_date_and_time(), "2024-01-01T00:00:00Z");
  EXPECT_EQ(model->variable_naming_convention(), "structured");
  EXPECT_EQ(model->event_indicator_count(), 3U);
  EXPECT_EQ(model->continuous_state_count(), 1U);

  const InterfaceCapabilities* const me = model->interface(InterfaceKind::kModelExchange);
  ASSERT_NE(me, nullptr);
  EXPECT_EQ(me->model_identifier, "full_me");
  EXPECT_FALSE(me->needs_completed_integrator_step);
  EXPECT_TRUE(me->can_get_and_set_state && me->can_serialize_state && me->provides_directional_derivatives);
  EXPECT_TRUE(me->uses_memory_callbacks);
  EXPECT_FALSE(me->can_be_instantiated_only_once_per_process) << "what is not written is false";
  const InterfaceCapabilities* const cs = model->interface(InterfaceKind::kCoSimulation);
  ASSERT_NE(cs, nullptr);
  EXPECT_TRUE(cs->needs_execution_tool && cs->variable_step_size && cs->can_interpolate_inputs);
  EXPECT_TRUE(cs->can_run_asynchronously && cs->can_be_instantiated_only_once_per_process);
  EXPECT_FALSE(cs->uses_memory_callbacks);
  EXPECT_EQ(cs->max_output_derivative_order, 2U);
  EXPECT_EQ(model->interface(InterfaceKind::kScheduledExecution), nullptr);

  ASSERT_EQ(model->build_configurations().size(), 1U);
  EXPECT_EQ(model->build_configurations()[0].model_identifier, "full_me");
  EXPECT_EQ(model->build_configurations()[0].file_sets[0].files[1], "sub/b.c");

  const DefaultExperiment& experiment = model->default_experiment();
  EXPECT_EQ(experiment.start_time_s, 1.0);
  EXPECT_EQ(experiment.stop_time_s, 2.5);
  EXPECT_EQ(experiment.tolerance, 1e-5);
  EXPECT_EQ(experiment.step_size_s, 0.01);
  ASSERT_EQ(model->log_categories().size(), 2U);
  EXPECT_EQ(model->log_categories()[0].description, "events");
  ASSERT_EQ(model->annotations().size(), 1U);
  EXPECT_EQ(model->annotations()[0].type, "X");
  EXPECT_EQ(model->annotations()[0].xml, "<a b=\"1\">text</a>");
  EXPECT_EQ(model->annotations()[0].owner, "fmiModelDescription");
}

TEST(Fmi2Description, ReadsUnitsAndTypes) {
  const auto model = parse(kFull).description;
  ASSERT_EQ(model->units().size(), 3U);
  const Unit& rad = model->units()[0];
  EXPECT_EQ(rad.base->exponents[7], 1);
  ASSERT_EQ(rad.display_units.size(), 1U);
  EXPECT_DOUBLE_EQ(rad.display_units[0].factor, 57.29577951308232);
  EXPECT_EQ(model->units()[1].display_units[0].offset, -273.15);
  EXPECT_EQ(model->units()[2].base->factor, 1e5);
  EXPECT_EQ(model->units()[2].base->exponents, (std::array<std::int32_t, 8>{1, -1, -2, 0, 0, 0, 0, 0}));
  ASSERT_EQ(model->type_definitions().size(), 3U);
  const TypeDefinition& gear = model->type_definitions()[1];
  EXPECT_EQ(gear.type, VariableType::kEnumeration);
  ASSERT_EQ(gear.items.size(), 2U);
  EXPECT_EQ(gear.items[1].name, "high");
  EXPECT_EQ(gear.items[1].value, 3);
  EXPECT_EQ(gear.items[0].description, "slow");
}

// Attributes a variable lacks come from its declared type; its own ones win.
TEST(Fmi2Description, VariablesInheritFromTheirType) {
  const auto model = parse(kFull).description;
  const Variable* const phi = model->find("phi");
  ASSERT_NE(phi, nullptr);
  EXPECT_EQ(phi->quantity, "Angle");
  EXPECT_EQ(model->units()[phi->unit].name, "rad");
  EXPECT_EQ(model->units()[phi->unit].display_units[phi->display_unit].name, "deg");
  ASSERT_NE(phi->numeric, nullptr);
  EXPECT_EQ(phi->numeric->min, -10.0);
  EXPECT_EQ(phi->numeric->max, 5.0);
  EXPECT_EQ(phi->numeric->nominal, 0.5);
  EXPECT_TRUE(phi->numeric->relative_quantity);
  EXPECT_TRUE(phi->reinit);
  const Variable* const n = model->find("n");
  EXPECT_EQ(n->numeric, model->type_definitions()[2].numeric) << "shared, not copied";
  EXPECT_EQ(n->numeric->max_integer, 9);
}

TEST(Fmi2Description, ReadsEveryTypeOfStartValue) {
  const auto model = parse(kFull).description;
  EXPECT_EQ(model->find("phi")->start->floats[0], 0.25);
  EXPECT_EQ(model->find("u")->start->floats[0], -1e-3);
  EXPECT_EQ(model->find("n")->start->integers[0], -4);
  EXPECT_EQ(model->find("b")->start->booleans[0], true);
  EXPECT_EQ(model->find("s")->start->texts[0], "a < \"b\"");
  EXPECT_EQ(model->find("e")->start, nullptr);
}

// `initial` follows the standard's table where the file is silent.
TEST(Fmi2Description, FillsInTheDefaultInitial) {
  const auto model = parse(kFull).description;
  EXPECT_EQ(model->find("der(phi)")->initial, Initial::kCalculated);
  EXPECT_EQ(model->find("der(phi)")->causality, Causality::kLocal);
  EXPECT_EQ(model->find("u")->initial, Initial::kNotGiven);
  EXPECT_EQ(model->find("n")->initial, Initial::kExact);
  EXPECT_EQ(model->find("e")->initial, Initial::kCalculated);
  EXPECT_FALSE(model->find("u")->can_set_multiple_per_instant);
}

// Indices in the file count from 1, in the model from 0.
TEST(Fmi2Description, ResolvesDerivativesAndStructure) {
  const auto model = parse(kFull).description;
  EXPECT_EQ(model->find("der(phi)")->derivative_of, 0U);
  const ModelStructure& structure = model->structure();
  ASSERT_EQ(structure.outputs.size(), 2U);
  EXPECT_EQ(structure.outputs[0].variable, 0U);
  ASSERT_EQ(structure.outputs[0].dependencies.size(), 2U);
  EXPECT_EQ(structure.outputs[0].dependencies[1], 2U);
  EXPECT_EQ(structure.outputs[0].kinds[1], DependencyKind::kConstant);
  EXPECT_FALSE(structure.outputs[1].dependencies_given);
  EXPECT_TRUE(structure.continuous_state_derivatives[0].dependencies_given);
  EXPECT_TRUE(structure.continuous_state_derivatives[0].dependencies.empty());
  EXPECT_EQ(structure.initial_unknowns[1].variable, 6U);
}

// The same value reference means different variables of different types, and aliases of one type.
TEST(Fmi2Description, FindsVariablesByReferenceAndType) {
  const auto model = parse(kFull).description;
  EXPECT_EQ(model->find(0, VariableType::kFloat64)->name, "phi");
  EXPECT_EQ(model->find(0, VariableType::kInt32)->name, "n");
  EXPECT_EQ(model->find(0, VariableType::kString)->name, "s");
  EXPECT_EQ(model->find(1, VariableType::kEnumeration)->name, "e");
  EXPECT_EQ(model->find(99, VariableType::kFloat64), nullptr);
  const auto aliases = model->aliases_of(*model->find("alias"));
  ASSERT_EQ(aliases.size(), 2U);
  EXPECT_EQ(aliases[0]->name, "phi");
  EXPECT_EQ(aliases[1]->name, "alias");
  EXPECT_EQ(model->find("nobody"), nullptr);
  EXPECT_EQ(model->find(""), nullptr);
}

TEST(Fmi2Description, KeepsThePlaceOfEveryVariable) {
  const auto model = parse(kFull).description;
  EXPECT_EQ(model->find("phi")->line, 28U);
  EXPECT_EQ(model->find("phi")->column, 5U);
  EXPECT_EQ(model->structure().outputs[0].line, 40U);
}

TEST(Fmi2Description, SuggestsNamesForAMisspeltOne) {
  const auto model = parse(fmi2(R"(
    <ScalarVariable name="engine.speed" valueReference="1"><Real/></ScalarVariable>
    <ScalarVariable name="engine.torque" valueReference="2"><Real/></ScalarVariable>
    <ScalarVariable name="Wheel" valueReference="3"><Real/></ScalarVariable>)"))
                         .description;
  EXPECT_EQ(model->similar_names("engine.sped"), std::vector<std::string_view>{"engine.speed"});
  EXPECT_EQ(model->similar_names("torque"), std::vector<std::string_view>{"engine.torque"});
  EXPECT_EQ(model->similar_names("wheel"), std::vector<std::string_view>{"Wheel"});
  EXPECT_TRUE(model->similar_names("something else entirely").empty());
  EXPECT_TRUE(model->similar_names("wheel", 0).empty());
}

}  // namespace
}  // namespace lockstep::core
