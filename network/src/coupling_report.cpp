// SPDX-License-Identifier: Apache-2.0
#include "lockstep/network/coupling_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "coupled_system_impl.hpp"

namespace lockstep::network {
namespace {

/// Share of the range of a signal from which its error is worth a word.
constexpr double kLargeShare = 0.05;

double share(const ConnectionError& connection) noexcept {
  const double error = connection.estimate.value_or(connection.largest);
  return connection.range > 0.0 ? error / connection.range : 0.0;
}

std::string connection_table(std::vector<ConnectionError> connections, std::size_t limit) {
  std::stable_sort(connections.begin(), connections.end(),
                   [](const ConnectionError& a, const ConnectionError& b) { return share(a) > share(b); });
  const bool estimated = !connections.empty() && connections.front().estimate.has_value();
  std::string text = fmt::format("  {:<40} {:>11} {:>11} {:>11}{}\n", "connection", "largest", "rms", "range",
                                 estimated ? "    estimate" : "");
  for (std::size_t i = 0; i < std::min(limit, connections.size()); ++i) {
    const ConnectionError& one = connections[i];
    text += fmt::format("  {:<40} {:>11.3g} {:>11.3g} {:>11.3g}", one.from + " -> " + one.to, one.largest,
                        one.rms, one.range);
    text += one.estimate ? fmt::format(" {:>11.3g}\n", *one.estimate) : "\n";
  }
  if (connections.size() > limit) text += fmt::format("  ... and {} more\n", connections.size() - limit);
  return text;
}

std::vector<ConnectionError> connection_errors(const Coupling& coupling, bool estimated) {
  std::vector<ConnectionError> errors;
  for (std::size_t w = 0; w < coupling.wires.size(); ++w) {
    const Wire& wire = coupling.wires[w];
    if (!wire.is_real() || coupling.records.empty()) continue;
    const WireRecord& record = coupling.records[w];
    ConnectionError error;
    for (const WiredSource& source : wire.sources)
      error.from += (error.from.empty() ? "" : " + ") + source.from.name;
    error.to = wire.to.name;
    error.largest = record.largest;
    error.largest_at_s = record.largest_at_s;
    if (coupling.master.steps > 0)
      error.rms = std::sqrt(record.sum_of_squares / static_cast<double>(coupling.master.steps));
    error.range = record.highest - record.lowest;
    if (estimated) error.estimate = record.estimate;
    errors.push_back(std::move(error));
  }
  return errors;
}

}  // namespace

void CoupledSystem::Impl::suggest(CouplingReport& made) const {
  const ConnectionError* worst = nullptr;
  for (const ConnectionError& one : made.connections)
    if (share(one) > kLargeShare && (worst == nullptr || share(one) > share(*worst))) worst = &one;
  if (made.unconverged > 0)
    made.suggestions.push_back(fmt::format(
        "{} of {} steps did not converge: {}", made.unconverged, made.steps,
        config.master.kind == MasterKind::kFixedPoint ? "choose the master 'newton', or a relaxation below 1"
                                                      : "choose a smaller step"));
  if (worst == nullptr) return;
  const std::string what =
      fmt::format("the coupling error of '{}' is {:.2g} of its range ({:.0f} %)", worst->to,
                  worst->estimate.value_or(worst->largest), 100.0 * share(*worst));
  const bool loops = !made.loops.empty();
  std::string advice = fmt::format("a step of {:.2g} s would bring it to about 1 %",
                                   coupling.master.last_step_s * 0.01 / share(*worst));
  if (config.master.inputs == InputOrder::kLinear)
    advice = fmt::format("a step of {:.2g} s would bring it to about 1 %",
                         coupling.master.last_step_s * std::sqrt(0.01 / share(*worst)));
  else
    advice += ", and so may 'inputs: linear'";
  if (loops && config.master.kind != MasterKind::kNewton && config.master.kind != MasterKind::kFixedPoint)
    advice += "; the master 'newton' solves the algebraic loop";
  made.suggestions.push_back(what + "; " + advice);
}

CouplingReport CoupledSystem::Impl::report() const {
  CouplingReport made;
  made.network = config.name;
  made.master = to_string(config.master.kind);
  made.steps = coupling.master.steps;
  made.iterations = coupling.master.iterations;
  made.unconverged = coupling.master.unconverged;
  made.rejected = coupling.master.rejected;
  made.connections = connection_errors(coupling, twin != nullptr);
  for (const Bond& bond : coupling.bonds)
    made.bonds.push_back({bond.name, bond.residual, bond.largest_power, bond.exchanged});
  for (const auto& component : coupling.components) {
    const double measured = static_cast<double>(std::max<std::uint64_t>(1, component->measured_steps));
    made.components.push_back({component->name(),
                               component->busy_s * static_cast<double>(component->steps) / measured,
                               component->steps, component->can_roll_back()});
  }
  for (const auto& loop : coupling.graph.loops)
    made.loops.push_back(cycle_text(loop, coupling.wires));
  made.notes = notes;
  if (compiled) {
    const std::vector<std::string> more = master->notes(coupling);
    made.notes.insert(made.notes.end(), more.begin(), more.end());
  }
  suggest(made);
  return made;
}

void CoupledSystem::Impl::log_report() const {
  if (!config.log || coupling.master.steps == 0) return;
  const CouplingReport made = report();
  config.log({core::LogLevel::kInfo, config.name, "network-report", to_text(made)});
  for (const std::string& note : made.notes)
    warn("network-note", note);
  for (const std::string& suggestion : made.suggestions)
    warn("network-error", suggestion);
}

std::string to_text(const CouplingReport& report, std::size_t limit) {
  std::string text =
      fmt::format("network '{}', master {}: {} steps", report.network, report.master, report.steps);
  if (report.iterations > 0)
    text += fmt::format(", {:.3g} iterations each",
                        static_cast<double>(report.iterations) /
                            static_cast<double>(std::max<std::uint64_t>(1, report.steps)));
  if (report.rejected > 0) text += fmt::format(", {} taken back", report.rejected);
  text += '\n';
  if (!report.connections.empty()) text += connection_table(report.connections, limit);
  for (const BondError& bond : report.bonds)
    text += fmt::format("  bond '{}': {:.3g} of {:.3g} J got lost, at most {:.3g} W\n", bond.name,
                        bond.residual, bond.exchanged, bond.largest_power);
  double sum = 0.0;
  for (const ComponentTime& component : report.components)
    sum += component.wall_s;
  std::vector<ComponentTime> slow = report.components;
  std::stable_sort(slow.begin(), slow.end(),
                   [](const ComponentTime& a, const ComponentTime& b) { return a.wall_s > b.wall_s; });
  for (std::size_t i = 0; i < std::min(limit, slow.size()); ++i)
    text += fmt::format("  {:<40} {:>8.3g} s, {:>3.0f} % of the time, {} steps\n", slow[i].name,
                        slow[i].wall_s, sum > 0.0 ? 100.0 * slow[i].wall_s / sum : 0.0, slow[i].steps);
  for (const std::string& loop : report.loops)
    text += "  algebraic loop: " + loop + '\n';
  for (const std::string& note : report.notes)
    text += "  note: " + note + '\n';
  for (const std::string& suggestion : report.suggestions)
    text += "  suggestion: " + suggestion + '\n';
  return text;
}

}  // namespace lockstep::network
