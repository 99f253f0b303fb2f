// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "integrator.hpp"

namespace lockstep::exporter {

/// Carries a component over a communication step: internal steps, events inside, outputs at the end.
class CoSimulation {
 public:
  explicit CoSimulation(Component& component);

  /// Events that are due at the start time, before the first step.
  void start();
  /// Advances to from + size, or to where the model asked to terminate. Throws what the model throws.
  void advance(double from, double size);

 private:
  void advance_continuous(double from, double size);
  void internal_step(double h, double to);
  /// Finds the first sign change in (time, to] after a trial step, moves there and handles the event.
  void locate_event(double from, double to);
  void handle_events();
  bool signs_changed() const noexcept;
  void remember_signs();
  void save_states();
  void restore_states(double time);

  Component* c_;
  std::unique_ptr<Integrator> integrator_;
  std::vector<double> saved_;
  std::vector<char> was_positive_;
  int events_in_step_{0};
};

}  // namespace lockstep::exporter
