// SPDX-License-Identifier: Apache-2.0
#include "lockstep/devices/fmu_model/fmu_model.hpp"

#include <gtest/gtest.h>

#include <tuple>

#include "support/device_world.hpp"

namespace lockstep::devices {
namespace {

using test::element;
using test::error_of;
using test::test_context;

/// A device that is nothing but an FMU on the joint's velocity.
class Bare final : public Device {
 public:
  explicit Bare(const core::ConfigNode& node)
      : model_{"bare",
               read_fmu_config(node, test_context()),
               FmuPool{}.open(test_context().find_file(node.text_of("fmu"))),
               "bare",
               {}} {}
  const std::string& name() const noexcept override { return name_; }
  void bind(Binder& binder) override {
    model_.bind(binder, {{"jointVelocity"}, {"nothing"}}, {{"jointTorque", true}});
    binder.run_in(Phase::kControl);
  }
  void reset(const StepInfo& start) override {
    *model_.input(0) = 2.0;
    model_.reset(start.interval.from_s);
  }
  core::Status run(const StepInfo& step) noexcept override { return model_.step(step.interval); }
  void hold(const StepInfo& /*step*/) noexcept override {}
  void make_safe(const StepInfo& /*step*/) noexcept override {}
  std::string fault() const override { return model_.fault(); }
  std::unique_ptr<DeviceState> save() override { return model_.save(); }
  void restore(const DeviceState& state) override { model_.restore(state); }

  FmuModel& model() { return model_; }

 private:
  std::string name_{"bare"};
  FmuModel model_;
};

/// A runtime around one Bare device.
struct BareWorld {
  using Names = std::vector<std::pair<std::string, std::string>>;
  explicit BareWorld(const Names& more, const char* fmu = "Damper", const Names& variable_names = {},
                     const char* fault_policy = "stop")
      : host{test::one_joint_world()}, runtime{host, options()} {
    Names fields{{"fmu", fmu}};
    fields.insert(fields.end(), more.begin(), more.end());
    core::ConfigNode node = element("x", fields);
    node.children.emplace_back("variable_names");
    for (const auto& [name, renamed] : variable_names) {
      node.children.back().children.emplace_back(name);
      node.children.back().children.back().attributes.emplace_back("name", renamed);
    }
    auto made = std::make_unique<Bare>(node);
    device = made.get();
    node.children.emplace_back("fault_policy", fault_policy);
    runtime.add(std::move(made), read_options(node), "arm");
    runtime.bind();
  }
  runtime::RuntimeOptions options() {
    runtime::RuntimeOptions made;
    made.log = [this](const core::LogMessage& message) { log.emplace_back(message.text); };
    return made;
  }
  std::vector<std::string> log;
  hosts::fake::FakeHost host;
  Bare* device{nullptr};
  runtime::Runtime runtime;
};

// Inputs given before the reset count in the initialisation; those the FMU does not have are null.
TEST(FmuModel, InitialisesWithTheInputs) {
  BareWorld world{{}};
  EXPECT_EQ(world.device->model().input(1), nullptr);
  world.runtime.start();
  EXPECT_DOUBLE_EQ(*world.device->model().output(0), -0.2);
}

// An input that nothing in the FMU depends on is not given to it, unless what is recorded might show it.
TEST(FmuModel, LeavesOutInputsThatAreNotUsed) {
  const BareWorld::Names acceleration{{"nothing", "jointAcceleration"}};
  BareWorld bare{{}, "Damper", acceleration};
  EXPECT_EQ(bare.device->model().input(1), nullptr);
  EXPECT_NE(bare.device->model().input(0), nullptr);
  BareWorld recorded{{{"signals", "jointAcceleration"}}, "Damper", acceleration};
  EXPECT_NE(recorded.device->model().input(1), nullptr);
  BareWorld asked{{{"all_inputs", "true"}}, "Damper", acceleration};
  EXPECT_NE(asked.device->model().input(1), nullptr);
}

// substeps and step_size cut a step of the world into equal steps of the FMU, up to its end.
TEST(FmuModel, CutsStepsIntoPieces) {
  for (const auto& [field, text, count] :
       {std::tuple{"substeps", "4", 4U}, std::tuple{"step_size", "0.0005", 2U},
        std::tuple{"step_size", "fmu", 1U}}) {
    BareWorld world{{{field, text}}};
    world.runtime.start();
    for (int k = 0; k < 10; ++k)
      ASSERT_EQ(world.runtime.step(), core::Status::kOk) << world.runtime.fault();
    EXPECT_EQ(world.device->model().stepper().statistics().steps, 10U * count) << field;
  }
}

// With a period a run is as long as the period: it, not the world's step of 1 ms, is cut into steps of
// step_size, also where one is longer than the world's. Where runs differ in length (2 and 3 ms) so does the
// number of steps.
TEST(FmuModel, CutsPeriodsIntoPieces) {
  for (const auto& [period, size, steps] :
       {std::tuple{"0.01", "0.005", 20U}, std::tuple{"0.01", "0.0025", 40U}, std::tuple{"0.01", "0.01", 10U},
        std::tuple{"0.01", "0.02", 10U}, std::tuple{"0.0005", "0.0005", 200U},
        std::tuple{"0.0025", "0.0005", 200U}}) {
    BareWorld world{{{"period", period}, {"step_size", size}}};
    world.runtime.start();
    for (int k = 0; k < 100; ++k)
      ASSERT_EQ(world.runtime.step(), core::Status::kOk) << world.runtime.fault();
    EXPECT_EQ(world.device->model().stepper().statistics().steps, steps) << period << ' ' << size;
  }
  EXPECT_NE(error_of([] {
              BareWorld world{{{"period", "0.01"}, {"step_size", "0.003"}}};
            }).find("step_size 0.003 s does not go into the device's period of 0.01 s"),
            std::string::npos);
}

// A host that missed ticks, or a restart before the coming run: the model's time does not jump, it goes there
// in steps of the usual length.
TEST(FmuModel, BridgesMissedTicks) {
  BareWorld world{{{"substeps", "2"}}};
  world.runtime.start();
  FmuModel& model = world.device->model();
  ASSERT_EQ(model.step({0.0, 0.001, 0.001}), core::Status::kOk);
  EXPECT_EQ(model.stepper().statistics().steps, 2U);
  ASSERT_EQ(model.step({0.004, 0.005, 0.001}), core::Status::kOk) << model.fault();
  EXPECT_EQ(model.stepper().statistics().steps, 2U + 6U + 2U);
  ASSERT_EQ(model.step({0.005, 0.006, 0.001}), core::Status::kOk) << model.fault();
  EXPECT_EQ(model.stepper().statistics().steps, 12U);
  ASSERT_EQ(model.step({0.0061, 0.0071, 0.001}), core::Status::kOk) << model.fault();
  EXPECT_EQ(model.stepper().statistics().steps, 15U) << "a tenth of a step is one";
}

// A step size that does not fit the world's is refused with both numbers.
TEST(FmuModel, RefusesStepsThatDoNotFit) {
  EXPECT_NE(error_of([] {
              BareWorld world{{{"step_size", "0.0003"}}};
            }).find(" s does not go into the world's step of 0.001 s"),
            std::string::npos);
}

// Signals must be variables of the FMU.
TEST(FmuModel, RefusesUnknownSignals) {
  EXPECT_NE(error_of([] {
              BareWorld world{{{"signals", "d current"}}};
            }).find("signal 'current' is no variable of the FMU"),
            std::string::npos);
}

// Variables of any type are recorded as what they are, enumerations as numbers.
TEST(FmuModel, RecordsEveryType) {
  const BareWorld::Names names{{"jointVelocity", "Float64_continuous_input"},
                               {"jointTorque", "Float64_continuous_output"}};
  BareWorld world{{
                      {"signals", "Int32_output Boolean_output Enumeration_output Float64_continuous_output"},
                  },
                  "Feedthrough",
                  names};
  const auto watch = [&](const char* name) { return world.runtime.watch(std::string{"arm/bare/"} + name); };
  const runtime::SignalView integer = watch("Int32_output"), boolean = watch("Boolean_output");
  const runtime::SignalView choice = watch("Enumeration_output"), real = watch("Float64_continuous_output");
  world.runtime.start();
  ASSERT_EQ(world.runtime.step(), core::Status::kOk) << world.runtime.fault();
  EXPECT_EQ(integer.info->type, core::VariableType::kInt32);
  EXPECT_EQ(boolean.info->type, core::VariableType::kBoolean);
  EXPECT_EQ(choice.info->type, core::VariableType::kInt64);
  EXPECT_EQ(choice.number(), 1.0);  // its start value
  EXPECT_EQ(real.number(), 2.0);
  BareWorld text{{{"signals", "String_output"}}, "Feedthrough", names};
  EXPECT_EQ(text.runtime.watch("arm/bare/String_output").info->type, core::VariableType::kString);
}

// Two inputs cannot be the same variable, and a name nobody asks for does not go unnoticed.
TEST(FmuModel, ChecksVariableNames) {
  EXPECT_NE(error_of([] {
              BareWorld world{{}, "Damper", {{"nothing", "jointVelocity"}}};
            }).find("input 'nothing' is variable 'jointVelocity' of the FMU, which another input is already"),
            std::string::npos);
  BareWorld world{{}, "Damper", {{"jointTorqe", "jointTorque"}}};
  ASSERT_EQ(world.log.size(), 1U);
  EXPECT_EQ(world.log[0],
            "<jointTorqe> in <variable_names> has no effect; names there are: jointVelocity, "
            "nothing, jointTorque");
}

}  // namespace
}  // namespace lockstep::devices
