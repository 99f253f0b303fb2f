// SPDX-License-Identifier: Apache-2.0
#include "lockstep/devices/fmu_model/signal_inputs.hpp"

#include <gtest/gtest.h>

#include "bound_device.hpp"
#include "lockstep/core/error.hpp"
#include "support/decay_stepper.hpp"
#include "support/device_world.hpp"

namespace lockstep::devices {
namespace {

InputSource from_signal(const char* variable, const char* signal, Timing timing = Timing::kSameStep) {
  InputSource source;
  source.variable = variable;
  source.signal = signal;
  source.timing = timing;
  return source;
}

InputSource constant(const char* variable, const char* value) {
  InputSource source;
  source.variable = variable;
  source.value = value;
  return source;
}

/// The decay model with its inflow from the signal "source/u", which counts 10, 11, 12, ...
struct Tank {
  explicit Tank(const std::vector<InputSource>& sources) {
    world.add(
        "source", [this](Binder& binder) { written = binder.output<double>("u").data(); },
        [this] { *written = 10.0; }, [this] { *written += 1.0; });
    world.add(
        "tank", [this, sources](Binder& binder) { inputs.bind("fmu 'tank'", binder, stepper, sources); },
        [this] {
          inputs.take_at_start();
          stepper.reset();
          stepper.initialize({});
          step = 0;
        },
        [this] {
          inputs.take();
          static_cast<void>(stepper.step(grid.interval(step++)));
        });
  }
  double u() { return std::get<std::vector<double>>(stepper.get(*stepper.description().find("u")))[0]; }

  BoundWorld world;
  double* written{nullptr};
  test::DecayStepper stepper;
  SignalInputs inputs;
  core::TimeGrid grid{0.0, core::Rational::from_seconds(0.001)};
  std::int64_t step{0};
};

// A signal of the same step is seen as it is, at the start too; a delayed one as it was before the step, and
// at the start of a run, the first and each later one, as the start value of the description (0).
TEST(SignalInputs, FollowSignals) {
  Tank now{{from_signal("u", "source/u")}};
  Tank late{{from_signal("u", "source/u", Timing::kDelayed)}};
  now.world.runtime.bind();
  late.world.runtime.bind();
  now.world.runtime.start();
  late.world.runtime.start();
  for (int run = 0; run < 2; ++run) {
    EXPECT_EQ(now.u(), 10.0);
    EXPECT_EQ(late.u(), 0.0);
    for (int k = 1; k <= 3; ++k) {
      ASSERT_EQ(now.world.runtime.step(), core::Status::kOk);
      ASSERT_EQ(late.world.runtime.step(), core::Status::kOk);
      EXPECT_EQ(now.u(), 10.0 + k);
      EXPECT_EQ(late.u(), 9.0 + k);
    }
    now.world.runtime.reset();
    late.world.runtime.reset();
  }
}

// An input without a source is an inlet, one with a source is not.
TEST(SignalInputs, AreInletsWithoutASource) {
  Tank open{{}};
  open.world.runtime.bind();
  open.world.runtime.start();
  EXPECT_TRUE(open.inputs.is_inlet(*open.stepper.description().find("u")));
  EXPECT_FALSE(open.inputs.is_inlet(*open.stepper.description().find("x")));
  open.world.runtime.doors().inlet("tank/u").write(4.0);
  ASSERT_EQ(open.world.runtime.step(), core::Status::kOk);
  EXPECT_EQ(open.u(), 4.0);
  Tank closed{{from_signal("u", "source/u")}};
  closed.world.runtime.bind();
  EXPECT_FALSE(closed.inputs.is_inlet(*closed.stepper.description().find("u")));
}

/// A model with nothing but an array of three, which starts with 2 in each element.
class ArrayStepper final : public core::Stepper {
 public:
  ArrayStepper() : Stepper{"array", describe(), {}} {}
  void set(const core::Variable& /*variable*/, const core::Value& /*value*/) override {}
  core::Value get(const core::Variable& /*variable*/) override { return {}; }
  void initialize(const core::ExperimentSetup& /*setup*/) override {}
  core::StepOutcome step(const core::StepInterval& interval) noexcept override { return {interval.to_s}; }
  void reset() override {}
  core::Status terminate() noexcept override { return core::Status::kOk; }
  core::StepperStatistics statistics() const noexcept override { return {}; }
  std::string fault() const override { return {}; }

 protected:
  void on_bound(Group& /*group*/) override {}

 private:
  static std::shared_ptr<const core::ModelDescription> describe() {
    core::DescriptionBuilder builder{"Array"};
    builder.add({"a",
                 core::VariableType::kFloat64,
                 core::Causality::kInput,
                 {},
                 "",
                 "",
                 {3},
                 std::vector<double>{2.0}});
    return builder.build();
  }
};

// One start value is for all elements of an array; where a structural parameter has changed its size, the
// start values of the description fit no longer and the inlet starts with zeros, as the model does.
TEST(SignalInputs, StartInletsOfArrays) {
  ArrayStepper array;
  const auto space =
      core::Stepper::create(core::Fmu::open(std::string{LOCKSTEP_FMUS_DIR} + "/3.0/StateSpace.fmu"));
  space->set(*space->description().find("m"), std::vector<std::uint64_t>{2});
  SignalInputs inputs[2];
  BoundWorld world;
  world.add(
      "array", [&](Binder& binder) { inputs[0].bind("a", binder, array, {}); }, [] {}, [] {});
  world.add(
      "space", [&](Binder& binder) { inputs[1].bind("s", binder, *space, {}); }, [] {}, [] {});
  world.runtime.bind();
  world.runtime.start();
  EXPECT_EQ(std::get<std::vector<double>>(world.runtime.doors().inlet("array/a").latched()),
            (std::vector<double>{2.0, 2.0, 2.0}));
  EXPECT_EQ(std::get<std::vector<double>>(world.runtime.doors().inlet("space/u").latched()),
            (std::vector<double>{0.0, 0.0}));
}

// A constant is given once; the signal is not looked for.
TEST(SignalInputs, TakeConstants) {
  Tank tank{{constant("u", "2.5")}};
  tank.world.runtime.bind();
  tank.world.runtime.start();
  ASSERT_EQ(tank.world.runtime.step(), core::Status::kOk);
  EXPECT_EQ(tank.u(), 2.5);
}

// Everything that is wrong is reported at once, with what there is.
TEST(SignalInputs, RefuseMistakes) {
  const auto error_of = [](const std::vector<InputSource>& sources) {
    return test::error_of([&] { Tank{sources}.world.runtime.bind(); });
  };
  const std::string text = error_of({from_signal("w", "source/u"), from_signal("x", "source/u"),
                                     constant("u", "two"), constant("u", "3"), InputSource{}});
  for (const char* part : {"fmu 'tank': the model has no variable 'w'; inputs are: u",
                           "variable 'x' is a output, expected an input", "two", "input 'u' is given twice",
                           "the model has no variable ''"})
    EXPECT_NE(text.find(part), std::string::npos) << part << " not in: " << text;
  InputSource neither;
  neither.variable = "u";
  EXPECT_NE(error_of({neither}).find("input 'u' needs either a signal or a value"), std::string::npos);
  InputSource both = constant("u", "1");
  both.signal = "source/u";
  EXPECT_NE(error_of({both}).find("input 'u' needs either a signal or a value"), std::string::npos);
  EXPECT_NE(error_of({from_signal("u", "source/v")}).find("source/v"), std::string::npos);
}

// A clock cannot be connected.
TEST(SignalInputs, RefuseClocks) {
  const auto stepper =
      core::Stepper::create(core::Fmu::open(std::string{LOCKSTEP_FMUS_DIR} + "/3.0/Clocks.fmu"));
  SignalInputs inputs;
  BoundWorld world;
  world.add(
      "ticker",
      [&](Binder& binder) { inputs.bind("fmu 'c'", binder, *stepper, {from_signal("inClock2", "a")}); },
      [] {}, [] {});
  EXPECT_NE(test::error_of([&] { world.runtime.bind(); }).find("input 'inClock2' is a clock"),
            std::string::npos);
}

}  // namespace
}  // namespace lockstep::devices
