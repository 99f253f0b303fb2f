// SPDX-License-Identifier: Apache-2.0
#include "source_build/build_plan.hpp"

#include <gtest/gtest.h>

#include <cstring>

#include "lockstep/core/error.hpp"
#include "platform.hpp"
#include "support/files.hpp"

namespace lockstep::core {
namespace {

using test::TemporaryFolder;
using test::write_file;
using Strings = std::vector<std::string>;

void expect_contains(const std::string& text, const std::string& part) {
  EXPECT_NE(text.find(part), std::string::npos) << "'" << part << "' is not in: " << text;
}

Bytes bytes(const std::string& text) {
  Bytes result{text.size()};
  std::memcpy(result.data(), text.data(), text.size());
  return result;
}

// An FMI 3 description whose build description has this content.
std::shared_ptr<const ModelDescription> with_build(const std::string& configurations,
                                                   const std::string& identifier = "model") {
  DescriptionFiles files;
  files.model_description = bytes(
      "<?xml version=\"1.0\"?><fmiModelDescription fmiVersion=\"3.0\" modelName=\"m\" "
      "instantiationToken=\"t\">"
      "<CoSimulation modelIdentifier=\"" +
      identifier + "\"/><ModelVariables/><ModelStructure/></fmiModelDescription>");
  files.build_description = bytes("<?xml version=\"1.0\"?><fmiBuildDescription fmiVersion=\"3.0\">" +
                                  configurations + "</fmiBuildDescription>");
  return parse_description(std::move(files)).description;
}

std::string configuration(const std::string& set, const std::string& attributes = "") {
  return "<BuildConfiguration modelIdentifier=\"model\" " + attributes + ">" + set + "</BuildConfiguration>";
}

class BuildPlanTest : public testing::Test {
 protected:
  BuildPlanTest() : sources_{folder_ / "sources"} {
    write_file(sources_ / "a.c", "");
    write_file(sources_ / "sub" / "b.cpp", "");
  }
  BuildPlan plan(const std::string& configurations) const {
    return make_build_plan(*with_build(configurations), InterfaceKind::kCoSimulation, sources_);
  }
  std::string refusal(const std::string& configurations, const std::string& identifier = "model") const {
    try {
      make_build_plan(*with_build(configurations, identifier), InterfaceKind::kCoSimulation, sources_);
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::kNoBinary);
      return error.what();
    }
    ADD_FAILURE() << "no error";
    return {};
  }

  TemporaryFolder folder_;
  std::filesystem::path sources_;
};

// Files with their language, options, definitions and folders, in that order; libraries apart.
TEST_F(BuildPlanTest, ReadsABuildDescription) {
  const BuildPlan result = plan(configuration(
      R"(<SourceFileSet language="C99" compiler="gcc" compilerOptions="-O1 -lm -Isub">
           <SourceFile name="a.c"/>
           <PreprocessorDefinition name="FMI_VERSION" value="3"/><PreprocessorDefinition name="FLAG"/>
           <IncludeDirectory name="sub/include"/>
         </SourceFileSet>
         <SourceFileSet><SourceFile name="sub/b.cpp"/></SourceFileSet><Library name="dl"/>)"));
  ASSERT_EQ(result.units.size(), 2U);
  EXPECT_EQ(result.model_identifier, "model");
  EXPECT_EQ(result.units[0].source, sources_ / "a.c");
  EXPECT_FALSE(result.units[0].is_cpp);
  const std::string root = sources_.string();
  EXPECT_EQ(result.units[0].options, (Strings{"-std=gnu99", "-O1", "-DFMI_VERSION=3", "-DFLAG", "-I" + root,
                                              "-I" + root + "/sub", "-I" + root + "/sub/include"}));
  EXPECT_EQ(result.units[1].source, sources_ / "sub/b.cpp");
  EXPECT_TRUE(result.units[1].is_cpp);
  EXPECT_EQ(result.units[1].options, (Strings{"-I" + root}));
  EXPECT_EQ(result.libraries, (Strings{"m", "dl"}));
  EXPECT_TRUE(result.has_cpp());
}

// A set in C++ makes C++ of a file with the extension of C, and a C++ file among C ones stays C++.
TEST_F(BuildPlanTest, LanguageDecides) {
  const BuildPlan result =
      plan(configuration(R"(<SourceFileSet language="C++14"><SourceFile name="a.c"/></SourceFileSet>)"));
  EXPECT_TRUE(result.units.at(0).is_cpp);
  EXPECT_EQ(result.units.at(0).options.at(0), "-std=gnu++14");
  const BuildPlan mixed =
      plan(configuration(R"(<SourceFileSet language="C99"><SourceFile name="sub/b.cpp"/></SourceFileSet>)"));
  EXPECT_TRUE(mixed.units.at(0).is_cpp);
  EXPECT_EQ(mixed.units.at(0).options, (Strings{"-I" + sources_.string()}));
}

// FMI 2 lists files only; its language is C99.
TEST_F(BuildPlanTest, ReadsSourceFilesOfFmi2) {
  DescriptionFiles files;
  files.model_description = bytes(
      R"(<?xml version="1.0"?><fmiModelDescription fmiVersion="2.0" modelName="m" guid="g">
<CoSimulation modelIdentifier="two"><SourceFiles><File name="a.c"/></SourceFiles></CoSimulation>
<ModelVariables/><ModelStructure/></fmiModelDescription>)");
  const BuildPlan result = make_build_plan(*parse_description(std::move(files)).description,
                                           InterfaceKind::kCoSimulation, sources_);
  EXPECT_EQ(result.model_identifier, "two");
  EXPECT_EQ(result.units.at(0).options, (Strings{"-std=gnu99", "-I" + sources_.string()}));
  EXPECT_FALSE(result.has_cpp());
}

// Configurations for other platforms and compilers are passed over.
TEST_F(BuildPlanTest, ChoosesTheConfigurationForThisMachine) {
  const std::string a = R"(<SourceFileSet><SourceFile name="a.c"/></SourceFileSet>)";
  const std::string b = R"(<SourceFileSet><SourceFile name="sub/b.cpp"/></SourceFileSet>)";
  const std::string msvc =
      R"(<SourceFileSet compiler="MSVC" compilerOptions="/O2"><SourceFile name="a.c"/></SourceFileSet>)";
  const std::string here{platform_folders(FmiVersion::k3).front()};
  const BuildPlan result = plan(configuration(a, R"(platform="x86_64-windows")") + configuration(msvc) +
                                configuration(b, "platform=\"" + here + "\""));
  EXPECT_EQ(result.units.at(0).source.filename(), "b.cpp");
  const std::string text = refusal(configuration(a, R"(platform="x86_64-windows")") + configuration(msvc));
  expect_contains(text,
                  "are meant for other platforms: 'x86_64-windows', '' with MSVC; expected '" + here + "'");
}

// Everything that is refused is listed at once, each with its name and the reason.
TEST_F(BuildPlanTest, ListsAllRefusals) {
  const std::string text = refusal(configuration(
      R"(<SourceFileSet compilerOptions="-fplugin=x.so -I../..">
           <SourceFile name="../evil.c"/><SourceFile name="none.c"/><SourceFile name="sub"/><SourceFile name="/etc/passwd"/>
           <PreprocessorDefinition name="A B"/><IncludeDirectory name="/usr/include"/>
         </SourceFileSet>
         <SourceFileSet language="Fortran"><SourceFile name="a.c"/></SourceFileSet><Library name="evil"/>)"));
  for (const char* part :
       {"sources for 'model' cannot be built:", "compiler option '-fplugin=x.so' is not on the list",
        "include directory '../..' is outside the FMU's sources",
        "include directory '/usr/include' is outside", "source file '../evil.c' is outside",
        "source file '/etc/passwd' is outside", "source file 'none.c' is missing",
        "source file 'sub' is missing", "definition 'A B' is not an identifier",
        "source file 'a.c' is neither C nor C++ (language 'Fortran')", "library 'evil' is not on the list",
        "ask its exporter for a Linux binary, or compile it by hand"}) {
    expect_contains(text, part);
  }
}

// A single identifier that is wrong is taken for the right one; the library is named as the interface says.
TEST_F(BuildPlanTest, WrongIdentifierOfTheOnlyConfiguration) {
  const BuildPlan result = make_build_plan(
      *with_build(configuration(R"(<SourceFileSet><SourceFile name="a.c"/></SourceFileSet>)"), "other"),
      InterfaceKind::kCoSimulation, sources_);
  EXPECT_EQ(result.model_identifier, "other");
  EXPECT_EQ(result.units.size(), 1U);
}

// Among several identifiers nothing is guessed.
TEST_F(BuildPlanTest, NoSourcesForThisIdentifier) {
  const std::string set = R"(<SourceFileSet><SourceFile name="a.c"/></SourceFileSet>)";
  expect_contains(refusal(configuration(set) + "<BuildConfiguration modelIdentifier=\"third\">" + set +
                              "</BuildConfiguration>",
                          "other"),
                  "the FMU lists no source files for 'other'");
}

}  // namespace
}  // namespace lockstep::core
