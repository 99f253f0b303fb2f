// SPDX-License-Identifier: Apache-2.0
#include "sdf_reader.hpp"
#include "support.hpp"

namespace lockstep::description {
namespace {

std::string world(const std::string& content, const std::string& version = "1.9") {
  return "<sdf version='" + version + "'><world name='w'>" + content + "</world></sdf>";
}

TEST(SdfWorld, ReadsPhysicsWindAndFields) {
  const ReadResult result = read(
      world("<physics name='p' "
            "type='dart'><max_step_size>0.002</max_step_size><real_time_factor>0</real_time_factor>"
            "<real_time_update_rate>500</real_time_update_rate><dart/></physics><gravity>0 0 -1.6</gravity>"
            "<wind><linear_velocity>3 0 0</linear_velocity></wind><magnetic_field>1 2 3</magnetic_field>"));
  EXPECT_EQ(result.world.name, "w");
  EXPECT_EQ(result.world.physics.engine, "dart");
  EXPECT_EQ(result.world.physics.step_s, 0.002);
  EXPECT_EQ(result.world.physics.real_time_factor, 0);
  EXPECT_EQ(result.world.physics.update_rate_hz, 500);
  EXPECT_NE(result.world.physics.config.find("dart"), nullptr);
  EXPECT_EQ(result.world.gravity_m_s2, Vector3(0, 0, -1.6));
  EXPECT_EQ(result.world.wind_m_s, Vector3(3, 0, 0));
  EXPECT_EQ(result.world.magnetic_field_t, Vector3(1, 2, 3));
}

// Gazebo's defaults, and gravity where SDF 1.4 had it.
TEST(SdfWorld, HasTheDefaultsOfGazebo) {
  const World plain = read(world("")).world;
  EXPECT_EQ(plain.physics.step_s, 0.001);
  EXPECT_EQ(plain.gravity_m_s2, Vector3(0, 0, -9.8));
  EXPECT_FALSE(plain.physics.given);
  const World old = read(world("<physics type='ode'><gravity>0 0 -5</gravity></physics>", "1.4")).world;
  EXPECT_EQ(old.gravity_m_s2, Vector3(0, 0, -5));
}

// Engines that are not here are mapped, and that is said.
TEST(SdfWorld, TellsThatAnEngineIsMapped) {
  EXPECT_TRUE(has_id(read(world("<physics type='ode'/>")).findings, "physics-engine"));
  EXPECT_TRUE(has_id(read(world("<physics type='bullet'/>")).findings, "physics-engine"));
  EXPECT_FALSE(has_id(read(world("<physics type='simbody'/>")).findings, "physics-engine"));
}

TEST(SdfWorld, ListsWhatHasNoEffect) {
  const ReadResult result = read(world("<state/><light name='l'/><gui/>"));
  EXPECT_EQ(ids_of(result.findings), (std::vector<std::string>{"description-unsupported",
                                                               "description-unused", "description-unused"}));
}

TEST(SdfWorld, RefusesVersionsItDoesNotKnow) {
  EXPECT_CONTAINS(error_of(world("", "1.1")), "the SDF version is '1.1', expected 1.2 to 1.9");
  EXPECT_CONTAINS(error_of(world("", "1.3"), strict()), "the SDF version is 1.3, expected 1.4 to 1.9");
  EXPECT_CONTAINS(error_of(world("", "x")), "the SDF version is 'x'");
  EXPECT_CONTAINS(error_of("<sdf><world name='w'/></sdf>"),
                  "<sdf> has no attribute 'version', expected 1.2 to 1.9");
  EXPECT_TRUE(has_id(read(world("", "1.11")).findings, "sdf-version"));
}

TEST(SdfWorld, RefusesImpossibleSteps) {
  EXPECT_CONTAINS(error_of(world("<physics type='ode'><max_step_size>0</max_step_size></physics>")),
                  "'max_step_size' is 0, expected a number above 0");
  EXPECT_CONTAINS(error_of(world("<physics type='ode'><max_step_size>9e-10</max_step_size></physics>")),
                  "'max_step_size' is 9e-10 s, expected 1e-09 to 1e+09, such as 0.001");
  EXPECT_CONTAINS(error_of(world("<physics type='ode'><max_step_size>2e9</max_step_size></physics>")),
                  "'max_step_size' is 2e+09 s, expected 1e-09 to 1e+09, such as 0.001");
}

// Models of a world may stand on each other and on frames of the world.
TEST(SdfWorld, PlacesModelsRelativeToOthers) {
  const World read_back =
      read(world("<model name='b'><pose relative_to='a::l'>0 0 1 0 0 0</pose><link name='l'/></model>"
                 "<model name='a'><pose relative_to='f'>1 0 0 0 0 0</pose><link name='l'><pose>0 1 0 0 0 "
                 "0</pose></link></model>"
                 "<frame name='f'><pose>1 0 0 0 0 0</pose></frame>"))
          .world;
  EXPECT_EQ(read_back.models.at(0).pose.position, Vector3(2, 1, 1));
  EXPECT_EQ(read_back.frames.at(0).attached_to, "world");
}

// Files of 2012: <gazebo> around the model, poses and sizes as attributes.
TEST(SdfWorld, ReadsSdf12) {
  const ReadResult result = read(
      "<gazebo version='1.2'><model name='m' static='1'><origin pose='1 2 3 0 0 0'/><link name='l'><inertial "
      "mass='2'/><collision name='c'><geometry><box size='1 2 "
      "3'/></geometry></collision></link></model></gazebo>");
  const Model& model = result.world.models.at(0);
  EXPECT_TRUE(has_id(result.findings, "sdf-version"));
  EXPECT_TRUE(model.is_static);
  EXPECT_EQ(model.pose.position, Vector3(1, 2, 3));
  EXPECT_EQ(model.links.at(0).inertial.mass_kg, 2.0);
  EXPECT_EQ(std::get<Box>(model.links.at(0).collisions.at(0).geometry).size_m, Vector3(1, 2, 3));
}

}  // namespace
}  // namespace lockstep::description
