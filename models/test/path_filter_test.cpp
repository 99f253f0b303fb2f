// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cmath>
#include <cstdio>
#include <set>
#include <sstream>

#include "model_run.hpp"
#include "path_filter/path_filter_core.hpp"

extern "C" {
void path_filter_step(double v_des, double omega_des, double size_s);
double path_filter_v();
double path_filter_omega();
}

namespace lockstep::models::test {
namespace {

using path_filter::Estimate;
using path_filter::Motion;
using path_filter::Parameters;

constexpr double kPi = 3.14159265358979323846;

TEST(PathFilterCore, angles_are_wrapped) {
  EXPECT_NEAR(path_filter::wrapped(0.5), 0.5, 1e-15);
  EXPECT_NEAR(path_filter::wrapped(kPi + 0.1), -kPi + 0.1, 1e-14);
  EXPECT_NEAR(path_filter::wrapped(-kPi - 0.1), kPi - 0.1, 1e-14);
  EXPECT_NEAR(path_filter::wrapped(7.0 * kPi), -kPi, 1e-14);
}

// The map to the caster and back is the identity, except at standstill.
TEST(PathFilterCore, maps_are_inverse) {
  const Parameters<double> p;
  for (const Motion<double>& motion :
       {Motion<double>{0.3, 0.0}, {-0.3, 0.0}, {0.0, -0.5}, {0.2, 0.4}, {-0.1, 0.7}}) {
    const Estimate<double> caster = path_filter::caster_of(motion, p, 0.0);
    EXPECT_GE(caster.omega, 0.0);
    const Motion<double> back = path_filter::motion_of(caster, p);
    EXPECT_NEAR(back.v, motion.v, 1e-15);
    EXPECT_NEAR(back.omega, motion.omega, 1e-15);
  }
  const Estimate<double> standing = path_filter::caster_of(Motion<double>{0.0, 0.0}, p, 1.25);
  EXPECT_EQ(standing.omega, 0.0);
  EXPECT_EQ(standing.phi, 1.25);
}

// Equations 11 and 12 with numbers: at 25 of 100 rad/s a quarter of the way, above all of it.
TEST(PathFilterCore, turns_as_far_as_it_rolls) {
  const Parameters<double> p;
  EXPECT_NEAR(path_filter::filtered(Estimate<double>{9.0, 1.0}, Estimate<double>{25.0, 0.2}, p).phi, 0.4,
              1e-15);
  EXPECT_NEAR(path_filter::filtered(Estimate<double>{9.0, 1.0}, Estimate<double>{-25.0, 0.2}, p).phi, 0.4,
              1e-15);
  EXPECT_NEAR(path_filter::filtered(Estimate<double>{9.0, 1.0}, Estimate<double>{250.0, 0.2}, p).phi, 1.0,
              1e-15);
  EXPECT_EQ(path_filter::filtered(Estimate<double>{9.0, 1.0}, Estimate<double>{0.0, 0.2}, p).phi, 0.2);
  EXPECT_EQ(path_filter::filtered(Estimate<double>{9.0, 1.0}, Estimate<double>{0.0, 0.2}, p).omega, 9.0);
}

class PathFilterForms : public AllForms {};

// Straight ahead nothing changes: the casters point there already (equation 13).
TEST_P(PathFilterForms, leaves_straight_driving_alone) {
  ModelRun filter("PathFilter", GetParam());
  double& v = filter.input("v_des");
  filter.initialize();
  for (int i = 1; i <= 50; ++i) {
    v = 0.006 * i;
    filter.run_to(0.01 * i, 0.01);
    EXPECT_NEAR(filter.real("v_fil"), v, 1e-15);
    EXPECT_EQ(filter.real("omega_fil"), 0.0);
  }
}

// A turn on the spot begins in the direction of the casters, forward, and ends as desired.
TEST_P(PathFilterForms, begins_where_the_casters_point) {
  ModelRun filter("PathFilter", GetParam());
  double& omega = filter.input("omega_des");
  filter.initialize();
  omega = -0.5;
  filter.run_to(0.001, 0.001);
  EXPECT_NEAR(filter.real("v_fil"), 0.5 * std::hypot(0.35, 0.15), 2e-3);  // as fast as the caster is to roll
  EXPECT_NEAR(filter.real("omega_fil"), 0.0, 5e-3);
  filter.run_to(5.0, 0.001);
  EXPECT_NEAR(filter.real("v_fil"), 0.0, 1e-5);
  EXPECT_NEAR(filter.real("omega_fil"), -0.5, 1e-5);
  EXPECT_NEAR(filter.real("phi_hat"), std::atan2(-0.35, -0.15), 1e-5);
}

// The orientation changes with the rate k dphi / T_phi while the wheel rolls at a constant speed: with k of
// 0.038 a time constant of T_phi / k.
TEST_P(PathFilterForms, transfer_takes_the_time_of_its_closed_form) {
  ModelRun filter("PathFilter", GetParam());
  double& omega = filter.input("omega_des");
  filter.initialize();
  omega = -0.5;
  filter.run_to(0.5, 0.001);  // the speed has settled
  const double target = std::atan2(-0.35, -0.15);
  const double before = filter.real("phi_hat") - target;
  filter.run_to(0.8, 0.001);
  const double k = 0.5 * std::hypot(0.35, 0.15) / 0.05 / 100.0;
  EXPECT_NEAR((filter.real("phi_hat") - target) / before, std::exp(-0.3 * k / 0.01), 1e-6);
}

// Speeds of the driven wheels instead of the vehicle's; a standstill keeps the orientation.
TEST_P(PathFilterForms, takes_speeds_of_the_wheels_and_keeps_its_orientation) {
  ModelRun filter("PathFilter", GetParam());
  filter.set("by_wheels", "true");
  double& left = filter.input("v_left_des");
  double& right = filter.input("v_right_des");
  filter.initialize();
  left = 0.125;
  right = -0.125;
  filter.run_to(5.0, 0.001);
  EXPECT_NEAR(filter.real("v_left_fil"), 0.125, 1e-5);
  EXPECT_NEAR(filter.real("v_right_fil"), -0.125, 1e-5);
  left = right = 0.0;
  filter.run_to(6.0, 0.001);
  EXPECT_EQ(filter.real("v_left_fil"), 0.0);
  EXPECT_NEAR(filter.real("phi_hat"), std::atan2(-0.35, -0.15), 1e-4);
}
INSTANTIATE_FORMS(PathFilterForms, kFmi2Cs, kFmi2Me, kFmi3Cs, kFmi3Me);

// What a microcontroller builds gives the numbers of the FMU, over all four manoeuvres.
TEST(PathFilter, is_what_its_core_computes) {
  ModelRun fmu("PathFilter", kFmi2Cs);
  double& v = fmu.input("v_des");
  double& omega = fmu.input("omega_des");
  fmu.initialize();
  path_filter::PathFilter core{{}};
  for (int i = 0; i < 8000; ++i) {
    const int part = i / 1000;  // forward, stop, turn, stop, backward, stop, curve, stop
    v = part == 0 ? 0.3 : part == 4 ? -0.3 : part == 6 ? 0.2 : 0.0;
    omega = part == 2 ? -0.5 : part == 6 ? 0.4 : 0.0;
    fmu.run_to(0.001 * (i + 1), 0.001);
    const Motion<double> motion = core.step({v, omega}, 0.001);
    ASSERT_NEAR(fmu.real("v_fil"), motion.v, 1e-12) << i;
    ASSERT_NEAR(fmu.real("omega_fil"), motion.omega, 1e-12) << i;
  }
}

// Built without exceptions and run-time type information it gives the same numbers...
TEST(PathFilterEmbedded, equals_the_fmu) {
  ModelRun fmu("PathFilter", kFmi3Cs);
  double& v = fmu.input("v_des");
  double& omega = fmu.input("omega_des");
  fmu.initialize();
  for (int i = 0; i < 3000; ++i) {
    v = i < 1000 ? 0.3 : 0.0;
    omega = i < 2000 ? 0.0 : -0.5;
    fmu.run_to(0.001 * (i + 1), 0.001);
    path_filter_step(v, omega, 0.001);
    ASSERT_NEAR(fmu.real("v_fil"), path_filter_v(), 1e-12) << i;
    ASSERT_NEAR(fmu.real("omega_fil"), path_filter_omega(), 1e-12) << i;
  }
}

// ... and needs nothing from outside but functions of <cmath>: no heap, no runtime of C++.
TEST(PathFilterEmbedded, needs_mathematics_alone) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "sanitizers add calls of their own";
#endif
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> pipe(
      popen("nm -u '" LOCKSTEP_EMBEDDED_FILTER "'", "r"), &pclose);
  std::array<char, 256> line;
  int count = 0;
  const std::set<std::string> allowed{
      "atan2", "cos", "floor", "sin", "sincos", "sqrt", "_GLOBAL_OFFSET_TABLE_"};
  while (std::fgets(line.data(), line.size(), pipe.get()) != nullptr) {
    std::istringstream words(line.data());
    std::string kind, name;
    words >> kind >> name;
    EXPECT_EQ(allowed.count(name), 1U) << name;
    ++count;
  }
  EXPECT_GE(count, 2);
}

// With measured speeds the estimate follows the vehicle: as long as it stands, the orientation stays.
TEST(PathFilter, waits_for_a_vehicle_that_stands) {
  ModelRun filter("PathFilter", kFmi3Cs);
  filter.set("by_measurement", "true");
  double& omega = filter.input("omega_des");
  double& v_measured = filter.input("v_measured");
  filter.initialize();
  omega = -0.5;
  filter.run_to(2.0, 0.001);
  EXPECT_EQ(filter.real("phi_hat"), 0.0);
  EXPECT_NEAR(filter.real("omega_fil"), 0.0, 1e-12);
  v_measured = 0.19;  // it rolls forward now
  filter.run_to(2.1, 0.001);
  EXPECT_LT(filter.real("omega_fil"), -1e-3);
}

}  // namespace
}  // namespace lockstep::models::test
