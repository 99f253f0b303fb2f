// SPDX-License-Identifier: Apache-2.0
#include "elastic.hpp"

using namespace lockstep::exporter;

/// A rotor behind a spring so soft that the joint hardly feels it. Two inputs have other names than usual, to
/// test the renaming of variables.
template <class Real>
struct SoftTransmission : ElasticTransmission<Real> {
  SoftTransmission() { this->c = 0.001; }

  void describe(Description& m) {
    m.about("Rotor inertia behind a very soft spring");
    this->describe_joint(m, "actuatorInputWithStrangeName", "jointAccelerationWithStrangeName");
    this->describe_elastic(m);
  }
};

LOCKSTEP_FMU(SoftTransmission)
