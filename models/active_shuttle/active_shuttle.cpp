// SPDX-License-Identifier: Apache-2.0
#include <array>

#include <lockstep/exporter/fmu.hpp>

#include "caster.hpp"
#include "drive.hpp"

using namespace lockstep::exporter;

/// Self-driving vehicle with two driven wheels and four casters, in the plane: the plant of the path filter.
/// Equations and the origin of each number are in the README beside this file.
template <class Real>
struct ActiveShuttle {
  static constexpr std::array<const char*, 4> kNames{"LF", "RF", "LB", "RB"};
  static constexpr std::array<double, 4> kX{active_shuttle::kCasterX, active_shuttle::kCasterX,
                                            -active_shuttle::kCasterX, -active_shuttle::kCasterX};
  static constexpr std::array<double, 4> kY{active_shuttle::kCasterY, -active_shuttle::kCasterY,
                                            active_shuttle::kCasterY, -active_shuttle::kCasterY};

  Real v_des{0.0}, omega_des{0.0};
  Real x{0.0}, der_x{}, y{0.0}, der_y{}, psi{0.0}, der_psi{};
  Real v{0.0}, der_v{}, v_y{0.0}, der_v_y{}, omega{0.0}, der_omega{};
  Real energy{0.0}, der_energy{}, acceleration{}, v_wheels{}, omega_wheels{};
  Real mass{active_shuttle::kMass}, x_cg{0.0}, y_cg{0.0}, torque_limit{active_shuttle::kTorqueLimit};
  active_shuttle::Drive<Real> left, right;
  active_shuttle::CasterDesign<Real> design;
  std::array<active_shuttle::Caster<Real>, 4> casters;
  std::array<Real, 4> phi_start{0.0, 0.0, 0.0, 0.0};
  std::array<Real, 4> normal_force;
  std::int32_t locked{0};

  void describe(Description& m) {
    m.about("Vehicle with a differential drive and four casters with bore friction");
    m.experiment().stop_time(10.0).step_size(0.001);
    m.solver(Solver::rk4().step(0.0005));
    m.input("v_des", v_des, "Desired speed").unit("m/s");
    m.input("omega_des", omega_des, "Desired yaw rate").unit("rad/s");
    m.output("v", v, "Speed").unit("m/s").derivative(der_v);
    m.output("omega", omega, "Yaw rate").unit("rad/s").derivative(der_omega);
    m.output("v_wheels", v_wheels, "Speed as the driven wheels measure it").unit("m/s");
    m.output("omega_wheels", omega_wheels, "Yaw rate as the driven wheels measure it").unit("rad/s");
    m.output("x", x, "Position").unit("m").derivative(der_x);
    m.output("y", y, "Position").unit("m").derivative(der_y);
    m.output("psi", psi, "Heading").unit("rad", "deg").derivative(der_psi);
    m.output("energy", energy, "Electrical energy of both drives").unit("J").derivative(der_energy);
    m.output("locked", locked, "Number of casters that are locked").exact();
    m.output("acceleration", acceleration, "Along the vehicle").unit("m/s2");
    m.local("v_y", v_y, "Speed to the left").unit("m/s").derivative(der_v_y);
    m.local("der(v)", der_v, "").unit("m/s2");
    m.local("der(v_y)", der_v_y, "").unit("m/s2");
    m.local("der(omega)", der_omega, "").unit("rad/s2");
    m.local("der(x)", der_x, "").unit("m/s");
    m.local("der(y)", der_y, "").unit("m/s");
    m.local("der(psi)", der_psi, "").unit("rad/s");
    m.local("der(energy)", der_energy, "").unit("W");
    left.describe(m, "left");
    right.describe(m, "right");
    for (std::size_t i = 0; i < casters.size(); ++i) {
      const std::string name = kNames[i];
      casters[i].describe(m, name);
      m.local("N_" + name, normal_force[i], "Normal force of the caster").unit("N");
      m.parameter("phi_start_" + name, phi_start[i], "Orientation at the start").unit("rad", "deg");
    }
    m.parameter("m", mass, "Mass with the load").unit("kg").min(1.0);
    m.parameter("x_cg", x_cg, "Centre of mass before the driven wheels").unit("m");
    m.parameter("y_cg", y_cg, "Centre of mass left of the middle").unit("m");
    m.parameter("T_max", torque_limit, "Largest torque of a drive").unit("N.m").min(0.0);
    design.describe(m);
  }

  void initialize() {
    for (std::size_t i = 0; i < casters.size(); ++i)
      casters[i].phi = phi_start[i];
  }

  void equations() {
    using namespace active_shuttle;
    share_weight();
    const Real drive_force = 0.5 * kDriveShare * mass * kGravity;
    const Real half = 0.5 * kGauge;
    left.equations(torque_limit, (v_des - omega_des * half) / kDriveRadius, v - omega * half, v_y,
                   drive_force);
    right.equations(torque_limit, (v_des + omega_des * half) / kDriveRadius, v + omega * half, v_y,
                    drive_force);
    Real force_x = left.force_x + right.force_x;
    Real force_y = left.force_y + right.force_y;
    Real moment = half * (right.force_x - left.force_x);
    for (std::size_t i = 0; i < casters.size(); ++i) {
      Caster<Real>& caster = casters[i];
      caster.equations(design, v - omega * kY[i], v_y + omega * kX[i], omega, normal_force[i]);
      force_x += caster.force_x;
      force_y += caster.force_y;
      moment += kX[i] * caster.force_y - kY[i] * caster.force_x + caster.moment;
    }
    der_omega = (moment - x_cg * force_y + y_cg * force_x) / (mass * kYawRadius * kYawRadius);
    // Newton's law for the centre of mass, written for the point between the driven wheels.
    acceleration = force_x / mass + der_omega * y_cg + omega * omega * x_cg;
    der_v = acceleration + omega * v_y;
    der_v_y = force_y / mass - der_omega * x_cg + omega * omega * y_cg - omega * v;
    der_x = v * cos(psi) - v_y * sin(psi);
    der_y = v * sin(psi) + v_y * cos(psi);
    der_psi = omega;
    der_energy = left.power + right.power;
    v_wheels = 0.5 * kDriveRadius * (right.speed + left.speed);
    omega_wheels = kDriveRadius * (right.speed - left.speed) / kGauge;
  }

  void on_event(Event& event) {
    bool changed = false;
    locked = 0;
    for (active_shuttle::Caster<Real>& caster : casters) {
      changed = caster.update_mode(design) || changed;
      locked += caster.mode == 0 ? 1 : 0;
    }
    if (changed) event.repeat();
  }

 private:
  /// Weight on the four contacts: a plane through them, so that sum and moments fit. The contacts move with
  /// the orientation of the casters.
  void share_weight() {
    using namespace active_shuttle;
    const Real weight = (1.0 - kDriveShare) * mass * kGravity;
    std::array<Real, 4> px, py;
    Real sx{0.0}, sy{0.0}, sxx{0.0}, sxy{0.0}, syy{0.0};
    for (std::size_t i = 0; i < casters.size(); ++i) {
      px[i] = kX[i] - design.trail * cos(casters[i].phi);
      py[i] = kY[i] - design.trail * sin(casters[i].phi);
      sx += px[i];
      sy += py[i];
      sxx += px[i] * px[i];
      sxy += px[i] * py[i];
      syy += py[i] * py[i];
    }
    // N_i = weight (1/4 + a (px - mean) + b (py - mean)): two equations for a and b.
    const Real mx = 0.25 * sx, my = 0.25 * sy;
    const Real cxx = sxx - sx * mx, cxy = sxy - sx * my, cyy = syy - sy * my;
    const Real det = cxx * cyy - cxy * cxy;
    const Real rx = x_cg - mx, ry = y_cg - my;
    const Real a = (rx * cyy - ry * cxy) / det;
    const Real b = (ry * cxx - rx * cxy) / det;
    for (std::size_t i = 0; i < casters.size(); ++i)
      normal_force[i] = max(Real(0.0), weight * (0.25 + a * (px[i] - mx) + b * (py[i] - my)));
  }
};

LOCKSTEP_FMU(ActiveShuttle)
