// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "model_run.hpp"

namespace lockstep::models::test {
namespace {

class Dahlquist : public AllForms {};
INSTANTIATE_FORMS(Dahlquist, kFmi2Cs, kFmi2Me, kFmi3Cs, kFmi3Me);

// x = e^{-kt}; Runge-Kutta with 10 ms leaves 1e-10, CVODE at 1e-10 some 1e-9.
TEST_P(Dahlquist, decays) {
  ModelRun run("Dahlquist", GetParam());
  run.set("k", "2").initialize();
  run.run_to(1.0, 0.1);
  EXPECT_NEAR(run.real("x"), std::exp(-2.0), 1e-8);
}

}  // namespace
}  // namespace lockstep::models::test
