// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "lockstep/core/error.hpp"
#include "lockstep/core/stepper.hpp"
#include "probe_fmu.hpp"

namespace lockstep::core {
namespace {

// What an FMU can do is read from the description of the interface that runs.
TEST(CreateStepper, StatesWhatTheFmuCan) {
  const ProbeFmu plain{"fixedInternalStepSize=\"0.25\""};
  const auto fixed = plain.stepper();
  EXPECT_EQ(fixed->name(), "Probe");
  EXPECT_EQ(fixed->capabilities().kind, InterfaceKind::kCoSimulation);
  EXPECT_FALSE(fixed->capabilities().variable_step_size);
  EXPECT_FALSE(fixed->capabilities().save);
  EXPECT_FALSE(fixed->capabilities().early_return);
  EXPECT_FALSE(fixed->capabilities().next_event_time);
  EXPECT_FALSE(fixed->capabilities().directional_derivatives);

  const ProbeFmu able{
      "canHandleVariableCommunicationStepSize=\"true\" canGetAndSetFMUstate=\"true\" "
      "providesDirectionalDerivative=\"true\""};
  StepperOptions options;
  options.instance.name = "left knee";
  const auto stepper = able.stepper(options);
  EXPECT_EQ(stepper->name(), "left knee");
  EXPECT_TRUE(stepper->capabilities().variable_step_size);
  EXPECT_TRUE(stepper->capabilities().save);
  EXPECT_TRUE(stepper->capabilities().directional_derivatives);
}

// An interface the FMU does not have is refused with the one it has.
TEST(CreateStepper, RefusesAnInterfaceTheFmuDoesNotHave) {
  const ProbeFmu fmu;
  StepperOptions options;
  options.kind = InterfaceKind::kModelExchange;
  try {
    static_cast<void>(fmu.stepper(options));
    ADD_FAILURE() << "created";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kUnsupported);
    EXPECT_NE(error.message().find("the FMU has no Model Exchange interface; it offers Co-Simulation"),
              std::string::npos)
        << error.message();
  }
}

}  // namespace
}  // namespace lockstep::core
