// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "lockstep/adapter/adapter.hpp"
#include "lockstep/core/error.hpp"

namespace lockstep::test {}

namespace lockstep::adapter::test {

using namespace lockstep::test;

inline std::string fmu_path(const std::string& model, const std::string& version = "2.0") {
  return std::string{LOCKSTEP_TEST_FMUS} + "/" + version + "/" + model + ".fmu";
}

inline SimTime seconds(double value) {
  return SimTime{static_cast<std::int64_t>(std::llround(value * 1e9))};
}

inline core::Rational milliseconds(std::int64_t value) {
  return core::Rational::reduced(value, 1000);
}

/// The message of the Error that `body` throws.
template <class Body>
std::string error_of(Body&& body) {
  try {
    body();
  } catch (const Error& error) {
    return error.message();
  }
  return "no error";
}

}  // namespace lockstep::adapter::test
