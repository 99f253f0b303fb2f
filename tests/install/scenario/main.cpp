// SPDX-License-Identifier: Apache-2.0
// Writes a scenario, reads it and prints what it says.
#include <fstream>
#include <iostream>

#include "lockstep/scenario/scenario.hpp"

int main() {
  std::ofstream{"swing.world"} << "<sdf version='1.6'/>";
  std::ofstream{"s.yaml"} << "world: swing.world\nduration: 2\n";
  const lockstep::scenario::Scenario scenario = lockstep::scenario::read_scenario("s.yaml");
  std::cout << "world " << scenario.world << " runs " << *scenario.duration_s << " s\n";
  return 0;
}
