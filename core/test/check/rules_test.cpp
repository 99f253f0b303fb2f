// SPDX-License-Identifier: Apache-2.0
#include "check/rules.hpp"

#include <gtest/gtest.h>

#include "../description_support.hpp"
#include "lockstep/core/check.hpp"

namespace lockstep::core {
namespace {

using test::all;
using test::find;
using test::fmi2;

std::vector<Diagnostic> findings(const std::string& xml) {
  ParsedDescription parsed = test::parse(xml);
  check_description(parsed);
  return parsed.diagnostics;
}

std::string ids(const std::vector<Diagnostic>& diagnostics) {
  std::string text;
  for (const Diagnostic& diagnostic : diagnostics)
    text += diagnostic.id + ' ';
  return text;
}

std::string real(const std::string& name, const std::string& attributes,
                 const std::string& type = "<Real/>") {
  static int reference = 0;
  return "<ScalarVariable name=\"" + name + "\" valueReference=\"" + std::to_string(++reference) + "\" " +
         attributes + ">" + type + "</ScalarVariable>\n";
}

TEST(StructuredName, FollowsTheGrammar) {
  for (const char* name : {"x", "_x1", "vehicle.engine.speed", "v_min", "robot.axis.'motor #234'",
                           "der(pipe[3,4].T[14],2)", "der(x)", "a[1].b[2,3]", "'\\''", "' '", "a.'b.c'[1]"})
    EXPECT_TRUE(is_structured_name(name)) << name;
  for (const char* name : {"",     "1x",    "a.",    ".a",      "a..b",     "a[",      "a[]",     "a[1,]",
                           "a[x]", "der(x", "der()", "der(x,)", "der(x,y)", "a b",     "''",      "'a",
                           "a'",   "'\\q'", "a-b",   "$x",      "temp(a)",  "der(a)b", "\xC3\xBC"})
    EXPECT_FALSE(is_structured_name(name)) << name;
}

TEST(Rules, StructuredNamesAreCheckedWhereDeclared) {
  std::string xml = fmi2(real("a b", ""));
  EXPECT_EQ(ids(findings(xml)), "");
  xml.replace(xml.find("guid="), 5, "variableNamingConvention=\"structured\" guid=");
  const auto found = findings(xml);
  ASSERT_EQ(ids(found), "name-not-structured ");
  EXPECT_EQ(found[0].where.line, 5U);
  EXPECT_EQ(found[0].where.column, 1U);
}

TEST(Rules, LimitsStartAndNominal) {
  const std::string fixed = "causality=\"parameter\" variability=\"fixed\"";
  EXPECT_EQ(ids(findings(fmi2(real("x", fixed, "<Real min=\"0\" max=\"1\" start=\"0.5\" nominal=\"2\"/>")))),
            "");
  EXPECT_EQ(ids(findings(fmi2(real("x", fixed, "<Real min=\"0\" start=\"-1\"/>")))), "start-out-of-range ");
  EXPECT_EQ(ids(findings(fmi2(real("x", fixed, "<Integer max=\"3\" start=\"4\"/>")))), "start-out-of-range ");
  EXPECT_EQ(ids(findings(fmi2(real("x", fixed, "<Real min=\"2\" max=\"1\" start=\"1\"/>")))),
            "min-above-max ");
  EXPECT_EQ(ids(findings(fmi2(real("x", "", "<Real nominal=\"0\"/>")))), "bad-nominal ");
  EXPECT_EQ(ids(findings(
                fmi2(real("x", fixed, "<Enumeration declaredType=\"E\" start=\"3\"/>"), "<ModelStructure/>",
                     "<TypeDefinitions><SimpleType name=\"E\"><Enumeration><Item name=\"a\" value=\"1\"/>"
                     "<Item name=\"a\" value=\"1\"/></Enumeration></SimpleType></TypeDefinitions>"))),
            "duplicate-name duplicate-item-value start-not-an-item ");
}

TEST(Rules, AliasesOfFmi2) {
  const auto pair = [](const std::string& a, const std::string& b) {
    return fmi2("<ScalarVariable name=\"a\" valueReference=\"7\" " + a +
                    "</ScalarVariable>\n<ScalarVariable name=\"b\" "
                    "valueReference=\"7\" " +
                    b + "</ScalarVariable>",
                "<ModelStructure/>",
                "<UnitDefinitions><Unit name=\"m\"/><Unit name=\"s\"/></UnitDefinitions>");
  };
  EXPECT_EQ(ids(findings(pair("><Real/>", "><Real/>"))), "");
  EXPECT_EQ(ids(findings(pair("><Real/>", "variability=\"discrete\"><Integer/>"))), "")
      << "another type, no alias";
  EXPECT_EQ(ids(findings(pair("causality=\"input\"><Real start=\"0\"/>",
                              "causality=\"parameter\" variability=\"fixed\"><Real start=\"0\"/>"))),
            "alias-both-settable alias-two-starts ");
  EXPECT_EQ(ids(findings(pair("><Real unit=\"m\"/>", "><Real unit=\"s\"/>"))), "alias-unit ");
  EXPECT_EQ(ids(findings(pair("variability=\"constant\"><Real start=\"1\"/>", "><Real/>"))),
            "alias-constant ");
}

// A complete ModelStructure has no findings; each kind of gap and stranger is found.
TEST(Rules, ModelStructureOfFmi2) {
  const std::string variables = real("x", "initial=\"exact\"", "<Real start=\"1\"/>") +
                                real("der(x)", "", "<Real derivative=\"1\"/>") +
                                real("y", "causality=\"output\"") +
                                real("p", "causality=\"calculatedParameter\" variability=\"fixed\"");
  const auto with = [&](const std::string& outputs, const std::string& derivatives,
                        const std::string& unknowns) {
    const auto list = [](const char* name, const std::string& rows) {
      return rows.empty() ? "" : std::string{"<"} + name + ">" + rows + "</" + name + ">";
    };
    return ids(findings(fmi2(variables, "<ModelStructure>" + list("Outputs", outputs) +
                                            list("Derivatives", derivatives) +
                                            list("InitialUnknowns", unknowns) + "</ModelStructure>")));
  };
  const std::string y = "<Unknown index=\"3\"/>", d = "<Unknown index=\"2\"/>", p = "<Unknown index=\"4\"/>";
  EXPECT_EQ(with(y, d, d + y + p), "");
  EXPECT_EQ(with("", d, d + y + p), "structure-missing-output ");
  EXPECT_EQ(with(y + y, d, d + y + p), "structure-listed-twice ");
  EXPECT_EQ(with(y + d, d, d + y + p), "structure-not-an-output ");
  EXPECT_EQ(with(y, d + y, d + y + p), "structure-not-a-derivative ");
  EXPECT_EQ(with(y, d, d + y), "structure-missing-initial-unknown ");
  EXPECT_EQ(with(y, d, d + y + p + "<Unknown index=\"1\"/>"),
            "structure-not-an-initial-unknown structure-order ");
  EXPECT_EQ(with(y, d, y + d + p), "structure-order ");
  EXPECT_EQ(with("<Unknown index=\"3\" dependencies=\"2 1\"/>", d, d + y + p), "structure-dependency-order ");
}

std::string fmi3(
    const std::string& variables, const std::string& structure = "",
    const std::string& interfaces = "<CoSimulation modelIdentifier=\"m\" hasEventMode=\"true\"/>") {
  return "<fmiModelDescription fmiVersion=\"3.0\" modelName=\"m\" instantiationToken=\"t\">\n" + interfaces +
         "<ModelVariables>\n<Float64 name=\"time\" valueReference=\"0\" causality=\"independent\"/>\n" +
         variables + "</ModelVariables><ModelStructure>" + structure +
         "</ModelStructure></fmiModelDescription>";
}

TEST(Rules, Fmi3References) {
  EXPECT_EQ(ids(findings(fmi3("<Float64 name=\"a\" valueReference=\"1\"/>"))), "");
  EXPECT_EQ(ids(findings(
                fmi3("<Float64 name=\"a\" valueReference=\"1\"/><Int8 name=\"b\" valueReference=\"1\"/>"))),
            "duplicate-value-reference ");
  EXPECT_EQ(ids(findings(fmi3("<Float64 name=\"t\" valueReference=\"1\" causality=\"independent\"/>"))),
            "second-independent ");
  std::string none = fmi3("<Float64 name=\"a\" valueReference=\"1\"/>");
  none.replace(none.find("causality=\"independent\""), 23, "");
  EXPECT_EQ(ids(findings(none)), "no-independent ");
  EXPECT_EQ(ids(findings(fmi3("<Int32 name=\"a\" valueReference=\"1\" intermediateUpdate=\"true\"/>"))),
            "intermediate-not-continuous ");
}

TEST(Rules, Fmi3Clocks) {
  const std::string clock =
      "<Clock name=\"c\" valueReference=\"1\" causality=\"input\" intervalVariability=\"constant\" "
      "intervalDecimal=\"0.1\"/>";
  EXPECT_EQ(ids(findings(fmi3(clock))), "");
  EXPECT_EQ(ids(findings(fmi3(clock, "", "<CoSimulation modelIdentifier=\"m\"/>"))),
            "clocks-without-event-mode ");
  EXPECT_EQ(ids(findings(fmi3(clock, "", "<ScheduledExecution modelIdentifier=\"m\"/>"))), "clock-priority ");
  const auto one = [](const std::string& attributes) {
    return ids(findings(
        fmi3("<Clock name=\"c\" valueReference=\"1\" " + attributes + "/>",
             attributes.find("output") != std::string::npos ? "<Output valueReference=\"1\"/>" : "")));
  };
  EXPECT_EQ(one("causality=\"input\" intervalVariability=\"constant\""), "clock-interval ");
  EXPECT_EQ(one("causality=\"input\" intervalVariability=\"triggered\" intervalDecimal=\"1\""),
            "clock-interval ");
  EXPECT_EQ(one("causality=\"input\" intervalVariability=\"fixed\" intervalDecimal=\"0\""),
            "clock-interval ");
  EXPECT_EQ(one("causality=\"input\" intervalVariability=\"fixed\" intervalCounter=\"5\""),
            "clock-fraction ");
  EXPECT_EQ(one("causality=\"output\" intervalVariability=\"countdown\" priority=\"1\""),
            "clock-interval clock-priority ");
  EXPECT_EQ(ids(findings(fmi3("<Int32 name=\"a\" valueReference=\"1\" clocks=\"0\"/>"))), "unknown-clock ");
  EXPECT_EQ(
      ids(findings(fmi3(clock + "<Int32 name=\"a\" valueReference=\"2\" previous=\"3\"/><Int32 name=\"b\" "
                                "valueReference=\"3\"/>"))),
      "bad-previous ");
  EXPECT_EQ(ids(findings(fmi3(clock + "<Int32 name=\"a\" valueReference=\"2\" clocks=\"1\"/>",
                              "<ClockedState valueReference=\"2\"/>"))),
            "clocked-state-without-previous ");
}

TEST(Rules, ModelAndCapabilities) {
  std::string xml = fmi2(real("x", ""));
  xml.replace(xml.find("guid=\"{1}\""), 10,
              "guid=\"\" generationTool=\"Sim 3\" generationDateAndTime=\"yesterday\"");
  xml.replace(xml.find("<CoSimulation "), 14,
              "<CoSimulation canSerializeFMUstate=\"true\" needsExecutionTool=\"true\" ");
  const auto found = findings(xml);
  for (const char* id : {"empty-token", "bad-date", "serialize-without-state", "needs-tool"})
    EXPECT_NE(find(found, id), nullptr) << id << all(found);
  EXPECT_EQ(find(found, "needs-tool")->severity, Severity::kNote);
  EXPECT_NE(find(found, "needs-tool")->message.find("'Sim 3'"), std::string::npos);
  for (const char* date : {"2024-01-31T12:00:00Z", "2024-01-31T12:00:00.5+01:00", "2024-01-31T12:00:00"}) {
    std::string dated = fmi2(real("x", ""));
    dated.replace(dated.find("guid="), 5, "generationDateAndTime=\"" + std::string{date} + "\" guid=");
    EXPECT_EQ(ids(findings(dated)), "") << date;
  }
}

}  // namespace
}  // namespace lockstep::core
