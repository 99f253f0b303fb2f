// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "model_run.hpp"

namespace lockstep::models::test {
namespace {

struct Point {
  double time_s, angle_rad;
};

class DampedPendulumCs : public AllForms {};
INSTANTIATE_FORMS(DampedPendulumCs, kFmi2Cs, kFmi3Cs);

// Co-Simulation makes the same numbers as the well-known example FMU, to the last bit; the three values
// at 3.092, 3.100 and 3.110 s are those printed in the literature.
TEST_P(DampedPendulumCs, is_bit_equal_to_the_original) {
  ModelRun run("DampedPendulum", GetParam());
  run.initialize();
  for (const Point& p : {Point{0.01, 1.4992794839189278},
                         {0.1, 1.4276496893519341},
                         {1.0, -1.356685824103931},
                         {2.0, 1.2269137412763202},
                         {3.092, -1.0744451949191},
                         {3.1, -1.067165037971358},
                         {3.11, -1.0571404911146913},
                         {5.0, -0.9067716009070173},
                         {10.0, 0.5464670988204738}}) {
    run.run_to(p.time_s, 0.002);
    EXPECT_EQ(run.real("a"), p.angle_rad) << p.time_s;
  }
}

// The same with a length of 25 m and little damping.
TEST_P(DampedPendulumCs, is_bit_equal_to_the_original_with_other_parameters) {
  ModelRun run("DampedPendulum", GetParam());
  run.set("l", "25").set("d", "0.01").initialize();
  for (const Point& p :
       {Point{1.0, 1.2171292953670365}, {5.0, -1.4265477841011593}, {10.0, 1.3565594214238654}}) {
    run.run_to(p.time_s, 0.002);
    EXPECT_EQ(run.real("a"), p.angle_rad) << p.time_s;
  }
}

class DampedPendulumMe : public AllForms {};
INSTANTIATE_FORMS(DampedPendulumMe, kFmi2Me, kFmi3Me);

// Model Exchange meets the closed form a0 e^{-dt} (cos wt + d/w sin wt), w^2 = g/l - d^2 (CVODE at 1e-10, 10
// s).
TEST_P(DampedPendulumMe, meets_the_closed_form) {
  ModelRun run("DampedPendulum", GetParam());
  run.initialize();
  const double d = 0.1;
  const double w = std::sqrt(9.81 - d * d);
  for (double t : {0.5, 1.0, 5.0, 10.0}) {
    run.run_to(t, 0.1);
    const double closed = 1.5 * std::exp(-d * t) * (std::cos(w * t) + d / w * std::sin(w * t));
    EXPECT_NEAR(run.real("a"), closed, 1e-7) << t;
  }
}

// The names and their order are those of the original FMU.
TEST(DampedPendulum, has_the_names_of_the_original) {
  const auto fmu = core::Fmu::open(ModelRun::path_of("DampedPendulum", kFmi2Cs));
  std::vector<std::string> names;
  for (const core::Variable& v : fmu->description().variables())
    names.emplace_back(v.name);
  EXPECT_EQ(names, (std::vector<std::string>{"a", "der(a)", "der(a,2)", "l", "d", "g"}));
}

}  // namespace
}  // namespace lockstep::models::test
