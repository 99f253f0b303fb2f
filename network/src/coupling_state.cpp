// SPDX-License-Identifier: Apache-2.0
#include "coupling_state.hpp"

#include <algorithm>

namespace lockstep::network {

void CouplingState::take(const Coupling& coupling) {
  now_ = coupling.now;
  previous_ = coupling.previous;
  used_ = coupling.used;
  latched_ = coupling.latched;
  records_ = coupling.records;
  bonds_ = coupling.bonds;
  paces_.clear();
  for (const auto& component : coupling.components)
    paces_.push_back({component->phase, component->window_start_s});
  waiting_ticks_ = coupling.clocks.waiting();
  master_ = coupling.master;
  previous_size_s_ = coupling.previous_size_s;
  time_s_ = coupling.time_s;
}

void CouplingState::give_back(Coupling& coupling) const noexcept {
  std::copy(now_.begin(), now_.end(), coupling.now.begin());
  std::copy(previous_.begin(), previous_.end(), coupling.previous.begin());
  std::copy(used_.begin(), used_.end(), coupling.used.begin());
  std::copy(latched_.begin(), latched_.end(), coupling.latched.begin());
  std::copy(records_.begin(), records_.end(), coupling.records.begin());
  for (std::size_t b = 0; b < bonds_.size(); ++b) {
    coupling.bonds[b].residual = bonds_[b].residual;
    coupling.bonds[b].exchanged = bonds_[b].exchanged;
    coupling.bonds[b].largest_power = bonds_[b].largest_power;
  }
  for (std::size_t c = 0; c < paces_.size(); ++c) {
    coupling.components[c]->phase = paces_[c].phase;
    coupling.components[c]->window_start_s = paces_[c].window_start_s;
  }
  std::copy(waiting_ticks_.begin(), waiting_ticks_.end(), coupling.clocks.waiting().begin());
  coupling.master = master_;
  coupling.previous_size_s = previous_size_s_;
  coupling.time_s = time_s_;
}

}  // namespace lockstep::network
