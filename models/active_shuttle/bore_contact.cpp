// SPDX-License-Identifier: Apache-2.0
#include "bore_friction.hpp"

using namespace lockstep::exporter;

/// Bore friction of a wheel for robot simulators (device fmu_contact): torque about the contact's normal from
/// normal force, absolute spin and speed of the wheel. Stiction is a bristle that bends by at most `angle`:
///   s' = (w - |w| s) / angle,   T = -T_law(N, w, w_wheel) (s + delay s')
/// Under a constant load below break-off the wheel comes to rest and stays; loads that oscillate may move it
/// a little, as with all bristles, which ActiveShuttle avoids by discrete modes. Equations 4 to 9 are in the
/// README.
template <class Real>
struct BoreContact {
  Real normal_force{0.0}, spin{0.0}, wheel_speed{0.0}, torque{};
  Real bend{0.0}, der_bend{};
  Real angle{0.005}, delay{0.003};
  active_shuttle::BoreFriction<Real> law;

  void describe(Description& m) {
    m.about("Bore friction between a wheel and the ground, with stiction");
    m.experiment().stop_time(1.0).step_size(0.001);
    m.solver(Solver::rk4().step(0.0005));
    m.input("normalForce", normal_force, "Normal force").unit("N");
    m.input("spin", spin, "Absolute yaw rate of the wheel").unit("rad/s");
    m.input("wheelSpeed", wheel_speed, "Speed of the wheel about its axis").unit("rad/s");
    m.output("contactTorque_z", torque, "Torque of the ground on the wheel").unit("N.m");
    m.local("bend", bend, "Of the bristle, 1: slides").derivative(der_bend);
    m.local("der(bend)", der_bend, "Its derivative").unit("1/s");
    m.parameter("angle", angle, "By which stiction gives way").unit("rad").min(1e-6);
    m.parameter("delay", delay, "Damping of the bristle").unit("s").min(0.0);
    m.parameter("mu_bore", law.mu, "Coefficient of bore friction").min(0.0);
    m.parameter("k_stic", law.stiction_slope, "Decrease of stiction, equation 9").unit("N.m.s/rad").min(0.0);
    m.parameter("lambda_bore_lim", law.slip_limit, "Bore slip with the largest torque").min(1e-6);
    m.parameter("friction", law.law, "2: equation 4, 3: equations 8, 9").range(2, 3);
    m.parameter("l_cp", law.patch_length, "Length of the contact patch").unit("m").min(0.0);
    m.parameter("w_cp", law.patch_width, "Width of the contact patch").unit("m").min(0.0);
    m.parameter("r_caster", law.radius, "Radius of the wheel").unit("m").min(1e-6);
    m.memory(law.regularisation);
  }
  void equations() {
    der_bend = (spin - abs(spin) * bend) / angle;
    torque = -law.torque(max(Real(0.0), normal_force), spin, wheel_speed) * (bend + delay * der_bend);
  }
};

LOCKSTEP_FMU(BoreContact)
