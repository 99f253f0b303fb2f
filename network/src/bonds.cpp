// SPDX-License-Identifier: Apache-2.0
#include "bonds.hpp"

#include <fmt/format.h>

#include <cmath>

namespace lockstep::network {
namespace {

/// The link of an input; links.size() when it is not connected or not one Float64.
std::size_t link_of(const std::string& input, const Coupling& coupling) {
  for (std::size_t w = 0; w < coupling.wires.size(); ++w) {
    const Wire& wire = coupling.wires[w];
    if (wire.to.name == input && wire.is_real() && wire.to.count == 1 && wire.sources.size() == 1)
      return coupling.link_of_wire[w];
  }
  return coupling.links.size();
}

}  // namespace

std::vector<Bond> find_bonds(const std::vector<BondConfig>& configs, const Coupling& coupling) {
  std::vector<Bond> bonds;
  std::vector<Diagnostic> problems;
  const auto refuse = [&](const BondConfig& config, std::string message) {
    problems.push_back({Severity::kError, "network-bond", std::move(message), "", config.where});
  };
  for (const BondConfig& config : configs) {
    Bond bond;
    bond.name = config.name;
    bond.effort = link_of(config.effort, coupling);
    bond.flow = link_of(config.flow, coupling);
    const std::string* const missing = bond.effort == coupling.links.size() ? &config.effort
                                       : bond.flow == coupling.links.size() ? &config.flow
                                                                            : nullptr;
    if (missing != nullptr) {
      refuse(config,
             fmt::format("bond '{}': '{}' is no input with one Float64 source", config.name, *missing));
      continue;
    }
    const Wire& effort = coupling.wires[coupling.links[bond.effort].wire];
    const Wire& flow = coupling.wires[coupling.links[bond.flow].wire];
    if (effort.to.component != flow.sources.front().from.component ||
        flow.to.component != effort.sources.front().from.component) {
      refuse(config,
             fmt::format("bond '{}': '{}' and '{}' do not run between the same two components in opposite "
                         "directions",
                         config.name, effort.text(), flow.text()));
      continue;
    }
    bonds.push_back(std::move(bond));
  }
  if (!problems.empty())
    throw Error{ErrorCode::kBadInput, "the bonds of the network do not fit", std::move(problems)};
  return bonds;
}

void note_energy(Bond& bond, const Coupling& coupling, double size_s) noexcept {
  // After accept(): `previous` is the start of the step, `now` its end.
  const auto given_at_start = [&](std::size_t d) {
    return coupling.links[d].end == nullptr ? coupling.used[d] : coupling.previous[d];
  };
  const std::size_t e = bond.effort;
  const std::size_t f = bond.flow;
  const double handed_over =
      0.5 * (coupling.previous[e] * given_at_start(f) + coupling.now[e] * coupling.used[f]);
  const double received =
      0.5 * (given_at_start(e) * coupling.previous[f] + coupling.used[e] * coupling.now[f]);
  const double difference = handed_over - received;
  bond.residual += size_s * difference;
  bond.exchanged += size_s * std::fabs(handed_over);
  if (std::fabs(difference) > bond.largest_power) bond.largest_power = std::fabs(difference);
}

}  // namespace lockstep::network
