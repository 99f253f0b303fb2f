// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lockstep/core/span.hpp"

namespace lockstep::devices::control_board {

/// Axes that people command which are not the joints one to one. `type` names one of:
///
/// | type (axes) | what is shown | what joints follow |
/// |---|---|---|
/// | eyes_vergence_control (2) | a0 = p0 + p1, a1 = p0 - p1 | p0 = (a0 + a1) / 2, p1 = (a0 - a1) / 2 |
/// | thumb_control (4) | a2 = p2 + p3 | p2 = p3 = a2 / 2 |
/// | index_control, middle_control (3) | a1 = p1 + p2 | p1 = p2 = a1 / 2 |
/// | pinky_control (6) | a0 = p0 + p1 + p2 | p0 ... p5 = a0 / 3 |
/// | fingers_abduction_control (4) | a0 = 3 (20 deg - p2) | p0 = -(20 deg - a0 / 3), p1 = 0, p2 = p3 = -p0 |
/// | cer_hand (4) | a0 = p0 + p1, a1 = p2 + p3 | halves |
/// | icub_hand_mk3 (11) | sums | thumb and fingers by the geometry of their four-bar linkages |
/// | icub_left_hand_mk4 (13) | sums | the same, with two more joints that follow axis 6 |
/// | matrix (any) | a = F p | p = R a |
struct CouplingConfig {
  std::string type;
  std::vector<std::uint32_t> axes;          ///< of the board, in the order of the table
  std::vector<double> feedback, reference;  ///< `matrix`: F and R, row by row
  std::vector<double> lower, upper;         ///< limits of the coupled axes; empty: from the joints
};

/// Angles of a finger whose two joints hang on one linkage: the first joint as a function of the sum of both.
/// Tabulated in steps of 0.1 deg; beyond its ends the last value counts. In rad.
class FourBar {
 public:
  /// The joint turns the point P; rods connect it, over L, with the fixed point M. `offset_deg`: angle at
  /// which the sum is 0. [m]
  struct Geometry {
    double px, py, mx, my, lx, ly;
    double offset_deg;
    double last_deg;  ///< of the first joint
  };
  explicit FourBar(const Geometry& geometry);

  double first_joint(double sum) const noexcept;
  double slope(double sum) const noexcept;  ///< d first_joint / d sum

 private:
  double begin_{0.0};
  std::vector<double> table_;
};

/// One coupling, ready for use in a step.
class Coupling {
 public:
  /// Throws std::invalid_argument saying what is wrong: unknown type, number of axes, size of a matrix.
  explicit Coupling(const CouplingConfig& config);

  Span<const std::uint32_t> axes() const noexcept { return {axes_.data(), axes_.size()}; }
  /// Joints to axes, in place, in arrays of the whole board. Positions have offsets, velocities and
  /// accelerations do not.
  void show_positions(double* values) const noexcept;
  void show_rates(double* values) const noexcept;
  /// Axes to joints. Velocities follow the slope at the position that is commanded.
  void follow_positions(const double* axes, double* joints) const noexcept;
  void follow_rates(const double* positions, const double* rates, double* joints) const noexcept;
  /// Torques are split by the same shares as velocities.
  void follow_torques(const double* positions, const double* torques, double* joints) const noexcept {
    follow_rates(positions, torques, joints);
  }

 private:
  struct Term {
    std::uint32_t row, column;
    double factor;
  };
  struct Finger {
    std::uint32_t axis, first, second;
    std::uint32_t bar;
  };
  static constexpr std::size_t kMostAxes = 60;
  void set(std::vector<Term>& terms, std::uint32_t row, std::vector<Term> with);
  void read_matrix(const std::vector<double>& matrix, std::vector<Term>& terms, const char* name);
  void make_hand(bool mk4);

  std::vector<std::uint32_t> axes_;
  std::vector<Term> show_, follow_;  // rows and columns are places in axes_
  std::vector<double> show_offset_, follow_offset_;
  std::vector<Finger> fingers_;
  std::vector<FourBar> bars_;
};

}  // namespace lockstep::devices::control_board
