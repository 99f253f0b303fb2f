// SPDX-License-Identifier: Apache-2.0
#include <lockstep/exporter/fmu.hpp>

using namespace lockstep::exporter;

/// Temperature and angle in units that people like, and inputs in those of SI, passed through.
template <class Real>
struct Thermometer {
  Real celsius{25.0}, T{}, degrees{90.0}, phi{}, kelvin{0.0}, rad{0.0}, T_seen{}, phi_seen{};

  void describe(Description& model) {
    model.about("Values with units");
    model.parameter("celsius", celsius, "Temperature").unit("degC");
    model.parameter("degrees", degrees, "Angle").unit("deg");
    model.output("T", T, "Temperature").unit("degC");
    model.output("phi", phi, "Angle").unit("deg");
    model.input("kelvin", kelvin, "Temperature").unit("K");
    model.input("rad", rad, "Angle").unit("rad");
    model.output("T_seen", T_seen, "Temperature").unit("K");
    model.output("phi_seen", phi_seen, "Angle").unit("rad");
  }
  void equations() {
    T = celsius;
    phi = degrees;
    T_seen = kelvin;
    phi_seen = rad;
  }
};

LOCKSTEP_FMU(Thermometer)
