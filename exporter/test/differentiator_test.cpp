// SPDX-License-Identifier: Apache-2.0
#include "differentiator.hpp"

#include <gtest/gtest.h>

#include "prototypes.hpp"

namespace lockstep::exporter::test {
namespace {

/// x0' = x1 sin(t) + u, x1' = -k x0^2, y = x0 x1.
template <class Real>
struct Nonlinear {
  Real time{}, x0{2.0}, der_x0{}, x1{3.0}, der_x1{}, k{0.5}, u{1.0}, y{};
  void describe(Description& m) {
    m.time("time", time);
    m.local("x0", x0).derivative(der_x0);
    m.local("x1", x1).derivative(der_x1);
    m.parameter("k", k);
    m.input("u", u);
    m.output("y", y);
  }
  void equations() {
    der_x0 = x1 * sin(time) + u;
    der_x1 = -k * x0 * x0;
    y = x0 * x1;
  }
};

class Derivatives : public ::testing::Test {
 protected:
  void SetUp() override {
    c_.set_experiment(0.3, 10.0);
    c_.enter_initialization();
    c_.exit_initialization(kStepMode);
    d_.load();
  }
  // Indices: time, x0, der(x0), x1, der(x1), k, u, y.
  std::unique_ptr<Prototype> prototype_ = make_prototype<Nonlinear>();
  Component c_{*prototype_, Kind::kCoSimulation, {}};
  Differentiator d_{c_};
};

// Directional derivatives are the closed form to rounding: d(x0', x1', y) for a seed in x0, x1, k, u.
TEST_F(Derivatives, directional) {
  const double seed[] = {0.1, -0.2, 0.3, 0.4};
  double out[3];
  d_.directional({{2, 0}, {4, 0}, {7, 0}}, {{1, 0}, {3, 0}, {5, 0}, {6, 0}}, seed, out);
  EXPECT_DOUBLE_EQ(out[0], -0.2 * std::sin(0.3) + 0.4);
  EXPECT_DOUBLE_EQ(out[1], -0.5 * 2.0 * 2.0 * 0.1 - 4.0 * 0.3);
  EXPECT_DOUBLE_EQ(out[2], 3.0 * 0.1 + 2.0 * -0.2);
}

// The adjoint is the transpose: s^T (J v) = (J^T s)^T v.
TEST_F(Derivatives, adjoint_is_the_transpose) {
  const std::vector<RealElement> unknowns{{2, 0}, {4, 0}, {7, 0}};
  const std::vector<RealElement> knowns{{1, 0}, {3, 0}, {6, 0}};
  const double v[] = {0.7, -1.1, 0.4};
  const double s[] = {1.3, 0.2, -0.9};
  double jv[3];
  double jts[3];
  d_.directional(unknowns, knowns, v, jv);
  d_.adjoint(unknowns, knowns, s, jts);
  double left = 0.0;
  double right = 0.0;
  for (int i = 0; i < 3; ++i) {
    left += s[i] * jv[i];
    right += jts[i] * v[i];
  }
  EXPECT_NEAR(left, right, 1e-14);
}

// dy/dt = x0' x1 + x0 x1' along the motion.
TEST_F(Derivatives, of_an_output_along_the_motion) {
  const double der_x0 = 3.0 * std::sin(0.3) + 1.0;
  const double der_x1 = -0.5 * 4.0;
  EXPECT_DOUBLE_EQ(d_.time_derivative({7, 0}), der_x0 * 3.0 + 2.0 * der_x1);
  // x0'' = x1' sin t + x1 cos t + u', with u' = 0.25 announced by the importer.
  c_.set_input_derivative(6, 0, 1, 0.25);
  c_.begin_input_motions(c_.time());
  EXPECT_DOUBLE_EQ(d_.time_derivative({2, 0}), der_x1 * std::sin(0.3) + 3.0 * std::cos(0.3) + 0.25);
}

TEST_F(Derivatives, jacobian) {
  std::vector<double> df_dx;
  std::vector<double> df_dt;
  d_.jacobian(df_dx, df_dt);
  EXPECT_EQ(df_dx, (std::vector<double>{0.0, std::sin(0.3), -2.0, 0.0}));
  EXPECT_EQ(df_dt, (std::vector<double>{3.0 * std::cos(0.3), 0.0}));
}

struct Plain {
  double x{};
  void describe(Description& m) { m.output("x", x); }
  void equations() {}
};

// A model that is no template says so.
TEST(Differentiator, needs_a_template) {
  const auto prototype = make_prototype<Plain>();
  Component c(*prototype, Kind::kCoSimulation, {});
  try {
    Differentiator d(c);
    FAIL();
  } catch (const CallRefused& e) {
    EXPECT_STREQ(e.what(), "this model is not written as a template, so it has no derivatives");
  }
}

}  // namespace
}  // namespace lockstep::exporter::test
