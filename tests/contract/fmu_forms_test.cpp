// SPDX-License-Identifier: Apache-2.0
// Actuators and fluids whose FMUs are of FMI 1, 2 and 3, Co-Simulation and Model Exchange.
#include <cmath>

#include "engines.hpp"
#include "stateless_device.hpp"

namespace lockstep::contract {
namespace {

struct Form {
  std::string fmu, interface;
};

/// The same model in every form we have of it.
std::vector<Form> forms_of(const std::string& model, bool with_fmi1) {
  std::vector<Form> forms;
  for (const char* version : {"2.0", "3.0"}) {
    for (const char* interface : {"cs", "me"})
      forms.push_back({std::string{LOCKSTEP_FMUS_DIR} + '/' + version + '/' + model + ".fmu", interface});
  }
  if (with_fmi1) forms.push_back({LOCKSTEP_FMI1_FMUS "/Fmi1Drag.fmu", "cs"});
  return forms;
}

std::string fields(const Form& form) {
  return "<fmu>" + form.fmu + "</fmu><interface>" + form.interface + "</interface>";
}

std::string actuator(const Form& form, const std::string& more = {}) {
  return "<plugin name='f' filename='libFMIActuatorPlugin.so'><actuator><joint>joint</joint>" + fields(form) +
         more + "</actuator></plugin>";
}

/// Where a pendulum from 1.5 rad is after 0.5 s, and after a reset once more.
double swing(const EngineUnderTest& engine, const std::string& plugin) {
  Rig rig{engine, world_of(pendulum("p", "", plugin, "0 0 1.5 0 0 0", 1.5))};
  rig.runtime->start();
  EXPECT_TRUE(rig.run_until(0.5));
  const double position = rig.position();
  rig.runtime->reset();
  EXPECT_TRUE(rig.run_until(0.5));
  EXPECT_EQ(rig.position(), position);
  return position;
}

// The damper is without state: every form of it gives the same numbers to the last bit.
TEST_P(Contract, ActuatorsOfEveryFmi) {
  const std::vector<Form> forms = forms_of("Damper", true);
  const double reference = swing(engine(), actuator(forms[0]));
  EXPECT_LT(std::fabs(reference), 3.0);
  for (const Form& form : forms)
    EXPECT_EQ(swing(engine(), actuator(form)), reference) << form.fmu << ' ' << form.interface;
}

// The motor has a state: the forms agree to the accuracy of their solvers.
TEST_P(Contract, MotorsOfEveryFmi) {
  const std::vector<Form> forms = forms_of("SimpleElectricalActuator", false);
  const double reference = swing(engine(), actuator(forms[0]));
  for (const Form& form : forms)
    EXPECT_NEAR(swing(engine(), actuator(form)), reference, 1e-5) << form.fmu << ' ' << form.interface;
}

// An FMI 1 Model Exchange FMU with states: a falling ball, whose height is the torque; h = 1 - 9.81 t^2 / 2
// at the end of each step.
TEST_P(Contract, Fmi1ModelExchange) {
  const Form ball{LOCKSTEP_FMI1_BALL, "me"};
  Rig rig{engine(), world_of(pendulum("p", "",
                                      actuator(ball,
                                               "<variable_names><actuatorInput name='u'/><jointTorque "
                                               "name='h'/></variable_names>")))};
  rig.runtime->start();
  for (int k = 1; k <= 300; ++k) {
    ASSERT_TRUE(succeeded(rig.runtime->step())) << rig.runtime->fault();
    const double t = 0.001 * k;
    ASSERT_NEAR(rig.engine->state().applied[0], 1.0 - 0.5 * 9.81 * t * t, 1e-4) << t;
  }
}

// The same as a fluid, its height as force along all axes: the cube of 1 kg has v = t - 9.81 t^3 / 6 after t.
TEST_P(Contract, Fmi1ModelExchangeFluid) {
  std::string names;
  for (const char* output : {"Force_x", "Force_y", "Force_z", "Moment_x", "Moment_y", "Moment_z"})
    names += std::string{"<fluidDynamic"} + output + " name='h'/>";
  Rig rig{engine(),
          world_of("<gravity>0 0 0</gravity><model name='cube'><link name='link'><inertial><mass>1</mass>"
                   "</inertial></link><plugin name='f' filename='libFMISingleBodyFluidDynamicsPlugin.so'>"
                   "<single_body_fluid_dynamics><link>link</link>" +
                   fields({LOCKSTEP_FMI1_BALL, "me"}) + "<variable_names>" + names +
                   "</variable_names></single_body_fluid_dynamics></plugin></model>")};
  const auto velocity = rig.runtime->watch("cube/link/linear_velocity");
  rig.runtime->start();
  ASSERT_TRUE(rig.run_until(0.3));
  // The cube turns about the diagonal, along which the force stays; forces are those of the ends of the
  // steps.
  for (const std::uint32_t i : {0U, 1U, 2U})
    EXPECT_NEAR(velocity.number(i), 0.3 - 9.81 * 0.3 * 0.3 * 0.3 / 6.0, 1e-3);
}

// Drag by every form: the cube of 1 kg loses its speed alike.
TEST_P(Contract, FluidsOfEveryFmi) {
  for (const Form& form : forms_of("LinearFriction", true)) {
    Rig rig{engine(),
            world_of("<gravity>0 0 0</gravity><model name='cube'><link name='link'><inertial><mass>1</mass>"
                     "</inertial></link><plugin name='f' "
                     "filename='libFMISingleBodyFluidDynamicsPlugin.so'><single_body_fluid_dynamics>"
                     "<link>link</link>" +
                     fields(form) + "</single_body_fluid_dynamics></plugin></model>")};
    const auto velocity = rig.runtime->watch("cube/link/linear_velocity");
    rig.runtime->start();
    rig.runtime->set_link_state("cube/link", {}, {1.0, 0.0, 0.0}, {0.0, 0.0, 0.0});
    ASSERT_TRUE(rig.run_until(0.1)) << form.fmu;
    EXPECT_NEAR(velocity.number(0), std::pow(0.99, 100), 1e-7) << form.fmu << ' ' << form.interface;
  }
}

/// gazebo-fmi's KnownInput: the base on the world, no gravity, 10 N m for 1000 steps. The law of the link is
/// J w' = tau - d w with J = 1.25 and d = 4.
double known_input(const EngineUnderTest& engine, const std::string& plugin) {
  class Pusher final : public StatelessDevice {
   public:
    const std::string& name() const noexcept override { return name_; }
    void bind(devices::Binder& binder) override {
      command_ = binder.claim_command(binder.find_joint("upper_joint"));
      binder.run_in(devices::Phase::kControl);
    }
    core::Status run(const devices::StepInfo& /*step*/) noexcept override {
      command_.add(10.0);
      return core::Status::kOk;
    }

   private:
    std::string name_{"pusher"};
    devices::JointCommand command_;
  };
  const description::World world = world_of(
      "<gravity>0 0 0</gravity><model name='m'><link name='base'/><joint name='mount' type='fixed'>"
      "<parent>world</parent><child>base</child></joint><link name='upper_link'><pose>0 0 2.1 -1.5708 0 "
      "0</pose><inertial><pose>0 0 0.5 0 0 0</pose></inertial></link><joint name='upper_joint' "
      "type='revolute'><parent>base</parent><child>upper_link</child><axis><xyz>1 0 0</xyz><dynamics>"
      "<damping>4</damping></dynamics></axis></joint>" +
      plugin + "</model>");
  const auto host = engine.make(world, {});
  runtime::Runtime runtime{*host};
  runtime::DeviceCatalogue catalogue = known_devices();
  runtime::add_devices(runtime, catalogue, world, build_context(), runtime::UnknownPlugins::kError);
  runtime.add(std::make_unique<Pusher>(), {}, "m");
  runtime.bind();
  const auto command = runtime.watch("m/upper_joint/command");
  const auto applied = runtime.watch("m/upper_joint/applied");
  const auto acceleration = runtime.watch("m/upper_joint/acceleration");
  runtime.start();
  double previous = 0.0;
  for (int k = 0; k < 1000; ++k) {
    EXPECT_TRUE(succeeded(runtime.step())) << runtime.fault();
    EXPECT_EQ(command.number(), 10.0);
    // What the FMU of the next step is told is the difference of velocities over this one.
    const double velocity = host->state().velocity[0];
    EXPECT_NEAR(acceleration.number(), (velocity - previous) / 0.001, 1e-9);
    previous = velocity;
    if (plugin.find("Null") == std::string::npos)
      EXPECT_EQ(applied.number(), 10.0);
    else
      EXPECT_EQ(applied.number(), 0.0);
  }
  return host->state().velocity[0];
}

// A known input: what goes in, what comes out and how the joint moves, without transmission and through one
// that gives nothing or everything.
TEST_P(Contract, KnownInput) {
  const auto plugin = [](const std::string& fmu, const std::string& more) {
    return "<plugin name='t' filename='libFMIActuatorPlugin.so'><actuator><joint>upper_joint</joint><fmu>" +
           fmu + "</fmu>" + more + "</actuator></plugin>";
  };
  const double closed_form = 10.0 / 4.0 * (1.0 - std::exp(-4.0 / 1.25));
  EXPECT_NEAR(known_input(engine(), ""), closed_form, 2e-3);
  EXPECT_NEAR(known_input(engine(), plugin("IdentityTransmission.fmu", "")), closed_form, 2e-3);
  EXPECT_EQ(
      known_input(engine(), plugin("NullTransmission.fmu",
                                   "<variable_names><actuatorInput name='actuatorInputWithStrangeName'/>"
                                   "</variable_names>")),
      0.0);
}

}  // namespace
}  // namespace lockstep::contract
