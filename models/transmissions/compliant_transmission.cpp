// SPDX-License-Identifier: Apache-2.0
#include "elastic.hpp"

using namespace lockstep::exporter;

/// A rotor behind a spring of 10 N.m/rad.
template <class Real>
struct CompliantTransmission : ElasticTransmission<Real> {
  void describe(Description& m) {
    m.about("Rotor inertia behind a spring");
    this->describe_joint(m);
    this->describe_elastic(m);
  }
};

LOCKSTEP_FMU(CompliantTransmission)
