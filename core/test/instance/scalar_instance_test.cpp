// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "fmi2_probe.hpp"

namespace lockstep::core {
namespace {

using References = std::vector<ValueReference>;

template <class T>
void expect_round_trip(Instance& instance, const std::vector<T>& given, const std::vector<T>& blank) {
  const References references{2, 3, 5};
  std::vector<T> got = blank;
  EXPECT_EQ(instance.set(references, Span<const T>{given}), Status::kOk);
  EXPECT_EQ(instance.get(references, Span<T>{got}), Status::kOk);
  EXPECT_EQ(got, given);
}

// Every type of FMI 2 goes in and comes back, several references in one call.
TEST(ScalarInstance, EveryTypeComesBack) {
  Fmi2Probe probe;
  Instance& instance = probe.make();
  expect_round_trip<double>(instance, {1.5, -2.0, 1e300}, {0, 0, 0});
  expect_round_trip<std::int32_t>(instance, {1, -2, 2147483647}, {0, 0, 0});
  expect_round_trip<std::string>(instance, {"a", "", "\xC3\xA4"}, {"x", "x", "x"});
  const References references{2, 3, 5};
  const bool given[3] = {true, false, true};
  bool got[3] = {false, true, false};
  EXPECT_EQ(instance.set(references, Span<const bool>{given}), Status::kOk);
  EXPECT_EQ(instance.get(references, Span<bool>{got}), Status::kOk);
  EXPECT_TRUE(got[0] && !got[1] && got[2]);
}

// Enumerations travel as 32-bit integers; what does not fit is refused.
TEST(ScalarInstance, EnumerationsAreIntegers) {
  Fmi2Probe probe;
  Instance& instance = probe.make();
  const References references{2, 3};
  const std::vector<std::int64_t> given{7, -3};
  std::vector<std::int64_t> got{0, 0};
  EXPECT_EQ(instance.set_enumeration(references, given), Status::kOk);
  EXPECT_EQ(instance.get_enumeration(references, got), Status::kOk);
  EXPECT_EQ(got, given);
  const std::vector<std::int64_t> wide{1, std::int64_t{1} << 40};
  EXPECT_EQ(instance.set_enumeration(references, wide), Status::kError);
  EXPECT_NE(instance.failure().find("1099511627776 does not fit the 32-bit integers"), std::string::npos);
}

// A getter that returns NULL gives an empty string.
TEST(ScalarInstance, NullStringsAreEmpty) {
  Fmi2Probe probe;
  probe.make();
  EXPECT_EQ(probe.string(9), "");
}

// No references: nothing to do, the FMU is not called. Unequal numbers are refused before memory is overrun.
TEST(ScalarInstance, ChecksSizes) {
  Fmi2Probe probe;
  Instance& instance = probe.make();
  EXPECT_EQ(instance.get(References{}, Span<double>{}), Status::kOk);
  EXPECT_EQ(instance.set(References{}, Span<const std::string>{}), Status::kOk);
  std::vector<double> two(2);
  EXPECT_EQ(instance.get(References{1, 2, 3}, Span<double>{two}), Status::kError);
  EXPECT_NE(instance.failure().find("fmi2GetReal not called: 3 references but 2 values"), std::string::npos);
}

// A value the FMU discards is told; the instance goes on. An error ends it.
TEST(ScalarInstance, PassesBadStatusesOn) {
  Fmi2Probe probe;
  Instance& instance = probe.make();
  const std::vector<double> one{1.0};
  EXPECT_EQ(instance.set(References{77}, Span<const double>{one}), Status::kDiscard);
  EXPECT_EQ(instance.do_step(0, 1, false).status, Status::kOk);
  std::vector<double> got{0.0};
  EXPECT_EQ(instance.get(References{77}, Span<double>{got}), Status::kError);
  EXPECT_NE(instance.failure().find("fmi2GetReal(reference 77) -> Error"), std::string::npos)
      << instance.failure();
  EXPECT_EQ(instance.do_step(1, 1, false).status, Status::kError);
}

// Derivatives of inputs and outputs to time.
TEST(ScalarInstance, Derivatives) {
  Fmi2Probe probe;
  Instance& instance = probe.make();
  const References unknowns{1, 2};
  const std::vector<double> seed{1.0, 0.5};
  const std::vector<std::int32_t> orders{1, 1};
  EXPECT_EQ(instance.set_input_derivatives(unknowns, orders, seed), Status::kOk);
  std::vector<double> rates(2);
  EXPECT_EQ(instance.get_output_derivatives(unknowns, orders, rates), Status::kOk);
  EXPECT_EQ(rates, (std::vector<double>{111.0, 110.5}));
  EXPECT_EQ(instance.get_output_derivatives(unknowns, Span<const std::int32_t>{}, rates), Status::kError);
}

}  // namespace
}  // namespace lockstep::core
