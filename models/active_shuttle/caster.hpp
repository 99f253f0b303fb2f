// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "bore_friction.hpp"

namespace active_shuttle {

/// What all casters of a vehicle have in common.
template <class Real>
struct CasterDesign {
  BoreFriction<Real> bore;
  Real trail{kTrail}, inertia{kCasterInertia}, swivel_damping{kSwivelDamping}, roll_damping{kRollDamping};
  Real stiffness{kLateralStiffness}, damping{kLateralDamping}, relaxation{kRelaxation};

  void describe(lockstep::exporter::Description& m) {
    m.parameter("mu_bore", bore.mu, "Coefficient of bore friction").min(0.0);
    m.parameter("k_stic", bore.stiction_slope, "Decrease of stiction with the speed of the wheel, equation 9")
        .unit("N.m.s/rad")
        .min(0.0);
    m.parameter("lambda_bore_lim", bore.slip_limit, "Bore slip with the largest torque").min(1e-6);
    m.parameter("friction", bore.law,
                "1: equation 4 regularised, 2: equation 4 with stiction, 3: equations 8, 9")
        .range(1, 3);
    m.parameter("l_cp", bore.patch_length, "Length of the contact patch").unit("m").min(0.0);
    m.parameter("w_cp", bore.patch_width, "Width of the contact patch").unit("m").min(0.0);
    m.parameter("w_reg", bore.regularisation, "Width of the s-shaped curve of variant 1")
        .unit("rad/s")
        .min(1e-12);
    m.parameter("r_caster", bore.radius, "Radius of a caster wheel").unit("m").min(1e-6);
    m.parameter("trail", trail, "From the swivel axis to the contact").unit("m").min(1e-6);
    m.parameter("J_caster", inertia, "Inertia of fork and wheel about the swivel axis")
        .unit("kg.m2")
        .min(1e-9);
    m.parameter("d_swivel", swivel_damping, "Damping of the swivel bearing").unit("N.m.s/rad").min(0.0);
    m.parameter("d_roll", roll_damping, "Damping of the wheel bearing").unit("N.m.s/rad").min(0.0);
    m.parameter("c_lat", stiffness, "Lateral stiffness of the tyre").unit("N/m").min(0.0);
    m.parameter("d_lat", damping, "Lateral damping of the tyre").unit("N.s/m").min(0.0);
    m.parameter("relaxation", relaxation, "Relaxation length of the tyre").unit("m").min(1e-6);
  }
};

/// One caster: fork and wheel on a swivel axis. The wheel rolls without slip along its heading; across it the
/// tyre is a spring and damper whose contact is renewed while it rolls, which shares the load between the
/// casters of a vehicle that stands. Bore friction acts between wheel and ground: it opposes the absolute yaw
/// rate. With stiction, mode 0 is locked: the yaw rate is exactly 0, and friction is what the load is, up to
/// its limit; 1 and -1 say which way the wheel turns. Modes change in on_event() alone.
template <class Real>
struct Caster {
  Real phi{0.0}, der_phi{};  ///< heading relative to the vehicle [rad], 0: trails when driving forward
  Real yaw_rate{0.0}, der_yaw_rate{};      ///< absolute [rad/s]
  Real deflection{0.0}, der_deflection{};  ///< of the tyre, to the left of the heading [m]
  Real wheel_speed{};                      ///< spin of the wheel [rad/s]
  Real load{}, bore_torque{}, stiction{};  ///< load: torque on the wheel about the swivel axis [N.m]
  Real indicator{};
  Real force_x{}, force_y{}, moment{};  ///< on the vehicle at the swivel axis, in its axes
  std::int32_t mode{0};

  void describe(lockstep::exporter::Description& m, const std::string& name) {
    m.output("phi_" + name, phi, "Orientation of the caster").unit("rad", "deg").derivative(der_phi);
    m.local("der(phi_" + name + ")", der_phi, "Rate relative to the vehicle").unit("rad/s");
    m.output("w_" + name, yaw_rate, "Absolute yaw rate of the wheel").unit("rad/s").derivative(der_yaw_rate);
    m.local("der(w_" + name + ")", der_yaw_rate, "Its derivative").unit("rad/s2");
    m.local("lat_" + name, deflection, "Lateral deflection of the tyre").unit("m").derivative(der_deflection);
    m.local("der(lat_" + name + ")", der_deflection, "Its derivative").unit("m/s");
    m.output("spin_" + name, wheel_speed, "Spin of the wheel").unit("rad/s");
    m.output("bore_" + name, bore_torque, "Torque of bore friction on the wheel").unit("N.m");
    m.local("load_" + name, load, "Torque that bore friction acts against").unit("N.m");
    m.local("stiction_" + name, stiction, "Largest load of a locked wheel").unit("N.m");
    m.local("indicator_" + name, indicator, "Distance to the next change of mode").event_indicator();
    m.output("mode_" + name, mode, "0: locked, else the sign of the yaw rate").exact();
    m.memory(force_x).memory(force_y).memory(moment);
  }

  /// Motion of the vehicle: velocity (vx, vy) [m/s] of the swivel axis and yaw rate w [rad/s], in its axes.
  /// `spin_offset` is added to the speed of the wheel.
  void equations(const CasterDesign<Real>& design, const Real& vx, const Real& vy, const Real& w,
                 const Real& normal_force, const Real& spin_offset = Real(0.0)) {
    using namespace lockstep::exporter;
    const Real c = cos(phi);
    const Real s = sin(phi);
    const Real along = c * vx + s * vy;
    const Real across = c * vy - s * vx;
    wheel_speed = along / design.bore.radius + spin_offset;
    der_phi = yaw_rate - w;
    // Below kRollSpeed rolling resistance holds the wheel: its contact is renewed only above.
    const Real gone = sqrt(along * along + kRollSpeed * kRollSpeed);
    der_deflection =
        across - design.trail * yaw_rate - along * along / (gone * design.relaxation) * deflection;
    const Real lateral = -(design.stiffness * deflection + design.damping * der_deflection);
    const Real resistance = kRollResistance * normal_force / gone;
    const Real rolling =
        -(design.roll_damping / (design.bore.radius * design.bore.radius) + resistance) * along;
    const Real bearing = design.swivel_damping * der_phi;
    load = -design.trail * lateral - bearing;
    stiction = design.bore.stiction(design.bore.largest(normal_force), wheel_speed);
    const Real friction = design.bore.torque(normal_force, yaw_rate, wheel_speed);
    if (design.bore.law == kRegularised)
      bore_torque = -design.bore.smooth_sign(yaw_rate) * friction;
    else if (mode == 0)
      bore_torque = -load;
    else
      bore_torque = -mode * friction;
    der_yaw_rate = (load + bore_torque) / design.inertia;
    // An indicator that rests at 0 would be an event without end.
    indicator = mode == 0 ? Real(stiction - abs(load) + kRoomTorque) : Real(mode * yaw_rate + kRoomRate);
    if (design.bore.law == kRegularised) indicator = Real(1.0);
    force_x = rolling * c - lateral * s;
    force_y = rolling * s + lateral * c;
    moment = bearing;
  }

  /// Locks, breaks free or turns round. True when the mode changed.
  bool update_mode(const CasterDesign<Real>& design) {
    if (design.bore.law == kRegularised) return set_mode(1);
    if (mode == 0) return load * load > stiction * stiction ? set_mode(load > 0.0 ? 1 : -1) : false;
    if (mode * yaw_rate > 0.0) return false;
    yaw_rate = 0.0;
    if (load * load <= stiction * stiction) return set_mode(0);
    return set_mode(load > 0.0 ? 1 : -1);
  }

 private:
  bool set_mode(std::int32_t next) {
    const bool changes = next != mode;
    mode = next;
    return changes;
  }
  static constexpr double kRoomTorque = 1e-9, kRoomRate = 1e-9;
};

}  // namespace active_shuttle
