// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <lockstep/exporter/fmu.hpp>
#include <string>

using namespace lockstep::exporter;

/// Has every input a fluid may have, and turns its body with 0.3 N.m about z.
struct EveryFluidInput {
  static constexpr const char* kVectors[] = {"relativeVelocity",   "angularVelocity",
                                             "gravityDirection",   "up",
                                             "linearAcceleration", "angularAcceleration"};
  std::array<double, 18> inputs{};
  double density{0.0}, depth{0.0};
  std::array<double, 6> outputs{0.0, 0.0, 0.0, 0.0, 0.0, 0.3};

  void describe(Description& m) {
    m.about("A fluid for tests");
    std::size_t i = 0;
    for (const char* vector : kVectors) {
      for (const char* axis : {"_x", "_y", "_z"})
        m.input(std::string{vector} + axis, inputs[i++], "in the link's frame");
    }
    m.input("fluidDensity", density, "Density").unit("kg/m3");
    m.input("depth", depth, "Below the surface").unit("m");
    i = 0;
    for (const char* vector : {"fluidDynamicForce", "fluidDynamicMoment"}) {
      for (const char* axis : {"_x", "_y", "_z"})
        m.output(std::string{vector} + axis, outputs[i++], "in the link's frame");
    }
  }

  void step(Step& /*s*/) {}
};

LOCKSTEP_FMU(EveryFluidInput)
