// SPDX-License-Identifier: Apache-2.0
#include "fluid.hpp"

using namespace lockstep::exporter;

/// A body immersed in a fluid: buoyancy upwards at the centre of buoyancy, quadratic drag along each axis,
/// and the mass of the fluid it drags along. Per axis
///   F = rho g V up - (d1 + d2 |v|) v - m_a dv/dt,
/// where dv/dt is taken from the velocity with a first-order filter of time constant T (the interface has no
/// acceleration).
template <class Real>
struct Buoyancy : Fluid<Real> {
  Real up_x{0.0}, up_y{0.0}, up_z{1.0};
  Real rho{1000.0}, g{9.81}, volume{0.001}, x_cb{0.0}, y_cb{0.0}, z_cb{0.0};
  Real linear_x{0.0}, linear_y{0.0}, linear_z{0.0}, square_x{10.0}, square_y{10.0}, square_z{10.0};
  Real added_x{0.5}, added_y{0.5}, added_z{0.5}, filter_time{0.01};
  Real sx{0.0}, sy{0.0}, sz{0.0}, der_sx{}, der_sy{}, der_sz{};

  void describe(Description& m) {
    m.about("Buoyancy, drag and added mass of an immersed body");
    this->describe_fluid(m);
    m.solver(Solver::stiff().step(0.001));
    m.input("up_x", up_x, "Unit vector upwards, in the link's frame");
    m.input("up_y", up_y, "Unit vector upwards, in the link's frame");
    m.input("up_z", up_z, "Unit vector upwards, in the link's frame");
    m.parameter("rho", rho, "Density of the fluid").unit("kg/m3").min(0.0);
    m.parameter("g", g, "Gravity").unit("m/s2");
    m.parameter("volume", volume, "Displaced volume").unit("m3").min(0.0);
    m.parameter("x_cb", x_cb, "Centre of buoyancy").unit("m");
    m.parameter("y_cb", y_cb, "Centre of buoyancy").unit("m");
    m.parameter("z_cb", z_cb, "Centre of buoyancy").unit("m");
    m.parameter("d1_x", linear_x, "Linear drag").unit("N.s/m").min(0.0);
    m.parameter("d1_y", linear_y, "Linear drag").unit("N.s/m").min(0.0);
    m.parameter("d1_z", linear_z, "Linear drag").unit("N.s/m").min(0.0);
    m.parameter("d2_x", square_x, "Quadratic drag").unit("N.s2/m2").min(0.0);
    m.parameter("d2_y", square_y, "Quadratic drag").unit("N.s2/m2").min(0.0);
    m.parameter("d2_z", square_z, "Quadratic drag").unit("N.s2/m2").min(0.0);
    m.parameter("m_a_x", added_x, "Added mass").unit("kg").min(0.0);
    m.parameter("m_a_y", added_y, "Added mass").unit("kg").min(0.0);
    m.parameter("m_a_z", added_z, "Added mass").unit("kg").min(0.0);
    m.parameter("T", filter_time, "Time constant of the acceleration filter").unit("s").min(1e-6);
    m.local("v_filtered_x", sx, "Filtered velocity").unit("m/s").derivative(der_sx);
    m.local("v_filtered_y", sy, "Filtered velocity").unit("m/s").derivative(der_sy);
    m.local("v_filtered_z", sz, "Filtered velocity").unit("m/s").derivative(der_sz);
  }

  void equations() {
    der_sx = (this->vx - sx) / filter_time;
    der_sy = (this->vy - sy) / filter_time;
    der_sz = (this->vz - sz) / filter_time;
    const Real lift = rho * g * volume;
    const Real bx = lift * up_x;
    const Real by = lift * up_y;
    const Real bz = lift * up_z;
    this->fx = bx - (linear_x + square_x * abs(this->vx)) * this->vx - added_x * der_sx;
    this->fy = by - (linear_y + square_y * abs(this->vy)) * this->vy - added_y * der_sy;
    this->fz = bz - (linear_z + square_z * abs(this->vz)) * this->vz - added_z * der_sz;
    this->mx = y_cb * bz - z_cb * by;
    this->my = z_cb * bx - x_cb * bz;
    this->mz = x_cb * by - y_cb * bx;
  }
};

LOCKSTEP_FMU(Buoyancy)
