// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lockstep::network {

/// How well one connection held: the difference between what the receiver used inside a step and what the
/// source had, in the unit of the input; the largest of its elements.
struct ConnectionError {
  std::string from, to;  ///< sources joined by " + "
  double largest{0.0};   ///< of all steps
  double largest_at_s{0.0};
  double rms{0.0};    ///< over the steps
  double range{0.0};  ///< largest minus smallest value the input had
  /// MasterOptions::estimate_error: the error of the value itself against a run with infinitely small steps,
  /// extrapolated from the copy with half the step; the largest so far.
  std::optional<double> estimate;
};

/// Energy that appears or disappears between the two sides of a bond [J for SI units]: what one component
/// handed over minus what the other one received, summed over all steps.
struct BondError {
  std::string name;
  double residual{0.0};       ///< with its sign: positive where energy got lost
  double largest_power{0.0};  ///< difference of power, largest of all steps
  double exchanged{0.0};      ///< sum of the absolute energy handed over
};

struct ComponentTime {
  std::string name;
  double wall_s{0.0};  ///< estimated from one step in 16
  std::uint64_t steps{0};
  bool rolled_back{true};  ///< false: cannot save its state, and was stepped once where others were repeated
};

/// What a network has seen since it was initialised.
struct CouplingReport {
  std::string network, master;
  std::uint64_t steps{0};        ///< of the master
  std::uint64_t iterations{0};   ///< of masters that iterate
  std::uint64_t unconverged{0};  ///< steps in which they reached max_iterations
  std::uint64_t rejected{0};     ///< steps taken back by kAdaptive or kEvents
  std::vector<ConnectionError> connections;
  std::vector<BondError> bonds;
  std::vector<ComponentTime> components;
  std::vector<std::string> loops;        ///< algebraic loops as cycles of connections
  std::vector<std::string> notes;        ///< what the components did not allow
  std::vector<std::string> suggestions;  ///< what to change where errors are large
};

/// For people: tables, the worst connections first, at most `limit` of them.
std::string to_text(const CouplingReport& report, std::size_t limit = 10);

}  // namespace lockstep::network
