// SPDX-License-Identifier: Apache-2.0
#include "describe.hpp"

#include <gtest/gtest.h>

#include "prototypes.hpp"

namespace lockstep::exporter::test {
namespace {

::testing::AssertionResult has(const std::string& text, const std::string& part) {
  if (text.find(part) != std::string::npos) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << "not found: " << part << "\nin\n" << text;
}

// The FMI 2.0 description of the Probe: arrays as scalars, sizes as constants, no binary, texts escaped.
TEST(Describe, fmi2) {
  const std::string xml = describe_fmi2(prototype());
  EXPECT_TRUE(
      has(xml, "fmiVersion=\"2.0\" modelName=\"Probe\" guid=\"" + prototype().token +
                   "\" description=\"Probe of the "
                   "&quot;C&quot; interfaces &amp; their &lt;XML&gt;\" author=\"lockstep\" version=\"1.2\""));
  EXPECT_TRUE(has(xml, "numberOfEventIndicators=\"1\""));
  EXPECT_TRUE(has(xml, "<ModelExchange modelIdentifier=\"Probe\""));
  EXPECT_TRUE(has(xml, "canInterpolateInputs=\"true\" maxOutputDerivativeOrder=\"1\""));
  EXPECT_TRUE(has(xml, "<DisplayUnit name=\"deg\" factor=\"57.29577951308232\"/>"));
  EXPECT_TRUE(has(xml, "<SimpleType name=\"Mood\">"));
  EXPECT_TRUE(has(xml, "<Category name=\"chat\" description=\"What the probe has to say\"/>"));
  EXPECT_TRUE(
      has(xml, "<DefaultExperiment startTime=\"0\" stopTime=\"1\" tolerance=\"1e-06\" stepSize=\"0.1\"/>"));
  EXPECT_TRUE(
      has(xml,
          "<ScalarVariable name=\"x\" valueReference=\"0\" description=\"State\" causality=\"local\" "
          "variability=\"continuous\" initial=\"exact\">\n"
          "      <Real unit=\"rad\" displayUnit=\"deg\" nominal=\"10\" start=\"1\" reinit=\"true\"/>"));
  EXPECT_TRUE(has(xml, "<Real unit=\"rad/s\" derivative=\"1\"/>"));
  EXPECT_TRUE(has(xml, "name=\"n\" valueReference=\"7\" causality=\"local\" variability=\"constant\""));
  EXPECT_TRUE(has(xml, "name=\"list[2]\" valueReference=\"9\""));
  EXPECT_TRUE(has(xml, "<Enumeration declaredType=\"Mood\" start=\"1\"/>"));
  EXPECT_TRUE(has(xml, "<String start=\"probe\"/>"));
  EXPECT_FALSE(has(xml, "blob"));
}

// The FMI 3.0 description of the Probe: arrays with dimensions, every type, event mode, time as a variable.
TEST(Describe, fmi3) {
  const std::string xml = describe_fmi3(prototype());
  EXPECT_TRUE(
      has(xml, "fmiVersion=\"3.0\" modelName=\"Probe\" instantiationToken=\"" + prototype().token + "\""));
  EXPECT_TRUE(has(xml, "mightReturnEarlyFromDoStep=\"true\" hasEventMode=\"true\""));
  EXPECT_TRUE(has(xml, "providesDirectionalDerivatives=\"true\" providesAdjointDerivatives=\"true\""));
  EXPECT_FALSE(has(xml, "ScheduledExecution"));
  EXPECT_TRUE(
      has(xml,
          "<UInt64 name=\"n\" valueReference=\"7\" causality=\"structuralParameter\" variability=\"fixed\" "
          "initial=\"exact\" min=\"1\" max=\"4\" start=\"2\"/>"));
  EXPECT_TRUE(
      has(xml,
          "<Float64 name=\"list\" valueReference=\"8\" causality=\"output\" variability=\"continuous\" "
          "initial=\"calculated\" intermediateUpdate=\"true\">\n      <Dimension valueReference=\"7\"/>"));
  EXPECT_TRUE(has(xml, "<Start value=\"probe\"/>"));
  EXPECT_TRUE(has(xml, "<Start value=\"cafe\"/>"));
  EXPECT_TRUE(has(xml, "<Float64 name=\"time\" valueReference=\"15\""));
  EXPECT_TRUE(has(xml, "<EventIndicator valueReference=\"6\"/>"));
  EXPECT_TRUE(has(xml, "<InitialUnknown valueReference=\"1\"/>"));
}

struct Ticking {
  Clock clock;
  double y{};
  void describe(Description& m) {
    m.input("clock", clock).constant_interval(1, 500).shift(0.25).priority(3);
    m.output("y", y).discrete().clocks(clock);
  }
  void equations() {}
  void on_event(Event&) {}
};

// Clocks: attributes, clocked variables, Scheduled Execution; FMI 2.0 has none of it and says so.
TEST(Describe, clocks) {
  const auto ticking = make_prototype<Ticking>();
  const std::string xml = describe_fmi3(*ticking);
  EXPECT_TRUE(has(xml, "<ScheduledExecution modelIdentifier=\"Model\""));
  EXPECT_TRUE(
      has(xml,
          "intervalVariability=\"constant\" priority=\"3\" intervalDecimal=\"0.002\" shiftDecimal=\"0.25\" "
          "supportsFraction=\"true\" resolution=\"500\" intervalCounter=\"1\""));
  EXPECT_TRUE(has(xml, "clocks=\"0\""));
  try {
    describe_fmi2(*ticking);
    FAIL();
  } catch (const std::logic_error& e) {
    EXPECT_STREQ(e.what(), "Model: FMI 2.0 has no clocks; build it with FMI 3.0 only");
  }
}

struct Stepping {
  double u{}, y{};
  void describe(Description& m) { m.input("u", u), m.output("y", y); }
  void step(Step&) {}
};

// A model that steps by itself is Co-Simulation only.
TEST(Describe, stepping_models) {
  const auto stepping = make_prototype<Stepping>();
  EXPECT_FALSE(has(describe_fmi2(*stepping), "ModelExchange"));
  EXPECT_FALSE(has(describe_fmi2(*stepping), "canInterpolateInputs"));
  EXPECT_FALSE(has(describe_fmi3(*stepping), "hasEventMode"));
  EXPECT_FALSE(has(describe_fmi3(*stepping), "providesDirectionalDerivatives"));
}

}  // namespace
}  // namespace lockstep::exporter::test
