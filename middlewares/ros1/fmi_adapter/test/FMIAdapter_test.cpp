// SPDX-License-Identifier: Apache-2.0
#include "fmi_adapter/FMIAdapter.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <limits>
#include <stdexcept>

#include "support/files.hpp"

namespace {

using fmi_adapter::FMIAdapter;

const ros::Time kStart(17.0);

std::string fmu(const std::string& model, const std::string& version = "2.0") {
  return std::string(LOCKSTEP_TEST_FMUS) + "/" + version + "/" + model + ".fmu";
}

// Step sizes: the FMU's own for 0, the given one otherwise; negative ones and missing files are wrong
// arguments.
TEST(FMIAdapter, Constructor) {
  EXPECT_EQ(FMIAdapter(fmu("TransportDelay")).getStepSize(), ros::Duration(0.001));
  EXPECT_EQ(FMIAdapter(fmu("TransportDelay"), ros::Duration(0.0)).getStepSize(), ros::Duration(0.001));
  EXPECT_EQ(FMIAdapter(fmu("TransportDelay"), ros::Duration(0.004)).getStepSize(), ros::Duration(0.004));
  EXPECT_EQ(FMIAdapter(fmu("DampedPendulum")).getDefaultExperimentStep(), ros::Duration(0.002));
  EXPECT_THROW(FMIAdapter(fmu("TransportDelay"), ros::Duration(-0.004)), std::invalid_argument);
  EXPECT_THROW(FMIAdapter("/nowhere/at/all.fmu"), std::invalid_argument);
  EXPECT_THROW(FMIAdapter(__FILE__), std::invalid_argument) << "no FMU";
  EXPECT_THROW(FMIAdapter(fmu("TransportDelay"), ros::Duration(0.0), true, "/nowhere/at/all"),
               std::invalid_argument);
}

// A folder given for temporary files is used and left as it was.
TEST(FMIAdapter, LeavesNothingBehind) {
  const lockstep::test::TemporaryFolder folder;
  {
    FMIAdapter adapter(fmu("DampedPendulum"), ros::Duration(0.0), true, folder.path().string());
    EXPECT_FALSE(std::filesystem::is_empty(folder.path()));
    adapter.exitInitializationMode(kStart);
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

// Names as the original makes them.
TEST(FMIAdapter, RosifyName) {
  EXPECT_EQ(FMIAdapter::rosifyName("dx[2]"), "dx_2_");
  EXPECT_EQ(FMIAdapter::rosifyName("_x"), "x");
}

// Lists by causality, as names and as pointers, in the order of the file.
TEST(FMIAdapter, Lists) {
  FMIAdapter adapter(fmu("TransportDelay"));
  EXPECT_EQ(adapter.getAllVariableNames(), (std::vector<std::string>{"x", "y", "d"}));
  EXPECT_EQ(adapter.getInputVariableNames(), std::vector<std::string>{"x"});
  EXPECT_EQ(adapter.getOutputVariableNames(), std::vector<std::string>{"y"});
  EXPECT_EQ(adapter.getParameterNames(), std::vector<std::string>{"d"});
  EXPECT_EQ(adapter.getAllVariables().size(), 3U);
  EXPECT_EQ(adapter.getInputVariables().front(), adapter.getAllVariables()[0]);
  EXPECT_EQ(adapter.getOutputVariables().front(), adapter.getAllVariables()[1]);
  EXPECT_EQ(adapter.getParameters().front(), adapter.getAllVariables()[2]);
}

// Calls in the wrong mode are runtime errors, wrong arguments are invalid arguments.
TEST(FMIAdapter, Exceptions) {
  FMIAdapter adapter(fmu("TransportDelay"));
  EXPECT_TRUE(adapter.isInInitializationMode());
  EXPECT_THROW(adapter.doStep(), std::runtime_error);
  EXPECT_THROW(adapter.doStepsUntil(kStart), std::runtime_error);
  EXPECT_THROW(adapter.getSimulationTime(), std::runtime_error);
  EXPECT_THROW(adapter.setInitialValue("nothing", 1.0), std::invalid_argument);
  EXPECT_THROW(adapter.setInputValue("nothing", kStart, 1.0), std::invalid_argument);
  EXPECT_THROW(adapter.setInputValue("y", kStart, 1.0), std::invalid_argument);
  EXPECT_THROW(adapter.setInputValue("x", kStart, std::nan("")), std::invalid_argument);
  EXPECT_THROW(adapter.getOutputValue("x"), std::invalid_argument);
  EXPECT_THROW(adapter.getOutputValue("nothing"), std::invalid_argument);
  EXPECT_THROW(adapter.getOutputValue(static_cast<fmi2_import_variable_t*>(nullptr)), std::invalid_argument);
  adapter.exitInitializationMode(kStart);
  EXPECT_FALSE(adapter.isInInitializationMode());
  EXPECT_THROW(adapter.exitInitializationMode(kStart), std::runtime_error);
  EXPECT_THROW(adapter.setInitialValue("d", 1.0), std::runtime_error);
  EXPECT_THROW(adapter.doStep(ros::Duration(0.0)), std::invalid_argument);
  EXPECT_THROW(adapter.doStepsUntil(kStart - ros::Duration(1.0)), std::invalid_argument);
  EXPECT_EQ(adapter.doStep(), kStart + ros::Duration(0.001));
}

// The scenario of the book chapter: initial values of parameters and of an output, then steps on epoch time.
TEST(FMIAdapter, RunsOnRosTime) {
  const ros::Time start(1700000000, 123456789);
  FMIAdapter pendulum(fmu("DampedPendulum"), ros::Duration(0.02));
  pendulum.setInitialValue("d", 0.001);
  pendulum.setInitialValue("l", 2.0);
  pendulum.setInitialValue("a", 1.3);
  EXPECT_EQ(pendulum.getOutputValue("a"), 1.3);
  pendulum.exitInitializationMode(start);
  EXPECT_EQ(pendulum.getSimulationTime(), start);
  EXPECT_EQ(pendulum.doStepsUntil(start + ros::Duration(1.0)), start + ros::Duration(1.0));
  const double d = 0.001, w = std::sqrt(9.81 / 2.0 - d * d);
  // ten semi-implicit substeps of 2 ms: error of about w * h / 2 * a0
  EXPECT_NEAR(pendulum.getOutputValue("a"), 1.3 * std::exp(-d) * (std::cos(w) + d / w * std::sin(w)), 5e-3);
}

// The trajectory that jumps: 2 - 3.5/4 = 1.125, through pointers instead of names.
TEST(FMIAdapter, InterpolatesAfterExtrapolation) {
  FMIAdapter delay(fmu("TransportDelay"));
  fmi2_import_variable_t* x = delay.getInputVariables().front();
  delay.setInitialValue(x, 2.0);
  delay.exitInitializationMode(kStart);
  delay.doStepsUntil(kStart + ros::Duration(3.0));
  EXPECT_NEAR(delay.getOutputValue("y"), 2.0, 0.01);
  delay.setInputValue(x, kStart + ros::Duration(4.0), 1.0);
  delay.doStepsUntil(kStart + ros::Duration(4.9));
  EXPECT_NEAR(delay.getOutputValue("y"), 2.0, 0.01);
  delay.doStepsUntil(kStart + ros::Duration(5.5));
  EXPECT_NEAR(delay.getOutputValue(delay.getOutputVariables().front()), 1.125, 0.01);
}

// More than the original: other types, FMI 3, Model Exchange beside Co-Simulation; what does not fit is
// refused.
TEST(FMIAdapter, OtherTypes) {
  FMIAdapter adapter(fmu("Feedthrough", "3.0"));
  adapter.setInitialValue("Int32_input", 7.0);
  adapter.setInitialValue("Boolean_input", 1.0);
  EXPECT_THROW(adapter.setInitialValue("Int32_input", 1.5), std::invalid_argument);
  EXPECT_THROW(adapter.setInitialValue("String_input", 1.5), std::invalid_argument);
  EXPECT_THROW(adapter.setInputValue("Int8_input", kStart, 1e9), std::invalid_argument);
  adapter.exitInitializationMode(kStart);
  EXPECT_EQ(adapter.getOutputValue("Int32_output"), 7.0);
  EXPECT_EQ(adapter.getOutputValue("Boolean_output"), 1.0);
}

}  // namespace

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  ros::Time::init();
  return RUN_ALL_TESTS();
}
