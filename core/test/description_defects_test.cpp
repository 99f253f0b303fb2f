// SPDX-License-Identifier: Apache-2.0
// Metadata defects become findings with a place, an id and a fix; the description stays usable.
#include <gtest/gtest.h>

#include "description_support.hpp"

namespace lockstep::core {
namespace {

using test::all;
using test::count;
using test::find;
using test::fmi2;
using test::parse;

/// The only finding of a description; its text is compared.
std::string only_finding(const std::string& xml) {
  const ParsedDescription parsed = parse(xml);
  if (parsed.diagnostics.size() != 1) return "not one finding but:\n" + all(parsed.diagnostics);
  return to_string(parsed.diagnostics[0]);
}

std::string scalar(const std::string& attributes, const std::string& type = "<Real/>") {
  return fmi2("<ScalarVariable name=\"x\" valueReference=\"1\" " + attributes + ">" + type +
              "</ScalarVariable>");
}

// The messages a user reads: place, severity, thing, value, expectation, id, fix.
TEST(DescriptionDefects, ReadLikeCompilerMessages) {
  EXPECT_EQ(only_finding(scalar("colour=\"red\"")),
            "modelDescription.xml:5:45: warning: ScalarVariable 'x' has the attribute 'colour', which FMI "
            "2.0 does not "
            "know here [unknown-attribute]\n  fix: remove it or correct its spelling; it is ignored");
  EXPECT_EQ(only_finding(scalar("causality=\"parameter\" variability=\"fixed\"", "<Real start=\"1,5\"/>")),
            "modelDescription.xml:5:93: warning: <Real> of ScalarVariable 'x': start=\"1,5\" is not valid, "
            "expected a "
            "finite decimal number with '.' as decimal separator [bad-value]\n  fix: correct the value; it "
            "is treated as "
            "not given");
  EXPECT_EQ(only_finding(scalar("causality=\"parameter\" variability=\"fixed\"")),
            "modelDescription.xml:5:1: warning: variable 'x' has no start value; causality \"parameter\" "
            "with initial "
            "\"exact\" requires one [missing-start]\n  fix: add a start value");
  EXPECT_EQ(
      only_finding(scalar("", "<Real unit=\"furlong\"/>")),
      "modelDescription.xml:5:52: warning: <Real> of ScalarVariable 'x': unit 'furlong' is not declared in "
      "UnitDefinitions [unknown-unit]\n  fix: add <Unit name=\"furlong\"/> to UnitDefinitions (reported once "
      "for "
      "each unit)");
}

/// Attributes and type of a variable, and the one finding they must lead to.
struct Case {
  const char* attributes;
  const char* type;
  const char* id;
};

class VariableDefect : public ::testing::TestWithParam<Case> {};

TEST_P(VariableDefect, IsFound) {
  const ParsedDescription parsed = parse(scalar(GetParam().attributes, GetParam().type));
  ASSERT_EQ(parsed.diagnostics.size(), 1U) << all(parsed.diagnostics);
  EXPECT_EQ(parsed.diagnostics[0].id, GetParam().id);
  EXPECT_GT(parsed.diagnostics[0].where.line, 0U);
  EXPECT_GT(parsed.diagnostics[0].where.column, 0U);
  EXPECT_EQ(parsed.description->variables().size(), 1U);
}

INSTANTIATE_TEST_SUITE_P(
    Fmi2, VariableDefect,
    ::testing::Values(
        Case{"causality=\"parameter\" variability=\"continuous\"", "<Real start=\"1\"/>",
             "illegal-combination"},
        Case{"causality=\"parameter\"", "<Real start=\"1\"/>", "illegal-combination"},
        Case{"causality=\"input\" initial=\"exact\"", "<Real start=\"1\"/>", "illegal-initial"},
        Case{"causality=\"parameter\" variability=\"fixed\" initial=\"calculated\"", "<Real/>",
             "illegal-initial"},
        Case{"causality=\"input\"", "<Real/>", "missing-start"},
        Case{"variability=\"constant\"", "<Real/>", "missing-start"},
        Case{"causality=\"output\" initial=\"approx\"", "<Real/>", "missing-start"},
        Case{"causality=\"output\"", "<Real start=\"1\"/>", "forbidden-start"},
        Case{"causality=\"independent\"", "<Real start=\"0\"/>", "forbidden-start"},
        Case{"causality=\"sideways\"", "<Real/>", "bad-value"}, Case{"", "<Integer/>", "continuous-not-real"},
        Case{"variability=\"continuous\"", "<Boolean/>", "continuous-not-real"},
        Case{"", "<Real displayUnit=\"deg\"/>", "display-unit-without-unit"},
        Case{"", "<Real declaredType=\"T\"/>", "unknown-type"},
        Case{"variability=\"discrete\"", "<Enumeration/>", "missing-attribute"},
        Case{"", "<Real derivative=\"7\"/>", "bad-derivative"},
        Case{"", "<Real derivative=\"1\"/>", "bad-derivative"}, Case{"", "<Real min=\"-INF\"/>", "bad-value"},
        Case{"", "<Real nominal=\"\"/>", "bad-value"}, Case{"", "<Real><Item/></Real>", "unknown-element"},
        Case{"", "<Real/>text", "stray-text"}, Case{"", "<Real/><Real/>", "duplicate-element"},
        Case{"", "<Real unbounded=\"True\"/>", "bad-boolean"},
        Case{"", "<Real unbounded=\"yes\"/>", "bad-value"}, Case{"", "", "no-type"},
        Case{"variability=\"discrete\"", "<Integer min=\"3000000000\"/>", "bad-value"}));

TEST(DescriptionDefects, SchemaOfTheWholeFile) {
  const ParsedDescription parsed = parse(R"(<fmiModelDescription fmiVersion="2.0" modelName="M" modelName="N">
<DefaultExperiment stopTime="-1" tolerance="0"/>
<CoSimulation modelIdentifier="no good" canRunAsynchronously="true"/>
<Unknown/>
<UnitDefinitions/>
<ModelVariables><ScalarVariable valueReference="-1"><Real/></ScalarVariable></ModelVariables>
</fmiModelDescription><second/>)");
  for (const char* id : {"duplicate-attribute", "missing-attribute", "element-order", "bad-model-identifier",
                         "unknown-attribute", "unknown-element", "missing-element", "no-value-reference",
                         "empty-name", "second-root", "bad-value"})
    EXPECT_NE(find(parsed.diagnostics, id), nullptr) << id << " in\n" << all(parsed.diagnostics);
  EXPECT_EQ(parsed.description->model_name(), "M");
  EXPECT_EQ(find(parsed.diagnostics, "no-value-reference")->severity, Severity::kError);
  EXPECT_EQ(count(parsed.diagnostics, "missing-element"), 2U) << "Unit and ModelStructure";
}

// Elements that are lists have no attributes of their own, but may declare namespaces.
TEST(DescriptionDefects, ListsHaveNoAttributes) {
  const ParsedDescription two = parse(
      R"(<fmiModelDescription fmiVersion="2.0" modelName="M" guid="1"><CoSimulation modelIdentifier="m"><SourceFiles n="1"><File name="m.c"/></SourceFiles></CoSimulation>
<UnitDefinitions n="1"><Unit name="m"/></UnitDefinitions>
<TypeDefinitions n="1"><SimpleType name="T"><Real/></SimpleType></TypeDefinitions>
<LogCategories n="1"><Category name="c"/></LogCategories>
<VendorAnnotations n="1"><Tool name="t"/></VendorAnnotations>
<ModelVariables n="1" xmlns:x="y" x:z="1"><ScalarVariable name="y" valueReference="0" causality="output"><Real/></ScalarVariable></ModelVariables>
<ModelStructure n="1"><Outputs n="1"><Unknown index="1"/></Outputs></ModelStructure></fmiModelDescription>)");
  EXPECT_EQ(count(two.diagnostics, "unknown-attribute"), 8U) << all(two.diagnostics);
  const ParsedDescription three = parse(
      R"(<fmiModelDescription fmiVersion="3.0" modelName="M" instantiationToken="1"><CoSimulation modelIdentifier="m"/>
<UnitDefinitions n="1"><Unit name="m"/></UnitDefinitions>
<TypeDefinitions n="1"><Float64Type name="T"/></TypeDefinitions>
<LogCategories n="1"><Category name="c"/></LogCategories>
<ModelVariables n="1"><Float64 name="time" valueReference="0" causality="independent" variability="continuous"/></ModelVariables>
<ModelStructure n="1"/><Annotations n="1"><Annotation type="t"/></Annotations></fmiModelDescription>)");
  EXPECT_EQ(count(three.diagnostics, "unknown-attribute"), 6U) << all(three.diagnostics);
  EXPECT_EQ(
      to_string(*find(three.diagnostics, "unknown-attribute")),
      "modelDescription.xml:2:18: warning: <UnitDefinitions> has the attribute 'n', which FMI 3.0 does not "
      "know here [unknown-attribute]\n  fix: remove it or correct its spelling; it is ignored");
  const ParsedDescription one = parse(
      R"(<fmiModelDescription fmiVersion="1.0" modelName="M" modelIdentifier="m" guid="1" numberOfContinuousStates="0" numberOfEventIndicators="0">
<ModelVariables n="1"><ScalarVariable name="y" valueReference="0"><Real/></ScalarVariable></ModelVariables></fmiModelDescription>)");
  EXPECT_EQ(count(one.diagnostics, "unknown-attribute"), 1U) << all(one.diagnostics);
}

TEST(DescriptionDefects, InterfacesAndIdentifiers) {
  EXPECT_NE(find(parse("<fmiModelDescription fmiVersion=\"2.0\"/>").diagnostics, "no-interface"), nullptr);
  const ParsedDescription none =
      parse("<fmiModelDescription fmiVersion=\"2.0\"><CoSimulation/></fmiModelDescription>");
  ASSERT_NE(find(none.diagnostics, "no-model-identifier"), nullptr);
  EXPECT_EQ(find(none.diagnostics, "no-model-identifier")->severity, Severity::kError);
  const ParsedDescription path = parse(
      "<fmiModelDescription fmiVersion=\"2.0\"><CoSimulation "
      "modelIdentifier=\"../x\"/></fmiModelDescription>");
  ASSERT_NE(find(path.diagnostics, "bad-model-identifier"), nullptr);
  EXPECT_EQ(find(path.diagnostics, "bad-model-identifier")->severity, Severity::kError)
      << "a path must never reach the loader";
}

TEST(DescriptionDefects, UnusualVersionsAreReadAndReported) {
  EXPECT_NE(find(parse("<fmiModelDescription fmiVersion=\"2.1\"/>").diagnostics, "fmi-version"), nullptr);
  EXPECT_NE(find(parse("<fmiModelDescription fmiVersion=\"3.0-beta.2\"/>").diagnostics, "fmi-version"),
            nullptr);
  EXPECT_EQ(find(parse("<fmiModelDescription fmiVersion=\"3.0.2\"/>").diagnostics, "fmi-version"), nullptr);
}

TEST(DescriptionDefects, TheFirstOfEqualNamesIsFound) {
  const ParsedDescription parsed =
      parse(fmi2(R"(<ScalarVariable name="x" valueReference="1"><Real/></ScalarVariable>
<ScalarVariable name="x" valueReference="2"><Real/></ScalarVariable>)"));
  ASSERT_NE(find(parsed.diagnostics, "duplicate-name"), nullptr);
  EXPECT_EQ(find(parsed.diagnostics, "duplicate-name")->where.line, 6U);
  EXPECT_EQ(parsed.description->find("x")->value_reference, 1U);
}

TEST(DescriptionDefects, UnitsAndTypes) {
  const ParsedDescription parsed = parse(fmi2(
      R"(<ScalarVariable name="x" valueReference="1"><Real unit="m" displayUnit="yd" declaredType="I"/></ScalarVariable>)",
      "<ModelStructure/>",
      R"(<UnitDefinitions><Unit name="m"><DisplayUnit name="a" factor="0"/><DisplayUnit name="a"/></Unit><Unit name="m"/></UnitDefinitions>
<TypeDefinitions><SimpleType name="I"><Integer/></SimpleType><SimpleType name="I"/></TypeDefinitions>)"));
  for (const char* id :
       {"zero-factor", "duplicate-name", "unknown-display-unit", "type-mismatch", "missing-element"})
    EXPECT_NE(find(parsed.diagnostics, id), nullptr) << id << " in\n" << all(parsed.diagnostics);
  EXPECT_EQ(parsed.description->units()[0].display_units[0].factor, 1.0);
}

TEST(DescriptionDefects, StructureRows) {
  const ParsedDescription parsed = parse(fmi2(
      R"(<ScalarVariable name="y" valueReference="1" causality="output"><Real/></ScalarVariable>)",
      R"(<ModelStructure><Outputs><Unknown index="1" dependencies="1 9 x" dependenciesKind="dependent"/><Unknown index="5"/>
<Unknown index="1" dependenciesKind="linear"/></Outputs><Derivatives><Unknown index="0"/></Derivatives>
<InitialUnknowns><Unknown index="1" dependencies="1" dependenciesKind="tunable"/></InitialUnknowns></ModelStructure>)"));
  EXPECT_EQ(count(parsed.diagnostics, "structure-bad-reference"), 4U) << all(parsed.diagnostics);
  EXPECT_FALSE(parsed.description->structure().outputs[0].dependencies_given)
      << "depends on everything, to be safe";
  EXPECT_NE(find(parsed.diagnostics, "structure-kind-without-dependencies"), nullptr);
  EXPECT_NE(find(parsed.diagnostics, "bad-value"), nullptr);
  EXPECT_NE(find(parsed.diagnostics, "structure-bad-kind"), nullptr);
  EXPECT_EQ(count(parsed.diagnostics, "structure-kind-count"), 0U);
}

}  // namespace
}  // namespace lockstep::core
