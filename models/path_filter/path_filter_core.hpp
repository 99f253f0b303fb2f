// SPDX-License-Identifier: Apache-2.0
#pragma once

// The path filter alone: no heap, no exceptions, no run-time type information, nothing but arithmetic and
// four functions of <cmath>. The FMU and a microcontroller build the same lines.

#include <cmath>

namespace path_filter {

/// Geometry of the reference caster and the tuning of the filter.
template <class Real>
struct Parameters {
  Real omega_max{100.0};            ///< slope of k: wheel speed at which the orientation is free [rad/s]
  Real T_phi{0.01}, T_omega{0.01};  ///< lags of the estimate [s]
  Real radius{0.05};                ///< of the reference caster's wheel [m]
  Real x{0.35}, y{-0.15};  ///< its swivel axis, before and to the left of the driven wheels [m]; x != 0
};

/// Estimate of the reference caster: spin of the wheel, and orientation relative to the vehicle.
template <class Real>
struct Estimate {
  Real omega{0.0}, phi{0.0};
};

/// Motion of a vehicle: speed [m/s] and yaw rate [rad/s] of the point between the driven wheels.
template <class Real>
struct Motion {
  Real v{0.0}, omega{0.0};
};

/// Equation 10: an angle in [-pi, pi).
template <class Real>
Real wrapped(const Real& angle) {
  using std::floor;
  constexpr double kPi = 3.14159265358979323846;
  return angle - 2.0 * kPi * floor((angle + kPi) / (2.0 * kPi));
}

/// State of the caster that rolls without slip at this motion; at standstill the orientation is `last_phi`.
template <class Real>
Estimate<Real> caster_of(const Motion<Real>& motion, const Parameters<Real>& p, const Real& last_phi) {
  using std::atan2;
  using std::sqrt;
  const Real vx = motion.v - motion.omega * p.y;
  const Real vy = motion.omega * p.x;
  const Real speed = sqrt(vx * vx + vy * vy);
  constexpr double kStandstill = 1e-9;  // m/s
  if (speed < Real(kStandstill)) return {Real(0.0), last_phi};
  return {speed / p.radius, atan2(vy, vx)};
}

/// The inverse: the motion in which the reference caster has this state.
template <class Real>
Motion<Real> motion_of(const Estimate<Real>& caster, const Parameters<Real>& p) {
  using std::cos;
  using std::sin;
  const Real speed = caster.omega * p.radius;
  const Real omega = speed * sin(caster.phi) / p.x;
  return {speed * cos(caster.phi) + omega * p.y, omega};
}

/// Equations 10 to 12: from the estimate towards the desired state, the faster the wheel rolls the farther.
template <class Real>
Estimate<Real> filtered(const Estimate<Real>& desired, const Estimate<Real>& estimate,
                        const Parameters<Real>& p) {
  using std::abs;
  const Real share = abs(estimate.omega / p.omega_max);
  const Real k = share < Real(1.0) ? share : Real(1.0);
  return {desired.omega, estimate.phi + k * wrapped(Real(desired.phi - estimate.phi))};
}

/// The lags of the estimate, driven by the filtered state (the feedback of figure 8).
template <class Real>
Estimate<Real> slope(const Estimate<Real>& filtered_state, const Estimate<Real>& estimate,
                     const Parameters<Real>& p) {
  return {(filtered_state.omega - estimate.omega) / p.T_omega,
          wrapped(Real(filtered_state.phi - estimate.phi)) / p.T_phi};
}

/// For targets without an FMU runtime: the filter with its state, stepped by classical Runge-Kutta with the
/// input held, as the Co-Simulation FMU does it. A step of 1 ms or less; no failure is possible.
class PathFilter {
 public:
  explicit PathFilter(const Parameters<double>& parameters) : p_{parameters} {}

  Motion<double> step(const Motion<double>& desired_motion, double size_s) {
    const Estimate<double> desired = caster_of(desired_motion, p_, last_phi_);
    last_phi_ = desired.phi;
    const Estimate<double> k1 = rate(desired, estimate_);
    const Estimate<double> k2 = rate(desired, moved(k1, 0.5 * size_s));
    const Estimate<double> k3 = rate(desired, moved(k2, 0.5 * size_s));
    const Estimate<double> k4 = rate(desired, moved(k3, size_s));
    const double sixth = size_s / 6.0;
    estimate_.omega += sixth * (k1.omega + 2.0 * (k2.omega + k3.omega) + k4.omega);
    estimate_.phi += sixth * (k1.phi + 2.0 * (k2.phi + k3.phi) + k4.phi);
    return motion_of(filtered(desired, estimate_, p_), p_);
  }
  const Estimate<double>& estimate() const { return estimate_; }

 private:
  Estimate<double> rate(const Estimate<double>& desired, const Estimate<double>& at) const {
    return slope(filtered(desired, at, p_), at, p_);
  }
  Estimate<double> moved(const Estimate<double>& k, double size_s) const {
    return {estimate_.omega + size_s * k.omega, estimate_.phi + size_s * k.phi};
  }

  Parameters<double> p_;
  Estimate<double> estimate_;
  double last_phi_{0.0};
};

}  // namespace path_filter
