// SPDX-License-Identifier: Apache-2.0
#include "lockstep/network/ssp.hpp"

#include <gtest/gtest.h>

#include "ssp_support.hpp"

namespace lockstep::network {
namespace {

using test::SspFolder;

class SspTest : public ::testing::Test, protected SspFolder {
 protected:
  std::unique_ptr<CoupledSystem> open(const std::filesystem::path& path) {
    return CoupledSystem::create(read_ssp(path).network);
  }
  std::string contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos ? "" : "'" + part + "' is not in: " + text;
  }
};

// An archive as OMSimulator or libcosim users have it runs, and gives what the scenario gives.
TEST_F(SspTest, RunsAnArchive) {
  const auto path =
      archive({{"SystemStructure.ssd",
                ssd(test::loop_elements(), "<ssd:DefaultExperiment startTime=\"0\" stopTime=\"3\"/>")},
               fmu("Plant"),
               fmu("PiController")});
  const SspSystem read = read_ssp(path);
  EXPECT_EQ(read.network.name, "root");
  EXPECT_EQ(read.network.experiment.stop_time_s, 3.0);
  EXPECT_FALSE(read.step_size_s);
  const auto system = open(path);
  system->initialize({});
  ASSERT_TRUE(test::run(*system, 2.0, 0.1));
  test::Net same;
  same.fmu("plant", "Plant", {{"k", "2"}}).fmu("controller", "PiController");
  same.wire("plant.y", "controller.y").wire("controller.u", "plant.u");
  EXPECT_EQ(test::value(*system, "plant.y"), test::result(same, "plant.y", 2.0, 0.1));
}

// The same from a folder, by its .ssd, with any prefix and version 2.0.
TEST_F(SspTest, ReadsFoldersPrefixesAndVersions) {
  std::string text = ssd(test::loop_elements(), "", "2.0");
  for (std::size_t at = text.find("ssd:"); at != std::string::npos; at = text.find("ssd:", at))
    text.replace(at, 4, "x:");
  lockstep::test::write_file(folder / "SystemStructure.ssd", text);
  lockstep::test::write_file(folder / "resources/Plant.fmu", fmu("Plant").second);
  lockstep::test::write_file(folder / "resources/PiController.fmu", fmu("PiController").second);
  for (const auto& path : {folder.path(), folder / "SystemStructure.ssd"})
    EXPECT_EQ(read_ssp(path).network.components.size(), 2U) << path;
}

// Variants are .ssd files beside the main one.
TEST_F(SspTest, ReadsVariants) {
  const auto path =
      archive({{"SystemStructure.ssd", ssd(test::loop_elements())},
               {"Small.ssd", ssd("<ssd:Elements>" + component("alone", "Plant") + "</ssd:Elements>")},
               fmu("Plant"),
               fmu("PiController")});
  EXPECT_EQ(read_ssp(path).variants, std::vector<std::string>{"Small.ssd"});
  const SspSystem small = read_ssp(path / "Small.ssd");
  ASSERT_EQ(small.network.components.size(), 1U);
  EXPECT_EQ(small.network.components[0].name, "alone");
}

// Nested systems: values pass through their connectors, with the transformations on the way.
TEST_F(SspTest, FlattensNestedSystems) {
  const std::string scale = "<ssc:LinearTransformation factor=\"2\" offset=\"1\"/>";
  const std::string inner =
      "<ssd:System name=\"inner\"><ssd:Connectors><ssd:Connector name=\"in\" kind=\"input\"/>"
      "<ssd:Connector name=\"out\" kind=\"output\"/></ssd:Connectors><ssd:Elements>" +
      component("g", "Gain") + "</ssd:Elements><ssd:Connections>" + connection("", "in", "g", "u", scale) +
      connection("g", "y", "", "out") + "</ssd:Connections></ssd:System>";
  const std::string scale3 = "<ssc:LinearTransformation factor=\"3\"/>";
  const auto path =
      archive({{"SystemStructure.ssd",
                ssd("<ssd:Elements>" + component("a", "Gain") + inner + component("z", "Gain") +
                    "</ssd:Elements><ssd:Connections>" + connection("a", "y2", "inner", "in", scale3) +
                    connection("inner", "out", "z", "u") + "</ssd:Connections>")},
               fmu("Gain")});
  const auto system = open(path);
  system->initialize({});
  // a.y2 = 0 + 1, times 3, then 2 x + 1
  EXPECT_EQ(test::value(*system, "inner.g.u"), 7.0);
  EXPECT_EQ(test::value(*system, "z.y"), 7.0);
}

// A signal dictionary is one bus, wherever it is referred to.
TEST_F(SspTest, FollowsSignalDictionaries) {
  const std::string reference =
      "<ssd:SignalDictionaryReference name=\"bus\" dictionary=\"D\"><ssd:Connectors><ssd:Connector "
      "name=\"s\" "
      "kind=\"inout\"/></ssd:Connectors></ssd:SignalDictionaryReference>";
  const std::string inner = "<ssd:System name=\"inner\"><ssd:Elements>" + component("g", "Gain") + reference +
                            "</ssd:Elements><ssd:Connections>" + connection("bus", "s", "g", "u") +
                            "</ssd:Connections></ssd:System>";
  const auto path =
      archive({{"SystemStructure.ssd",
                ssd("<ssd:Elements>" + component("a", "Gain") + reference + inner +
                    "</ssd:Elements><ssd:Connections>" + connection("a", "y2", "bus", "s") +
                    "</ssd:Connections><ssd:SignalDictionaries><ssd:SignalDictionary name=\"D\" "
                    "source=\"bus.ssb\"/></ssd:SignalDictionaries>")},
               {"bus.ssb", "<ssb:SignalDictionary xmlns:ssb=\"b\" version=\"1.0\"/>"},
               fmu("Gain")});
  const auto system = open(path);
  system->initialize({});
  EXPECT_EQ(test::value(*system, "inner.g.y"), 1.0);
}

// An SSP inside an SSP.
TEST_F(SspTest, ReadsSystemsInSystems) {
  const auto inner = archive(
      {{"SystemStructure.ssd", ssd(test::loop_elements())}, fmu("Plant"), fmu("PiController")}, "inner.ssp");
  const auto path =
      archive({{"SystemStructure.ssd",
                ssd("<ssd:Elements><ssd:Component name=\"loop\" type=\"application/x-ssp-definition\" "
                    "source=\"resources/inner.ssp\"/></ssd:Elements>")},
               {"resources/inner.ssp", lockstep::test::read_file(inner.string())}});
  const SspSystem read = read_ssp(path);
  ASSERT_EQ(read.network.components.size(), 2U);
  EXPECT_EQ(read.network.components[0].name, "loop.plant");
  EXPECT_EQ(read.network.connections.size(), 2U);
  const auto system = open(path);
  system->initialize({});
  EXPECT_EQ(test::value(*system, "loop.controller.u"), 1.0);
}

// Units of connectors count where the FMU has none; "Nm" is "N.m".
TEST_F(SspTest, ConvertsUnitsOfConnectors) {
  const auto with_unit = [](const char* name, const char* kind, const char* unit) {
    return std::string{"<ssd:Connectors><ssd:Connector name=\""} + name + "\" kind=\"" + kind +
           "\"><ssc:Real unit=\"" + unit + "\"/></ssd:Connector></ssd:Connectors>";
  };
  const auto system_with = [&](const char* from, const char* to) {
    return archive(
        {{"SystemStructure.ssd",
          ssd("<ssd:Elements>" + component("a", "Gain", with_unit("y2", "output", from)) +
                  component("b", "Gain", with_unit("u", "input", to)) + "</ssd:Elements><ssd:Connections>" +
                  connection("a", "y2", "b", "u") + "</ssd:Connections>",
              "<ssd:Units><ssc:Unit name=\"furlong\"><ssc:BaseUnit m=\"1\" factor=\"201.168\"/></ssc:Unit>"
              "</ssd:Units>")},
         fmu("Gain")});
  };
  const auto value_of = [&](const char* from, const char* to) {
    const auto system = open(system_with(from, to));
    system->initialize({});
    return test::value(*system, "b.u");
  };
  EXPECT_EQ(value_of("Nm", "N.m"), 1.0);
  EXPECT_DOUBLE_EQ(value_of("kN.m", "Nm"), 1000.0);
  EXPECT_DOUBLE_EQ(value_of("furlong", "m"), 201.168);
  EXPECT_EQ(contains(refusal(system_with("m", "kg")),
                     "'a.y2' is in m and 'b.u' is in kg, which measure different things"),
            "");
}

// Tables in connections, one after the other through a nested system.
TEST_F(SspTest, ConnectionsHaveTables) {
  const auto table = [](const char* source, const char* target) {
    return std::string{"<ssc:IntegerMappingTransformation><ssc:MapEntry source=\""} + source +
           "\" target=\"" + target + "\"/></ssc:IntegerMappingTransformation>";
  };
  const std::string inner =
      "<ssd:System name=\"inner\"><ssd:Connectors><ssd:Connector name=\"in\" "
      "kind=\"input\"/></ssd:Connectors>"
      "<ssd:Elements>" +
      component("f", "Feedthrough") + "</ssd:Elements><ssd:Connections>" +
      connection("", "in", "f", "Int32_input", table("5", "50")) + "</ssd:Connections></ssd:System>";
  const auto path_with = [&](const std::string& inside) {
    return archive(
        {{"SystemStructure.ssd",
          ssd("<ssd:Elements>" + component("a", "Feedthrough") + inner + "</ssd:Elements><ssd:Connections>" +
              connection("a", "Int32_output", "inner", "in", inside) + "</ssd:Connections>")},
         {"resources/Feedthrough.fmu",
          lockstep::test::read_file(std::string{LOCKSTEP_FMUS} + "/3.0/Feedthrough.fmu")}});
  };
  const auto system = open(path_with(table("0", "5")));
  system->initialize({});
  EXPECT_EQ(core::to_text(system->get(*system->description().find("inner.f.Int32_output"))), "50");
  EXPECT_EQ(contains(refusal(path_with("<ssc:LinearTransformation factor=\"2\"/>")),
                     "goes through a table and a linear transformation"),
            "");
}

// Every mistake of reference with its file, line and column.
TEST_F(SspTest, MistakesHaveTheirPlace) {
  const auto path = archive(
      {{"SystemStructure.ssd",
        ssd("<ssd:Elements>" + component("a", "Gain") + "</ssd:Elements><ssd:Connections>\n" +
            connection("a", "y", "nobody", "u") + connection("a", "z", "a", "u") +
            connection("a", "y2", "a", "u2") + connection("a", "y", "a", "u2") + "</ssd:Connections>")},
       fmu("Gain")});
  const std::string text = refusal(path);
  EXPECT_EQ(
      contains(text,
               "system.ssp/SystemStructure.ssd:6:1: error: 'root' has no element 'nobody' [ssp-connection]"),
      "");
  EXPECT_EQ(contains(text, "SystemStructure.ssd:7:1: error: 'a' has no connector 'z'"), "");
  EXPECT_EQ(contains(text, "'a.u2' is connected to 2 sources"), "");
}

// Some tools write connections from the target to the source, and empty attributes for what is not there.
TEST_F(SspTest, InputsAndOutputsDecideOnTheDirection) {
  const std::string inner =
      "<ssd:System name=\"inner\"><ssd:Connectors><ssd:Connector name=\"out\" kind=\"output\"/>"
      "</ssd:Connectors><ssd:Elements>" +
      component("g", "Gain") +
      "</ssd:Elements><ssd:Connections>"
      "<ssd:Connection startElement=\"\" startConnector=\"out\" endElement=\"g\" endConnector=\"y2\"/>"
      "</ssd:Connections></ssd:System>";
  const auto path =
      archive({{"SystemStructure.ssd",
                ssd("<ssd:Elements>" + component("a", "Gain") + inner + "</ssd:Elements><ssd:Connections>" +
                    connection("a", "u", "inner", "out") + "</ssd:Connections>")},
               fmu("Gain")});
  const SspSystem read = read_ssp(path);
  ASSERT_EQ(read.network.connections.size(), 1U);
  EXPECT_EQ(read.network.connections[0].to, "a.u");
  EXPECT_EQ(read.network.connections[0].sources[0].from, "inner.g.y2");
}

TEST_F(SspTest, ASystemHasComponents) {
  EXPECT_EQ(contains(refusal(archive({{"SystemStructure.ssd", ssd("")}})), "the system has no components"),
            "");
}

// Attributes that the schema does not have are warnings with their place.
TEST_F(SspTest, UnknownAttributesAreWarnings) {
  const auto path = archive(
      {{"SystemStructure.ssd",
        ssd("<ssd:Connectors><ssd:Connector name=\"x\" kind=\"input\" type=\"Real\"/></ssd:Connectors>"
            "<ssd:Elements>" +
            component("a", "Gain") + "</ssd:Elements>")},
       fmu("Gain")});
  std::vector<std::string> log;
  SspOptions options;
  options.log = [&](const core::LogMessage& message) { log.emplace_back(message.text); };
  EXPECT_NO_THROW(read_ssp(path, options));
  ASSERT_EQ(log.size(), 1U);
  EXPECT_EQ(
      contains(log[0], "SystemStructure.ssd:4:17: warning: 'Connector' cannot have the attribute 'type'"),
      "");
}

// Start values of inputs that nothing is connected to hold, also when the network is a block with inlets.
TEST_F(SspTest, StartValuesOfInputsHold) {
  test::Net net;
  net.fmu("a", "Gain", {{"u", "14"}, {"k", "13"}});
  const auto system = net.make();
  const std::vector<std::string> names{"a.u"};
  const Span<double> u = system->bind_inputs<double>(core::select(system->description(), names));
  EXPECT_EQ(u[0], 14.0);
  system->initialize({});
  EXPECT_EQ(test::value(*system, "a.y"), 182.0);
}

TEST_F(SspTest, KnowsItsFiles) {
  EXPECT_TRUE(is_ssp("a.ssp"));
  EXPECT_TRUE(is_ssp("folder/b.ssd"));
  EXPECT_FALSE(is_ssp("a.fmu"));
  EXPECT_FALSE(is_ssp(folder.path()));
}

}  // namespace
}  // namespace lockstep::network
