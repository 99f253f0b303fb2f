// SPDX-License-Identifier: Apache-2.0
#include "command.hpp"

namespace lockstep::cli {
namespace {

using nlohmann::json;

class Info : public CommandTest {};

// The overview of our pendulum, as a user sees it.
TEST_F(Info, ShowsWhatAnFmuIs) {
  const test::ProcessResult result = run({"info", pendulum_});
  EXPECT_EQ(result.exit_code, 0) << result.errors;
  EXPECT_EQ(result.errors, "");
  const auto expect = [&](const std::string& text) {
    EXPECT_NE(result.output.find(text), std::string::npos) << "not found: " << text << "\nin:\n"
                                                           << result.output;
  };
  expect("DampedPendulum: Linear damped pendulum");
  expect("\n  FMI          2.0: Co-Simulation, Model Exchange\n");
  expect("(this machine)");
  expect("\n  default run  0 to 10 s, step 0.002 s\n");
  expect("\n  states       2 continuous, 0 event indicators\n");
  expect("\nAbilities\n  Co-Simulation   any step size");
  expect(
      "\nVariables (6)\n  name      causality  type     variability  start  unit    description\n"
      "  a         output     Float64  continuous     1.5  rad     Angle from the hanging position\n"
      "  l         parameter  Float64  fixed            1  m       Length\n");
}

// The network of a scenario as a picture.
TEST_F(Info, DrawsNetworks) {
  const test::TemporaryFolder folder;
  const auto file =
      test::write_file(folder / "net.yaml", "network: pair\nfmus:\n  - {name: one, fmu: " + pendulum_ +
                                                "}\n  - {name: two, fmu: " + pendulum_ + "}\n");
  const std::string picture = (folder / "net.svg").string();
  const test::ProcessResult result = run({"info", file.string(), "--graph", picture});
  EXPECT_EQ(result.exit_code, 0) << result.errors;
  const std::string svg = test::read_file(picture);
  EXPECT_NE(svg.find(">one<"), std::string::npos) << svg;
  EXPECT_NE(svg.find(">pair<"), std::string::npos) << svg;
  const test::ProcessResult none = run({"info", pendulum_, "--graph", picture});
  EXPECT_NE(none.exit_code, 0);
  EXPECT_NE(none.errors.find("has no network"), std::string::npos) << none.errors;
}

// Limits of the archive can be set: a stricter one refuses the pendulum by name; what is no limit is wrong
// use.
TEST_F(Info, TakesLimitsOfTheArchive) {
  const test::ProcessResult refused = run({"info", pendulum_, "--archive-limit", "entries=1"});
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_NE(refused.errors.find("the limit is 1 (ArchiveLimits::max_entries)"), std::string::npos)
      << refused.errors;
  EXPECT_EQ(
      run({"info", pendulum_, "--archive-limit", "entries=99", "--archive-limit", "ratio=1000"}).exit_code,
      0);
  for (const char* text : {"size=1", "ratio", "ratio=0", "ratio=1e3", "=7"}) {
    const test::ProcessResult wrong = run({"info", pendulum_, "--archive-limit", text});
    EXPECT_EQ(wrong.exit_code, 2) << text;
    EXPECT_NE(wrong.errors.find("expected entries, entry-bytes, total-bytes or ratio"), std::string::npos)
        << wrong.errors;
  }
}

constexpr const char* kFull = R"xml(<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="3.0" modelName="Full" instantiationToken="{t}" description="Everything" author="A. Author"
    version="1.2" copyright="2026" license="MIT" generationTool="by hand" generationDateAndTime="2026-01-02T03:04:05Z"
    variableNamingConvention="structured">
  <CoSimulation modelIdentifier="Full" hasEventMode="true" canGetAndSetFMUState="true" fixedInternalStepSize="0.5"/>
  <UnitDefinitions><Unit name="K"><BaseUnit K="1"/><DisplayUnit name="degC" offset="-273.15"/></Unit></UnitDefinitions>
  <TypeDefinitions>
    <EnumerationType name="Mode"><Item name="off" value="1"/><Item name="on" value="2" description="running"/></EnumerationType>
    <Float64Type name="Temperature" quantity="ThermodynamicTemperature" unit="K" displayUnit="degC" min="0"/>
  </TypeDefinitions>
  <LogCategories><Category name="logEvents" description="Events"/></LogCategories>
  <DefaultExperiment startTime="1" stopTime="3" tolerance="1e-4" stepSize="0.01"/>
  <ModelVariables>
    <Float64 name="time" valueReference="0" causality="independent"/>
    <UInt64 name="n" valueReference="1" causality="structuralParameter" variability="fixed" start="2"/>
    <Float64 name="T" valueReference="2" causality="input" declaredType="Temperature" start="300 310"><Dimension valueReference="1"/><Alias name="T2"/></Float64>
    <Enumeration name="mode" valueReference="3" causality="parameter" variability="fixed" declaredType="Mode" start="2"/>
    <Binary name="blob" valueReference="4" causality="parameter" variability="fixed"><Start value="0aff"/></Binary>
    <Boolean name="b" valueReference="5" causality="parameter" variability="fixed" start="true"/>
    <Int64 name="big" valueReference="6" causality="parameter" variability="fixed" start="-9223372036854775808"/>
    <String name="s" valueReference="7" causality="parameter" variability="fixed"><Start value="hello"/></String>
    <Clock name="tick" valueReference="8" causality="input" intervalVariability="constant" intervalDecimal="0.1"/>
    <Float64 name="x" valueReference="9" causality="local"/>
    <Float64 name="der(x)" valueReference="10" causality="local" derivative="9"/>
    <Float64 name="y" valueReference="11" causality="output"/>
  </ModelVariables>
  <ModelStructure>
    <Output valueReference="11" dependencies="2 9" dependenciesKind="constant dependent"/>
    <ContinuousStateDerivative valueReference="10"/>
  </ModelStructure>
</fmiModelDescription>)xml";

// Programs get everything, with the words of the standard; numbers are numbers.
TEST_F(Info, JsonIsComplete) {
  const json info = json_of(run({"info", described(kFull), "--json"}));
  EXPECT_EQ(info["modelName"], "Full");
  EXPECT_EQ(info["fmiVersion"], "3.0");
  EXPECT_EQ(info["instantiationToken"], "{t}");
  EXPECT_EQ(info["author"], "A. Author");
  EXPECT_EQ(info["generationTool"], "by hand");
  EXPECT_EQ(info["variableNamingConvention"], "structured");
  EXPECT_EQ(info["interfaces"].size(), 1U);
  EXPECT_EQ(info["interfaces"]["coSimulation"]["hasEventMode"], true);
  EXPECT_EQ(info["interfaces"]["coSimulation"]["canGetAndSetFMUState"], true);
  EXPECT_EQ(info["interfaces"]["coSimulation"]["fixedInternalStepSize"], 0.5);
  EXPECT_EQ(info["platforms"], json::array());
  EXPECT_EQ(info["hasSources"], false);
  EXPECT_EQ(info["defaultExperiment"],
            (json{{"startTime", 1.0}, {"stopTime", 3.0}, {"tolerance", 1e-4}, {"stepSize", 0.01}}));
  EXPECT_EQ(info["continuousStates"], 1);
  EXPECT_EQ(info["units"][0], json::parse(R"({"name": "K", "baseUnit": {"K": 1, "factor": 1.0, "offset": 0.0},
    "displayUnits": [{"name": "degC", "factor": 1.0, "offset": -273.15, "inverse": false}]})"));
  EXPECT_EQ(info["typeDefinitions"][0]["items"][1],
            (json{{"name", "on"}, {"value", 2}, {"description", "running"}}));
  EXPECT_EQ(info["logCategories"][0]["name"], "logEvents");
  EXPECT_EQ(info["modelStructure"]["outputs"], json::parse(R"([{"variable": "y", "dependencies": ["T", "x"],
    "dependenciesKind": ["constant", "dependent"]}])"));
  EXPECT_TRUE(info["diagnostics"].is_array());
}

TEST_F(Info, JsonHoldsEveryVariable) {
  const json variables = json_of(run({"info", described(kFull), "--json"}))["variables"];
  ASSERT_EQ(variables.size(), 12U);
  const json& temperature = variables[2];
  EXPECT_EQ(temperature["name"], "T");
  EXPECT_EQ(temperature["type"], "Float64");
  EXPECT_EQ(temperature["causality"], "input");
  EXPECT_EQ(temperature["variability"], "continuous");
  EXPECT_EQ(temperature["unit"], "K");
  EXPECT_EQ(temperature["displayUnit"], "degC");
  EXPECT_EQ(temperature["declaredType"], "Temperature");
  EXPECT_EQ(temperature["min"], 0.0);
  EXPECT_EQ(temperature["start"], (json{300.0, 310.0}));
  EXPECT_EQ(temperature["dimensions"], json::parse(R"([{"size": 2, "structuralParameter": "n"}])"));
  EXPECT_EQ(temperature["aliases"][0]["name"], "T2");
  EXPECT_EQ(variables[3]["start"], 2);
  EXPECT_EQ(variables[4]["start"], "0aff");
  EXPECT_EQ(variables[5]["start"], true);
  EXPECT_EQ(variables[6]["start"], std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(variables[7]["start"], "hello");
  EXPECT_EQ(variables[8]["clock"]["intervalVariability"], "constant");
  EXPECT_EQ(variables[8]["clock"]["intervalDecimal"], 0.1);
  EXPECT_EQ(variables[10]["derivative"], "x");
}

// The same FMU for people: arrays with their shape, enumerations by item, what is missing on this machine.
TEST_F(Info, TextOfAnFmuWithoutBinary) {
  const test::ProcessResult result = run({"info", described(kFull)});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_NE(result.output.find("\n  platforms    none: the FMU cannot run anywhere\n"), std::string::npos)
      << result.output;
  EXPECT_NE(result.output.find("T     "), std::string::npos);
  EXPECT_NE(result.output.find("Float64[2]"), std::string::npos);
  EXPECT_NE(result.output.find(" on\n"), std::string::npos) << result.output;
  EXPECT_NE(result.output.find("event mode, save and restore; internal step 0.5 s"), std::string::npos);
}

// Large models do not flood the terminal unless asked to.
TEST_F(Info, CutsLongLists) {
  std::string xml =
      R"(<fmiModelDescription fmiVersion="2.0" modelName="Large" guid="1"><CoSimulation modelIdentifier="L"/><ModelVariables>)";
  for (int i = 0; i < 100; ++i) {
    xml += "<ScalarVariable name=\"v" + std::to_string(i) + "\" valueReference=\"" + std::to_string(i) +
           "\"><Real/></ScalarVariable>";
  }
  const std::string file = described(xml + "</ModelVariables><ModelStructure/></fmiModelDescription>");
  const std::string brief = run({"info", file}).output;
  EXPECT_NE(brief.find("\n  v29 "), std::string::npos);
  EXPECT_EQ(brief.find("\n  v30 "), std::string::npos);
  EXPECT_NE(brief.find("\n  ... and 70 more of causality local\n  --all lists them\n"), std::string::npos)
      << brief;
  const std::string all = run({"info", file, "--all"}).output;
  EXPECT_NE(all.find("\n  v99 "), std::string::npos);
  EXPECT_EQ(all.find("--all"), std::string::npos);
}

// Names cannot steer the terminal.
TEST_F(Info, ShowsControlCharactersHarmlessly) {
  const std::string file = described(
      R"(<fmiModelDescription fmiVersion="2.0" modelName="x&#10;y" guid="1"><CoSimulation modelIdentifier="L"/>
<ModelVariables><ScalarVariable name="a&#9;b" valueReference="0" description="&#13;gone"><Real/></ScalarVariable></ModelVariables>
<ModelStructure/></fmiModelDescription>)");
  const std::string text = run({"info", file}).output;
  EXPECT_EQ(text.find('\r'), std::string::npos);
  EXPECT_EQ(text.find('\t'), std::string::npos);
  EXPECT_EQ(text.compare(0, 4, "x?y\n"), 0) << text;
}

// What cannot be read is exit code 2, with the reason; for programs as JSON.
TEST_F(Info, SaysWhyAFileCannotBeRead) {
  const test::ProcessResult missing = run({"info", path("none.fmu")});
  EXPECT_EQ(missing.exit_code, 2);
  EXPECT_EQ(missing.output, "");
  EXPECT_EQ(missing.errors.compare(0, 7, "error: "), 0);
  EXPECT_NE(missing.errors.find("none.fmu"), std::string::npos);

  test::write_file(folder_ / "text.fmu", "not a ZIP file at all");
  const test::ProcessResult text = run({"info", path("text.fmu"), "--json"});
  EXPECT_EQ(text.exit_code, 2);
  EXPECT_EQ(text.errors, "");
  const json error = json::parse(text.output)["error"];
  EXPECT_EQ(error["code"], "unreadable");
  EXPECT_NE(error["message"].get<std::string>().find("text.fmu"), std::string::npos);
  EXPECT_EQ(error["diagnostics"], json::array());
}

}  // namespace
}  // namespace lockstep::cli
