// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "model_run.hpp"

namespace lockstep::models::test {
namespace {

/// Runge-Kutta in small steps, as a reference: right to about 1e-12 here.
std::pair<double, double> reference(double mu, double stop) {
  const auto f = [mu](double x, double y) { return mu * (1.0 - x * x) * y - x; };
  double x = 2.0;
  double y = 0.0;
  const double h = 1e-4;
  for (long k = 0, n = std::lround(stop / h); k < n; ++k) {
    const double a = y, b = f(x, y);
    const double c = y + 0.5 * h * b, d = f(x + 0.5 * h * a, c);
    const double e = y + 0.5 * h * d, g = f(x + 0.5 * h * c, e);
    const double i = y + h * g, j = f(x + h * e, i);
    x += h / 6.0 * (a + 2.0 * c + 2.0 * e + i);
    y += h / 6.0 * (b + 2.0 * d + 2.0 * g + j);
  }
  return {x, y};
}

class VanDerPol : public AllForms {};
INSTANTIATE_FORMS(VanDerPol, kFmi2Cs, kFmi2Me, kFmi3Cs, kFmi3Me);

// The limit cycle after 10 s agrees with the reference; the stiff solver's third order at 1 ms leaves a few
// 1e-8.
TEST_P(VanDerPol, agrees_with_a_tight_reference) {
  ModelRun run("VanDerPol", GetParam());
  run.set("mu", "3").initialize();
  run.run_to(10.0, 0.1);
  const auto [x, y] = reference(3.0, 10.0);
  EXPECT_NEAR(run.real("x0"), x, 1e-6);
  EXPECT_NEAR(run.real("x1"), y, 1e-6);
}

// Very stiff, with jumps of microseconds: the solution lies on the slow branch, where mu (1 - x0^2) x1 = x0
// nearly.
TEST_P(VanDerPol, survives_stiffness) {
  ModelRun run("VanDerPol", GetParam());
  run.set("mu", "1000").initialize();
  run.run_to(1.0, 0.1);
  const double x = run.real("x0");
  EXPECT_NEAR(x, 1.99933, 1e-4);
  EXPECT_NEAR(run.real("x1"), x / (1000.0 * (1.0 - x * x)), 1e-6);
}

}  // namespace
}  // namespace lockstep::models::test
