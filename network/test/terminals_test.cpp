// SPDX-License-Identifier: Apache-2.0
#include "terminals.hpp"

#include <gtest/gtest.h>

#include "lockstep/core/archive.hpp"
#include "network_support.hpp"
#include "support/files.hpp"
#include "support/zip_writer.hpp"

namespace lockstep::network {
namespace {

using test::Net;

/// Gain.fmu with a terminal.
class TerminalsTest : public ::testing::Test {
 protected:
  std::string gain_with(const std::string& name, const std::string& kind, const std::string& members,
                        const std::string& rule = "bus") {
    const std::string path = std::string{LOCKSTEP_NETWORK_FMUS} + "/3.0/Gain.fmu";
    const core::Archive archive = core::Archive::open(path);
    std::vector<lockstep::test::ZipEntry> zip;
    for (const core::ArchiveEntry& entry : archive.entries()) {
      if (!entry.is_directory)
        zip.emplace_back(std::string{entry.name}, std::string{archive.read(entry.name).text()});
    }
    zip.emplace_back("terminalsAndIcons/terminalsAndIcons.xml",
                     "<fmiTerminalsAndIcons fmiVersion=\"3.0\"><Terminals><Terminal name=\"port\" "
                     "matchingRule=\"" +
                         rule + "\" terminalKind=\"" + kind + "\">" + members +
                         "</Terminal></Terminals></fmiTerminalsAndIcons>");
    return lockstep::test::write_file(folder_.path() / (name + ".fmu"), lockstep::test::make_zip(zip))
        .string();
  }
  static std::string member(const std::string& variable, const std::string& name,
                            const std::string& kind = "signal") {
    return "<TerminalMemberVariable variableName=\"" + variable + "\" memberName=\"" + name +
           "\" variableKind=\"" + kind + "\"/>";
  }
  static std::string refusal(const Net& net) {
    try {
      static_cast<void>(net.make());
    } catch (const Error& error) {
      return error.what();
    }
    return "accepted";
  }
  lockstep::test::TemporaryFolder folder_;
};

// One connection of two terminals connects their members by name and kind, each from its output to its
// input: "there" from a to b, "back" from b to a. What only one side has, or has with another kind, stays
// unconnected.
TEST_F(TerminalsTest, MembersAreMatchedByNameAndKind) {
  const std::string a =
      gain_with("a", "plug",
                member("y", "there") + member("u2", "back") + member("y2", "alone") + member("u", "other"));
  const std::string b =
      gain_with("b", "plug", member("u", "there") + member("y2", "back") + member("y", "other", "flow"));
  Net net;
  net.file("a", a, {{"b", "5"}}).file("b", b, {{"k", "3"}, {"u2", "7"}}).wire("a.port", "b.port");
  const auto system = net.make();
  system->initialize({});
  EXPECT_EQ(test::value(*system, "b.y"), 15.0);  // b.u = a.y = 5
  EXPECT_EQ(test::value(*system, "a.y2"), 9.0);  // a.u2 = b.y2 = 8
  EXPECT_EQ(test::value(*system, "a.y"), 5.0);   // a.u stays 0
}

// Networks of FMI-LS-BUS: what one side sends, the other one receives, in both directions.
TEST_F(TerminalsTest, TransceiversAreCrossed) {
  const std::string members = member("u", "Rx_Data") + member("y2", "Tx_Data");
  const std::string rule = "org.fmi-ls-bus.transceiver";
  Net net;
  net.file("a", gain_with("a", "network", members, rule), {{"u2", "10"}});
  net.file("b", gain_with("b", "network", members, rule), {{"u2", "20"}}).wire("a.port", "b.port");
  const auto system = net.make();
  system->initialize({});
  EXPECT_EQ(test::value(*system, "b.y"), 11.0);
  EXPECT_EQ(test::value(*system, "a.y"), 21.0);
}

TEST_F(TerminalsTest, KindsMustBeEqual) {
  Net net;
  net.file("a", gain_with("a", "electrical", member("y", "m")))
      .file("b", gain_with("b", "can", member("u", "m")));
  net.wire("a.port", "b.port");
  const std::string text = refusal(net);
  EXPECT_NE(text.find("terminal 'a.port' is of kind 'electrical' and terminal 'b.port' of kind 'can'"),
            std::string::npos)
      << text;
}

TEST_F(TerminalsTest, TerminalsWithoutACommonMemberAreRefused) {
  Net net;
  net.file("a", gain_with("a", "can", member("y", "m"))).file("b", gain_with("b", "can", member("u", "n")));
  net.wire("a.port", "b.port");
  const std::string text = refusal(net);
  EXPECT_NE(text.find("terminals 'a.port' and 'b.port' have no member of the same name and kind in common"),
            std::string::npos)
      << text;
}

}  // namespace
}  // namespace lockstep::network
