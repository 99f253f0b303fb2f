// SPDX-License-Identifier: Apache-2.0
#include "master.hpp"

namespace lockstep::network {
namespace {

class GaussSeidel final : public Master {
 public:
  bool step(Coupling& coupling, const core::StepInterval& interval) noexcept override {
    if (!gauss_seidel_sweep(coupling, interval)) return false;
    coupling.accept(interval);
    return true;
  }
};

}  // namespace

bool gauss_seidel_component(Coupling& coupling, std::size_t component,
                            const core::StepInterval& interval) noexcept {
  const Coupling::Range range = coupling.links_of[component];
  for (std::size_t d = range.first; d < range.last; ++d) {
    const Link& link = coupling.links[d];
    // Sources that step later in the order have their old value: a ramp is extrapolated, a held input keeps
    // it.
    if (link.fresh)
      coupling.used[d] = coupling.evaluate(link);
    else
      coupling.used[d] = link.end == nullptr ? coupling.now[d] : coupling.predicted(d, interval.size_s);
  }
  if (!coupling.moved_at_start) coupling.move_others(component);
  return coupling.advance(component, interval);
}

bool gauss_seidel_sweep(Coupling& coupling, const core::StepInterval& interval) noexcept {
  for (const std::size_t component : coupling.graph.order) {
    if (!gauss_seidel_component(coupling, component, interval)) return false;
  }
  return true;
}

std::unique_ptr<Master> make_gauss_seidel() {
  return std::make_unique<GaussSeidel>();
}

}  // namespace lockstep::network
