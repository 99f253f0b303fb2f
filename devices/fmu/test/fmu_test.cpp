// SPDX-License-Identifier: Apache-2.0
#include "lockstep/devices/fmu/fmu.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "lockstep/core/error.hpp"
#include "lockstep/hosts/clock/clock_host.hpp"
#include "lockstep/runtime/runtime.hpp"
#include "support/allocation_count.hpp"
#include "support/decay_stepper.hpp"
#include "support/device_world.hpp"

namespace lockstep::devices::fmu {
namespace {

using test::DecayStepper;
using test::element;
using test::error_of;
using test::test_context;

InputSource from(const std::string& variable, const std::string& signal, Timing timing = Timing::kSameStep) {
  InputSource source;
  source.variable = variable;
  source.signal = signal;
  source.timing = timing;
  return source;
}

InputSource constant(const std::string& variable, const std::string& value) {
  InputSource source;
  source.variable = variable;
  source.value = value;
  return source;
}

BlockConfig named(const char* name, std::vector<InputSource> inputs = {}) {
  BlockConfig config;
  config.name = name;
  config.inputs = std::move(inputs);
  return config;
}

DeviceOptions with_period(std::int64_t milliseconds) {
  DeviceOptions options;
  options.period = core::Rational::reduced(milliseconds, 1000);
  return options;
}

/// Blocks on the clock, with steps of 1 ms unless said otherwise.
struct ClockWorld {
  explicit ClockWorld(double step_s = 0.001) : clock{make(step_s)}, runtime{*clock} {}
  static std::unique_ptr<hosts::Engine> make(double step_s) {
    hosts::EngineOptions options;
    options.step = core::Rational::from_seconds(step_s);
    return hosts::clock::make_engine({}, options);
  }
  void add(MadeDevice made) { runtime.add(std::move(made.device), made.options, ""); }
  void add(const core::ConfigNode& node) {
    for (MadeDevice& made : kind().make(node, test_context()))
      add(std::move(made));
  }
  runtime::SignalView start_and_watch(const char* name) {
    runtime.bind();
    const runtime::SignalView view = runtime.watch(name);
    runtime.start();
    return view;
  }
  void run(int steps) {
    for (int k = 0; k < steps; ++k)
      ASSERT_EQ(runtime.step(), core::Status::kOk) << runtime.fault();
  }
  std::unique_ptr<hosts::Engine> clock;
  runtime::Runtime runtime;
};

// A model without an FMU, from C++, without physics: dx/dt = 2 - x from x = 1, so x(1 s) = 2 - exp(-1).
// Signals are those of the outputs alone, at the start too. Tolerance: one rounding for each of 1000 steps.
TEST(FmuBlock, RunsAnyStepper) {
  ClockWorld world;
  world.add(make_block(named("tank", {constant("u", "2")}), std::make_unique<DecayStepper>()));
  const runtime::SignalView x = world.start_and_watch("tank/x");
  EXPECT_EQ(x.number(), 1.0);
  EXPECT_EQ(world.runtime.signals().find("tank/der(x)"), nullptr);
  world.run(1000);
  EXPECT_EQ(world.runtime.time_s(), 1.0);
  EXPECT_NEAR(x.number(), 2.0 - std::exp(-1.0), 1000 * 2.3e-16);
}

// Every type of FMI 3 passes from block to block: the second one repeats what the first one is given.
TEST(FmuBlock, ConnectsEveryType) {
  const std::string feedthrough = std::string{LOCKSTEP_FMUS_DIR} + "/3.0/Feedthrough.fmu";
  const std::vector<std::pair<std::string, std::string>> values{{"Float32_continuous", "1.5"},
                                                                {"Float32_discrete", "2.5"},
                                                                {"Float64_continuous", "-3.25"},
                                                                {"Float64_discrete", "4"},
                                                                {"Int8", "-128"},
                                                                {"UInt8", "255"},
                                                                {"Int16", "-32768"},
                                                                {"UInt16", "65535"},
                                                                {"Int32", "-7"},
                                                                {"UInt32", "4294967295"},
                                                                {"Int64", "-8"},
                                                                {"UInt64", "18446744073709551615"},
                                                                {"Boolean", "true"},
                                                                {"String", "a text"},
                                                                {"Binary", "00ff10"},
                                                                {"Enumeration", "Option 2"}};
  ClockWorld world;
  core::ConfigNode first = element("devices", {{"fmu", feedthrough}, {"name", "first"}});
  core::ConfigNode second = element("devices", {{"fmu", feedthrough}, {"name", "second"}});
  first.children.emplace_back("inputs");
  second.children.emplace_back("inputs");
  for (const auto& [variable, text] : values) {
    first.children.back().children.push_back(element(variable + "_input", {{"value", text}}));
    second.children.back().children.emplace_back(variable + "_input", "first/" + variable + "_output");
  }
  world.add(first);
  world.add(second);
  world.runtime.bind();
  std::vector<runtime::SignalView> given, got;
  for (const auto& [variable, text] : values) {
    given.push_back(world.runtime.watch("first/" + variable + "_output"));
    got.push_back(world.runtime.watch("second/" + variable + "_output"));
  }
  world.runtime.start();
  world.run(2);
  for (std::size_t i = 0; i < values.size(); ++i) {
    SCOPED_TRACE(values[i].first);
    ASSERT_EQ(given[i].info->type, got[i].info->type);
    if (got[i].info->type == core::VariableType::kString) {
      EXPECT_EQ(got[i].values<std::string>()[0], "a text");
    } else if (got[i].info->type == core::VariableType::kBinary) {
      EXPECT_EQ(got[i].values<core::BinaryValue>()[0], (core::BinaryValue{0x00, 0xff, 0x10}));
    } else {
      EXPECT_EQ(got[i].number(), given[i].number());
      EXPECT_NE(got[i].number(), 0.0);
    }
  }
}

// An array is one signal: all elements of y of the first state space are u of the second.
TEST(FmuBlock, ConnectsArrays) {
  const std::string space = std::string{LOCKSTEP_FMUS_DIR} + "/3.0/StateSpace.fmu";
  ClockWorld world{0.1};
  core::ConfigNode first = element("devices", {{"fmu", space}, {"name", "first"}});
  core::ConfigNode second = element("devices", {{"fmu", space}, {"name", "second"}, {"signals", "u"}});
  first.children.emplace_back("inputs");
  first.children.back().children.push_back(element("u", {{"value", "1 2 3"}}));
  second.children.emplace_back("inputs");
  second.children.back().children.emplace_back("u", "first/y");
  world.add(first);
  world.add(second);
  world.runtime.bind();
  const runtime::SignalView y = world.runtime.watch("first/y"), u = world.runtime.watch("second/u");
  world.runtime.start();
  world.run(10);
  ASSERT_EQ(y.info->count, 3U);
  for (std::uint32_t i = 0; i < 3; ++i)
    EXPECT_EQ(u.number(i), y.number(i));
  EXPECT_NE(y.number(2), y.number(0));
}

// With a period the model steps over the whole period and its signals hold in between, beside an FMU that
// runs in every step.
TEST(FmuBlock, HasItsOwnRate) {
  ClockWorld world{0.1};
  world.add(make_block(named("slow"), std::make_unique<DecayStepper>(), with_period(500)));
  world.add(element("devices", {{"fmu", "Stair"}, {"name", "stair"}}));
  world.runtime.bind();
  const runtime::SignalView x = world.runtime.watch("slow/x"), counter = world.runtime.watch("stair/counter");
  world.runtime.start();
  const double start = counter.number();
  world.run(1);
  EXPECT_DOUBLE_EQ(x.number(), std::exp(-0.5)) << "its step is the period";
  world.run(4);
  EXPECT_DOUBLE_EQ(x.number(), std::exp(-0.5));
  world.run(1);
  EXPECT_DOUBLE_EQ(x.number(), std::exp(-1.0));
  world.run(6);
  EXPECT_EQ(counter.number(), start + 1.0) << "at 1.2 s";
}

// step_size cuts the period of a block that C++ makes, as it does for files.
TEST(FmuBlock, CutsItsPeriod) {
  ClockWorld world;
  BlockConfig config = named("tank");
  config.model.step_size_s = 0.004;
  auto stepper = std::make_unique<DecayStepper>();
  const DecayStepper& model = *stepper;
  world.add(make_block(std::move(config), std::move(stepper), with_period(20)));
  world.start_and_watch("tank/x");
  world.run(100);
  EXPECT_EQ(model.statistics().steps, 25U);
}

// An input that nothing is connected to is an inlet with the FMU's start value: what is written from outside
// is there in the next step, and gone with a reset. It is a signal as well, which `signals` may name.
TEST(FmuBlock, LetsInputsBeWrittenFromOutside) {
  ClockWorld world{0.5};
  BlockConfig config = named("tank");
  config.model.signals = {"u", "der(x)"};
  world.add(make_block(std::move(config), std::make_unique<DecayStepper>()));
  world.add(make_block(named("other", {constant("u", "1")}), std::make_unique<DecayStepper>()));
  const runtime::SignalView x = world.start_and_watch("tank/x");
  EXPECT_NE(world.runtime.signals().find("tank/u"), nullptr);
  EXPECT_NE(world.runtime.signals().find("tank/der(x)"), nullptr);
  EXPECT_THROW(world.runtime.doors().inlet("other/u"), Error) << "it has a value";
  runtime::Inlet& u = world.runtime.doors().inlet("tank/u");
  EXPECT_EQ(u.info().unit, "1/s");
  EXPECT_EQ(u.info().description, "inflow");
  for (int run = 0; run < 2; ++run) {
    world.run(1);
    EXPECT_DOUBLE_EQ(x.number(), std::exp(-0.5));
    u.write(3.0);
    world.run(1);
    EXPECT_DOUBLE_EQ(x.number(), 3.0 + (std::exp(-0.5) - 3.0) * std::exp(-0.5));
    world.runtime.reset();
    EXPECT_EQ(x.number(), 1.0);
  }
}

// Inlets of all types start with the start values of the FMU, arrays with all elements.
TEST(FmuBlock, StartsInletsWithStartValues) {
  ClockWorld world{0.1};
  world.add(
      element("devices", {{"fmu", std::string{LOCKSTEP_FMUS_DIR} + "/3.0/Feedthrough.fmu"}, {"name", "f"}}));
  world.add(
      element("devices", {{"fmu", std::string{LOCKSTEP_FMUS_DIR} + "/3.0/StateSpace.fmu"}, {"name", "s"}}));
  world.runtime.bind();
  const runtime::SignalView text = world.runtime.watch("f/String_output");
  const runtime::SignalView bytes = world.runtime.watch("f/Binary_output");
  world.runtime.start();
  EXPECT_EQ(text.values<std::string>()[0], "Set me!");
  world.runtime.doors().inlet("f/String_input").write(std::vector<std::string>{"set"});
  world.runtime.doors().inlet("f/Binary_input").write(std::vector<core::BinaryValue>{{9, 8}});
  world.run(1);
  EXPECT_EQ(text.values<std::string>()[0], "set");
  EXPECT_EQ(bytes.values<core::BinaryValue>()[0], (core::BinaryValue{9, 8}));
  const runtime::Inlet& u = world.runtime.doors().inlet("s/u");
  EXPECT_EQ(u.info().count, 3U);
  EXPECT_EQ(std::get<std::vector<double>>(u.latched()).size(), 3U);
}

// A loop of two blocks needs one delayed signal; without it the runtime says so.
TEST(FmuBlock, BreaksLoopsWithDelays) {
  ClockWorld direct;
  direct.add(make_block(named("a", {from("u", "b/x")}), std::make_unique<DecayStepper>()));
  direct.add(make_block(named("b", {from("u", "a/x")}), std::make_unique<DecayStepper>()));
  EXPECT_NE(error_of([&] { direct.runtime.bind(); }), "nothing was thrown");
  ClockWorld world;
  world.add(make_block(named("a", {from("u", "b/x", Timing::kDelayed)}), std::make_unique<DecayStepper>()));
  world.add(make_block(named("b", {from("u", "a/x")}), std::make_unique<DecayStepper>()));
  const runtime::SignalView x = world.start_and_watch("b/x");
  world.run(1000);
  EXPECT_NEAR(x.number(), 1.0, 1e-3) << "x = u = 1 is at rest, but for the delay of one step";
}

// Faults go by the policy: stop says what the model said; hold keeps the signal; safe writes the declared
// value.
TEST(FmuBlock, FollowsTheFaultPolicy) {
  for (const FaultPolicy policy : {FaultPolicy::kStop, FaultPolicy::kHold, FaultPolicy::kSafe}) {
    ClockWorld world;
    BlockConfig config = named("tank", {constant("u", "-1")});
    config.safe_values.push_back({"x", "0.125", core::ConfigNode{"x"}});
    DeviceOptions options;
    options.on_fault = policy;
    world.add(make_block(std::move(config), std::make_unique<DecayStepper>("the tank"), options));
    const runtime::SignalView x = world.start_and_watch("tank/x");
    const core::Status status = world.runtime.step();
    EXPECT_EQ(status, policy == FaultPolicy::kStop ? core::Status::kError : core::Status::kWarning);
    EXPECT_EQ(x.number(), policy == FaultPolicy::kSafe ? 0.125 : 1.0);
    ASSERT_EQ(world.runtime.faults().size(), 1U);
    EXPECT_NE(world.runtime.faults()[0].text.find("the tank: u is -1"), std::string::npos);
  }
}

// A model that asks to end the simulation stops the world, and is named.
TEST(FmuBlock, ReportsThatTheModelEnds) {
  ClockWorld world;
  world.add(make_block(named("tank", {constant("u", "1e9")}), std::make_unique<DecayStepper>("the tank")));
  world.start_and_watch("tank/x");
  EXPECT_EQ(world.runtime.step(), core::Status::kError);
  EXPECT_NE(world.runtime.fault().find("the model 'the tank' asked to end the simulation at t = 0.001 s"),
            std::string::npos)
      << world.runtime.fault();
  ClockWorld pieces;
  BlockConfig config = named("tank", {constant("u", "1e9")});
  config.model.substeps = 4;
  pieces.add(make_block(std::move(config), std::make_unique<DecayStepper>("the tank")));
  pieces.start_and_watch("tank/x");
  EXPECT_EQ(pieces.runtime.step(), core::Status::kError);
  EXPECT_NE(pieces.runtime.fault().find("at t = 0.00025 s"), std::string::npos) << "no step after the end";
}

// What is restored goes on with the same bits, and so does a world that was reset.
TEST(FmuBlock, SavesAndResets) {
  ClockWorld world;
  BlockConfig config = named("tank", {from("u", "pump/x", Timing::kDelayed)});
  config.model.substeps = 3;
  world.add(make_block(std::move(config), std::make_unique<DecayStepper>()));
  world.add(make_block(named("pump"), std::make_unique<DecayStepper>()));
  const runtime::SignalView x = world.start_and_watch("tank/x");
  world.run(10);
  const auto saved = world.runtime.save();
  world.run(10);
  const double straight = x.number();
  world.runtime.restore(*saved);
  world.run(10);
  EXPECT_EQ(x.number(), straight);
  world.runtime.reset();
  EXPECT_EQ(x.number(), 1.0);
  world.run(20);
  EXPECT_EQ(x.number(), straight);
}

// Parameters, chosen outputs and further variables, by the words of the configuration; in its phase.
TEST(FmuBlock, ReadsItsConfiguration) {
  hosts::fake::FakeWorld bodies = test::one_joint_world();
  bodies.joints[0].velocity = 2.0;
  core::ConfigNode node = element("devices", {{"fmu", "Damper"},
                                              {"name", "drag"},
                                              {"outputs", "jointTorque"},
                                              {"signals", "d"},
                                              {"phase", "actuate"}});
  node.children.emplace_back("inputs");
  node.children.back().children.emplace_back("jointVelocity", "arm/knee/velocity");
  node.children.emplace_back("parameters");
  node.children.back().children.emplace_back("d", "0.5");
  test::DeviceWorld world{bodies, kind(), node};
  const runtime::SignalView torque = world.runtime.watch("arm/drag/jointTorque");
  const runtime::SignalView d = world.runtime.watch("arm/drag/d");
  world.runtime.start();
  EXPECT_DOUBLE_EQ(torque.number(), -1.0) << "initialised with the joint's velocity";
  world.host.state().velocity[0] = 4.0;
  ASSERT_EQ(world.runtime.begin_step(), core::Status::kOk);
  ASSERT_EQ(world.runtime.control(), core::Status::kOk);
  EXPECT_DOUBLE_EQ(torque.number(), -1.0);
  ASSERT_EQ(world.runtime.actuate(), core::Status::kOk);
  EXPECT_DOUBLE_EQ(torque.number(), -2.0);
  EXPECT_EQ(d.number(), 0.5);
  EXPECT_EQ(world.runtime.signals().find("arm/drag/jointVelocity"), nullptr);
}

// Mistakes are found while binding, with their place.
TEST(FmuBlock, RefusesWhatDoesNotFit) {
  const auto refusal = [](BlockConfig config) {
    return error_of([&] {
      ClockWorld world;
      world.add(make_block(std::move(config), std::make_unique<DecayStepper>()));
      world.runtime.bind();
    });
  };
  BlockConfig config = named("tank");
  config.outputs = {"xx"};
  EXPECT_NE(refusal(std::move(config)).find("signal 'xx' is no variable"), std::string::npos);
  config = named("tank");
  config.safe_values.push_back({"nothing", "1", core::ConfigNode{"nothing"}});
  EXPECT_NE(refusal(std::move(config)).find("has no variable 'nothing'; outputs are: x"), std::string::npos);
  config = named("tank");
  config.safe_values.push_back({"x", "much", core::ConfigNode{"x"}});
  EXPECT_NE(refusal(std::move(config)).find("much"), std::string::npos);
  config = named("tank");
  config.model.parameters.push_back({"q", "1", core::ConfigNode{"q"}});
  EXPECT_NE(refusal(std::move(config)).find("has no variable 'q'; parameters are: k, x0, kick_s"),
            std::string::npos);
  EXPECT_NE(refusal(named("tank", {from("u", "nobody/x")})).find("nobody/x"), std::string::npos);
}

// A step takes no memory.
TEST(FmuBlock, StepsWithoutMemory) {
  if (!test::counts_allocations()) GTEST_SKIP() << "sanitizers bring operator new of their own";
  ClockWorld world;
  world.add(make_block(named("pump"), std::make_unique<DecayStepper>()));
  world.add(make_block(named("tank", {from("u", "pump/x")}), std::make_unique<DecayStepper>()));
  world.start_and_watch("tank/x");
  world.run(10);
  const long before = test::allocation_count();
  world.run(100);
  EXPECT_EQ(test::allocation_count(), before);
}

}  // namespace
}  // namespace lockstep::devices::fmu
