// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "../instance/test_library.hpp"
#include "lockstep/core/stepper.hpp"
#include "platform.hpp"
#include "support/files.hpp"
#include "support/zip_writer.hpp"

namespace lockstep::core {

/// The library in ../fmus/fmi2_probe.c as an FMU: an input says what the next doStep does, good or bad.
class ProbeFmu {
 public:
  /// What a step does; the numbers are those of the library.
  enum Deed : std::int32_t {
    kGood = 0,
    kWarn = 1,
    kDiscardHalfway = 2,
    kFail = 3,
    kPend = 5,
    kEndHalfway = 9,
    kFailAtEnd = 11
  };

  explicit ProbeFmu(const std::string& attributes = "canHandleVariableCommunicationStepSize=\"true\"",
                    const std::string& deed_reference = "100") {
    const std::string xml =
        R"(<fmiModelDescription fmiVersion="2.0" modelName="Probe" guid="{probe}"><CoSimulation modelIdentifier="Probe" )" +
        attributes + R"(/><ModelVariables>
<ScalarVariable name="deed" valueReference=")" +
        deed_reference + R"(" causality="input" variability="discrete"><Integer start="0"/></ScalarVariable>
<ScalarVariable name="reached" valueReference="8" causality="output"><Real/></ScalarVariable>
</ModelVariables><ModelStructure><Outputs><Unknown index="2"/></Outputs></ModelStructure></fmiModelDescription>)";
    const std::string entry =
        "binaries/" + std::string{platform_folders(FmiVersion::k2).front()} + "/Probe.so";
    path_ = test::write_file(folder_.path() / "Probe.fmu",
                             test::make_fmu({{"modelDescription.xml", xml},
                                             {entry, test::read_file(built_library("fmi2_probe"))}}));
  }

  std::unique_ptr<Stepper> stepper(StepperOptions options = {}) const {
    OpenOptions open;
    open.cache.directory = folder_.path() / "cache";
    return Stepper::create(Fmu::open(path_, open), std::move(options));
  }

 private:
  test::TemporaryFolder folder_;
  std::filesystem::path path_;
};

}  // namespace lockstep::core
