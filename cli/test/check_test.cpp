// SPDX-License-Identifier: Apache-2.0
#include "command.hpp"

namespace lockstep::cli {
namespace {

using nlohmann::json;

class Check : public CommandTest {
 protected:
  /// Readable, but without a binary for any machine; a parameter without start value violates the standard.
  std::string broken() const {
    return described(
        R"(<fmiModelDescription fmiVersion="2.0" modelName="X" guid="1"><CoSimulation modelIdentifier="X"/>
<ModelVariables><ScalarVariable name="p" valueReference="0" causality="parameter" variability="fixed"><Real/></ScalarVariable></ModelVariables>
<ModelStructure/></fmiModelDescription>)");
  }
};

// Our own FMU loads, and has nothing to hide from --strict.
TEST_F(Check, OurPendulumIsRight) {
  const test::ProcessResult result = run({"check", pendulum_, "--strict"});
  EXPECT_EQ(result.exit_code, 0) << result.output << result.errors;
  EXPECT_NE(result.output.find(pendulum_ + ": loads here; "), std::string::npos) << result.output;
}

// An FMU that cannot load here is exit code 1; findings carry ids, the last line is the verdict.
TEST_F(Check, SaysWhatKeepsAnFmuFromLoading) {
  const std::string file = broken();
  const test::ProcessResult result = run({"check", file});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_NE(result.output.find("error: "), std::string::npos) << result.output;
  EXPECT_NE(result.output.find('\n' + file + ": would not load here; "), std::string::npos) << result.output;
}

TEST_F(Check, FindingsAsJson) {
  const test::ProcessResult result = run({"check", broken(), "--json"});
  EXPECT_EQ(result.exit_code, 1);
  const json report = json::parse(result.output);
  EXPECT_EQ(report["loadsHere"], false);
  EXPECT_GE(report["errors"], 1);
  EXPECT_EQ(report["diagnostics"].size(), report["errors"].get<std::size_t>() +
                                              report["warnings"].get<std::size_t>() +
                                              report["notes"].get<std::size_t>());
  for (const json& diagnostic : report["diagnostics"])
    EXPECT_FALSE(diagnostic["id"].get<std::string>().empty()) << diagnostic;
}

// Every finding can be silenced by its id; an FMU without a binary for this machine still would not load.
TEST_F(Check, IgnoresFindingsOnRequest) {
  const std::string file = broken();
  std::vector<std::string> arguments = {"check", file, "--strict"};
  const json diagnostics = json::parse(run({"check", file, "--json"}).output)["diagnostics"];
  for (const json& diagnostic : diagnostics) {
    arguments.emplace_back("--ignore");
    arguments.push_back(diagnostic["id"]);
  }
  const test::ProcessResult result = run(arguments);
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_EQ(result.output, file + ": would not load here; no findings\n");
}

// Names come from strangers: what a terminal would obey is not passed on. An error names the FMU.
TEST_F(Check, NothingSteersTheTerminal) {
  const std::string evil = described(
      "<fmiModelDescription fmiVersion=\"2.0\" modelName=\"X\" guid=\"1\"><CoSimulation "
      "modelIdentifier=\"X\"/>"
      "<ModelVariables><ScalarVariable name=\"p\x1b[31m\" valueReference=\"0\" causality=\"parameter\" "
      "variability=\"fixed\"><Real/></ScalarVariable></ModelVariables><ModelStructure/></"
      "fmiModelDescription>");
  const test::ProcessResult findings = run({"check", evil});
  EXPECT_NE(findings.output.find("'p?[31m'"), std::string::npos) << findings.output;
  EXPECT_EQ(findings.output.find('\x1b'), std::string::npos);
  const std::string none = described("<x\x1b[31m/>");
  const test::ProcessResult error = run({"check", none});
  EXPECT_EQ(error.exit_code, 2);
  EXPECT_EQ(error.errors.compare(0, none.size() + 30, "error: " + none + ": modelDescription.xml:"), 0)
      << error.errors;
  EXPECT_EQ(error.errors.find('\x1b'), std::string::npos) << error.errors;
}

TEST_F(Check, UnreadableIsExitCodeTwo) {
  test::write_file(folder_ / "text.fmu", "not a ZIP file at all");
  EXPECT_EQ(run({"check", path("text.fmu")}).exit_code, 2);
  EXPECT_EQ(run({"check", path("none.fmu")}).exit_code, 2);
  const std::string no_xml = described("this is not XML");
  EXPECT_EQ(run({"check", no_xml}).exit_code, 2);
}

}  // namespace
}  // namespace lockstep::cli
