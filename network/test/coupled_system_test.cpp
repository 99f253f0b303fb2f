// SPDX-License-Identifier: Apache-2.0
#include "lockstep/network/coupled_system.hpp"

#include <gtest/gtest.h>

#include "lockstep/core/simulation.hpp"
#include "network_support.hpp"
#include "support/allocation_count.hpp"

namespace lockstep::network {
namespace {

using test::Net;
using test::value;

std::vector<const core::Variable*> variables(const CoupledSystem& system,
                                             const std::vector<std::string>& names) {
  return core::select(system.description(), names);
}

TEST(CoupledSystem, ShowsVariablesOfItsComponents) {
  const auto system = test::control_loop().make();
  const auto causality = [&](const char* name) { return system->description().find(name)->causality; };
  EXPECT_EQ(causality("plant.y"), core::Causality::kOutput);
  EXPECT_EQ(causality("plant.u"), core::Causality::kLocal);  // connected
  EXPECT_EQ(causality("controller.r"), core::Causality::kInput);
  EXPECT_EQ(causality("plant.k"), core::Causality::kParameter);
  EXPECT_EQ(causality("error(plant.u)"), core::Causality::kLocal);
  EXPECT_EQ(system->name(), "network");
  EXPECT_TRUE(system->can_save());
}

// Units are converted: 25 degC are 298.15 K, 90 deg are pi/2.
TEST(CoupledSystem, ConvertsUnits) {
  Net net;
  net.fmu("a", "Thermometer").fmu("b", "Thermometer").wire("a.T", "b.kelvin").wire("a.phi", "b.rad");
  const auto system = net.make();
  system->initialize({});
  EXPECT_DOUBLE_EQ(value(*system, "b.T_seen"), 298.15);
  EXPECT_DOUBLE_EQ(value(*system, "b.phi_seen"), std::acos(0.0));
}

// input = offset + sum of factor * source.
TEST(CoupledSystem, SumsSources) {
  Net net;
  net.fmu("a", "Gain", {{"b", "5"}}).fmu("b", "Gain", {{"b", "7"}}).fmu("c", "Gain");
  ConnectionConfig sum;
  sum.sources = {{"a.y", 2.0}, {"b.y", -1.0}};
  sum.offset = 100.0;
  sum.to = "c.u";
  net.config.connections.push_back(sum);
  const auto system = net.make();
  system->initialize({});
  EXPECT_EQ(value(*system, "c.y"), 103.0);
  ASSERT_TRUE(test::run(*system, 0.2, 0.1));
  EXPECT_EQ(value(*system, "c.y"), 103.0);
}

// Every type there is goes through a connection: numbers, Booleans, enumerations, texts and byte strings.
TEST(CoupledSystem, ConnectsEveryType) {
  Net net;
  const std::string file = std::string{LOCKSTEP_FMUS} + "/3.0/Feedthrough.fmu";
  net.file("a", file).file("b", file);
  for (const char* type :
       {"Float32_continuous", "Float64_continuous", "Int8", "UInt8", "Int16", "UInt16", "Int32", "UInt32",
        "Int64", "UInt64", "Boolean", "String", "Binary", "Enumeration"})
    net.wire(std::string{"a."} + type + "_output", std::string{"b."} + type + "_input");
  const auto system = net.make();
  const auto set = [&](const char* name, const core::Value& v) {
    system->set(*system->description().find(name), v);
  };
  set("a.Float32_continuous_input", std::vector<double>{1.5});
  set("a.Float64_continuous_input", std::vector<double>{2.5});
  set("a.Int8_input", std::vector<std::int64_t>{-8});
  set("a.UInt64_input", std::vector<std::uint64_t>{64});
  set("a.Boolean_input", std::vector<bool>{true});
  set("a.String_input", std::vector<std::string>{"through two FMUs, and longer than any short string"});
  set("a.Binary_input", std::vector<std::vector<std::uint8_t>>{{1, 2, 3}});
  set("a.Enumeration_input", std::vector<std::int64_t>{2});
  system->initialize({});
  ASSERT_TRUE(test::run(*system, 0.2, 0.1));
  const auto get = [&](const char* name) { return system->get(*system->description().find(name)); };
  EXPECT_EQ(get("b.Float32_continuous_output"), (core::Value{std::vector<double>{1.5}}));
  EXPECT_EQ(get("b.Float64_continuous_output"), (core::Value{std::vector<double>{2.5}}));
  EXPECT_EQ(get("b.Int8_output"), (core::Value{std::vector<std::int64_t>{-8}}));
  EXPECT_EQ(get("b.UInt64_output"), (core::Value{std::vector<std::uint64_t>{64}}));
  EXPECT_EQ(get("b.Boolean_output"), (core::Value{std::vector<bool>{true}}));
  EXPECT_EQ(get("b.String_output"), get("a.String_output"));
  EXPECT_EQ(std::get<std::vector<std::string>>(get("b.String_output")).front().substr(0, 15),
            "through two FMU");
  EXPECT_EQ(get("b.Binary_output"), (core::Value{std::vector<std::vector<std::uint8_t>>{{1, 2, 3}}}));
  EXPECT_EQ(get("b.Enumeration_output"), (core::Value{std::vector<std::int64_t>{2}}));
}

// Arrays as a whole and element by element; sizes by structural parameters of the component.
TEST(CoupledSystem, ConnectsArrays) {
  const std::string file = std::string{LOCKSTEP_FMUS} + "/3.0/StateSpace.fmu";
  const std::vector<std::pair<std::string, std::string>> two{{"m", "2"}, {"n", "2"}, {"r", "2"}};
  Net net;
  net.file("a", file, two).file("b", file, two).file("c", file, two);
  net.wire("a.y", "b.u").wire("a.y[1]", "c.u[2]").wire("a.y[2]", "c.u[1]");
  const auto system = net.make();
  system->initialize({});
  const auto get = [&](const char* name) {
    return std::get<std::vector<double>>(system->get(*system->description().find(name)));
  };
  // y = x + u with x = 0 at the start and u = (1, 2)
  EXPECT_EQ(get("b.u"), (std::vector<double>{1.0, 2.0}));
  EXPECT_EQ(get("c.u"), (std::vector<double>{2.0, 1.0}));
}

// As one stepper: inputs in, outputs out; a set point of 2 settles at 2.
TEST(CoupledSystem, HasInputsAndOutputsOfItsOwn) {
  const auto system = test::control_loop().make();
  const Span<double> in = system->bind_inputs<double>(variables(*system, {"controller.r"}));
  const Span<const double> out =
      system->bind_outputs<double>(variables(*system, {"plant.y", "error(plant.u)", "master.step_size"}));
  in[0] = 2.0;
  system->initialize({});
  EXPECT_EQ(out[0], 0.0);
  ASSERT_TRUE(test::run(*system, 20.0, 0.05));
  EXPECT_NEAR(out[0], 2.0, 1e-6);  // exp(-1.5 * 20) is left
  EXPECT_LT(out[1], 1e-6);
  EXPECT_EQ(out[2], 0.05);
}

// Ramps of the network reach the component: the integral of u = t over [0, 1] is 1/2 in one step.
TEST(CoupledSystem, PassesRampsOn) {
  Net net;
  net.fmu("a", "Integrator").fmu("b", "Gain").wire("a.x", "b.u");
  const auto system = net.make();
  const core::RampGroup ramp = system->bind_ramps(variables(*system, {"a.u"}));
  system->initialize({});
  ramp.at_start[0] = 0.0;
  ramp.at_end[0] = 1.0;
  ASSERT_TRUE(succeeded(system->step({0.0, 1.0, 1.0}).status));
  EXPECT_NEAR(value(*system, "a.x"), 0.5, 1e-9);
}

// simulate() takes it like any FMU.
TEST(CoupledSystem, RunsUnderSimulate) {
  const auto system = test::control_loop().make();
  core::SimulationOptions options;
  options.stop_time_s = 2.0;
  options.step_size_s = 0.01;
  const core::SimulationResult result = core::simulate(*system, options);
  EXPECT_EQ(result.reached_s, 2.0);
  EXPECT_EQ(result.statistics.steps, 200U);
}

// The order of components in the file does not change the result.
TEST(CoupledSystem, FileOrderDoesNotMatter) {
  Net turned;
  turned.fmu("controller", "PiController", {{"kp", "1"}, {"ki", "2"}}).fmu("plant", "Plant", {{"k", "2"}});
  turned.wire("controller.u", "plant.u").wire("plant.y", "controller.y");
  EXPECT_EQ(test::result(turned, "plant.y", 2.0, 0.1),
            test::result(test::control_loop(), "plant.y", 2.0, 0.1));
}

// Multi-rate: the controller samples every fifth step of the network.
TEST(CoupledSystem, ComponentsMayStepMoreRarely) {
  Net net = test::control_loop();
  net.step(0.05);  // the controller
  const auto system = net.make();
  const Span<const double> out = system->bind_outputs<double>(variables(*system, {"controller.u"}));
  system->initialize({});
  const double start = out[0];
  const core::TimeGrid grid{0.0, core::Rational::from_seconds(0.01)};
  for (int k = 0; k < 4; ++k) {
    ASSERT_TRUE(succeeded(system->step(grid.interval(k)).status));
    EXPECT_EQ(out[0], start) << k;  // nobody sees the outputs of 0.05 s before that time
  }
  ASSERT_TRUE(succeeded(system->step(grid.interval(4)).status));
  // y was latched at t = 0.01, the start of its window in Gauss-Seidel order: after the plant's first step.
  const double y = 2.0 * (1.0 - std::exp(-0.01)) * start;
  EXPECT_NEAR(out[0], 1.0 - y + 2.0 * 0.05 * (1.0 - y), 1e-6);
}

// Multi-rate: the plant does five steps in one of the network, on a ramp.
TEST(CoupledSystem, ComponentsMayStepMoreOften) {
  Net net;
  net.fmu("a", "Pulse").fmu("b", "Integrator").step(0.02).wire("a.s", "b.u");
  net.master(MasterKind::kGaussSeidel, InputOrder::kLinear);
  const auto system = net.make();
  system->initialize({});
  ASSERT_TRUE(test::run(*system, 1.0, 0.1));
  EXPECT_NEAR(value(*system, "b.x"), 0.5, 1e-9);  // the integral of t
  EXPECT_EQ(system->report().components[1].steps, 50U);
}

TEST(CoupledSystem, RatesThatDoNotFitFailWithTheirNames) {
  Net net = test::control_loop();
  net.step(0.03);
  const auto system = net.make();
  system->initialize({});
  EXPECT_EQ(system->step({0.0, 0.02, 0.02}).status, core::Status::kError);
  EXPECT_NE(system->fault().find("component 'controller' has a step of 0.03 s"), std::string::npos)
      << system->fault();
}

// The whole network goes back and does the same again, to the bit.
TEST(CoupledSystem, SavesAndRestores) {
  for (const MasterKind kind : {MasterKind::kJacobi, MasterKind::kGaussSeidel, MasterKind::kFixedPoint,
                                MasterKind::kNewton, MasterKind::kAdaptive, MasterKind::kEvents}) {
    Net net = test::two_masses();
    const auto system = net.master(kind, InputOrder::kLinear).make();
    system->initialize({});
    const core::TimeGrid grid{0.0, core::Rational::from_seconds(0.05)};
    for (int k = 0; k < 10; ++k)
      ASSERT_TRUE(succeeded(system->step(grid.interval(k)).status));
    std::unique_ptr<core::Snapshot> snapshot;
    system->save(snapshot);
    std::vector<double> first, again;
    for (std::vector<double>* values : {&first, &again}) {
      system->restore(*snapshot);
      for (int k = 10; k < 20; ++k)
        ASSERT_TRUE(succeeded(system->step(grid.interval(k)).status));
      *values = {value(*system, "left.x"), value(*system, "right.v"), value(*system, "right.F")};
    }
    EXPECT_EQ(first, again) << to_string(kind);
  }
}

TEST(CoupledSystem, SaysWhoCannotBeSaved) {
  Net net;
  net.fmu("a", "Gain").limited().fmu("b", "Gain");
  const auto system = net.make();
  system->initialize({});
  std::unique_ptr<core::Snapshot> snapshot;
  try {
    system->save(snapshot);
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_NE(std::string{error.what()}.find("because of 'a'"), std::string::npos) << error.what();
  }
}

// A step allocates nothing, under any master that does not save states (FMUs allocate for those).
TEST(CoupledSystem, StepsAllocateNothing) {
  for (const MasterKind kind : {MasterKind::kJacobi, MasterKind::kGaussSeidel, MasterKind::kFixedPoint,
                                MasterKind::kNewton, MasterKind::kAdaptive, MasterKind::kEvents}) {
    const auto system = test::two_masses().master(kind, InputOrder::kLinear).make();
    const Span<const double> out =
        system->bind_outputs<double>(variables(*system, {"left.x", "error(left.F)"}));
    system->initialize({});
    const core::TimeGrid grid{0.0, core::Rational::from_seconds(0.01)};
    ASSERT_TRUE(succeeded(system->step(grid.interval(0)).status));
    const std::size_t before = lockstep::test::allocation_count();
    bool good = true;
    for (int k = 1; k < 100; ++k)
      good = good && succeeded(system->step(grid.interval(k)).status);
    EXPECT_EQ(lockstep::test::allocation_count(), before) << to_string(kind);
    EXPECT_TRUE(good);
    EXPECT_LT(out[0], 1.0);
  }
}

TEST(CoupledSystem, CallsInTheWrongOrderAreRefused) {
  const auto system = test::control_loop().make();
  EXPECT_EQ(system->step({0.0, 0.1, 0.1}).status, core::Status::kError);
  system->initialize({});
  EXPECT_THROW(system->initialize({}), Error);
  EXPECT_THROW(system->bind_outputs<double>(variables(*system, {"plant.y"})), Error);
  EXPECT_THROW(system->set(*system->description().find("error(plant.u)"), std::vector<double>{1.0}), Error);
}

// A component that fails is named, with what it said.
TEST(CoupledSystem, NamesTheComponentThatFailed) {
  Net net;
  net.fmu("a", "Gain", {{"k", "1e308"}, {"u", "10"}}).fmu("b", "Gain").wire("a.y2", "b.u");
  const auto system = net.make();
  const Span<double> in = system->bind_inputs<double>(variables(*system, {"a.u"}));
  const Span<const double> out = system->bind_outputs<double>(variables(*system, {"a.y"}));
  in[0] = 1.0;
  system->initialize({});
  ASSERT_TRUE(succeeded(system->step({0.0, 0.1, 0.1}).status));
  in[0] = 1e10;
  EXPECT_FALSE(succeeded(system->step({0.1, 0.2, 0.1}).status));
  EXPECT_NE(system->fault().find("component 'a' failed"), std::string::npos) << system->fault();
  EXPECT_FALSE(succeeded(system->step({0.2, 0.3, 0.1}).status));
  EXPECT_EQ(out.size(), 1U);
}

}  // namespace
}  // namespace lockstep::network
