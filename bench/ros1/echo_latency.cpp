// SPDX-License-Identifier: Apache-2.0
#include "echo_latency.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lockstep::bench {

double EchoLatency::send(double now_s) {
  sent_s_.push_back(now_s);
  return static_cast<double>(sent_s_.size());
}

void EchoLatency::receive(double value, double now_s) {
  while (latencies_s_.size() < sent_s_.size() && value >= static_cast<double>(latencies_s_.size() + 1)) {
    latencies_s_.push_back(now_s - sent_s_[latencies_s_.size()]);
  }
}

double percentile(std::vector<double> values, double share) {
  if (values.empty()) {
    return std::numeric_limits<double>::quiet_NaN();
  }
  std::sort(values.begin(), values.end());
  const double rank = std::ceil(share * static_cast<double>(values.size()));
  return values[std::min(values.size() - 1, static_cast<std::size_t>(std::max(rank, 1.0)) - 1)];
}

}  // namespace lockstep::bench
