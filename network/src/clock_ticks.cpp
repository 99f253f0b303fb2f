// SPDX-License-Identifier: Apache-2.0
#include "clock_ticks.hpp"

namespace lockstep::network {

void ClockTicks::compile(const std::vector<Wire>& clock_wires, const Components& components) {
  for (const Wire& wire : clock_wires) {
    auto* const to = static_cast<bool*>(components[wire.to.component]->input(*wire.to.variable));
    for (const WiredSource& source : wire.sources) {
      const void* const from = components[source.from.component]->output(*source.from.variable);
      ticks_.push_back({source.from.component, wire.to.component, static_cast<const bool*>(from), to, false});
    }
  }
  waiting_.assign(ticks_.size(), 0);
}

void ClockTicks::begin() noexcept {
  for (std::size_t i = 0; i < ticks_.size(); ++i) {
    waiting_[i] = *ticks_[i].from ? 1 : 0;
    ticks_[i].seen = false;
  }
}

void ClockTicks::give(std::size_t component) const noexcept {
  for (std::size_t i = 0; i < ticks_.size(); ++i)
    if (ticks_[i].target == component) *ticks_[i].to = false;
  for (std::size_t i = 0; i < ticks_.size(); ++i)
    if (ticks_[i].target == component && waiting_[i] != 0) *ticks_[i].to = true;
}

void ClockTicks::collect(std::size_t component, bool first) noexcept {
  for (Tick& tick : ticks_) {
    if (tick.source != component) continue;
    tick.seen = (tick.seen && !first) || *tick.from;
  }
}

void ClockTicks::accept(const Components& components) noexcept {
  for (std::size_t i = 0; i < ticks_.size(); ++i) {
    // A component in the middle of a long step of its own has not had its ticks yet.
    if (components[ticks_[i].target]->phase == 0) waiting_[i] = 0;
    if (ticks_[i].seen) waiting_[i] = 1;
    ticks_[i].seen = false;
  }
}

}  // namespace lockstep::network
