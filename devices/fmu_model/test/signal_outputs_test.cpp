// SPDX-License-Identifier: Apache-2.0
#include "lockstep/devices/fmu_model/signal_outputs.hpp"

#include <gtest/gtest.h>

#include "bound_device.hpp"
#include "lockstep/core/error.hpp"
#include "support/device_world.hpp"

namespace lockstep::devices {
namespace {

/// All outputs of an FMU as signals "block/...".
struct Published {
  explicit Published(const char* model)
      : stepper{core::Stepper::create(core::Fmu::open(std::string{LOCKSTEP_FMUS_DIR} + "/3.0/" + model))} {
    world.add(
        "block",
        [this](Binder& binder) {
          outputs.bind(binder, *stepper, signal_variables(stepper->description(), core::Causality::kOutput));
        },
        [this] {
          stepper->initialize({});
          outputs.publish();
        },
        [this] { outputs.make_safe(); });
    world.runtime.bind();
  }
  void set_safe(const char* variable, const char* text) {
    outputs.set_safe_value(*stepper, *stepper->description().find(variable), text);
  }
  void set(const char* variable, const core::Value& value) {
    stepper->set(*stepper->description().find(variable), value);
  }
  runtime::SignalView signal(const std::string& name) { return world.runtime.watch("block/" + name); }

  BoundWorld world;
  std::unique_ptr<core::Stepper> stepper;
  SignalOutputs outputs;
};

// Each type arrives as what it is, enumerations as Int64, texts and bytes included.
TEST(SignalOutputs, ShowEveryType) {
  Published block{"Feedthrough.fmu"};
  block.set("Float64_continuous_input", std::vector<double>{1.25});
  block.set("UInt16_input", std::vector<std::uint64_t>{65535});
  block.set("Boolean_input", std::vector<bool>{true});
  block.set("String_input", std::vector<std::string>{"hello"});
  block.set("Binary_input", std::vector<std::vector<std::uint8_t>>{{7, 0, 9}});
  block.set("Enumeration_input", std::vector<std::int64_t>{2});
  const auto real = block.signal("Float64_continuous_output"), word = block.signal("UInt16_output"),
             flag = block.signal("Boolean_output"), text = block.signal("String_output"),
             bytes = block.signal("Binary_output"), choice = block.signal("Enumeration_output");
  block.world.runtime.start();
  EXPECT_EQ(real.number(), 1.25);
  EXPECT_EQ(word.values<std::uint16_t>()[0], 65535);
  EXPECT_TRUE(flag.values<bool>()[0]);
  EXPECT_EQ(text.values<std::string>()[0], "hello");
  EXPECT_EQ(bytes.values<std::vector<std::uint8_t>>()[0], (std::vector<std::uint8_t>{7, 0, 9}));
  EXPECT_EQ(choice.info->type, core::VariableType::kInt64);
  EXPECT_EQ(choice.number(), 2.0);
}

// Safe values are written where there are some; one value is for all elements of an array.
TEST(SignalOutputs, WriteSafeValues) {
  Published block{"Feedthrough.fmu"};
  block.set("Int32_input", std::vector<std::int64_t>{5});
  block.set("Int8_input", std::vector<std::int64_t>{6});
  const auto safe = block.signal("Int32_output"), held = block.signal("Int8_output"),
             text = block.signal("String_output"), choice = block.signal("Enumeration_output");
  block.set_safe("Int32_output", "-2");
  block.set_safe("String_output", "stopped");
  block.set_safe("Enumeration_output", "Option 2");
  block.world.runtime.start();
  EXPECT_EQ(safe.number(), 5.0);
  ASSERT_EQ(block.world.runtime.step(), core::Status::kOk);
  EXPECT_EQ(safe.number(), -2.0);
  EXPECT_EQ(held.number(), 6.0);
  EXPECT_EQ(text.values<std::string>()[0], "stopped");
  EXPECT_EQ(choice.number(), 2.0);

  Published space{"StateSpace.fmu"};
  const auto y = space.signal("y");
  ASSERT_EQ(y.info->count, 3U);
  space.set_safe("y", "4");
  space.world.runtime.start();
  ASSERT_EQ(space.world.runtime.step(), core::Status::kOk);
  EXPECT_EQ(y.number(0), 4.0);
  EXPECT_EQ(y.number(2), 4.0);
  space.set_safe("y", "7 8 9");
  ASSERT_EQ(space.world.runtime.step(), core::Status::kOk);
  EXPECT_EQ(y.number(0), 7.0);
  EXPECT_EQ(y.number(2), 9.0);
  EXPECT_NE(test::error_of([&] { space.set_safe("y", "1 2"); }).find("is given 2 elements, expected 1 or 3"),
            std::string::npos);
}

// A variable that is no signal has no safe value.
TEST(SignalOutputs, RefuseSafeValuesOfOthers) {
  Published block{"Feedthrough.fmu"};
  EXPECT_NE(test::error_of([&] { block.set_safe("Int32_input", "1"); }).find("'Int32_input' is not a signal"),
            std::string::npos);
  EXPECT_NE(test::error_of([&] { block.set_safe("Int32_output", "x"); }).find("Int32_output"),
            std::string::npos);
}

}  // namespace
}  // namespace lockstep::devices
