// SPDX-License-Identifier: Apache-2.0
#include "fluid.hpp"

using namespace lockstep::exporter;

/// A fluid that is not felt.
template <class Real>
struct NullFriction : Fluid<Real> {
  void describe(Description& m) {
    m.about("No force and no moment");
    this->describe_fluid(m);
  }
  void equations() {}
};

LOCKSTEP_FMU(NullFriction)
