// SPDX-License-Identifier: Apache-2.0
#include "lockstep/core/fmu.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include <fstream>
#include <string>
#include <vector>

#include "fmu_impl.hpp"
#include "lockstep/core/error.hpp"
#include "platform.hpp"
#include "support/files.hpp"
#include "support/zip_writer.hpp"

namespace lockstep::core {
namespace {

constexpr const char* kXml = R"(<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="2.0" modelName="Pump" guid="{1}">
  <ModelExchange modelIdentifier="PumpMe"/>
  <CoSimulation modelIdentifier="Pump"/>
  <ModelVariables><ScalarVariable name="y" valueReference="0" causality="output"><Real/></ScalarVariable></ModelVariables>
  <ModelStructure><Outputs><Unknown index="1"/></Outputs></ModelStructure>
</fmiModelDescription>)";

class FmuTest : public ::testing::Test {
 protected:
  std::filesystem::path write(const std::vector<test::ZipEntry>& files) {
    const std::filesystem::path path = folder_.path() / "Pump.fmu";
    std::ofstream{path, std::ios::binary} << test::make_zip(files);
    return path;
  }
  OpenOptions options() const {
    OpenOptions options;
    options.cache.directory = folder_.path() / "cache";
    return options;
  }
  test::TemporaryFolder folder_;
};

std::string here(const std::string& name) {
  return "binaries/" + std::string{platform_folders(FmiVersion::k2).front()} + '/' + name;
}

TEST_F(FmuTest, OpensWithoutExtractingAnything) {
  const auto fmu = Fmu::open(write({{"modelDescription.xml", kXml}, {here("Pump.so"), "x"}}), options());
  EXPECT_EQ(fmu->description().model_name(), "Pump");
  EXPECT_EQ(fmu->preferred_kind(), InterfaceKind::kCoSimulation);
  EXPECT_FALSE(std::filesystem::exists(folder_.path() / "cache"));
}

// Only libraries named after a model identifier count; a helper library beside them is no second FMU.
TEST_F(FmuTest, ListsTheBinariesOfEveryPlatform) {
  const auto fmu = Fmu::open(write({{"modelDescription.xml", kXml},
                                    {here("Pump.so"), "x"},
                                    {here("libhelper.so"), "x"},
                                    {"binaries/win64/Pump.dll", "x"},
                                    {"binaries/win64/PumpMe.dll", "x"}}),
                             options());
  ASSERT_EQ(fmu->binaries().size(), 3U);
  std::size_t fitting = 0;
  for (const PlatformBinary& binary : fmu->binaries())
    fitting += binary.this_machine ? 1 : 0;
  EXPECT_EQ(fitting, 1U);
}

TEST_F(FmuTest, ExtractsTheLibraryItsSiblingsAndTheResources) {
  const auto fmu = Fmu::open(write({{"modelDescription.xml", kXml},
                                    {here("Pump.so"), "x"},
                                    {here("libhelper.so"), "h"},
                                    {"binaries/win64/Pump.dll", "w"},
                                    {"resources/data.txt", "d"}}),
                             options());
  const FmuFiles files = fmu->impl().files(InterfaceKind::kCoSimulation);
  EXPECT_TRUE(files.library.is_absolute());
  EXPECT_TRUE(std::filesystem::exists(files.library));
  EXPECT_TRUE(std::filesystem::exists(files.library.parent_path() / "libhelper.so"));
  EXPECT_TRUE(files.has_resources);
  EXPECT_TRUE(std::filesystem::exists(files.root / "resources" / "data.txt"));
  EXPECT_FALSE(std::filesystem::exists(files.root / "binaries" / "win64"));
}

// The most frequent failure of all: the message names what is there, what was expected and a way out.
TEST_F(FmuTest, SaysWhichPlatformsThereAreWhenThisOneIsMissing) {
  const auto fmu = Fmu::open(write({{"modelDescription.xml", kXml},
                                    {"binaries/win64/Pump.dll", "w"},
                                    {"binaries/win32/Pump.dll", "w"}}),
                             options());
  try {
    static_cast<void>(fmu->impl().files(InterfaceKind::kCoSimulation));
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kNoBinary);
    const std::string text = error.what();
    EXPECT_NE(text.find("expected " + here("Pump.so")), std::string::npos) << text;
    EXPECT_NE(text.find("found binaries for win32, win64"), std::string::npos) << text;
    EXPECT_NE(text.find("ask the exporter"), std::string::npos) << text;
  }
}

// Renaming an FMU's library, or only its description, is easily done by hand.
TEST_F(FmuTest, SaysWhichLibraryIsThereUnderAnotherName) {
  const auto fmu = Fmu::open(
      write({{"modelDescription.xml", kXml}, {here("Pmup.so"), "x"}, {here("helper.so"), "x"}}), options());
  EXPECT_TRUE(fmu->binaries().empty());
  try {
    static_cast<void>(fmu->impl().files(InterfaceKind::kCoSimulation));
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kNoBinary);
    const std::string text = error.what();
    EXPECT_NE(text.find("expected the library Pump.so"), std::string::npos) << text;
    EXPECT_NE(text.find("found '" + here("Pmup.so") + "', '" + here("helper.so") + "'; rename the library"),
              std::string::npos)
        << text;
  }
}

// The only library there is can be no other one: it is used, with a warning.
TEST_F(FmuTest, TakesTheOnlyLibraryWhateverItsName) {
  std::string xml = kXml;
  const std::string other = "  <ModelExchange modelIdentifier=\"PumpMe\"/>\n";
  xml.erase(xml.find(other), other.size());
  const auto fmu = Fmu::open(write({{"modelDescription.xml", xml}, {here("Pmup.so"), "x"}}), options());
  ASSERT_EQ(fmu->binaries().size(), 1U);
  EXPECT_EQ(fmu->binaries()[0].entry, here("Pmup.so"));
  EXPECT_EQ(fmu->binaries()[0].model_identifier, "Pump");
  EXPECT_TRUE(fmu->binaries()[0].this_machine);
  EXPECT_NO_THROW(static_cast<void>(fmu->impl().files(InterfaceKind::kCoSimulation)));
  const auto finding = std::find_if(fmu->diagnostics().begin(), fmu->diagnostics().end(),
                                    [](const Diagnostic& one) { return one.id == "library-name"; });
  ASSERT_NE(finding, fmu->diagnostics().end());
  EXPECT_EQ(finding->severity, Severity::kWarning);
  EXPECT_NE(finding->message.find("'" + here("Pmup.so") + "', expected '" + here("Pump.so") + "'"),
            std::string::npos)
      << finding->message;
  // Two identifiers stand for two libraries.
  EXPECT_TRUE(Fmu::open(write({{"modelDescription.xml", kXml}, {here("Pmup.so"), "x"}}), options())
                  ->binaries()
                  .empty());
}

TEST_F(FmuTest, RefusesAnArchiveWithoutDescription) {
  try {
    static_cast<void>(Fmu::open(write({{"Pump/modelDescription.xml", kXml}}), options()));
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kUnreadable);
    EXPECT_NE(std::string{error.what()}.find("no modelDescription.xml at its root; an FMU must have one. "
                                             "It has 'Pump/modelDescription.xml'"),
              std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace lockstep::core
