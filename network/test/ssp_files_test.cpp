// SPDX-License-Identifier: Apache-2.0
#include "ssp_files.hpp"

#include <gtest/gtest.h>

#include "ssp_support.hpp"

namespace lockstep::network {
namespace {

using test::SspFolder;

class SspFilesTest : public ::testing::Test, protected SspFolder {
 protected:
  std::string refused(const std::string& source) {
    return refusal(archive({{"SystemStructure.ssd", ssd("<ssd:Elements><ssd:Component name=\"a\" source=\"" +
                                                        source + "\"/></ssd:Elements>")},
                            fmu("Gain")}));
  }
};

// Sources stay inside the system, whatever they are called.
TEST_F(SspFilesTest, SourcesStayInside) {
  const std::pair<const char*, const char*> cases[] = {
      {"/etc/passwd", "leaves the system"},        {"../Gain.fmu", "leaves the system"},
      {"resources/../../x", "leaves the system"},  {"%2e%2e/Gain.fmu", "leaves the system"},
      {"http://host/x.fmu", "nothing is fetched"}, {"file:///etc/passwd", "nothing is fetched"},
      {"..\\Gain.fmu", "is no relative URI"},      {"resources/None.fmu", "does not exist"}};
  for (const auto& [source, reason] : cases)
    EXPECT_NE(refused(source).find(reason), std::string::npos) << source << ": " << refused(source);
}

TEST_F(SspFilesTest, SourcesMayBeEncoded) {
  const auto path =
      archive({{"SystemStructure.ssd",
                ssd("<ssd:Elements><ssd:Component name=\"a\" source=\"resources/my%20gain.fmu\"/>"
                    "</ssd:Elements>")},
               {"resources/my gain.fmu", fmu("Gain").second}});
  EXPECT_EQ(read_ssp(path).network.components.size(), 1U);
}

// A link in a folder that leads out of it.
TEST_F(SspFilesTest, LinksDoNotLeadOut) {
  lockstep::test::TemporaryFolder outside;
  lockstep::test::write_file(outside / "Gain.fmu", fmu("Gain").second);
  lockstep::test::write_file(
      folder / "SystemStructure.ssd",
      ssd("<ssd:Elements><ssd:Component name=\"a\" source=\"Gain.fmu\"/></ssd:Elements>"));
  std::filesystem::create_symlink(outside / "Gain.fmu", folder / "Gain.fmu");
  EXPECT_NE(refusal(folder.path()).find("leaves the system"), std::string::npos);
}

// Archives are refused as those of FMUs are.
TEST_F(SspFilesTest, HostileArchivesAreRefused) {
  EXPECT_NE(refusal(archive({{"SystemStructure.ssd", ssd("")}, {"../evil", "x"}})).find("evil"),
            std::string::npos);
  const auto cut = lockstep::test::write_file(folder / "cut.ssp", "PK");
  EXPECT_THROW(read_ssp(cut), Error);
  EXPECT_THROW(read_ssp(folder / "none.ssp"), Error);
}

TEST_F(SspFilesTest, AStructureIsNeeded) {
  EXPECT_NE(refusal(archive({{"Other.ssd", ssd("")}})).find("has no SystemStructure.ssd"), std::string::npos);
}

}  // namespace
}  // namespace lockstep::network
