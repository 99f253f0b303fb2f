// SPDX-License-Identifier: Apache-2.0
// Input trajectories: lines for continuous inputs, stairs for the others, jumps at their instants.
#include <cmath>

#include "model_run.hpp"

namespace lockstep::test {
namespace {

using core::InputTable;
using core::InterfaceKind;

InputTable table_for(const core::ModelDescription& description, const std::string& name,
                     std::vector<double> time_s, core::Value values) {
  InputTable table;
  table.time_s = std::move(time_s);
  table.columns.push_back({description.find(name), 1, std::move(values)});
  return table;
}

// y(t) is the line between the rows at every output point: at a communication point a feed-through knows its
// input exactly. Co-Simulation holds or extrapolates over the step, so its output is that of the step's end
// or start.
TEST(Inputs, ContinuousOnesRunOnLines) {
  for (const char* version : {"2.0", "3.0"}) {
    SCOPED_TRACE(version);
    const auto fmu = open_model(version, "Feedthrough");
    core::SimulationOptions options;
    options.stop_time_s = 2.0;
    options.step_size_s = 0.1;
    options.output_variables = {"Float64_continuous_output"};
    options.inputs = table_for(fmu->description(), "Float64_continuous_input", {0.0, 1.0, 2.0},
                               std::vector<double>{0.0, 3.0, -1.0});
    const Table table = run({version, InterfaceKind::kModelExchange}, "Feedthrough", options);
    for (std::size_t i = 0; i < table.time.size(); ++i) {
      const double t = table.time[i];
      const double expected = t <= 1.0 ? 3.0 * t : 3.0 - 4.0 * (t - 1.0);
      EXPECT_NEAR(table.data.at("Float64_continuous_output")[i], expected, 1e-12) << t;
    }
  }
}

// A discrete input keeps its value until the next row and changes exactly there, in every form, although 0.55
// is no communication point of the grid.
TEST(Inputs, DiscreteOnesChangeAtTheirInstants) {
  for (const Form& form : kForms) {
    SCOPED_TRACE(to_text(form));
    const auto fmu = open_model(form.version, "Feedthrough");
    core::SimulationOptions options;
    options.stop_time_s = 1.0;
    options.step_size_s = 0.1;
    options.output_variables = {"Int32_output"};
    options.event_rows = false;
    options.inputs =
        table_for(fmu->description(), "Int32_input", {0.0, 0.55}, std::vector<std::int64_t>{7, 9});
    const Table table = run(form, "Feedthrough", options);
    for (std::size_t i = 1; i < table.time.size(); ++i) {
      EXPECT_EQ(table.data.at("Int32_output")[i], table.time[i] > 0.55 ? 9.0 : 7.0) << table.time[i];
    }
  }
}

// Two rows with one time are a jump: the first is the limit from the left.
TEST(Inputs, TwoRowsAtOneTimeAreAJump) {
  const auto fmu = open_model("2.0", "Feedthrough");
  core::SimulationOptions options;
  options.stop_time_s = 2.0;
  options.step_size_s = 0.5;
  options.output_variables = {"Float64_continuous_output"};
  options.inputs = table_for(fmu->description(), "Float64_continuous_input", {0.0, 1.0, 1.0, 2.0},
                             std::vector<double>{1.0, 1.0, 5.0, 5.0});
  const Table table = run({"2.0", InterfaceKind::kModelExchange}, "Feedthrough", options);
  EXPECT_EQ(table.data.at("Float64_continuous_output"), (std::vector<double>{1.0, 1.0, 1.0, 5.0, 5.0, 5.0}));
}

// A ramp through an integrator: x' = u with u = c t gives c t^2/2 when the input is a line inside the step,
// and less by c h t/2 when it is held over h. StateSpace with A = 0, B = 1 is that integrator. Model Exchange
// follows the line; in Co-Simulation the FMU asks for the input at the end of each of its internal steps.
TEST(Inputs, LinesReachInsideTheStep) {
  for (const InterfaceKind kind : {InterfaceKind::kCoSimulation, InterfaceKind::kModelExchange}) {
    SCOPED_TRACE(to_string(kind));
    const auto fmu = open_model("3.0", "StateSpace");
    core::SimulationOptions options;
    options.stop_time_s = 2.0;
    options.step_size_s = 0.5;
    options.tolerance = 1e-9;
    options.set_values = {{"A", "0 0 0 0 0 0 0 0 0"}, {"D", "0 0 0 0 0 0 0 0 0"}};
    options.output_variables = {"y"};
    options.inputs.time_s = {0.0, 2.0};
    options.inputs.columns.push_back(
        {fmu->description().find("u"), 3, std::vector<double>{0, 0, 0, 2, 4, 6}});
    const Table table = run({"3.0", kind}, "StateSpace", options);
    for (std::size_t i = 0; i < table.time.size(); ++i) {
      const double t = table.time[i];
      EXPECT_NEAR(table.data.at("y[1]")[i], 0.5 * t * t, 1e-7) << t;
      EXPECT_NEAR(table.data.at("y[3]")[i], 1.5 * t * t, 1e-7) << t;
    }
  }
}

// Steps that binary numbers cannot express make communication points that are a rounding error off; a ramp
// and a jump of the command move a motor's torque all the same in every form. 1e-4 is what the motor's own
// solver promises of a step.
TEST(Inputs, AnyStepSizeInEveryForm) {
  const auto torque_after = [](const Form& form, double step_s) {
    const auto fmu = open_model(form.version, "DcMotor");
    core::SimulationOptions options;
    options.stop_time_s = 1.2;
    options.step_size_s = step_s;
    options.tolerance = 1e-9;
    options.output_variables = {"jointTorque"};
    options.inputs = table_for(fmu->description(), "actuatorInput", {0.0, 0.5, 0.5, 1.2},
                               std::vector<double>{0.0, 1.0, 3.0, 4.0});
    return run(form, "DcMotor", options).data.at("jointTorque").back();
  };
  const double expected = torque_after({"2.0", InterfaceKind::kModelExchange}, 0.125);
  EXPECT_GT(expected, 1.0);
  for (const Form& form : kForms) {
    for (const double step_s : {0.1, 0.01, 0.003}) {
      EXPECT_NEAR(torque_after(form, step_s), expected, 1e-4 * expected) << to_text(form) << ' ' << step_s;
    }
  }
}

// FMI 2.0 has one Real: an input the model keeps as a float moves inside the step like any other.
TEST(Inputs, FloatsOfTheModelMoveToo) {
  const auto fmu = open_model("2.0", "Feedthrough");
  core::SimulationOptions options;
  options.stop_time_s = 1.0;
  options.step_size_s = 0.25;
  options.output_variables = {"Float32_continuous_output"};
  options.inputs.time_s = {0.0, 1.0};
  options.inputs.columns.push_back(
      {fmu->description().find("Float32_continuous_input"), 1, std::vector<double>{0.0, 1.0}});
  const Table table = run({"2.0", InterfaceKind::kCoSimulation}, "Feedthrough", options);
  EXPECT_EQ(table.data.at("Float32_continuous_output"), (std::vector<double>{0.0, 0.25, 0.5, 0.75, 1.0}));
}

}  // namespace
}  // namespace lockstep::test
