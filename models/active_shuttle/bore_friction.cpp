// SPDX-License-Identifier: Apache-2.0
#include "bore_friction.hpp"

using namespace lockstep::exporter;

/// The characteristic alone: torque against turning for given speeds and normal force.
template <class Real>
struct BoreFriction {
  Real normal_force{294.3}, yaw_rate{0.0}, wheel_speed{0.0}, torque{};
  active_shuttle::BoreFriction<Real> law;

  void describe(Description& m) {
    m.about("Bore friction of a wheel, equations 4 to 9");
    m.experiment().stop_time(1.0).step_size(0.01);
    m.input("N", normal_force, "Normal force").unit("N");
    m.input("omega_z", yaw_rate, "Absolute yaw rate of the wheel").unit("rad/s");
    m.input("omega_wheel", wheel_speed, "Spin of the wheel").unit("rad/s");
    m.output("T_bore", torque, "Torque against turning").unit("N.m");
    m.parameter("mu_bore", law.mu, "Coefficient of bore friction").min(0.0);
    m.parameter("k_stic", law.stiction_slope, "Decrease of stiction, equation 9").unit("N.m.s/rad").min(0.0);
    m.parameter("lambda_bore_lim", law.slip_limit, "Bore slip with the largest torque").min(1e-6);
    m.parameter("friction", law.law, "1 and 2: equation 4, 3: equations 8, 9").range(1, 3);
    m.parameter("l_cp", law.patch_length, "Length of the contact patch").unit("m").min(0.0);
    m.parameter("w_cp", law.patch_width, "Width of the contact patch").unit("m").min(0.0);
    m.parameter("w_reg", law.regularisation, "Width of the s-shaped curve of variant 1")
        .unit("rad/s")
        .min(1e-12);
    m.parameter("r_caster", law.radius, "Radius of the wheel").unit("m").min(1e-6);
  }
  void equations() { torque = law.torque(normal_force, yaw_rate, wheel_speed); }
};

LOCKSTEP_FMU(BoreFriction)
