// SPDX-License-Identifier: Apache-2.0
// Worlds, scenarios and options that are wrong: each is told with its place, nothing runs by accident.
#include <filesystem>

#include "command.hpp"
#include "lockstep/hosts/engines/engines.hpp"

namespace lockstep::cli {
namespace {

class BadWorlds : public CommandTest {
 protected:
  void SetUp() override {
    if (hosts::engine_names().empty()) GTEST_SKIP() << "this build has no physics engine";
  }

  /// A wheel on an axle; `in_model` begins on line 4 of the file.
  std::string world(const std::string& in_model, const std::string& in_world = "") const {
    return test::write_file(
               folder_ / "w.world",
               "<sdf version='1.6'><world name='w'>" + in_world +
                   "<model name='m'><link name='wheel'/>\n<joint name='axle' type='revolute'>"
                   "<parent>world</parent><child>wheel</child><axis><xyz>0 0 1</xyz></axis></joint>\n\n" +
                   in_model + "</model></world></sdf>")
        .string();
  }
  static std::string actuator(const std::string& joint, const std::string& more = "") {
    return "<plugin name='p' filename='libFMIActuatorPlugin.so'>\n<actuator><joint>" + joint +
           "</joint><fmu>Damper</fmu>" + more + "</actuator></plugin>\n";
  }
  std::string scenario(const std::string& text) const {
    return test::write_file(folder_ / "s.yaml", "world: w.world\n" + text).string();
  }
  void expect(const std::vector<std::string>& arguments, const std::string& part, int exit_code = 2) const {
    std::vector<std::string> all{"run"};
    all.insert(all.end(), arguments.begin(), arguments.end());
    const test::ProcessResult result = run(all);
    EXPECT_EQ(result.exit_code, exit_code) << result.output << result.errors;
    EXPECT_NE(result.errors.find(part), std::string::npos) << result.errors << "expected in it: " << part;
  }
};

// What a device does not find is told with the line of its element.
TEST_F(BadWorlds, DevicesNameTheirLine) {
  expect({world(actuator("knee"))},
         "w.world:5:1: error: m/knee_actuator: there is no joint 'knee' in model 'm'");
  expect({world(actuator("axle") + actuator("axle"))},
         "w.world:7:1: error: m/axle_actuator_2 is an actuator of joint 'm/axle', but m/axle_actuator is one "
         "already");
  expect({world(actuator("axle", "<variable_names><jointTorque name='tau'/></variable_names>"))},
         "w.world:5:1: error: fmu_actuator 'm/axle_actuator': the FMU '");
  expect({world(actuator("axle", "<variable_names><jointPosition name='jointVelocity'/></variable_names>"))},
         "which another input is already");
}

// A device of a scenario is not left out when nobody knows it; in a world written for Gazebo it is.
TEST_F(BadWorlds, DevicesOfScenariosAreNeeded) {
  world("<plugin name='x' filename='libcamera.so'/>");
  expect({scenario("duration: 0.01\n")}, "plugin 'x' (libcamera.so) is not known", 0);
  expect({scenario("devices:\n  - {type: fmu_actuatr, model: m}\n")},
         "s.yaml:3:5: error: device 'fmu_actuatr' is not known; devices there are: base_state, "
         "contact_load_cells,");
  expect({scenario("devices:\n  - {library: none.so, model: m}\n")}, "s.yaml:3:5: error: device 'none.so'");
  expect({scenario("devices:\n  - {type: fmu_actuator, model: m, actuator: {joint: knee, fmu: Damper}}\n")},
         "s.yaml:3:46: error: m/knee_actuator: there is no joint 'knee'");
}

// Names only the program knows have their place, too.
TEST_F(BadWorlds, ScenariosNameTheLine) {
  world("");
  expect({scenario("engine: ode\n")},
         "s.yaml:2:9: error: there is no engine 'ode' in this program; it has: ");
  expect({scenario("step_size: 1e-30\n")}, "s.yaml:2:12: error: time 1e-30 s cannot be used on a time grid");
  expect({scenario("signals: [m/axle/positon]\n")},
         "s.yaml:2:11: error: there is no signal 'm/axle/positon'");
  expect({scenario("events:\n  - {time: 0, push: {link: m::arm, force: [1, 0, 0], duration: 1}}\n")},
         "s.yaml:3:21: error: m/arm_force: there is no link 'm/arm'");
  expect({scenario("joints:\n  - {joint: axle, pos_p: 1}\n")}, "did you mean 'm::axle'?");
}

// An event after the end is told: somebody waits for it.
TEST_F(BadWorlds, LateEventsAreTold) {
  world("");
  expect({scenario("duration: 0.01\nevents:\n  - {time: 5, joint: {joint: m::axle, force: 1}}\n")},
         "s.yaml:4:22: warning: the event at 5 s never happens: the run takes 0.01 s", 0);
}

// Durations beyond what time can count, and files given twice.
TEST_F(BadWorlds, OptionsThatCannotBe) {
  const std::string file = world("");
  expect({file, "--duration", "1e300"}, "the duration is 1e+300 s, expected at most");
  expect({file, "--record", path("a.csv"), "--record", path("./a.csv")}, "is given twice");
  expect({file, "--plot", path("a.svg"), "--plot", path("a.svg")}, "is given twice");
}

// Numbers that are none are told once, without complaints that follow from them.
TEST_F(BadWorlds, OneMistakeIsOneComplaint) {
  expect({world("",
                "<model name='n'><link name='a'><pose>0 nan 0 0 0 0</pose></link><link name='b'/><joint "
                "name='j' type='fixed'><parent>a</parent><child>b</child></joint></model>")},
         "cannot be used: 1 problem\n");
  expect({world("", "<physics type='ode'><max_step_size>1e-30</max_step_size></physics>")},
         "w.world:1:56: error: 'max_step_size' is 1e-30 s, expected 1e-09 to 1e+09");
}

// Meshes that are only seen may be missing; those that collide may not.
TEST_F(BadWorlds, MissingMeshesMatterWhereTheyCollide) {
  const std::string mesh = " name='v'><geometry><mesh><uri>model://none/a.dae</uri></mesh></geometry></";
  expect({world("<link name='l'><visual" + mesh + "visual></link>"), "--duration", "0.01", "--debug-logging"},
         "they are only seen", 0);
  expect({world("<link name='l'><collision" + mesh + "collision></link>")},
         "error: mesh 'model://none/a.dae' does not exist; looked in " + folder_.path().string() + " ");
}

// A disk that is full ends the run with 1 and its reason, without a word about rows that are not there.
TEST_F(BadWorlds, FullDisk) {
  const std::string file = world("");
  for (const char* name : {"full.csv", "full.mcap"}) {
    std::filesystem::create_symlink("/dev/full", folder_ / name);
    const test::ProcessResult result = run({"run", file, "--duration", "1", "--record", path(name)});
    EXPECT_EQ(result.exit_code, 1);
    EXPECT_NE(result.errors.find("No space left on device"), std::string::npos) << result.errors;
    EXPECT_EQ(result.errors.find("rows up to the failure"), std::string::npos) << result.errors;
  }
}

}  // namespace
}  // namespace lockstep::cli
