// SPDX-License-Identifier: Apache-2.0
#include "lockstep/devices/control_board/coupling.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

namespace lockstep::devices::control_board {
namespace {

constexpr double kDegree = 3.14159265358979323846 / 180.0;

std::size_t axes_of(const CouplingConfig& config) {
  static const std::array<std::pair<const char*, std::size_t>, 9> kSizes{{{"eyes_vergence_control", 2},
                                                                          {"thumb_control", 4},
                                                                          {"index_control", 3},
                                                                          {"middle_control", 3},
                                                                          {"pinky_control", 6},
                                                                          {"fingers_abduction_control", 4},
                                                                          {"cer_hand", 4},
                                                                          {"icub_hand_mk3", 11},
                                                                          {"icub_left_hand_mk4", 13}}};
  std::string known;
  for (const auto& [type, size] : kSizes) {
    if (config.type == type) return size;
    known += std::string{type} + ", ";
  }
  if (config.type == "matrix") return config.axes.size();
  throw std::invalid_argument{"'type' of the coupling is '" + config.type + "', expected one of: " + known +
                              "matrix"};
}

// Points of the linkages of the hands [m], and where the original counts their angles from.
constexpr FourBar::Geometry kMk3Thumb{0.020, 0.0015, -0.00555, 0.00285, 0.0115, 0.0014, 180.674037, 85.5};
constexpr FourBar::Geometry kMk3Finger{0.0300, 0.0015, -0.0050, 0.0040, 0.0240, 0.0008, 186.654425, 95.5};
constexpr FourBar::Geometry kMk4Thumb{0.020, 0.0015, -0.00555, 0.00285, 0.0115, 0.0015, 180.0, 85.5};
constexpr FourBar::Geometry kMk4Finger{0.0300, 0.0015, -0.0050, 0.0040, 0.0240, 0.0008, 173.35, 95.5};
constexpr FourBar::Geometry kMk4Pinkie{0.0250, 0.0015, -0.0050, 0.0040, 0.0190, 0.0005, 170.54, 95.5};

}  // namespace

void Coupling::set(std::vector<Term>& terms, std::uint32_t row, std::vector<Term> with) {
  terms.erase(std::remove_if(terms.begin(), terms.end(), [&](const Term& one) { return one.row == row; }),
              terms.end());
  terms.insert(terms.end(), with.begin(), with.end());
}

void Coupling::read_matrix(const std::vector<double>& matrix, std::vector<Term>& terms, const char* name) {
  const std::size_t n = axes_.size();
  if (matrix.size() != n * n)
    throw std::invalid_argument{std::string{"'"} + name + "' of the coupling has " +
                                std::to_string(matrix.size()) + " numbers, expected " + std::to_string(n) +
                                " rows of " + std::to_string(n)};
  terms.clear();
  for (std::uint32_t i = 0; i < n * n; ++i)
    terms.push_back({static_cast<std::uint32_t>(i / n), static_cast<std::uint32_t>(i % n), matrix[i]});
}

void Coupling::make_hand(bool mk4) {
  bars_.emplace_back(mk4 ? kMk4Thumb : kMk3Thumb);
  bars_.emplace_back(mk4 ? kMk4Finger : kMk3Finger);
  fingers_ = {{2, 2, 3, 0}, {4, 5, 6, 1}, {5, 7, 8, 1}, {6, 9, 10, 1}};
  if (mk4) {
    bars_.emplace_back(kMk4Pinkie);
    fingers_.push_back({6, 11, 12, 2});
  }
  set(show_, 2, {{2, 2, 1.0}, {2, 3, 1.0}});
  set(show_, 3, {{3, 4, 1.0}});
  set(show_, 4, {{4, 5, 1.0}, {4, 6, 1.0}});
  set(show_, 5, {{5, 7, 1.0}, {5, 8, 1.0}});
  set(show_, 6, {{6, 9, 1.0}, {6, 10, 1.0}});
  set(follow_, 4, {{4, 3, 1.0}});
  for (const Finger& finger : fingers_) {  // the linkage decides
    set(follow_, finger.first, {});
    set(follow_, finger.second, {});
  }
}

Coupling::Coupling(const CouplingConfig& config) : axes_{config.axes} {
  const std::size_t expected = axes_of(config);
  if (axes_.size() != expected || axes_.empty() || axes_.size() > kMostAxes)
    throw std::invalid_argument{"'" + config.type + "' couples " + std::to_string(expected) +
                                " axes, but 'axes' has " + std::to_string(axes_.size())};
  const auto n = static_cast<std::uint32_t>(axes_.size());
  for (std::uint32_t i = 0; i < n; ++i) {
    show_.push_back({i, i, 1.0});
    follow_.push_back({i, i, 1.0});
  }
  show_offset_.assign(n, 0.0);
  follow_offset_.assign(n, 0.0);
  const std::string& type = config.type;
  if (type == "eyes_vergence_control") {
    set(show_, 0, {{0, 0, 1.0}, {0, 1, 1.0}});
    set(show_, 1, {{1, 0, 1.0}, {1, 1, -1.0}});
    set(follow_, 0, {{0, 0, 0.5}, {0, 1, 0.5}});
    set(follow_, 1, {{1, 0, 0.5}, {1, 1, -0.5}});
  } else if (type == "thumb_control" || type == "index_control" || type == "middle_control") {
    const std::uint32_t k = type == "thumb_control" ? 2 : 1;
    set(show_, k, {{k, k, 1.0}, {k, k + 1, 1.0}});
    set(follow_, k, {{k, k, 0.5}});
    set(follow_, k + 1, {{k + 1, k, 0.5}});
  } else if (type == "pinky_control") {
    set(show_, 0, {{0, 0, 1.0}, {0, 1, 1.0}, {0, 2, 1.0}});
    for (std::uint32_t i = 0; i < n; ++i)
      set(follow_, i, {{i, 0, 1.0 / 3.0}});
  } else if (type == "fingers_abduction_control") {
    set(show_, 0, {{0, 2, -3.0}});
    show_offset_[0] = 60.0 * kDegree;
    set(follow_, 0, {{0, 0, 1.0 / 3.0}});
    set(follow_, 1, {});
    follow_offset_ = {-20.0 * kDegree, 0.0, 20.0 * kDegree, 20.0 * kDegree};
    set(follow_, 2, {{2, 0, -1.0 / 3.0}});
    set(follow_, 3, {{3, 0, -1.0 / 3.0}});
  } else if (type == "cer_hand") {
    set(show_, 0, {{0, 0, 1.0}, {0, 1, 1.0}});
    set(show_, 1, {{1, 2, 1.0}, {1, 3, 1.0}});
    for (std::uint32_t i = 0; i < n; ++i)
      set(follow_, i, {{i, i / 2, 0.5}});
  } else if (type == "matrix") {
    read_matrix(config.feedback, show_, "feedback");
    read_matrix(config.reference, follow_, "reference");
  } else {
    make_hand(type == "icub_left_hand_mk4");
  }
}

void Coupling::show_positions(double* values) const noexcept {
  show_rates(values);
  for (std::size_t i = 0; i < axes_.size(); ++i)
    values[axes_[i]] += show_offset_[i];
}

void Coupling::show_rates(double* values) const noexcept {
  std::array<double, kMostAxes> joints;
  for (std::size_t i = 0; i < axes_.size(); ++i) {
    joints[i] = values[axes_[i]];
    values[axes_[i]] = 0.0;
  }
  for (const Term& term : show_)
    values[axes_[term.row]] += term.factor * joints[term.column];
}

void Coupling::follow_positions(const double* axes, double* joints) const noexcept {
  for (std::size_t i = 0; i < axes_.size(); ++i)
    joints[axes_[i]] = follow_offset_[i];
  for (const Term& term : follow_)
    joints[axes_[term.row]] += term.factor * axes[axes_[term.column]];
  for (const Finger& finger : fingers_) {
    const double sum = axes[axes_[finger.axis]];
    const double first = bars_[finger.bar].first_joint(sum);
    joints[axes_[finger.first]] = first;
    joints[axes_[finger.second]] = sum - first;
  }
}

void Coupling::follow_rates(const double* positions, const double* rates, double* joints) const noexcept {
  for (const std::uint32_t axis : axes_)
    joints[axis] = 0.0;
  for (const Term& term : follow_)
    joints[axes_[term.row]] += term.factor * rates[axes_[term.column]];
  for (const Finger& finger : fingers_) {
    const double rate = rates[axes_[finger.axis]];
    const double first = rate * bars_[finger.bar].slope(positions[axes_[finger.axis]]);
    joints[axes_[finger.first]] = first;
    joints[axes_[finger.second]] = rate - first;
  }
}

}  // namespace lockstep::devices::control_board
