// SPDX-License-Identifier: Apache-2.0
#include "lockstep/core/instance.hpp"

#include <gtest/gtest.h>

#include "lockstep/core/error.hpp"
#include "platform.hpp"
#include "support/files.hpp"
#include "support/zip_writer.hpp"
#include "test_library.hpp"

namespace lockstep::core {
namespace {

const std::string kFmi1 = R"(<?xml version="1.0"?>
<fmiModelDescription fmiVersion="1.0" modelName="Probe 1" modelIdentifier="Probe" guid="{probe}"
    numberOfContinuousStates="2" numberOfEventIndicators="1">
  <ModelVariables>
    <ScalarVariable name="x" valueReference="1"><Real start="0"/></ScalarVariable>
  </ModelVariables>
  <Implementation><CoSimulation_StandAlone><Capabilities/></CoSimulation_StandAlone></Implementation>
</fmiModelDescription>)";

const std::string kFmi2 = R"(<?xml version="1.0"?>
<fmiModelDescription fmiVersion="2.0" modelName="Probe 2" guid="{probe}" numberOfEventIndicators="1">
  <CoSimulation modelIdentifier="Probe" canGetAndSetFMUstate="true"/>
  <ModelVariables>
    <ScalarVariable name="pressure" valueReference="1" causality="local"><Real/></ScalarVariable>
  </ModelVariables>
  <ModelStructure/>
</fmiModelDescription>)";

const std::string kFmi3 = R"(<?xml version="1.0"?>
<fmiModelDescription fmiVersion="3.0" modelName="Probe 3" instantiationToken="{probe}">
  <ModelExchange modelIdentifier="Probe"/>
  <CoSimulation modelIdentifier="Probe"/>
  <ModelVariables><Float64 name="time" valueReference="0" causality="independent"/></ModelVariables>
  <ModelStructure/>
</fmiModelDescription>)";

class InstanceTest : public ::testing::Test {
 protected:
  std::shared_ptr<const Fmu> open(const std::string& xml, const std::string& library, FmiVersion version) {
    const std::string folder = "binaries/" + std::string{platform_folders(version).front()};
    const std::string archive =
        test::make_fmu({{"modelDescription.xml", xml},
                        {folder + "/Probe.so", test::read_file(built_library(library))},
                        {"resources/data.txt", "1"}});
    OpenOptions options;
    options.cache.directory = folder_.path() / "cache";
    return Fmu::open(test::write_file(folder_.path() / (library + ".fmu"), archive), options);
  }

  static std::string text(Instance& instance, ValueReference reference) {
    std::string value;
    EXPECT_EQ(instance.get({&reference, 1}, Span<std::string>{&value, 1}), Status::kOk);
    return value;
  }

  test::TemporaryFolder folder_;
};

// The file that does not load lies in the cache, which says nothing to people: the FMU comes first.
TEST_F(InstanceTest, NamesTheFmuThatDoesNotLoad) {
  const std::string here = std::string{platform_folders(FmiVersion::k2).front()};
  const std::string archive = test::make_fmu(
      {{"modelDescription.xml", kFmi2}, {"binaries/" + here + "/Probe.so", "this is no library"}});
  OpenOptions options;
  options.cache.directory = folder_.path() / "cache";
  const std::filesystem::path file = test::write_file(folder_.path() / "Pump.fmu", archive);
  try {
    static_cast<void>(Instance::create(Fmu::open(file, options), InterfaceKind::kCoSimulation));
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kLoadFailed);
    EXPECT_EQ(error.message().find(file.string() + ": cannot load '"), 0U) << error.what();
  }
}

// From a file on disk to a step, whatever the FMI version; the location the FMU is told exists.
TEST_F(InstanceTest, RunsFmusOfAllVersions) {
  const auto fmi1 = Instance::create(open(kFmi1, "fmi1_probe", FmiVersion::k1), InterfaceKind::kCoSimulation);
  EXPECT_EQ(fmi1->name(), "Probe 1");
  EXPECT_EQ(fmi1->do_step(0.0, 1.0, false).status, Status::kOk);
  EXPECT_TRUE(std::filesystem::is_directory(text(*fmi1, 0).substr(7))) << text(*fmi1, 0);

  const auto fmi2 = Instance::create(open(kFmi2, "fmi2_probe", FmiVersion::k2), InterfaceKind::kCoSimulation);
  EXPECT_EQ(fmi2->name(), "Probe 2");
  EXPECT_EQ(fmi2->do_step(0.0, 1.0, false).status, Status::kOk);
  EXPECT_TRUE(std::filesystem::is_directory(text(*fmi2, 0).substr(7))) << text(*fmi2, 0);

  for (const InterfaceKind kind : {InterfaceKind::kCoSimulation, InterfaceKind::kModelExchange}) {
    const auto fmi3 = Instance::create(open(kFmi3, "fmi3_probe", FmiVersion::k3), kind);
    EXPECT_EQ(fmi3->kind(), kind);
    EXPECT_EQ(fmi3->fmu().description().model_name(), "Probe 3");
    EXPECT_TRUE(std::filesystem::is_directory(text(*fmi3, 2)));
    EXPECT_EQ(text(*fmi3, 2).back(), '/');
  }
}

// Sizes of FMI 1 and 2 come from the description.
TEST_F(InstanceTest, KnowsSizesFromTheDescription) {
  const auto instance =
      Instance::create(open(kFmi1, "fmi1_probe", FmiVersion::k1), InterfaceKind::kCoSimulation);
  std::size_t states = 0, indicators = 0;
  EXPECT_EQ(instance->continuous_state_count(states), Status::kOk);
  EXPECT_EQ(instance->event_indicator_count(indicators), Status::kOk);
  EXPECT_EQ(states, 2U);
  EXPECT_EQ(indicators, 1U);
}

// Messages that refer to variables by number show their names.
TEST_F(InstanceTest, MessagesShowNames) {
  std::vector<std::string> lines;
  InstanceOptions options;
  options.log = [&](const LogMessage& message) { lines.emplace_back(message.text); };
  const auto instance =
      Instance::create(open(kFmi2, "fmi2_probe", FmiVersion::k2), InterfaceKind::kCoSimulation, options);
  const ValueReference reference = 101;
  const std::int32_t message = 7;
  EXPECT_EQ(instance->set({&reference, 1}, Span<const std::int32_t>{&message, 1}), Status::kOk);
  EXPECT_EQ(instance->do_step(0.0, 1.0, false).status, Status::kOk);
  EXPECT_EQ(lines, (std::vector<std::string>{"variable pressure and #"}));
}

// An interface the FMU does not have is an error that names it.
TEST_F(InstanceTest, RefusesAnInterfaceTheFmuDoesNotHave) {
  try {
    Instance::create(open(kFmi2, "fmi2_probe", FmiVersion::k2), InterfaceKind::kModelExchange);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kUnsupported);
    EXPECT_NE(std::string{error.what()}.find("the FMU has no Model Exchange interface"), std::string::npos);
  }
}

// Opening an FMU runs none of its code; only an instance does.
TEST_F(InstanceTest, OpeningRunsNoForeignCode) {
  unsetenv("LOCKSTEP_TEST_CONSTRUCTOR_RAN");
  const auto fmu = open(kFmi2, "leaves_marks", FmiVersion::k2);
  EXPECT_EQ(fmu->description().variables().size(), 1U);
  EXPECT_EQ(getenv("LOCKSTEP_TEST_CONSTRUCTOR_RAN"), nullptr);
  EXPECT_THROW(Instance::create(fmu, InterfaceKind::kCoSimulation), Error);
  EXPECT_STREQ(getenv("LOCKSTEP_TEST_CONSTRUCTOR_RAN"), "yes") << "the mark works";
}

}  // namespace
}  // namespace lockstep::core
