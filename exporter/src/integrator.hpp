// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "component.hpp"

namespace lockstep::exporter {

/// One internal step of a Co-Simulation solver.
class Integrator {
 public:
  virtual ~Integrator() = default;
  /// Advances the states from the component's time to `to`, h = to - time up to rounding (given apart because
  /// the difference of two large times has lost digits). Leaves the component at time `to`, to be evaluated
  /// by whoever looks at it: often that is the next step, or nobody.
  virtual void step(Component& c, double h, double to) = 0;
};

std::unique_ptr<Integrator> make_integrator(const Solver& solver);

}  // namespace lockstep::exporter
