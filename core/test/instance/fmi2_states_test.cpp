// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "fmi2_probe.hpp"

namespace lockstep::core {
namespace {

// A saved state brings everything back, the handle is used again, and a failed instance recovers by it.
TEST(Fmi2States, SavesAndRestoresStates) {
  Fmi2Probe probe;
  Instance& instance = probe.make();
  FmuState state;
  EXPECT_EQ(instance.do_step(0.0, 0.5, true).status, Status::kOk);
  EXPECT_EQ(instance.get_state(state), Status::kOk);
  void* handle = state.handle();
  EXPECT_EQ(instance.do_step(0.5, 0.5, true).status, Status::kOk);
  EXPECT_EQ(probe.real(8), 1.0);
  EXPECT_EQ(instance.set_state(state), Status::kOk);
  EXPECT_EQ(probe.real(8), 0.5);
  EXPECT_EQ(instance.get_state(state), Status::kOk);
  EXPECT_EQ(state.handle(), handle);
  probe.next(Fmi2Probe::kFail);
  EXPECT_EQ(instance.do_step(0.5, 0.5, true).status, Status::kError);
  EXPECT_EQ(instance.set_state(state), Status::kOk);
  EXPECT_EQ(instance.do_step(0.5, 0.5, true).status, Status::kOk);
  FmuState moved = std::move(state);
  EXPECT_FALSE(state);
  EXPECT_EQ(moved.handle(), handle);
}

// A serialised state can be read by another instance.
TEST(Fmi2States, SerialisesStates) {
  Fmi2Probe probe;
  Instance& instance = probe.make();
  EXPECT_EQ(instance.do_step(0.0, 0.75, false).status, Status::kOk);
  FmuState state;
  BinaryValue bytes;
  EXPECT_EQ(instance.get_state(state), Status::kOk);
  EXPECT_EQ(instance.serialize_state(state, bytes), Status::kOk);
  EXPECT_GT(bytes.size(), 100U);
  EXPECT_EQ(instance.do_step(0.75, 0.75, false).status, Status::kOk);
  FmuState read;
  EXPECT_EQ(instance.deserialize_state(bytes, read), Status::kOk);
  EXPECT_EQ(instance.set_state(read), Status::kOk);
  EXPECT_EQ(probe.real(8), 0.75);
  FmuState broken;
  EXPECT_EQ(instance.deserialize_state(Span<const std::uint8_t>{bytes}.subspan(0, 3), broken),
            Status::kError);
  EXPECT_FALSE(broken);
}

// The directional derivative is J * seed; J(u, k) of the probe is u + 10 k.
TEST(Fmi2States, DirectionalDerivative) {
  Fmi2Probe probe;
  Instance& instance = probe.make();
  const std::vector<ValueReference> unknowns{1, 2}, knowns{3, 4};
  const std::vector<double> seed{1.0, 0.5};
  std::vector<double> sensitivity(2);
  EXPECT_EQ(instance.directional_derivative(unknowns, knowns, seed, sensitivity), Status::kOk);
  EXPECT_EQ(sensitivity, (std::vector<double>{31 + 0.5 * 41, 32 + 0.5 * 42}));
  EXPECT_EQ(instance.directional_derivative(unknowns, knowns, seed, Span<double>{}), Status::kError);
}

}  // namespace
}  // namespace lockstep::core
