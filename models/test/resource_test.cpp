// SPDX-License-Identifier: Apache-2.0
#include "model_run.hpp"

namespace lockstep::models::test {
namespace {

class Resource : public AllForms {};
INSTANTIATE_FORMS(Resource, kFmi2Cs, kFmi2Me, kFmi3Cs, kFmi3Me);

// The file in the FMU says 'a'.
TEST_P(Resource, reads_its_file) {
  ModelRun run("Resource", GetParam());
  run.initialize();
  EXPECT_EQ(run.integer("y"), 'a');
}

}  // namespace
}  // namespace lockstep::models::test
