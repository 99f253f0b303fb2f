// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <limits>

#include "fmi3_probe.hpp"

namespace lockstep::core {
namespace {

using References = std::vector<ValueReference>;

// Reference 0 is an array of two elements, 3 a scalar: three elements in one call.
template <class T>
void expect_round_trip(Instance& instance, const std::vector<T>& given) {
  const References references{0, 3};
  std::vector<T> got(3);
  EXPECT_EQ(instance.set(references, Span<const T>{given}), Status::kOk) << instance.failure();
  EXPECT_EQ(instance.get(references, Span<T>{got}), Status::kOk) << instance.failure();
  EXPECT_EQ(got, given);
}

template <class T>
void expect_integers(Instance& instance) {
  expect_round_trip<T>(instance, {std::numeric_limits<T>::min(), 1, std::numeric_limits<T>::max()});
}

// Every type of FMI 3 goes in and comes back, arrays and scalars in one call.
TEST(Fmi3Values, EveryTypeComesBack) {
  Fmi3Probe probe;
  Instance& instance = probe.make();
  expect_round_trip<float>(instance, {1.5F, -2.0F, 3e38F});
  expect_integers<std::int8_t>(instance);
  expect_integers<std::uint8_t>(instance);
  expect_integers<std::int16_t>(instance);
  expect_integers<std::uint16_t>(instance);
  expect_integers<std::int32_t>(instance);
  expect_integers<std::uint32_t>(instance);
  expect_integers<std::int64_t>(instance);
  expect_integers<std::uint64_t>(instance);
  expect_round_trip<std::string>(instance, {"a", "", "\xC3\xA4"});
  expect_round_trip<BinaryValue>(instance, {{0, 255, 7}, {}, {1}});
  const References two{3, 4};
  const std::vector<double> reals{1e300, -0.5};
  std::vector<double> got(2);
  EXPECT_EQ(instance.set(two, Span<const double>{reals}), Status::kOk);
  EXPECT_EQ(instance.get(two, Span<double>{got}), Status::kOk);
  EXPECT_EQ(got, reals);
}

// Booleans are C's bool, enumerations 64-bit integers.
TEST(Fmi3Values, BooleansAndEnumerations) {
  Fmi3Probe probe;
  Instance& instance = probe.make();
  const References references{0, 6};
  const bool given[3] = {true, false, true};
  bool got[3] = {false, true, false};
  EXPECT_EQ(instance.set(references, Span<const bool>{given}), Status::kOk);
  EXPECT_EQ(instance.get(references, Span<bool>{got}), Status::kOk);
  EXPECT_TRUE(got[0] && !got[1] && got[2]);
  const References one{3};
  const std::vector<std::int64_t> item{std::int64_t{1} << 40};
  std::vector<std::int64_t> read(1);
  EXPECT_EQ(instance.set_enumeration(one, item), Status::kOk);
  EXPECT_EQ(instance.get_enumeration(one, read), Status::kOk);
  EXPECT_EQ(read, item);
}

// NULL strings and binaries are empty, whatever size the FMU claims.
TEST(Fmi3Values, NullIsEmpty) {
  Fmi3Probe probe;
  probe.make();
  EXPECT_EQ(probe.value<std::string>(9), "");
  EXPECT_TRUE(probe.value<BinaryValue>(9).empty());
}

// Nothing to read or set is no call; an Error of the FMU ends the instance.
TEST(Fmi3Values, PassesStatusesOn) {
  Fmi3Probe probe;
  Instance& instance = probe.make();
  EXPECT_EQ(instance.get(References{}, Span<double>{}), Status::kOk);
  EXPECT_EQ(instance.get(References{}, Span<std::string>{}), Status::kOk);
  EXPECT_EQ(instance.set(References{}, Span<const BinaryValue>{}), Status::kOk);
  std::vector<double> got(1);
  EXPECT_EQ(instance.get(References{77}, Span<double>{got}), Status::kError);
  EXPECT_NE(instance.failure().find("fmi3GetFloat64(reference 77) -> Error"), std::string::npos);
  EXPECT_EQ(instance.do_step(0, 1, false).status, Status::kError);
}

// Saved states come back, also through bytes.
TEST(Fmi3Values, SavesAndSerialisesStates) {
  Fmi3Probe probe;
  Instance& instance = probe.make();
  FmuState state;
  EXPECT_EQ(instance.do_step(0.0, 0.5, true).status, Status::kOk);
  EXPECT_EQ(instance.get_state(state), Status::kOk);
  EXPECT_EQ(instance.do_step(0.5, 0.5, true).status, Status::kOk);
  EXPECT_EQ(instance.set_state(state), Status::kOk);
  EXPECT_EQ(probe.value<double>(8), 0.5);
  BinaryValue bytes;
  EXPECT_EQ(instance.serialize_state(state, bytes), Status::kOk);
  EXPECT_EQ(bytes.size(), sizeof(double));
  FmuState read;
  EXPECT_EQ(instance.deserialize_state(bytes, read), Status::kOk);
  EXPECT_TRUE(read);
  probe.capabilities.can_serialize_state = false;
  EXPECT_EQ(instance.serialize_state(state, bytes), Status::kError);
  EXPECT_NE(instance.failure().find("the FMU does not declare canSerializeFMUState"), std::string::npos);
}

// Directional: J * seed; adjoint: seed^T * J. J(u, k) of the probe is u + 10 k.
TEST(Fmi3Values, Derivatives) {
  Fmi3Probe probe;
  Instance& instance = probe.make();
  const References unknowns{1, 2}, knowns{3};
  std::vector<double> directional(2), adjoint(1), rates(2);
  EXPECT_EQ(instance.directional_derivative(unknowns, knowns, std::vector<double>{2.0}, directional),
            Status::kOk);
  EXPECT_EQ(directional, (std::vector<double>{62.0, 64.0}));
  EXPECT_EQ(instance.adjoint_derivative(unknowns, knowns, std::vector<double>{1.0, 0.5}, adjoint),
            Status::kOk);
  EXPECT_EQ(adjoint, (std::vector<double>{31.0 + 16.0}));
  EXPECT_EQ(instance.get_output_derivatives(unknowns, std::vector<std::int32_t>{1, 2}, rates), Status::kOk);
  EXPECT_EQ(rates, (std::vector<double>{101.0, 202.0}));
  EXPECT_EQ(instance.set_input_derivatives(unknowns, std::vector<std::int32_t>{1, 2}, rates), Status::kError);
  EXPECT_NE(instance.failure().find("setting input derivatives is not part of FMI 3.0"), std::string::npos);
}

}  // namespace
}  // namespace lockstep::core
