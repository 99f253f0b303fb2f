// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "coupling.hpp"

namespace lockstep::network {

/// The values of a Coupling besides the states of its components, to come back to. take() allocates the first
/// time only.
class CouplingState {
 public:
  void take(const Coupling& coupling);
  void give_back(Coupling& coupling) const noexcept;

 private:
  struct Pace {
    std::uint32_t phase;
    double window_start_s;
  };
  std::vector<double> now_, previous_, used_, latched_;
  std::vector<WireRecord> records_;
  std::vector<Bond> bonds_;
  std::vector<Pace> paces_;
  std::vector<std::uint8_t> waiting_ticks_;
  MasterRecord master_;
  double previous_size_s_{0.0}, time_s_{0.0};
};

}  // namespace lockstep::network
