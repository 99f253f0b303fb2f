// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "fmi2_library.hpp"

namespace lockstep::exporter::test {
namespace {

const char* const kFolder = LOCKSTEP_MODELS_DIR "/DampedPendulum_fmi2.0";

struct Point {
  int step;
  double angle;
};

/// Angles of the original example FMU after so many steps of 2 ms.
void expect_angles(Fmi2Fmu& fmu, const std::vector<Point>& expected) {
  int k = 0;
  for (const Point& p : expected) {
    for (; k < p.step; ++k)
      ASSERT_EQ(fmu.fmi.DoStep(fmu.c, k * 0.002, 0.002, fmi2True), fmi2OK) << fmu.messages;
    EXPECT_EQ(fmu.real("a"), p.angle) << "after step " << k;
  }
}

// Co-Simulation makes the same numbers as the well-known example FMU, to the last bit; the three values
// at 3.092, 3.100 and 3.110 s are those printed in the literature.
TEST(DampedPendulum, co_simulation_is_bit_equal_to_the_original) {
  Fmi2Fmu fmu(kFolder, "DampedPendulum", fmi2CoSimulation);
  fmu.initialize();
  expect_angles(fmu, {{5, 1.4992794839189278},
                      {50, 1.4276496893519341},
                      {500, -1.356685824103931},
                      {1000, 1.2269137412763202},
                      {1546, -1.0744451949191},
                      {1550, -1.067165037971358},
                      {1555, -1.0571404911146913},
                      {2500, -0.9067716009070173},
                      {5000, 0.5464670988204738}});
}

// Parameters set before initialisation act: a 25 m pendulum.
TEST(DampedPendulum, parameters_change_the_motion) {
  Fmi2Fmu fmu(kFolder, "DampedPendulum", fmi2CoSimulation);
  fmu.set_real("l", 25.0);
  fmu.set_real("d", 0.01);
  fmu.initialize();
  expect_angles(fmu, {{500, 1.2171292953670365}, {2500, -1.4265477841011593}, {5000, 1.3565594214238654}});
}

// A parameter is fixed: setting it while simulating is refused with a message, and the simulation goes on.
TEST(DampedPendulum, a_fixed_parameter_cannot_be_set_while_simulating) {
  Fmi2Fmu fmu(kFolder, "DampedPendulum", fmi2CoSimulation);
  fmu.initialize();
  const fmi2ValueReference length = fmu.vr("l");
  const double two = 2.0;
  EXPECT_EQ(fmu.fmi.SetReal(fmu.c, &length, 1, &two), fmi2Error);
  EXPECT_EQ(fmu.messages, "logStatusError: fmi2SetReal: variable 'l' cannot be set while simulating\n");
  EXPECT_EQ(fmu.fmi.DoStep(fmu.c, 0.0, 0.002, fmi2True), fmi2OK);
}

// Model Exchange: the derivatives are those of the linear oscillator.
TEST(DampedPendulum, model_exchange_gives_the_derivatives) {
  Fmi2Fmu fmu(kFolder, "DampedPendulum", fmi2ModelExchange);
  fmu.initialize();
  fmi2EventInfo info{};
  ASSERT_EQ(fmu.fmi.NewDiscreteStates(fmu.c, &info), fmi2OK);
  EXPECT_EQ(info.newDiscreteStatesNeeded, fmi2False);
  EXPECT_EQ(info.nextEventTimeDefined, fmi2False);
  ASSERT_EQ(fmu.fmi.EnterContinuousTimeMode(fmu.c), fmi2OK);
  const double x[] = {0.3, -0.7};
  double derivatives[2];
  ASSERT_EQ(fmu.fmi.SetContinuousStates(fmu.c, x, 2), fmi2OK);
  ASSERT_EQ(fmu.fmi.GetDerivatives(fmu.c, derivatives, 2), fmi2OK);
  EXPECT_EQ(derivatives[0], -0.7);
  EXPECT_EQ(derivatives[1], -(9.81 / 1.0) * 0.3 - 2.0 * 0.1 * -0.7);
}

// The binary refuses a description it was not made with, and says so.
TEST(DampedPendulum, a_wrong_guid_is_refused) {
  Fmi2Library fmi(std::string(kFolder) + "/DampedPendulum.so");
  fmi2CallbackFunctions callbacks{};
  EXPECT_EQ(fmi.Instantiate("test", fmi2CoSimulation, "{wrong}", "", &callbacks, fmi2False, fmi2False),
            nullptr);
}

}  // namespace
}  // namespace lockstep::exporter::test
