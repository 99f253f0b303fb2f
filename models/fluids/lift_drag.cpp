// SPDX-License-Identifier: Apache-2.0
#include "fluid.hpp"

using namespace lockstep::exporter;

/// A wing whose chord points along +x and whose upper side faces +z. With q = rho/2 v^2 and the angle of
/// attack alpha = atan2(-vz, vx) in the plane of the profile:
///   lift = q A cl(alpha), perpendicular to the motion; cl = cl_alpha alpha up to the stall, then down to 0
///   at 90 degrees; drag = q A (cd0 + (cd90 - cd0) sin^2 alpha), against the motion; the forces act x_cp in
///   front of the origin.
template <class Real>
struct LiftDrag : Fluid<Real> {
  Real rho{1.2}, area{1.0}, cl_alpha{5.5}, stall{0.26}, cd0{0.02}, cd90{1.2}, x_cp{0.0};
  Real alpha{}, cl{}, cd{};

  void describe(Description& m) {
    m.about("Lift and drag of a wing, with stall");
    this->describe_fluid(m);
    m.parameter("rho", rho, "Density of the fluid").unit("kg/m3").min(0.0);
    m.parameter("area", area, "Area of the wing").unit("m2").min(0.0);
    m.parameter("cl_alpha", cl_alpha, "Slope of the lift coefficient").unit("1/rad");
    m.parameter("alpha_stall", stall, "Angle of attack of the largest lift")
        .unit("rad", "deg")
        .range(1e-3, 1.5);
    m.parameter("cd0", cd0, "Drag coefficient along the chord").min(0.0);
    m.parameter("cd90", cd90, "Drag coefficient across the wing").min(0.0);
    m.parameter("x_cp", x_cp, "Centre of pressure in front of the origin").unit("m");
    m.local("alpha", alpha, "Angle of attack").unit("rad", "deg");
    m.local("cl", cl, "Lift coefficient");
    m.local("cd", cd, "Drag coefficient");
  }

  void equations() {
    const Real speed2 = this->vx * this->vx + this->vz * this->vz;
    alpha = speed2 > 0.0 ? Real(atan2(-this->vz, this->vx)) : Real(0.0);
    cl = lift_coefficient(alpha);
    const Real s = sin(alpha);
    cd = cd0 + (cd90 - cd0) * s * s;
    const Real speed = sqrt(speed2);
    const Real q = 0.5 * rho * area * speed;  // times the velocity's components
    this->fx = q * (-cl * this->vz - cd * this->vx);
    this->fz = q * (cl * this->vx - cd * this->vz);
    this->my = -x_cp * this->fz;
  }

 private:
  Real lift_coefficient(const Real& angle) const {
    const double kRightAngle = 1.5707963267948966;
    const Real size = abs(angle);
    if (size > kRightAngle)
      return -lift_coefficient(copysign(2.0 * kRightAngle - size, angle));  // flying backwards
    const Real top = cl_alpha * stall;
    const Real lift = size <= stall ? cl_alpha * size : top * (kRightAngle - size) / (kRightAngle - stall);
    return copysign(lift, angle);
  }
};

LOCKSTEP_FMU(LiftDrag)
