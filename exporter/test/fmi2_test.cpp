// SPDX-License-Identifier: Apache-2.0
// The FMI 2.0 functions on the Probe model.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "fmi2_exports.hpp"
#include "messages.hpp"
#include "prototype.hpp"

namespace lockstep::exporter::test {
namespace {

// Value references: x, der(x), k, gain, u, y, z, n, list[1], list[2], events, big, mood, flag, name.
enum : fmi2ValueReference {
  kX,
  kDerX,
  kK,
  kGain,
  kU,
  kY,
  kZ,
  kN,
  kList1,
  kList2,
  kEvents,
  kBig,
  kMood,
  kFlag,
  kName
};

class Fmi2 : public ::testing::Test {
 protected:
  ~Fmi2() override { fmi2FreeInstance(c_); }

  void instantiate(fmi2Type type, fmi2Boolean logging = fmi2False) {
    c_ = fmi2Instantiate("probe", type, prototype().token.c_str(), "file:///tmp/a%20b/resources", &callbacks_,
                         fmi2False, logging);
    ASSERT_NE(c_, nullptr) << messages_.text;
  }
  void initialize() {
    ASSERT_EQ(fmi2SetupExperiment(c_, fmi2False, 0.0, 0.0, fmi2False, 0.0), fmi2OK);
    ASSERT_EQ(fmi2EnterInitializationMode(c_), fmi2OK);
    ASSERT_EQ(fmi2ExitInitializationMode(c_), fmi2OK) << messages_.text;
  }
  double real(fmi2ValueReference vr) {
    double x = 0.0;
    EXPECT_EQ(fmi2GetReal(c_, &vr, 1, &x), fmi2OK) << messages_.text;
    return x;
  }
  int integer(fmi2ValueReference vr) {
    int x = 0;
    EXPECT_EQ(fmi2GetInteger(c_, &vr, 1, &x), fmi2OK) << messages_.text;
    return x;
  }
  fmi2Status set_real(fmi2ValueReference vr, double x) { return fmi2SetReal(c_, &vr, 1, &x); }
  fmi2Status set_integer(fmi2ValueReference vr, int x) { return fmi2SetInteger(c_, &vr, 1, &x); }

  Messages messages_;
  fmi2CallbackFunctions callbacks_{&Messages::log2, nullptr, nullptr, nullptr, &messages_};
  fmi2Component c_{nullptr};
};

TEST_F(Fmi2, version) {
  EXPECT_STREQ(fmi2GetVersion(), "2.0");
  EXPECT_STREQ(fmi2GetTypesPlatform(), "default");
}

// A step of the lag x' = -k x + u ends at the closed form (Runge-Kutta with 10 ms is good for 1e-10 here).
TEST_F(Fmi2, co_simulation_step) {
  instantiate(fmi2CoSimulation);
  initialize();
  ASSERT_EQ(set_real(kU, 1.0), fmi2OK);
  ASSERT_EQ(fmi2DoStep(c_, 0.0, 0.1, fmi2True), fmi2OK);
  const double x = 2.0 + (1.0 - 2.0) * std::exp(-0.05);
  EXPECT_NEAR(real(kX), x, 1e-10);
  EXPECT_NEAR(real(kY), 2.0 * x + 1.0, 1e-10);
  EXPECT_NEAR(real(kList1), 2.0 * x, 1e-10);
  EXPECT_EQ(real(kList2), 2.0);
  double time = 0.0;
  ASSERT_EQ(fmi2GetRealStatus(c_, fmi2LastSuccessfulTime, &time), fmi2OK);
  EXPECT_EQ(time, 0.1);
}

// All four base types can be read; start values before initialisation.
TEST_F(Fmi2, types) {
  instantiate(fmi2CoSimulation);
  EXPECT_EQ(real(kK), 0.5);
  EXPECT_EQ(integer(kMood), 1);
  EXPECT_EQ(integer(kN), 2);
  const fmi2ValueReference flag = kFlag;
  const fmi2ValueReference name = kName;
  fmi2Boolean is_set = fmi2False;
  fmi2String text = nullptr;
  ASSERT_EQ(fmi2GetBoolean(c_, &flag, 1, &is_set), fmi2OK);
  EXPECT_EQ(is_set, fmi2True);
  ASSERT_EQ(fmi2GetString(c_, &name, 1, &text), fmi2OK);
  EXPECT_STREQ(text, "probe");
  const fmi2Boolean off = fmi2False;
  const fmi2String other = "other";
  ASSERT_EQ(fmi2SetBoolean(c_, &flag, 1, &off), fmi2OK);
  ASSERT_EQ(fmi2SetString(c_, &name, 1, &other), fmi2OK);
  ASSERT_EQ(fmi2GetBoolean(c_, &flag, 1, &is_set), fmi2OK);
  EXPECT_EQ(is_set, fmi2False);
  ASSERT_EQ(fmi2GetString(c_, &name, 1, &text), fmi2OK);
  EXPECT_STREQ(text, "other");
}

// A value that is no FMI 2.0 Integer, an integer that fits no enumeration, a missing string: each is refused
// by name.
TEST_F(Fmi2, values_out_of_range) {
  instantiate(fmi2CoSimulation);
  EXPECT_EQ(set_integer(kMood, 1000), fmi2Error);
  EXPECT_EQ(messages_.take(), "logStatusError: fmi2SetInteger: 1000 is out of range for 'mood'\n");
  EXPECT_EQ(set_integer(kBig, -1), fmi2Error);
  EXPECT_EQ(messages_.take(), "logStatusError: fmi2SetInteger: -1 is out of range for 'big'\n");
  const fmi2ValueReference name = kName;
  const fmi2String none = nullptr;
  EXPECT_EQ(fmi2SetString(c_, &name, 1, &none), fmi2Error);
  EXPECT_EQ(messages_.take(), "logStatusError: fmi2SetString: 'name' was given a null pointer\n");
  EXPECT_EQ(set_real(99, 0.0), fmi2Error);
  EXPECT_EQ(messages_.take(),
            "logStatusError: fmi2SetReal: there is no variable of this type with value reference 99\n");
  EXPECT_EQ(set_real(kMood, 0.0), fmi2Error);
}

// What may be set when: start values before, inputs and tunable parameters after.
TEST_F(Fmi2, setting_follows_the_mode) {
  instantiate(fmi2CoSimulation);
  EXPECT_EQ(set_real(kX, 3.0), fmi2OK);
  EXPECT_EQ(set_real(kY, 3.0), fmi2Error);
  EXPECT_EQ(set_integer(kN, 3), fmi2Error);
  messages_.take();
  initialize();
  EXPECT_EQ(real(kX), 3.0);
  EXPECT_EQ(set_real(kGain, 5.0), fmi2OK);
  EXPECT_EQ(set_real(kU, 5.0), fmi2OK);
  EXPECT_EQ(set_real(kX, 3.0), fmi2Error);
  EXPECT_EQ(messages_.take(), "logStatusError: fmi2SetReal: variable 'x' cannot be set while simulating\n");
}

// Calls out of order are refused and do no harm.
TEST_F(Fmi2, calls_out_of_order) {
  instantiate(fmi2CoSimulation);
  EXPECT_EQ(fmi2DoStep(c_, 0.0, 0.1, fmi2True), fmi2Error);
  EXPECT_EQ(messages_.take(), "logStatusError: fmi2DoStep: not allowed before initialisation\n");
  EXPECT_EQ(fmi2ExitInitializationMode(c_), fmi2Error);
  initialize();
  EXPECT_EQ(fmi2EnterInitializationMode(c_), fmi2Error);
  EXPECT_EQ(fmi2DoStep(c_, 0.0, 0.1, fmi2True), fmi2OK);
  EXPECT_EQ(fmi2Terminate(c_), fmi2OK);
  EXPECT_EQ(fmi2DoStep(c_, 0.1, 0.1, fmi2True), fmi2Error);
  EXPECT_NEAR(real(kX), std::exp(-0.05), 1e-10);
  EXPECT_EQ(fmi2DoStep(nullptr, 0.0, 0.1, fmi2True), fmi2Error);
}

// Exceptions and NaN from the model end the step with an error and a message, whatever is in the text; reset
// heals.
TEST_F(Fmi2, errors_of_the_model) {
  instantiate(fmi2CoSimulation);
  initialize();
  const struct {
    int mood;
    const char* text;
  } cases[] = {{2, "the probe is #1 at failing, 100 %s"},
               {4, "the model threw something that is no std::exception"},
               {3, "variable 'y' is NaN at time 0.10000000000000001"}};
  for (const auto& c : cases) {
    ASSERT_EQ(set_integer(kMood, c.mood), fmi2OK) << messages_.text;
    EXPECT_EQ(fmi2DoStep(c_, 0.0, 0.1, fmi2True), fmi2Error);
    EXPECT_EQ(messages_.take(), std::string("logStatusError: fmi2DoStep: ") + c.text + "\n");
    EXPECT_EQ(fmi2DoStep(c_, 0.0, 0.1, fmi2True), fmi2Error);
    EXPECT_EQ(messages_.take(), "logStatusError: fmi2DoStep: not allowed after an error\n");
    ASSERT_EQ(fmi2Reset(c_), fmi2OK);
    initialize();
  }
  EXPECT_EQ(fmi2DoStep(c_, 0.0, 0.1, fmi2True), fmi2OK);
}

// A model that wants to end the simulation: Discard, Terminated, and the time it got to.
TEST_F(Fmi2, the_model_ends_the_simulation) {
  instantiate(fmi2CoSimulation);
  initialize();
  ASSERT_EQ(set_integer(kMood, 5), fmi2OK);
  EXPECT_EQ(fmi2DoStep(c_, 0.0, 0.1, fmi2True), fmi2Discard);
  fmi2Boolean is_terminated = fmi2False;
  ASSERT_EQ(fmi2GetBooleanStatus(c_, fmi2Terminated, &is_terminated), fmi2OK);
  EXPECT_EQ(is_terminated, fmi2True);
  double time = -1.0;
  ASSERT_EQ(fmi2GetRealStatus(c_, fmi2LastSuccessfulTime, &time), fmi2OK);
  EXPECT_EQ(time, 0.0);
}

// Messages of the model come through for the categories switched on, and only those.
TEST_F(Fmi2, log_categories) {
  instantiate(fmi2CoSimulation);
  initialize();
  EXPECT_EQ(messages_.take(), "");
  const fmi2String chat[] = {"chat"};
  ASSERT_EQ(fmi2SetDebugLogging(c_, fmi2True, 1, chat), fmi2OK);
  ASSERT_EQ(set_real(kGain, 1.0), fmi2OK);  // a tunable parameter makes an event
  ASSERT_EQ(fmi2DoStep(c_, 0.0, 0.1, fmi2True), fmi2OK);
  EXPECT_EQ(messages_.take(), "chat: event number 2\n");
  ASSERT_EQ(fmi2SetDebugLogging(c_, fmi2False, 0, nullptr), fmi2OK);
  ASSERT_EQ(set_real(kGain, 2.0), fmi2OK);
  ASSERT_EQ(fmi2DoStep(c_, 0.1, 0.1, fmi2True), fmi2OK);
  EXPECT_EQ(messages_.take(), "");
}

// A saved state brings the simulation back to the bit, also through bytes and in another instance.
TEST_F(Fmi2, saved_states) {
  instantiate(fmi2CoSimulation);
  initialize();
  ASSERT_EQ(fmi2DoStep(c_, 0.0, 0.1, fmi2False), fmi2OK);
  fmi2FMUstate state = nullptr;
  ASSERT_EQ(fmi2GetFMUstate(c_, &state), fmi2OK);
  ASSERT_EQ(fmi2DoStep(c_, 0.1, 0.1, fmi2False), fmi2OK);
  const double x = real(kX);
  ASSERT_EQ(fmi2SetFMUstate(c_, state), fmi2OK);
  EXPECT_NE(real(kX), x);
  ASSERT_EQ(fmi2DoStep(c_, 0.1, 0.1, fmi2False), fmi2OK);
  EXPECT_EQ(real(kX), x);

  size_t size = 0;
  ASSERT_EQ(fmi2SerializedFMUstateSize(c_, state, &size), fmi2OK);
  std::vector<char> bytes(size);
  EXPECT_EQ(fmi2SerializeFMUstate(c_, state, bytes.data(), size - 1), fmi2Error);
  ASSERT_EQ(fmi2SerializeFMUstate(c_, state, bytes.data(), size), fmi2OK);
  ASSERT_EQ(fmi2FreeFMUstate(c_, &state), fmi2OK);
  EXPECT_EQ(state, nullptr);
  fmi2FreeInstance(c_);
  instantiate(fmi2CoSimulation);
  ASSERT_EQ(fmi2DeSerializeFMUstate(c_, bytes.data(), bytes.size(), &state), fmi2OK);
  ASSERT_EQ(fmi2SetFMUstate(c_, state), fmi2OK);
  ASSERT_EQ(fmi2DoStep(c_, 0.1, 0.1, fmi2True), fmi2OK);
  EXPECT_EQ(real(kX), x);
  ASSERT_EQ(fmi2FreeFMUstate(c_, &state), fmi2OK);
}

// Directional derivative of (x', y) along (x, u), and the first time derivative of y.
TEST_F(Fmi2, derivatives) {
  instantiate(fmi2CoSimulation);
  initialize();
  const fmi2ValueReference unknowns[] = {kDerX, kY};
  const fmi2ValueReference knowns[] = {kX, kU};
  const double seed[] = {1.0, 10.0};
  double out[2];
  ASSERT_EQ(fmi2GetDirectionalDerivative(c_, unknowns, 2, knowns, 2, seed, out), fmi2OK) << messages_.text;
  EXPECT_EQ(out[0], -0.5 + 10.0);
  EXPECT_EQ(out[1], 2.0 + 10.0);
  const fmi2ValueReference y = kY;
  const fmi2Integer first = 1;
  const fmi2Integer second = 2;
  double slope = 0.0;
  ASSERT_EQ(fmi2GetRealOutputDerivatives(c_, &y, 1, &first, &slope), fmi2OK);
  EXPECT_EQ(slope, 2.0 * -0.5);
  EXPECT_EQ(fmi2GetRealOutputDerivatives(c_, &y, 1, &second, &slope), fmi2Error);
}

// Model Exchange: states, derivatives, indicators, nominals, events; a NaN is a Discard that the solver may
// avoid.
TEST_F(Fmi2, model_exchange) {
  instantiate(fmi2ModelExchange);
  initialize();
  fmi2EventInfo info{};
  ASSERT_EQ(fmi2NewDiscreteStates(c_, &info), fmi2OK);
  EXPECT_EQ(info.newDiscreteStatesNeeded, fmi2False);
  EXPECT_EQ(integer(kEvents), 1);
  ASSERT_EQ(fmi2EnterContinuousTimeMode(c_), fmi2OK);
  double x = 0.0;
  double nominal = 0.0;
  ASSERT_EQ(fmi2GetContinuousStates(c_, &x, 1), fmi2OK);
  EXPECT_EQ(x, 1.0);
  ASSERT_EQ(fmi2GetNominalsOfContinuousStates(c_, &nominal, 1), fmi2OK);
  EXPECT_EQ(nominal, 10.0);
  x = 4.0;
  ASSERT_EQ(fmi2SetTime(c_, 0.5), fmi2OK);
  ASSERT_EQ(fmi2SetContinuousStates(c_, &x, 1), fmi2OK);
  double derivative = 0.0;
  double indicator = 0.0;
  ASSERT_EQ(fmi2GetDerivatives(c_, &derivative, 1), fmi2OK);
  EXPECT_EQ(derivative, -2.0);
  ASSERT_EQ(fmi2GetEventIndicators(c_, &indicator, 1), fmi2OK);
  EXPECT_EQ(indicator, 3.25);
  EXPECT_EQ(fmi2GetDerivatives(c_, &derivative, 2), fmi2Error);
  EXPECT_EQ(messages_.take(), "logStatusError: fmi2GetDerivatives: there are 1 continuous states, not 2\n");
  fmi2Boolean enter_event_mode = fmi2True;
  fmi2Boolean terminate = fmi2True;
  ASSERT_EQ(fmi2CompletedIntegratorStep(c_, fmi2True, &enter_event_mode, &terminate), fmi2OK);
  EXPECT_EQ(enter_event_mode, fmi2False);
  ASSERT_EQ(fmi2EnterEventMode(c_), fmi2OK);
  ASSERT_EQ(set_integer(kMood, 3), fmi2OK);
  EXPECT_EQ(fmi2GetDerivatives(c_, &derivative, 1), fmi2Discard);
  ASSERT_EQ(set_integer(kMood, 1), fmi2OK);
  EXPECT_EQ(fmi2GetDerivatives(c_, &derivative, 1), fmi2OK);
}

// Instances live side by side.
TEST_F(Fmi2, instances_are_independent) {
  instantiate(fmi2CoSimulation);
  fmi2Component first = c_;
  instantiate(fmi2CoSimulation);
  ASSERT_EQ(set_real(kX, 9.0), fmi2OK);
  const fmi2ValueReference x = kX;
  double value = 0.0;
  ASSERT_EQ(fmi2GetReal(first, &x, 1, &value), fmi2OK);
  EXPECT_EQ(value, 1.0);
  fmi2FreeInstance(first);
}

}  // namespace
}  // namespace lockstep::exporter::test
