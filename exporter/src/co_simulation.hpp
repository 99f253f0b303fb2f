// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "integrator.hpp"

namespace lockstep::exporter {

/// Carries a component over a communication step: internal steps, events inside, outputs at the end.
class CoSimulation {
 public:
  /// What the importer can do; FMI 2.0 importers can do nothing of it.
  struct Importer {
    bool uses_event_mode{false};      ///< wants to handle events itself where it can
    bool allows_early_return{false};  ///< a step may end at an event
    /// Called after every internal step with the time reached; may lower `end`, the time to stop at.
    std::function<void(double time, double& end)> after_internal_step{};
    /// Called before every internal step with its end; may set the continuous inputs to what they will be
    /// there.
    std::function<void(double to)> set_inputs_ahead{};
  };

  explicit CoSimulation(Component& component);

  void set_importer(Importer importer) { importer_ = std::move(importer); }
  /// Events that are due at the start time, before the first step; for importers without event mode.
  void start();
  /// The importer has handled an event itself.
  void after_event_mode() { remember_signs(); }
  /// Advances to from + size, or less if an event, the importer or the model ends the step early. True if the
  /// importer must enter event mode now. Throws what the model throws.
  bool advance(double from, double size);

 private:
  void advance_continuous(double from, double size);
  void internal_step(double h, double to);
  /// Moves to the first sign change in (from, to] after a trial step and meets the event.
  void locate_event(double from, double to);
  /// An event at the current time: handles it here or leaves it to the importer.
  void meet_event();
  void handle_events();
  bool is_stopped() const noexcept { return leaves_event_ || c_->run_state().is_terminating; }
  bool signs_changed();
  void remember_signs();
  void save_states();
  void restore_states(double time);

  Component* c_;
  std::unique_ptr<Integrator> integrator_;
  Importer importer_;
  std::vector<double> saved_;
  double end_{0.0};           ///< where the current communication step ends
  bool leaves_event_{false};  ///< stopped at an event the importer is to handle
  bool has_handled_event_{false};
  int events_in_step_{0};
};

}  // namespace lockstep::exporter
