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
               FmuPool{}.open(test_context().find_file("Damper")),
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
  explicit BareWorld(const std::vector<std::pair<std::string, std::string>>& more)
      : host{test::one_joint_world()}, runtime{host} {
    std::vector<std::pair<std::string, std::string>> fields{{"fmu", "Damper"}};
    fields.insert(fields.end(), more.begin(), more.end());
    auto made = std::make_unique<Bare>(element("x", fields));
    device = made.get();
    runtime.add(std::move(made), {}, "arm");
    runtime.bind();
  }
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
            }).find("signal 'current' is no Float64"),
            std::string::npos);
}

}  // namespace
}  // namespace lockstep::devices
