// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "coupling_state.hpp"
#include "master.hpp"

namespace lockstep::network {
namespace {

/// Gauss-Seidel in steps that end where a component has an event, so that the others see it at its instant.
/// Events that are announced (next event time, ticks of clocks) end the step beforehand. At one that a
/// component finds inside the step it returns early; the others are taken there, too, by going back where
/// they had gone too far.
class EventAware final : public Master {
 public:
  void prepare(Coupling& coupling) override {
    // What changes at events only has one value in each step, that of its start: the event that ends a step
    // acts in the next one.
    for (Link& link : coupling.links)
      link.fresh = link.fresh && !link.discrete;
    finds_events_ = false;
    for (const auto& component : coupling.components)
      finds_events_ = finds_events_ || component->stepper().capabilities().early_return;
    for (const auto& component : coupling.components)
      component->stepper().allow_early_return(true);
    coupling.moved_at_start = true;
    passed_.assign(coupling.components.size(), 0);
    ahead_s_.assign(coupling.components.size(), 0.0);
    restart();
  }
  void restart() noexcept override {
    std::fill(ahead_s_.begin(), ahead_s_.end(), -std::numeric_limits<double>::infinity());
  }
  bool step(Coupling& coupling, const core::StepInterval& interval) noexcept override;
  std::vector<std::string> notes(const Coupling& coupling) const override;

 private:
  static double next_event(const Coupling& coupling, double after_s, double to_s) noexcept;
  bool part(Coupling& coupling, const core::StepInterval& step, double& reached_s) noexcept;
  bool fall_back(Coupling& coupling, std::size_t count, const core::StepInterval& step) noexcept;

  bool advance(Coupling& coupling, std::size_t component, const core::StepInterval& step) noexcept;

  bool finds_events_{false};
  std::vector<double> ahead_s_;        // where a component is that had gone too far and cannot go back
  std::vector<std::uint64_t> passed_;  // events others had that this component had gone past
};

double EventAware::next_event(const Coupling& coupling, double after_s, double to_s) noexcept {
  double next_s = to_s;
  for (const auto& component : coupling.components) {
    const std::optional<double> event_s = component->stepper().next_event_time_s();
    if (event_s && *event_s > after_s && *event_s < next_s) next_s = *event_s;
  }
  return next_s;
}

bool EventAware::advance(Coupling& coupling, std::size_t component, const core::StepInterval& step) noexcept {
  const double from_s = ahead_s_[component];
  if (from_s <= step.from_s) return gauss_seidel_component(coupling, component, step);
  coupling.outcomes[component] = {step.to_s, core::Status::kOk, false, false};
  if (from_s >= step.to_s) return true;
  return gauss_seidel_component(coupling, component, core::StepInterval::between(from_s, step.to_s));
}

// The first `count` components in the order have gone past an event: back, and again up to it.
bool EventAware::fall_back(Coupling& coupling, std::size_t count, const core::StepInterval& step) noexcept {
  ++coupling.master.rejected;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t c = coupling.graph.order[i];
    Component& component = *coupling.components[c];
    if (!component.can_roll_back()) {
      ++passed_[c];
      ahead_s_[c] = std::max(ahead_s_[c], coupling.outcomes[c].reached_s);
      continue;
    }
    if (!component.restore()) {
      coupling.outcomes[c] = {step.from_s, core::Status::kError, false, false};
      return false;
    }
    if (!advance(coupling, c, step) && !coupling.outcomes[c].early) return false;
  }
  return true;
}

bool EventAware::part(Coupling& coupling, const core::StepInterval& whole, double& reached_s) noexcept {
  core::StepInterval step = whole;
  for (std::size_t c = 0; c < coupling.components.size(); ++c)
    coupling.move_others(c);
  for (std::size_t i = 0; i < coupling.graph.order.size(); ++i) {
    const std::size_t c = coupling.graph.order[i];
    Component& component = *coupling.components[c];
    if (finds_events_ && component.can_roll_back() && !component.save()) {
      coupling.outcomes[c] = {step.from_s, core::Status::kError, false, false};
      return false;
    }
    if (advance(coupling, c, step)) continue;
    const core::StepOutcome& outcome = coupling.outcomes[c];
    if (!outcome.early || !succeeded(outcome.status) || outcome.terminated) return false;
    step = core::StepInterval::between(whole.from_s, outcome.reached_s);
    if (!fall_back(coupling, i, step)) return false;
  }
  reached_s = step.to_s;
  coupling.accept(step);
  return true;
}

bool EventAware::step(Coupling& coupling, const core::StepInterval& interval) noexcept {
  double time_s = interval.from_s;
  while (time_s < interval.to_s) {
    const double stop_s = next_event(coupling, time_s, interval.to_s);
    const bool whole = time_s == interval.from_s && stop_s == interval.to_s;
    if (!part(coupling, whole ? interval : core::StepInterval::between(time_s, stop_s), time_s)) return false;
  }
  return true;
}

std::vector<std::string> EventAware::notes(const Coupling& coupling) const {
  std::vector<std::string> texts;
  for (std::size_t c = 0; c < passed_.size(); ++c) {
    if (passed_[c] > 0)
      texts.push_back(
          fmt::format("'{}' cannot save its state and had gone past {} events of others when they were found",
                      coupling.components[c]->name(), passed_[c]));
  }
  return texts;
}

}  // namespace

std::unique_ptr<Master> make_event_aware() {
  return std::make_unique<EventAware>();
}

}  // namespace lockstep::network
