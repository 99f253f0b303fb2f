// SPDX-License-Identifier: Apache-2.0
// The FMI 3.0 functions on the Probe model.
#include <gtest/gtest.h>

#include <cmath>

#include "fmi3_exports.hpp"
#include "messages.hpp"
#include "prototype.hpp"

namespace lockstep::exporter::test {
namespace {

enum : fmi3ValueReference {
  kX,
  kDerX,
  kK,
  kGain,
  kU,
  kY,
  kZ,
  kN,
  kList,
  kEvents,
  kBig,
  kMood,
  kFlag,
  kName,
  kBlob,
  kTime
};

class Fmi3 : public ::testing::Test {
 protected:
  ~Fmi3() override { fmi3FreeInstance(i_); }

  void model_exchange() {
    i_ = fmi3InstantiateModelExchange("probe", prototype().token.c_str(), nullptr, fmi3False, fmi3False,
                                      &messages_, &Messages::log3);
    ASSERT_NE(i_, nullptr) << messages_.text;
  }
  void co_simulation(bool event_mode = false, bool early_return = false,
                     fmi3IntermediateUpdateCallback update = nullptr) {
    i_ = fmi3InstantiateCoSimulation("probe", prototype().token.c_str(), nullptr, fmi3False, fmi3False,
                                     event_mode, early_return, nullptr, 0, &messages_, &Messages::log3,
                                     update);
    ASSERT_NE(i_, nullptr) << messages_.text;
  }
  void initialize() {
    ASSERT_EQ(fmi3EnterInitializationMode(i_, fmi3False, 0.0, 0.0, fmi3False, 0.0), fmi3OK);
    ASSERT_EQ(fmi3ExitInitializationMode(i_), fmi3OK) << messages_.text;
  }
  fmi3Status step(double from, double size) {
    return fmi3DoStep(i_, from, size, fmi3True, &event_needed_, &terminate_, &early_return_, &reached_);
  }
  fmi3Status update_discrete_states() {
    fmi3Boolean nominals = fmi3False;
    fmi3Boolean is_defined = fmi3False;
    double next = 0.0;
    return fmi3UpdateDiscreteStates(i_, &needs_update_, &terminate_, &nominals, &states_changed_, &is_defined,
                                    &next);
  }
  double float64(fmi3ValueReference vr) {
    double x = 0.0;
    EXPECT_EQ(fmi3GetFloat64(i_, &vr, 1, &x, 1), fmi3OK) << messages_.text;
    return x;
  }
  fmi3Status set_float64(fmi3ValueReference vr, double x) { return fmi3SetFloat64(i_, &vr, 1, &x, 1); }

  Messages messages_;
  fmi3Instance i_{nullptr};
  fmi3Boolean event_needed_{}, terminate_{}, early_return_{}, needs_update_{}, states_changed_{};
  double reached_{};
};

TEST_F(Fmi3, version_and_token) {
  EXPECT_STREQ(fmi3GetVersion(), "3.0");
  EXPECT_EQ(
      fmi3InstantiateModelExchange("probe", "{wrong}", nullptr, false, false, &messages_, &Messages::log3),
      nullptr);
  EXPECT_EQ(messages_.take().find(
                "logStatusError: fmi3InstantiateModelExchange: the instantiation token is '{wrong}', but"),
            0U);
  EXPECT_EQ(fmi3InstantiateModelExchange(" ", prototype().token.c_str(), nullptr, false, false, &messages_,
                                         &Messages::log3),
            nullptr);
  EXPECT_EQ(messages_.take(), "logStatusError: fmi3InstantiateModelExchange: the instance needs a name\n");
  EXPECT_EQ(fmi3InstantiateScheduledExecution("probe", prototype().token.c_str(), nullptr, false, false,
                                              &messages_, &Messages::log3, nullptr, nullptr, nullptr),
            nullptr);
  EXPECT_NE(messages_.take().find("has no clocks"), std::string::npos);
}

// The time is a variable even though the model does not declare it; arrays come as one block.
TEST_F(Fmi3, values) {
  co_simulation();
  initialize();
  ASSERT_EQ(step(0.0, 0.1), fmi3OK);
  EXPECT_EQ(reached_, 0.1);
  EXPECT_FALSE(event_needed_ || terminate_ || early_return_);
  const fmi3ValueReference vr[] = {kTime, kList, kX};
  double values[4];
  ASSERT_EQ(fmi3GetFloat64(i_, vr, 3, values, 4), fmi3OK) << messages_.text;
  EXPECT_EQ(values[0], 0.1);
  EXPECT_NEAR(values[1], 2.0 * std::exp(-0.05), 1e-10);
  EXPECT_EQ(values[2], 0.0);
  EXPECT_NEAR(values[3], std::exp(-0.05), 1e-10);
  EXPECT_EQ(fmi3GetFloat64(i_, vr, 3, values, 3), fmi3Error);
  EXPECT_EQ(
      messages_.take(),
      "logStatusError: fmi3GetFloat64: there are more values behind the value references than nValues = 3\n");
  EXPECT_EQ(fmi3GetFloat64(i_, vr, 1, values, 2), fmi3Error);
  EXPECT_EQ(messages_.take(), "logStatusError: fmi3GetFloat64: nValues = 2, but there are 1 values\n");
  const fmi3ValueReference wrong = kBig;
  EXPECT_EQ(fmi3GetFloat64(i_, &wrong, 1, values, 1), fmi3Error);
  EXPECT_EQ(messages_.take(),
            "logStatusError: fmi3GetFloat64: variable 'big' is of another type than this function is for\n");
}

// Strings, booleans, enumerations (as Int64, whatever is behind them), 64-bit integers and binaries.
TEST_F(Fmi3, other_types) {
  co_simulation();
  const fmi3ValueReference name = kName;
  const fmi3ValueReference flag = kFlag;
  const fmi3ValueReference mood = kMood;
  const fmi3ValueReference big = kBig;
  const fmi3ValueReference blob = kBlob;
  fmi3String text = nullptr;
  ASSERT_EQ(fmi3GetString(i_, &name, 1, &text, 1), fmi3OK);
  EXPECT_STREQ(text, "probe");
  fmi3Boolean is_set = fmi3False;
  ASSERT_EQ(fmi3GetBoolean(i_, &flag, 1, &is_set, 1), fmi3OK);
  EXPECT_TRUE(is_set);
  fmi3Int64 value = 0;
  ASSERT_EQ(fmi3GetInt64(i_, &mood, 1, &value, 1), fmi3OK);
  EXPECT_EQ(value, 1);
  value = 300;
  EXPECT_EQ(fmi3SetInt64(i_, &mood, 1, &value, 1), fmi3Error);
  EXPECT_EQ(messages_.take(), "logStatusError: fmi3SetInt64: 300 is out of range for 'mood'\n");
  fmi3UInt64 huge = 18446744073709551615ULL;
  ASSERT_EQ(fmi3SetUInt64(i_, &big, 1, &huge, 1), fmi3OK);
  huge = 0;
  ASSERT_EQ(fmi3GetUInt64(i_, &big, 1, &huge, 1), fmi3OK);
  EXPECT_EQ(huge, 18446744073709551615ULL);
  size_t size = 0;
  fmi3Binary bytes = nullptr;
  ASSERT_EQ(fmi3GetBinary(i_, &blob, 1, &size, &bytes, 1), fmi3OK);
  ASSERT_EQ(size, 2U);
  EXPECT_EQ(bytes[1], 0xfe);
  const fmi3Byte five[] = {1, 2, 3, 4, 5};
  bytes = five;
  size = 5;
  ASSERT_EQ(fmi3SetBinary(i_, &blob, 1, &size, &bytes, 1), fmi3OK);
  ASSERT_EQ(fmi3GetBinary(i_, &blob, 1, &size, &bytes, 1), fmi3OK);
  EXPECT_EQ(std::vector<fmi3Byte>(bytes, bytes + size), (std::vector<fmi3Byte>{1, 2, 3, 4, 5}));
}

// Structural parameters are set in configuration mode, within their range, and arrays follow.
TEST_F(Fmi3, configuration_mode) {
  co_simulation();
  const fmi3ValueReference n = kN;
  fmi3UInt64 four = 4;
  EXPECT_EQ(fmi3SetUInt64(i_, &n, 1, &four, 1), fmi3Error);
  EXPECT_EQ(messages_.take(),
            "logStatusError: fmi3SetUInt64: variable 'n' cannot be set before initialisation\n");
  ASSERT_EQ(fmi3EnterConfigurationMode(i_), fmi3OK);
  fmi3UInt64 five = 5;
  EXPECT_EQ(fmi3SetUInt64(i_, &n, 1, &five, 1), fmi3Error);
  EXPECT_EQ(messages_.take(), "logStatusError: fmi3SetUInt64: 5 is out of range for 'n'\n");
  ASSERT_EQ(fmi3SetUInt64(i_, &n, 1, &four, 1), fmi3OK) << messages_.text;
  ASSERT_EQ(fmi3ExitConfigurationMode(i_), fmi3OK);
  initialize();
  ASSERT_EQ(set_float64(kU, 0.5), fmi3OK);
  const fmi3ValueReference list = kList;
  double values[4];
  ASSERT_EQ(fmi3GetFloat64(i_, &list, 1, values, 4), fmi3OK) << messages_.text;
  EXPECT_EQ(values[3], 1.0);
  // A reset goes back to the sizes of the description.
  ASSERT_EQ(fmi3Reset(i_), fmi3OK);
  EXPECT_EQ(fmi3GetFloat64(i_, &list, 1, values, 2), fmi3OK) << messages_.text;
}

// With event mode the step ends at the event of z = x - 0.75, at t = ln(4/3) / k; event mode handles it.
TEST_F(Fmi3, event_mode_and_early_return) {
  co_simulation(true, true);
  initialize();
  ASSERT_EQ(update_discrete_states(), fmi3OK) << messages_.text;
  ASSERT_EQ(fmi3EnterStepMode(i_), fmi3OK);
  ASSERT_EQ(step(0.0, 1.0), fmi3OK) << messages_.text;
  EXPECT_TRUE(event_needed_);
  EXPECT_TRUE(early_return_);
  EXPECT_NEAR(reached_, std::log(4.0 / 3.0) / 0.5, 1e-9);
  EXPECT_NEAR(float64(kX), 0.75, 1e-9);
  ASSERT_EQ(fmi3EnterEventMode(i_), fmi3OK);
  ASSERT_EQ(update_discrete_states(), fmi3OK);
  EXPECT_FALSE(needs_update_ || states_changed_ || terminate_);
  ASSERT_EQ(fmi3EnterStepMode(i_), fmi3OK);
  ASSERT_EQ(step(reached_, 1.0 - reached_), fmi3OK) << messages_.text;
  EXPECT_FALSE(event_needed_ || early_return_);
  EXPECT_NEAR(float64(kX), std::exp(-0.5), 1e-9);
}

// Without event mode there is none to enter.
TEST_F(Fmi3, event_mode_must_be_agreed_on) {
  co_simulation();
  initialize();
  EXPECT_EQ(fmi3EnterEventMode(i_), fmi3Error);
  EXPECT_EQ(messages_.take(),
            "logStatusError: fmi3EnterEventMode: the instance was made without event mode\n");
}

/// Instance and log of the test below, for its callback.
struct Intermediate {
  Messages messages;
  fmi3Instance instance{nullptr};
  std::vector<double> times, times_ahead;
  double last_x{0.0};
};

// During a step the importer is asked for the input ahead of every internal step, sees the outputs after it
// and ends the step early. The input u = t runs on a line: x' = -x/2 + u from x = 1 gives 5 exp(-t/2) + 2 t
// - 4.
TEST_F(Fmi3, intermediate_update) {
  Intermediate seen;
  const fmi3IntermediateUpdateCallback update = [](void* environment, double time, bool may_set, bool may_get,
                                                   bool is_finished, bool may_return, bool* return_requested,
                                                   double* return_time) {
    auto& s = *static_cast<Intermediate*>(environment);
    EXPECT_TRUE(may_set);
    EXPECT_EQ(may_get, is_finished);
    EXPECT_EQ(may_return, is_finished);
    (is_finished ? s.times : s.times_ahead).push_back(time);
    const fmi3ValueReference x = kX;
    const fmi3ValueReference u = kU;
    const fmi3ValueReference gain = kGain;
    const double one = 1.0;
    EXPECT_EQ(fmi3SetFloat64(s.instance, &u, 1, &time, 1), fmi3OK);
    if (!is_finished) return;
    EXPECT_EQ(fmi3GetFloat64(s.instance, &x, 1, &s.last_x, 1), fmi3OK);
    EXPECT_EQ(fmi3SetFloat64(s.instance, &gain, 1, &one, 1), fmi3Error);
    if (time < 0.045) return;
    *return_requested = true;
    *return_time = time;
  };
  i_ = fmi3InstantiateCoSimulation("probe", prototype().token.c_str(), nullptr, false, false, false, true,
                                   nullptr, 0, &seen, &Messages::log3, update);
  ASSERT_NE(i_, nullptr);
  seen.instance = i_;
  initialize();
  ASSERT_EQ(step(0.0, 0.1), fmi3OK);
  EXPECT_EQ(seen.times.size(), 5U);  // 10 ms each
  EXPECT_EQ(seen.times_ahead, seen.times);
  EXPECT_TRUE(early_return_);
  EXPECT_NEAR(reached_, 0.05, 1e-15);
  EXPECT_NEAR(seen.last_x, 5.0 * std::exp(-0.025) + 0.1 - 4.0, 1e-12);
}

// Directional and adjoint derivatives, with arrays as blocks.
TEST_F(Fmi3, derivatives) {
  co_simulation();
  initialize();
  const fmi3ValueReference unknowns[] = {kDerX, kList};
  const fmi3ValueReference knowns[] = {kX, kU};
  const double seed[] = {1.0, 10.0};
  double forward[3];
  ASSERT_EQ(fmi3GetDirectionalDerivative(i_, unknowns, 2, knowns, 2, seed, 2, forward, 3), fmi3OK)
      << messages_.text;
  EXPECT_EQ(forward[0], 9.5);
  EXPECT_EQ(forward[1], 2.0);
  EXPECT_EQ(forward[2], 20.0);
  const double adjoint_seed[] = {1.0, 2.0, 3.0};
  double adjoint[2];
  ASSERT_EQ(fmi3GetAdjointDerivative(i_, unknowns, 2, knowns, 2, adjoint_seed, 3, adjoint, 2), fmi3OK);
  EXPECT_EQ(adjoint[0], -0.5 + 4.0);
  EXPECT_EQ(adjoint[1], 1.0 + 6.0);
  EXPECT_EQ(fmi3GetDirectionalDerivative(i_, unknowns, 2, knowns, 2, seed, 1, forward, 3), fmi3Error);
  EXPECT_EQ(messages_.take(),
            "logStatusError: fmi3GetDirectionalDerivative: nSeed = 1, but there are 2 elements\n");
  const fmi3ValueReference y = kY;
  const fmi3Int32 first = 1;
  double slope = 0.0;
  ASSERT_EQ(fmi3GetOutputDerivatives(i_, &y, 1, &first, &slope, 1), fmi3OK);
  EXPECT_EQ(slope, -1.0);
}

// Model Exchange with the sizes of the current configuration.
TEST_F(Fmi3, model_exchange) {
  model_exchange();
  size_t count = 0;
  ASSERT_EQ(fmi3GetNumberOfContinuousStates(i_, &count), fmi3OK);
  EXPECT_EQ(count, 1U);
  ASSERT_EQ(fmi3GetNumberOfEventIndicators(i_, &count), fmi3OK);
  EXPECT_EQ(count, 1U);
  initialize();
  ASSERT_EQ(update_discrete_states(), fmi3OK);
  ASSERT_EQ(fmi3EnterContinuousTimeMode(i_), fmi3OK);
  const double x = 4.0;
  double derivative = 0.0;
  double indicator = 0.0;
  ASSERT_EQ(fmi3SetTime(i_, 0.5), fmi3OK);
  ASSERT_EQ(fmi3SetContinuousStates(i_, &x, 1), fmi3OK);
  ASSERT_EQ(fmi3GetContinuousStateDerivatives(i_, &derivative, 1), fmi3OK);
  EXPECT_EQ(derivative, -2.0);
  ASSERT_EQ(fmi3GetEventIndicators(i_, &indicator, 1), fmi3OK);
  EXPECT_EQ(indicator, 3.25);
  EXPECT_EQ(float64(kTime), 0.5);
  EXPECT_EQ(fmi3EnterStepMode(i_), fmi3Error);
}

// Messages escape the character that would start a reference to a variable.
TEST_F(Fmi3, errors_of_the_model) {
  co_simulation();
  initialize();
  const fmi3ValueReference mood = kMood;
  const fmi3Int64 throws = 2;
  ASSERT_EQ(fmi3SetInt64(i_, &mood, 1, &throws, 1), fmi3OK);
  EXPECT_EQ(step(0.0, 0.1), fmi3Error);
  EXPECT_EQ(messages_.take(), "logStatusError: fmi3DoStep: the probe is ##1 at failing, 100 %s\n");
}

// A model that wants to end says so in the step's result.
TEST_F(Fmi3, the_model_ends_the_simulation) {
  co_simulation();
  initialize();
  const fmi3ValueReference mood = kMood;
  const fmi3Int64 ends = 5;
  ASSERT_EQ(fmi3SetInt64(i_, &mood, 1, &ends, 1), fmi3OK);
  ASSERT_EQ(step(0.0, 0.1), fmi3OK);
  EXPECT_TRUE(terminate_);
  EXPECT_EQ(reached_, 0.0);
}

// A saved state brings the simulation back, also through bytes, and after an error.
TEST_F(Fmi3, saved_states) {
  co_simulation();
  initialize();
  fmi3FMUState state = nullptr;
  ASSERT_EQ(fmi3GetFMUState(i_, &state), fmi3OK);
  ASSERT_EQ(step(0.0, 0.1), fmi3OK);
  const double x = float64(kX);
  size_t size = 0;
  ASSERT_EQ(fmi3SerializedFMUStateSize(i_, state, &size), fmi3OK);
  std::vector<fmi3Byte> bytes(size);
  ASSERT_EQ(fmi3SerializeFMUState(i_, state, bytes.data(), size), fmi3OK);
  ASSERT_EQ(fmi3FreeFMUState(i_, &state), fmi3OK);
  const fmi3ValueReference mood = kMood;
  const fmi3Int64 throws = 2;
  ASSERT_EQ(fmi3SetInt64(i_, &mood, 1, &throws, 1), fmi3OK);
  ASSERT_EQ(step(0.1, 0.1), fmi3Error);
  ASSERT_EQ(fmi3DeserializeFMUState(i_, bytes.data(), size, &state), fmi3OK);
  ASSERT_EQ(fmi3SetFMUState(i_, state), fmi3OK);
  ASSERT_EQ(fmi3FreeFMUState(i_, &state), fmi3OK);
  ASSERT_EQ(step(0.0, 0.1), fmi3OK);
  EXPECT_EQ(float64(kX), x);
}

}  // namespace
}  // namespace lockstep::exporter::test
