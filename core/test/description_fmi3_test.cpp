// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "description_support.hpp"

namespace lockstep::core {
namespace {

using test::all;
using test::find;
using test::parse;

constexpr const char* kFull = R"xml(<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="3.0.1" modelName="Full" instantiationToken="{tok}" variableNamingConvention="structured">
  <ModelExchange modelIdentifier="full" needsCompletedIntegratorStep="true" providesEvaluateDiscreteStates="true" futureFlag="1"/>
  <CoSimulation modelIdentifier="full" canGetAndSetFMUState="true" canSerializeFMUState="true" hasEventMode="true"
      providesDirectionalDerivatives="true" providesAdjointDerivatives="true" providesPerElementDependencies="true"
      canHandleVariableCommunicationStepSize="true" fixedInternalStepSize="0.01" maxOutputDerivativeOrder="1"
      recommendedIntermediateInputSmoothness="2" providesIntermediateUpdate="true" mightReturnEarlyFromDoStep="true"
      canReturnEarlyAfterIntermediateUpdate="true"/>
  <ScheduledExecution modelIdentifier="full_se" needsExecutionTool="true"/>
  <UnitDefinitions>
    <Unit name="m"><BaseUnit m="1"/><DisplayUnit name="mm" factor="1000"/></Unit>
    <Unit name="s/m"><BaseUnit s="1" m="-1"/><DisplayUnit name="m/s" inverse="true"/></Unit>
  </UnitDefinitions>
  <TypeDefinitions>
    <Float64Type name="Length" quantity="Length" unit="m" displayUnit="mm" min="0" nominal="2" unbounded="true"/>
    <EnumerationType name="Gear" min="-1"><Item name="R" value="-1"/><Item name="N" value="9000000000" description="far"/></EnumerationType>
    <BinaryType name="Blob" mimeType="image/png" maxSize="100"/>
    <ClockType name="Tick" intervalVariability="constant" intervalDecimal="0.5" supportsFraction="true" resolution="1000" intervalCounter="500" shiftCounter="7"/>
  </TypeDefinitions>
  <LogCategories><Category name="logEvents"/></LogCategories>
  <DefaultExperiment startTime="0" stopTime="1"/>
  <ModelVariables>
    <Float64 name="time" valueReference="0" causality="independent"/>
    <UInt64 name="n" valueReference="1" causality="structuralParameter" variability="tunable" start="3" min="1" max="18446744073709551615"/>
    <Float64 name="x" valueReference="2" causality="output" initial="exact" declaredType="Length" start="1 2.5 3" reinit="true" intermediateUpdate="true">
      <Annotations><Annotation type="org.x"><b/></Annotation></Annotations>
      <Dimension valueReference="1"/>
      <Alias name="x_alias" description="other name" displayUnit="mm"/>
    </Float64>
    <Float64 name="der(x)" valueReference="3" derivative="2"><Dimension valueReference="1"/></Float64>
    <Float32 name="f32" valueReference="4" causality="parameter" start="0.1" max="1e3"/>
    <Int8 name="i8" valueReference="5" causality="input" start="-128" canHandleMultipleSetPerTimeInstant="false"/>
    <UInt8 name="u8" valueReference="6" causality="input" start="255" max="255"/>
    <Int16 name="i16" valueReference="7" causality="input" start="-32768"/>
    <UInt16 name="u16" valueReference="8" causality="input" start="65535"/>
    <Int32 name="i32" valueReference="9" causality="input" start="7"/>
    <UInt32 name="u32" valueReference="10" causality="input" start="4294967295"/>
    <Int64 name="i64" valueReference="11" causality="input" start="-9223372036854775808" min="-9223372036854775808"/>
    <Boolean name="flags" valueReference="12" causality="input" start="true 0 false 1"><Dimension start="2"/><Dimension start="2"/></Boolean>
    <String name="texts" valueReference="13" causality="parameter"><Dimension start="2"/><Start value="a b"/><Start value=""/></String>
    <Binary name="blob" valueReference="14" causality="parameter" declaredType="Blob"><Start value="00fFa1"/></Binary>
    <Enumeration name="gear" valueReference="15" causality="input" declaredType="Gear" start="-1"/>
    <Clock name="tick" valueReference="16" causality="input" declaredType="Tick" intervalVariability="constant" priority="3" canBeDeactivated="true"/>
    <Int32 name="state" valueReference="17" clocks="16" previous="18" initial="exact" start="1"/>
    <Int32 name="previous(state)" valueReference="18" initial="exact" start="1"/>
    <Float64 name="z" valueReference="19"/>
  </ModelVariables>
  <ModelStructure>
    <Output valueReference="2" dependencies="3 5" dependenciesKind="dependent constant"/>
    <ContinuousStateDerivative valueReference="3" dependencies=""/>
    <ClockedState valueReference="17"/>
    <InitialUnknown valueReference="3"/>
    <EventIndicator valueReference="19"/>
  </ModelStructure>
  <Annotations><Annotation type="com.example">hello</Annotation></Annotations>
</fmiModelDescription>)xml";

// A description that uses everything and follows the standard yields no finding at all.
TEST(Fmi3Description, AFullDescriptionHasNoFindings) {
  const ParsedDescription parsed = parse(kFull);
  EXPECT_TRUE(parsed.diagnostics.empty()) << all(parsed.diagnostics);
}

TEST(Fmi3Description, ReadsInterfaces) {
  const auto model = parse(kFull).description;
  EXPECT_EQ(model->fmi_version(), FmiVersion::k3);
  EXPECT_EQ(model->fmi_version_text(), "3.0.1");
  EXPECT_EQ(model->instantiation_token(), "{tok}");
  const InterfaceCapabilities* const me = model->interface(InterfaceKind::kModelExchange);
  ASSERT_NE(me, nullptr);
  EXPECT_TRUE(me->needs_completed_integrator_step && me->provides_evaluate_discrete_states);
  EXPECT_FALSE(me->uses_memory_callbacks);
  const InterfaceCapabilities* const cs = model->interface(InterfaceKind::kCoSimulation);
  ASSERT_NE(cs, nullptr);
  EXPECT_FALSE(cs->needs_completed_integrator_step);
  EXPECT_TRUE(cs->can_get_and_set_state && cs->can_serialize_state && cs->has_event_mode);
  EXPECT_TRUE(cs->provides_directional_derivatives && cs->provides_adjoint_derivatives &&
              cs->provides_element_dependencies);
  EXPECT_TRUE(cs->variable_step_size && cs->provides_intermediate_update && cs->might_return_early &&
              cs->can_return_early_after_update);
  EXPECT_EQ(cs->fixed_internal_step_s, 0.01);
  EXPECT_EQ(cs->max_output_derivative_order, 1U);
  EXPECT_EQ(cs->recommended_intermediate_smoothness, 2U);
  ASSERT_NE(model->interface(InterfaceKind::kScheduledExecution), nullptr);
  EXPECT_TRUE(model->interface(InterfaceKind::kScheduledExecution)->needs_execution_tool);
}

TEST(Fmi3Description, ReadsEveryTypeWithItsStartValues) {
  const auto model = parse(kFull).description;
  const auto integer = [&](const char* name) { return model->find(name)->start->integers[0]; };
  const auto natural = [&](const char* name) { return model->find(name)->start->unsigned_integers[0]; };
  EXPECT_EQ(model->find("f32")->start->floats[0], 0.1);
  EXPECT_EQ(integer("i8"), -128);
  EXPECT_EQ(natural("u8"), 255U);
  EXPECT_EQ(integer("i16"), -32768);
  EXPECT_EQ(natural("u16"), 65535U);
  EXPECT_EQ(integer("i32"), 7);
  EXPECT_EQ(natural("u32"), 4294967295U);
  EXPECT_EQ(integer("i64"), INT64_MIN);
  EXPECT_EQ(natural("n"), 3U);
  EXPECT_EQ(integer("gear"), -1);
  EXPECT_EQ(model->find("n")->numeric->max_unsigned, UINT64_MAX);
  EXPECT_EQ(model->find("u8")->numeric->max_integer, 255);
  EXPECT_EQ(model->find("i64")->numeric->min_integer, INT64_MIN);
  const Span<const bool> flags = model->find("flags")->start->booleans;
  ASSERT_EQ(flags.size(), 4U);
  EXPECT_TRUE(flags[0] && !flags[1] && !flags[2] && flags[3]);
  const Span<const std::string_view> texts = model->find("texts")->start->texts;
  ASSERT_EQ(texts.size(), 2U);
  EXPECT_EQ(texts[0], "a b");
  EXPECT_EQ(texts[1], "");
  const Variable* const blob = model->find("blob");
  EXPECT_EQ(blob->start->texts[0], std::string_view("\x00\xFF\xA1", 3));
  EXPECT_EQ(blob->mime_type, "image/png");
  EXPECT_EQ(blob->numeric->max_size, 100U);
}

// Sizes given by a structural parameter are its start value; alias names find their variable.
TEST(Fmi3Description, ReadsArraysAndAliases) {
  const auto model = parse(kFull).description;
  const Variable* const x = model->find("x_alias");
  ASSERT_NE(x, nullptr);
  EXPECT_EQ(x->name, "x");
  ASSERT_EQ(x->dimensions.size(), 1U);
  EXPECT_EQ(x->dimensions[0].size, 3U);
  EXPECT_EQ(x->dimensions[0].source, 1U);
  EXPECT_EQ(x->element_count(), 3U);
  EXPECT_EQ(x->start->floats[1], 2.5);
  EXPECT_EQ(model->find("flags")->element_count(), 4U);
  ASSERT_EQ(x->aliases.size(), 1U);
  EXPECT_EQ(x->aliases[0].description, "other name");
  EXPECT_EQ(model->units()[x->unit].display_units[x->aliases[0].display_unit].name, "mm");
  EXPECT_TRUE(x->intermediate_update && x->reinit && x->numeric->unbounded);
  EXPECT_EQ(model->continuous_state_count(), 3U) << "elements, not variables";
  EXPECT_EQ(model->event_indicator_count(), 1U);
}

TEST(Fmi3Description, ReadsClocksAndLinksBetweenVariables) {
  const auto model = parse(kFull).description;
  const Variable* const tick = model->find("tick");
  ASSERT_NE(tick->clock, nullptr);
  EXPECT_EQ(tick->clock->interval, ClockInterval::kConstant);
  EXPECT_EQ(tick->clock->interval_decimal_s, 0.5);
  EXPECT_EQ(tick->clock->resolution, 1000U);
  EXPECT_EQ(tick->clock->interval_counter, 500U);
  EXPECT_EQ(tick->clock->shift_counter, 7U);
  EXPECT_EQ(tick->clock->priority, 3U);
  EXPECT_TRUE(tick->clock->supports_fraction && tick->clock->can_be_deactivated);
  const Variable* const state = model->find("state");
  ASSERT_EQ(state->clocks.size(), 1U);
  EXPECT_EQ(state->clocks[0], 16U);
  EXPECT_EQ(model->variables()[state->previous].name, "previous(state)");
  EXPECT_EQ(model->variables()[model->find("der(x)")->derivative_of].name, "x");
  EXPECT_EQ(state->variability, Variability::kDiscrete);
  EXPECT_EQ(model->find("i8")->initial, Initial::kExact) << "FMI 3 gives inputs an initial";
  EXPECT_EQ(tick->initial, Initial::kNotGiven);
}

TEST(Fmi3Description, ReadsStructureByValueReference) {
  const auto model = parse(kFull).description;
  const ModelStructure& structure = model->structure();
  ASSERT_EQ(structure.outputs.size(), 1U);
  EXPECT_EQ(model->variables()[structure.outputs[0].variable].name, "x");
  EXPECT_EQ(model->variables()[structure.outputs[0].dependencies[1]].name, "i8");
  EXPECT_EQ(structure.outputs[0].kinds[1], DependencyKind::kConstant);
  EXPECT_EQ(structure.clocked_states.size(), 1U);
  EXPECT_EQ(structure.event_indicators.size(), 1U);
  EXPECT_TRUE(structure.continuous_state_derivatives[0].dependencies_given);
  EXPECT_TRUE(model->units()[1].display_units[0].inverse);
  EXPECT_EQ(model->type_definitions()[1].items[1].value, 9000000000);
}

TEST(Fmi3Description, KeepsAnnotationsWithTheirOwner) {
  const auto model = parse(kFull).description;
  ASSERT_EQ(model->annotations().size(), 2U);
  EXPECT_EQ(model->annotations()[0].xml, "hello");
  EXPECT_EQ(model->annotations()[1].type, "org.x");
  EXPECT_EQ(model->annotations()[1].owner, "Float64");
  EXPECT_EQ(model->annotations()[1].owner_name, "x");
}

std::string around(const std::string& variables, const std::string& structure = "<ModelStructure/>") {
  return R"(<fmiModelDescription fmiVersion="3.0" modelName="M" instantiationToken="t">
<CoSimulation modelIdentifier="M"/>
<ModelVariables><Float64 name="time" valueReference="0" causality="independent"/>
)" + variables +
         "</ModelVariables>" + structure + "</fmiModelDescription>";
}

// Each defect is found once, with its place, and the rest of the description is usable.
TEST(Fmi3Description, ReportsBadReferences) {
  const ParsedDescription parsed =
      parse(around(R"(
<Float64 name="a" valueReference="1" derivative="77"/>
<Float64 name="b" valueReference="2" start="1 2" initial="exact"><Dimension start="3"/></Float64>
<Float64 name="c" valueReference="3"><Dimension valueReference="1"/></Float64>
<Float64 name="d" valueReference="4"><Dimension/></Float64>
<UInt8 name="e" valueReference="5" causality="input" start="256"/>
<Binary name="f" valueReference="6" causality="input"><Start value="0g"/></Binary>
<Float64 name="g" valueReference="7"><Dimension start="9000000000"/><Dimension start="9000000000"/></Float64>
)",
                   "<ModelStructure><Output valueReference=\"99\"/></ModelStructure>"));
  const Diagnostic* found = find(parsed.diagnostics, "bad-reference");
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(found->message, "variable 'a': derivative=\"77\" is not the value reference of another variable");
  EXPECT_EQ(found->where.line, 5U);
  EXPECT_EQ(found->where.column, 1U);
  found = find(parsed.diagnostics, "start-count");
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(found->message, "variable 'b' has 3 elements but 2 start values");
  EXPECT_EQ(test::count(parsed.diagnostics, "bad-dimension"), 2U);
  EXPECT_EQ(test::count(parsed.diagnostics, "bad-value"), 2U) << all(parsed.diagnostics);
  EXPECT_NE(find(parsed.diagnostics, "array-too-large"), nullptr);
  found = find(parsed.diagnostics, "structure-bad-reference");
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(found->severity, Severity::kWarning);
  EXPECT_EQ(found->message, "<Output>: no variable has the value reference 99");
  EXPECT_EQ(parsed.description->variables().size(), 8U);
  EXPECT_EQ(parsed.description->structure().outputs[0].variable, kNone);
}

TEST(Fmi3Description, ReadsBuildDescription) {
  DescriptionFiles files;
  files.model_description = test::bytes(around(""));
  files.build_description = test::bytes(R"(<fmiBuildDescription fmiVersion="3.0">
  <BuildConfiguration modelIdentifier="M" platform="x86_64-linux" description="d">
    <SourceFileSet language="C99" compiler="gcc" compilerOptions="-O2">
      <SourceFile name="a.c"/><SourceFile name="dir/b.c"/>
      <PreprocessorDefinition name="X" value="1"/><PreprocessorDefinition name="Y" optional="true"><Option value="2"/></PreprocessorDefinition>
      <IncludeDirectory name="include"/>
    </SourceFileSet>
    <Library name="m" version="1" external="true"/>
  </BuildConfiguration></fmiBuildDescription>)");
  const ParsedDescription parsed = parse_description(std::move(files));
  EXPECT_TRUE(parsed.diagnostics.empty()) << all(parsed.diagnostics);
  ASSERT_EQ(parsed.description->build_configurations().size(), 1U);
  const BuildConfiguration& configuration = parsed.description->build_configurations()[0];
  EXPECT_EQ(configuration.platform, "x86_64-linux");
  ASSERT_EQ(configuration.file_sets.size(), 1U);
  const SourceFileSet& set = configuration.file_sets[0];
  EXPECT_EQ(set.language, "C99");
  EXPECT_EQ(set.compiler_options, "-O2");
  ASSERT_EQ(set.files.size(), 2U);
  EXPECT_EQ(set.files[1], "dir/b.c");
  ASSERT_EQ(set.definitions.size(), 1U) << "optional definitions are the builder's choice";
  EXPECT_EQ(set.definitions[0].name, "X");
  EXPECT_EQ(set.definitions[0].value, "1");
  EXPECT_EQ(set.include_directories[0], "include");
  EXPECT_EQ(configuration.libraries[0], "m");
}

TEST(Fmi3Description, ReadsTerminalsAndIcons) {
  DescriptionFiles files;
  files.model_description = test::bytes(around(""));
  files.terminals_and_icons = test::bytes(R"(<fmiTerminalsAndIcons fmiVersion="3.0">
  <GraphicalRepresentation><CoordinateSystem x1="-1" y1="-1" x2="1" y2="1" suggestedScalingFactorTo_mm="0.1"/>
    <Icon x1="-1" y1="-1" x2="1" y2="1"/></GraphicalRepresentation>
  <Terminals><Terminal name="bus" matchingRule="bus" terminalKind="org.can" description="d">
    <TerminalMemberVariable variableName="u" memberName="m" variableKind="signal"/>
    <TerminalStreamMemberVariable inStreamMemberName="a" outStreamMemberName="b" inStreamVariableName="c" outStreamVariableName="d"/>
    <Terminal name="inner" matchingRule="plug"/>
    <TerminalGraphicalRepresentation x1="0" y1="0" x2="1" y2="1" iconBaseName="bus"/>
  </Terminal></Terminals></fmiTerminalsAndIcons>)");
  const ParsedDescription parsed = parse_description(std::move(files));
  EXPECT_TRUE(parsed.diagnostics.empty()) << all(parsed.diagnostics);
  EXPECT_TRUE(parsed.description->has_icon());
  const Span<const Terminal> terminals = parsed.description->terminals();
  ASSERT_EQ(terminals.size(), 2U);
  EXPECT_EQ(terminals[0].kind, "org.can");
  EXPECT_EQ(terminals[0].icon_base_name, "bus");
  ASSERT_EQ(terminals[0].members.size(), 3U);
  EXPECT_EQ(terminals[0].members[0].variable_kind, "signal");
  EXPECT_EQ(terminals[0].members[2].variable_name, "d");
  EXPECT_EQ(terminals[1].name, "inner");
  EXPECT_EQ(terminals[1].depth, 1U);
}

// A broken companion file is reported; the model can still be run.
TEST(Fmi3Description, SurvivesBrokenCompanionFiles) {
  DescriptionFiles files;
  files.model_description = test::bytes(around(""));
  files.build_description = test::bytes("<fmiBuild");
  files.terminals_and_icons = test::bytes("<other/>");
  const ParsedDescription parsed = parse_description(std::move(files));
  const Diagnostic* const broken = find(parsed.diagnostics, "unreadable-file");
  ASSERT_NE(broken, nullptr);
  EXPECT_EQ(broken->where.file, "sources/buildDescription.xml");
  ASSERT_NE(find(parsed.diagnostics, "wrong-root"), nullptr);
  EXPECT_EQ(find(parsed.diagnostics, "wrong-root")->message,
            "the root element is <other>, expected <fmiTerminalsAndIcons>");
  EXPECT_EQ(parsed.description->variables().size(), 1U);
}

}  // namespace
}  // namespace lockstep::core
