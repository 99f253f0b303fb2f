// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

namespace lockstep::bench {

/// Matches numbers sent into a node with the outputs that come back. Numbers go out as 1, 2, 3, ...; an
/// output that is k or more answers all numbers up to k, so that interpolated values in between answer
/// nothing and a node that takes several inputs in one update answers them together.
class EchoLatency {
 public:
  /// The next number to send, sent at `now_s`.
  double send(double now_s);
  /// An output of the node, received at `now_s`.
  void receive(double value, double now_s);

  std::size_t sent() const noexcept { return sent_s_.size(); }
  /// Numbers that were answered; the others are still on their way, or lost.
  std::size_t answered() const noexcept { return latencies_s_.size(); }
  /// [s], one for each answered number, in the order of sending.
  const std::vector<double>& latencies_s() const noexcept { return latencies_s_; }

 private:
  std::vector<double> sent_s_, latencies_s_;
};

/// The smallest of `values` that at least `share` (0 to 1) of them do not exceed; NaN for no values.
double percentile(std::vector<double> values, double share);

}  // namespace lockstep::bench
