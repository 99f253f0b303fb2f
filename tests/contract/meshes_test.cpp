// SPDX-License-Identifier: Apache-2.0
// Collision shapes from files.
#include <array>
#include <cstring>

#include "engines.hpp"
#include "support/files.hpp"

namespace lockstep::contract {
namespace {

using Corner = std::array<float, 3>;

/// The corners of a cube with edges of 2, and its faces as triangles, outside to the right hand.
Corner corner(int i) {
  return {(i & 1) != 0 ? 1.0F : -1.0F, (i & 2) != 0 ? 1.0F : -1.0F, (i & 4) != 0 ? 1.0F : -1.0F};
}
constexpr int kFaces[12][3] = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                               {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};

std::string cube_stl() {
  std::string text(80, ' ');
  const auto append = [&](const auto& value) {
    char bytes[sizeof value];
    std::memcpy(bytes, &value, sizeof value);
    text.append(bytes, sizeof value);
  };
  append(std::uint32_t{12});
  for (const auto& face : kFaces) {
    append(Corner{0.0F, 0.0F, 0.0F});  // a reader works the normal out
    for (const int i : face)
      append(corner(i));
    append(std::uint16_t{0});
  }
  return text;
}

std::string cube_obj() {
  std::string text;
  for (int i = 0; i < 8; ++i) {
    const Corner at = corner(i);
    text += "v " + std::to_string(at[0]) + ' ' + std::to_string(at[1]) + ' ' + std::to_string(at[2]) + '\n';
  }
  for (const auto& face : kFaces)
    text += "f " + std::to_string(face[0] + 1) + ' ' + std::to_string(face[1] + 1) + ' ' +
            std::to_string(face[2] + 1) + '\n';
  return text;
}

std::string cube_dae() {
  std::string positions, faces;
  for (int i = 0; i < 8; ++i)
    for (const float x : corner(i))
      positions += std::to_string(x) + ' ';
  for (const auto& face : kFaces)
    for (const int i : face)
      faces += std::to_string(i) + ' ';
  return "<?xml version='1.0'?><COLLADA xmlns='http://www.collada.org/2005/11/COLLADASchema' "
         "version='1.4.1'><asset>"
         "<unit name='meter' meter='1'/><up_axis>Z_UP</up_axis></asset><library_geometries><geometry "
         "id='cube'>"
         "<mesh><source id='p'><float_array id='pa' count='24'>" +
         positions +
         "</float_array><technique_common><accessor source='#pa' count='8' stride='3'><param name='X' "
         "type='float'/>"
         "<param name='Y' type='float'/><param name='Z' type='float'/></accessor></technique_common></source>"
         "<vertices id='v'><input semantic='POSITION' source='#p'/></vertices><triangles count='12'><input "
         "semantic='VERTEX' source='#v' offset='0'/><p>" +
         faces +
         "</p></triangles></mesh></geometry></library_geometries><library_visual_scenes><visual_scene "
         "id='s'><node "
         "id='n'><instance_geometry url='#cube'/></node></visual_scene></library_visual_scenes><scene>"
         "<instance_visual_scene url='#s'/></scene></COLLADA>";
}

/// A cube of 1 m and 1 kg that starts 1 cm above the ground, with the given shape.
std::string falling_cube(const std::string& geometry) {
  return "<model name='ground'><static>true</static><link name='l'><collision name='c'><geometry><plane>"
         "<normal>0 0 1</normal></plane></geometry></collision></link></model><model name='cube'><pose>0 0 "
         "0.51 0 0 0</pose><link name='l'><inertial><mass>1</mass><inertia><ixx>0.1667</ixx><iyy>0.1667"
         "</iyy><izz>0.1667</izz><ixy>0</ixy><ixz>0</ixz><iyz>0</iyz></inertia></inertial><collision "
         "name='c'><geometry>" +
         geometry + "</geometry></collision></link></model>";
}

struct Rest {
  double height, weight;
  std::vector<std::string> log;
};

/// Where the cube is after 1 s, and what carries it.
Rest rest_of(const EngineUnderTest& engine, const std::string& geometry) {
  Rest rest{};
  hosts::EngineOptions options;
  options.log = [&](const core::LogMessage& message) { rest.log.emplace_back(message.text); };
  const auto host = engine.make(world_of(falling_cube(geometry)), options);
  const auto body = *host->layout().find_link("cube/l");
  hosts::Needs needs;
  needs.links = needs.contacts = {body};
  needs.max_contacts = 64;
  host->prepare(needs);
  for (int k = 0; k < 1000; ++k)
    EXPECT_TRUE(succeeded(host->step())) << host->fault();
  rest.height = host->state().p_WB[body].z();
  for (std::size_t c = 0; c < host->state().contact_count; ++c) {
    const hosts::Contact& contact = host->state().contacts[c];
    rest.weight += contact.link_b == body ? contact.force_b_W_n.z() : -contact.force_b_W_n.z();
  }
  return rest;
}

std::string mesh(const std::string& file) {
  return "<mesh><uri>" + file + "</uri><scale>0.5 0.5 0.5</scale></mesh>";
}

// A cube from a file comes to rest where the box of the same size does, and weighs the same, on every engine.
TEST_P(Contract, MeshCubeRestsAsTheBox) {
  const test::TemporaryFolder folder;
  test::write_file(folder.path() / "cube.stl", cube_stl());
  test::write_file(folder.path() / "cube.obj", cube_obj());
  const Rest box = rest_of(engine(), "<box><size>1 1 1</size></box>");
  EXPECT_NEAR(box.height, 0.5, 2e-3);
  EXPECT_TRUE(box.log.empty());
  test::write_file(folder.path() / "cube.dae", cube_dae());
  for (const auto& [file, feature] :
       {std::pair{"cube.stl", "meshes STL and OBJ"}, std::pair{"cube.obj", "meshes STL and OBJ"},
        std::pair{"cube.dae", "meshes DAE (Collada)"}}) {
    const Rest shape = rest_of(engine(), mesh((folder.path() / file).string()));
    EXPECT_TRUE(can(feature));
    EXPECT_TRUE(shape.log.empty()) << file << ": " << shape.log[0];
    EXPECT_NEAR(shape.height, box.height, 1e-3) << file;
    EXPECT_NEAR(shape.weight, 9.8, 0.2) << file;
  }
}

/// The cube as a text STL file.
std::string cube_text_stl() {
  std::string text = "solid cube\n";
  for (const auto& face : kFaces) {
    text += "facet normal 0 0 0\nouter loop\n";
    for (const int i : face) {
      const Corner at = corner(i);
      text += "vertex " + std::to_string(at[0]) + ' ' + std::to_string(at[1]) + ' ' + std::to_string(at[2]) +
              '\n';
    }
    text += "endloop\nendfacet\n";
  }
  return text + "endsolid cube\n";
}

// Text STL, a scale that mirrors and a plate without thickness rest where they should.
TEST_P(Contract, UnusualMeshesRest) {
  const test::TemporaryFolder folder;
  const std::string text = test::write_file(folder.path() / "cube.stl", cube_text_stl()).string();
  EXPECT_NEAR(rest_of(engine(), mesh(text)).height, 0.5, 1e-3);
  EXPECT_NEAR(rest_of(engine(), "<mesh><uri>" + text + "</uri><scale>0.5 -0.5 0.5</scale></mesh>").height,
              0.5, 1e-3);
  const std::string plate =
      test::write_file(folder.path() / "plate.obj",
                       "v 1 1 -0.5\nv -1 1 -0.5\nv -1 -1 -0.5\nv 1 -1 -0.5\nf 1 2 3 4\n")
          .string();
  EXPECT_NEAR(rest_of(engine(), "<mesh><uri>" + plate + "</uri></mesh>").height, 0.5, 2e-3);
}

// A mesh that cannot be read is an error with its name, not a body that falls.
TEST_P(Contract, DamagedMeshesAreRefused) {
  const test::TemporaryFolder folder;
  const std::string file = test::write_file(folder.path() / "cube.stl", "nothing").string();
  try {
    rest_of(engine(), mesh(file));
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_NE(std::string{error.what()}.find("cube.stl' is neither a binary nor a text STL"),
              std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace lockstep::contract
