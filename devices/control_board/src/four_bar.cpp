// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "lockstep/devices/control_board/coupling.hpp"

namespace lockstep::devices::control_board {
namespace {

constexpr double kDegree = 3.14159265358979323846 / 180.0;
constexpr double kBin = 0.1 * kDegree;

/// The sum of both angles [rad] when the first joint is at `q`: closing the linkage M - L - P.
double sum_at(const FourBar::Geometry& g, double q) {
  const double rod2 = std::pow(g.px - g.lx, 2) + std::pow(g.py - g.ly, 2);
  const double crank2 = std::pow(g.lx - g.mx, 2) + std::pow(g.ly - g.my, 2);
  const double x = std::cos(q) * g.px - std::sin(q) * g.py;
  const double y = std::sin(q) * g.px + std::cos(q) * g.py;
  const double reach2 = std::pow(x - g.mx, 2) + std::pow(y - g.my, 2);
  const double towards = std::atan2(g.my - y, g.mx - x);
  const double between = std::acos((reach2 + rod2 - crank2) / (2.0 * std::sqrt(reach2 * rod2)));
  const double turn = 360.0 * kDegree;
  const double sum = std::fmod(towards + between - g.offset_deg * kDegree, turn);
  return sum < -1.0 * kDegree ? sum + turn : sum;  // rounding of the offset leaves the start a bit below 0
}

}  // namespace

FourBar::FourBar(const Geometry& geometry) {
  const double last = geometry.last_deg * kDegree;
  begin_ = sum_at(geometry, 0.0);
  const auto bins = static_cast<std::size_t>(std::floor((sum_at(geometry, last) - begin_) / kBin));
  for (std::size_t i = 0; i <= bins; ++i) {
    double low = 0.0, high = last;
    for (int k = 0; k < 50; ++k) {
      const double middle = 0.5 * (low + high);
      (sum_at(geometry, middle) < begin_ + kBin * static_cast<double>(i) ? low : high) = middle;
    }
    table_.push_back(0.5 * (low + high));
  }
}

double FourBar::first_joint(double sum) const noexcept {
  const double at = std::clamp((sum - begin_) / kBin, 0.0, static_cast<double>(table_.size() - 1));
  const std::size_t i = std::min(static_cast<std::size_t>(at), table_.size() - 2);
  const double share = at - static_cast<double>(i);
  return table_[i] * (1.0 - share) + table_[i + 1] * share;
}

double FourBar::slope(double sum) const noexcept {
  const double at = (sum - begin_) / kBin;
  if (at < 0.0 || at > static_cast<double>(table_.size() - 1)) return 0.0;
  const std::size_t i = std::min(static_cast<std::size_t>(at), table_.size() - 2);
  return (table_[i + 1] - table_[i]) / kBin;
}

}  // namespace lockstep::devices::control_board
