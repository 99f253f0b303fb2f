// SPDX-License-Identifier: Apache-2.0
#include "model_loader.hpp"

#include <gtest/gtest.h>

#include "lockstep/core/error.hpp"

namespace lockstep::hosts::mujoco {
namespace {

// A model comes from memory.
TEST(ModelLoader, LoadsFromMemory) {
  const Model model = load_model(
      "<mujoco><worldbody><body><inertial mass=\"1\" pos=\"0 0 0\" diaginertia=\"1 1 "
      "1\"/><freejoint/></body></worldbody>"
      "</mujoco>");
  EXPECT_EQ(model->nv, 6);
}

// MuJoCo's message reaches those who ask for it, not the user.
TEST(ModelLoader, LogsWhyAModelIsRefused) {
  std::string logged;
  const core::LogSink log = [&](const core::LogMessage& message) {
    EXPECT_EQ(message.level, core::LogLevel::kDebug);
    logged = message.text;
  };
  try {
    static_cast<void>(load_model("<mujoco><worldbody><body><freejoint/></body></worldbody></mujoco>", log));
    ADD_FAILURE() << "was accepted";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kUnsupported);
    EXPECT_NE(error.message().find("MuJoCo does not take the world; check masses"), std::string::npos);
    EXPECT_EQ(error.message().find("mjMINVAL"), std::string::npos) << error.message();
    EXPECT_NE(logged.find("mass"), std::string::npos) << logged;
  }
}

}  // namespace
}  // namespace lockstep::hosts::mujoco
