// SPDX-License-Identifier: Apache-2.0
#include "stepper/typed_buffer.hpp"

#include <gtest/gtest.h>

#include "lockstep/core/error.hpp"

namespace lockstep::core {
namespace {

TEST(TypedBuffer, StartsWithZeros) {
  const std::shared_ptr<void> buffer = make_typed_buffer(VariableType::kFloat64, 3);
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(static_cast<double*>(buffer.get())[i], 0.0);
  EXPECT_NE(make_typed_buffer(VariableType::kString, 0), nullptr);
}

// An array that no machine can hold is an error with a reason, not a process that is killed.
TEST(TypedBuffer, RefusesWhatDoesNotFit) {
  for (const std::size_t count : {std::size_t{1} << 50U, SIZE_MAX / 8, SIZE_MAX}) {
    try {
      make_typed_buffer(VariableType::kFloat64, count);
      ADD_FAILURE() << count << " was accepted";
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::kSystem);
      EXPECT_NE(std::string{error.what()}.find(" elements of 8 bytes each do not fit"), std::string::npos)
          << error.what();
    }
  }
}

// The message names the array: a model has many.
TEST(TypedBuffer, NamesTheArrayThatDoesNotFit) {
  Variable variable;
  variable.name = "A";
  EXPECT_NO_THROW(require_memory(variable, 1000));
  try {
    require_memory(variable, UINT64_MAX);
    ADD_FAILURE() << "accepted";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kSystem);
    EXPECT_NE(std::string{error.what()}.find("array 'A' has 18446744073709551615 elements of 8 bytes each"),
              std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace lockstep::core
