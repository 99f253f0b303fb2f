// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "lockstep/core/error.hpp"

namespace lockstep::test {

/// The message of the Error that an action throws.
template <class Action>
std::string message_of(const Action& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.message();
  }
  return "nothing was thrown";
}

/// The same, of an Error with this code.
template <class Action>
std::string message_of(const Action& action, ErrorCode code) {
  try {
    action();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), code) << to_string(error.code());
    return error.message();
  }
  return "nothing was thrown";
}

/// The same with all diagnostics.
template <class Action>
std::string what_of(const Action& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  return "nothing was thrown";
}

}  // namespace lockstep::test
