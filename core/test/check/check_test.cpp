// SPDX-License-Identifier: Apache-2.0
#include "lockstep/core/check.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "../instance/test_library.hpp"
#include "lockstep/core/error.hpp"
#include "support/files.hpp"
#include "support/zip_writer.hpp"

namespace lockstep::core {
namespace {

std::string xml(const std::string& variables, const std::string& structure) {
  return R"(<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="2.0" modelName="Pump" guid="{1}" variableNamingConvention="structured" numberOfEventIndicators="0">
  <CoSimulation modelIdentifier="Pump"/>
  <ModelVariables>
)" + variables +
         "\n  </ModelVariables>\n  <ModelStructure>" + structure +
         "</ModelStructure>\n</fmiModelDescription>";
}

const std::string kGoodXml =
    xml(R"(    <ScalarVariable name="y" valueReference="0" causality="output"><Real/></ScalarVariable>)",
        R"(<Outputs><Unknown index="1"/></Outputs><InitialUnknowns><Unknown index="1"/></InitialUnknowns>)");

class CheckTest : public ::testing::Test {
 protected:
  CheckReport check_fmu(const std::string& description, const std::vector<test::ZipEntry>& more = {}) {
    std::vector<test::ZipEntry> entries{{"modelDescription.xml", description}};
    entries.insert(entries.end(), more.begin(), more.end());
    return check(test::write_file(folder_ / "Pump.fmu", test::make_zip(entries)));
  }
  static test::ZipEntry binary(const std::string& content) { return {"binaries/linux64/Pump.so", content}; }
  static std::string library(const std::string& name) { return test::read_file(built_library(name)); }
  static const Diagnostic* find(const CheckReport& report, const std::string& id) {
    for (const Diagnostic& finding : report.diagnostics) {
      if (finding.id == id) return &finding;
    }
    return nullptr;
  }
  static std::string all(const CheckReport& report) {
    std::string text;
    for (const Diagnostic& finding : report.diagnostics)
      text += to_string(finding) + '\n';
    return text;
  }
  test::TemporaryFolder folder_;
};

// The probe leaves out two functions nobody calls; apart from these nothing is wrong. (FMUs without any
// finding: our own, see tests/conformance.)
TEST_F(CheckTest, AGoodFmuLoads) {
  const CheckReport report = check_fmu(kGoodXml, {binary(library("fmi2_probe"))});
  EXPECT_TRUE(report.loads_here());
  for (const Diagnostic& finding : report.diagnostics)
    EXPECT_EQ(finding.id, "missing-optional-function") << to_string(finding);
}

// The library's constructor sets an environment variable: whoever loads it is found out.
TEST_F(CheckTest, NeverExecutesTheFmu) {
  ::unsetenv("LOCKSTEP_TEST_CONSTRUCTOR_RAN");
  static_cast<void>(check_fmu(kGoodXml, {binary(library("leaves_marks"))}));
  EXPECT_EQ(std::getenv("LOCKSTEP_TEST_CONSTRUCTOR_RAN"), nullptr);
}

TEST_F(CheckTest, NamesEveryFunctionThatIsMissing) {
  const CheckReport report = check_fmu(kGoodXml, {binary(library("leaves_marks"))});
  EXPECT_FALSE(report.loads_here());
  const std::string text = all(report);
  EXPECT_NE(text.find("does not export fmi2Instantiate (Co-Simulation)"), std::string::npos) << text;
  EXPECT_NE(text.find("does not export fmi2DoStep"), std::string::npos) << text;
  const CheckReport bare = check_fmu(kGoodXml, {binary(library("fmi2_bare"))});
  EXPECT_TRUE(bare.loads_here()) << all(bare);
  EXPECT_NE(find(bare, "missing-optional-function"), nullptr) << all(bare);
}

// One byte of the header decides for which processor a library is; the message names both.
TEST_F(CheckTest, TellsAnotherProcessor) {
  std::string bytes = library("fmi2_probe");
  bytes[18] = static_cast<char>(0xB7);
  const CheckReport report = check_fmu(kGoodXml, {binary(bytes)});
  ASSERT_NE(find(report, "wrong-machine"), nullptr) << all(report);
  EXPECT_NE(find(report, "wrong-machine")->message.find("is for AArch64 (64 bit); this machine is x86-64"),
            std::string::npos);
  EXPECT_FALSE(report.loads_here());
}

TEST_F(CheckTest, TellsWhatIsNoLibrary) {
  EXPECT_NE(find(check_fmu(kGoodXml, {binary("#!/bin/sh\n")}), "not-a-library"), nullptr);
  EXPECT_NE(find(check_fmu(kGoodXml, {binary(library("fmi2_probe").substr(0, 3000))}), "not-a-library"),
            nullptr);
}

// needs_sibling wants liblockstep_test_sibling.so: missing alone, fine when it lies beside it in the archive.
TEST_F(CheckTest, NamesTheLibraryThatIsNotHere) {
  const CheckReport alone = check_fmu(kGoodXml, {binary(library("needs_sibling"))});
  ASSERT_NE(find(alone, "missing-library"), nullptr) << all(alone);
  EXPECT_NE(find(alone, "missing-library")->message.find("needs the library liblockstep_test_sibling.so"),
            std::string::npos);
  const CheckReport together = check_fmu(
      kGoodXml, {binary(library("needs_sibling")),
                 {"binaries/linux64/liblockstep_test_sibling.so", library("liblockstep_test_sibling")}});
  EXPECT_EQ(find(together, "missing-library"), nullptr) << all(together);
}

TEST_F(CheckTest, SaysThatThereIsNoBinary) {
  const CheckReport report = check_fmu(kGoodXml, {{"binaries/win64/Pump.dll", "MZ"}});
  ASSERT_NE(find(report, "no-binary"), nullptr);
  EXPECT_NE(find(report, "no-binary")->message.find("the FMU has win64"), std::string::npos);
  EXPECT_FALSE(report.loads_here());
}

// Violations that do not keep the FMU from running are warnings, with the line of the variable.
TEST_F(CheckTest, ReportsViolationsWithTheirLine) {
  const CheckReport report = check_fmu(
      xml(R"(    <ScalarVariable name="no good" valueReference="0" causality="output"><Real/></ScalarVariable>
    <ScalarVariable name="k" valueReference="1" causality="parameter" variability="fixed"><Real start="5" min="0" max="1"/></ScalarVariable>)",
          "<Outputs><Unknown index=\"2\"/></Outputs>"),
      {binary(library("fmi2_probe"))});
  EXPECT_TRUE(report.loads_here()) << all(report);
  EXPECT_TRUE(report.has_violations());
  ASSERT_NE(find(report, "name-not-structured"), nullptr) << all(report);
  EXPECT_EQ(find(report, "name-not-structured")->where.line, 5U);
  ASSERT_NE(find(report, "start-out-of-range"), nullptr);
  EXPECT_EQ(find(report, "start-out-of-range")->message,
            "variable 'k': start value 5 is outside its range, 0 to 1");
  ASSERT_NE(find(report, "structure-missing-output"), nullptr);
  EXPECT_EQ(find(report, "structure-missing-output")->fix, "add <Unknown index=\"1\"/> to Outputs");
  EXPECT_NE(find(report, "structure-not-an-output"), nullptr);
}

TEST_F(CheckTest, AcceptsEveryStructuredName) {
  std::string variables;
  int reference = 0;
  for (const char* name : {"a", "a.b[1,2].c", "der(a.b)", "der(a,2)", "'any thing'.x", "_x1"}) {
    variables += "<ScalarVariable name=\"" + std::string{name} + "\" valueReference=\"" +
                 std::to_string(reference++) + "\"><Real/></ScalarVariable>\n";
  }
  const CheckReport report = check_fmu(xml(variables, ""), {binary(library("fmi2_probe"))});
  EXPECT_EQ(find(report, "name-not-structured"), nullptr) << all(report);
}

TEST_F(CheckTest, UnreadableFilesAreErrors) {
  EXPECT_THROW(static_cast<void>(check(folder_ / "missing.fmu")), Error);
  EXPECT_THROW(static_cast<void>(check(test::write_file(folder_ / "text.fmu", "hello"))), Error);
}

// What running the FMU would extract is read: one damaged file keeps it from loading, and check says so.
TEST_F(CheckTest, ReadsWhatWouldBeExtracted) {
  test::ZipEntry damaged{"resources/data.bin", "12345"};
  damaged.declared_crc32 = 1;
  const CheckReport report = check_fmu(kGoodXml, {binary(library("fmi2_probe")), damaged});
  EXPECT_FALSE(report.loads_here());
  ASSERT_NE(find(report, "unreadable-file"), nullptr) << all(report);
  EXPECT_NE(find(report, "unreadable-file")->message.find("entry 'resources/data.bin' is damaged"),
            std::string::npos);
  EXPECT_NE(report.verdict().find("is damaged"), std::string::npos) << report.verdict();
  // What is not extracted does not matter.
  damaged.name = "documentation/data.bin";
  EXPECT_TRUE(check_fmu(kGoodXml, {binary(library("fmi2_probe")), damaged}).loads_here());
}

TEST_F(CheckTest, NamesTheLibraryOfAnotherName) {
  const CheckReport sole = check_fmu(kGoodXml, {{"binaries/linux64/Pmup.so", library("fmi2_probe")}});
  EXPECT_TRUE(sole.loads_here()) << all(sole);
  ASSERT_NE(find(sole, "library-name"), nullptr) << all(sole);
  const CheckReport report = check_fmu(
      kGoodXml, {{"binaries/linux64/Other.so", "x"}, {"binaries/linux64/Pmup.so", library("fmi2_probe")}});
  ASSERT_NE(find(report, "no-binary"), nullptr) << all(report);
  EXPECT_NE(find(report, "no-binary")->message.find("'binaries/linux64/Pmup.so'"), std::string::npos)
      << all(report);
  EXPECT_EQ(find(report, "no-binary")->fix, "rename the library or correct modelIdentifier");
}

}  // namespace
}  // namespace lockstep::core
