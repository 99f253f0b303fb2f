// SPDX-License-Identifier: Apache-2.0
// Load cells and the state of a base, of a ball at rest on the ground.
#include "engines.hpp"

namespace lockstep::contract {
namespace {

// A guide keeps the ball from rolling, because that of DART has 64 sides. 10 kg at x = 0.02, y = 0.01 of the
// link: 98 N, shared by four cells at (+-0.1, +-0.05) as f / 4 + m_x y / sum(y^2) - m_y x / sum(x^2) = 24.5
// +- 4.9 +- 4.9.
TEST_P(Contract, LoadCellsShareTheWeight) {
  if (!can("contacts")) GTEST_SKIP() << "docs/hosts.md: no contacts";
  Rig rig{engine(),
          world_of(
              "<model name='ground'><static>true</static><link name='l'><collision name='c'><geometry><plane>"
              "<normal>0 0 1</normal></plane></geometry></collision></link></model>"
              "<model name='robot'><pose>0 0 0.1 0 0 0</pose><link name='foot'><inertial><pose>0.02 0.01 0 0 "
              "0 0</pose>"
              "<mass>10</mass><inertia><ixx>0.04</ixx><iyy>0.04</iyy><izz>0.04</izz><ixy>0</ixy><ixz>0</ixz>"
              "<iyz>0</iyz></inertia></inertial><collision name='c'><pose>0.02 0.01 0 0 0 0</pose><geometry>"
              "<sphere><radius>0.1</radius></sphere></geometry></collision></link>"
              "<joint name='guide' type='prismatic'><parent>world</parent><child>foot</child><axis><xyz>0 0 "
              "1</xyz></axis>"
              "</joint>"
              "<plugin name='c' filename='contact_load_cells'><link>foot</link><x>0.1 0.1 -0.1 -0.1</x>"
              "<y>0.05 -0.05 0.05 -0.05</y></plugin>"
              "<plugin name='b' filename='base_state'><link>foot</link></plugin></model>")};
  const auto force = rig.runtime->watch("robot/contact_load_cells/force");
  const auto total = rig.runtime->watch("robot/contact_load_cells/total");
  const auto position = rig.runtime->watch("robot/base_state/position");
  rig.runtime->start();
  ASSERT_TRUE(rig.run_until(1.5));
  EXPECT_NEAR(total.number(0), 98.0, 0.2);
  EXPECT_NEAR(total.number(1), 0.98, 0.05);
  EXPECT_NEAR(total.number(2), -1.96, 0.05);
  const double expected[] = {24.5 + 4.9 + 4.9, 24.5 + 4.9 - 4.9, 24.5 - 4.9 + 4.9, 24.5 - 4.9 - 4.9};
  for (std::uint32_t i = 0; i < 4; ++i)
    EXPECT_NEAR(force.number(i), expected[i], 0.5) << i;
  EXPECT_NEAR(position.number(2), 0.1, 0.002);
}

}  // namespace
}  // namespace lockstep::contract
