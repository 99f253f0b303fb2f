// SPDX-License-Identifier: Apache-2.0
// The FMUs of the documentation, run by core.
#include <gtest/gtest.h>

#include <cmath>

#include "lockstep/core/check.hpp"
#include "lockstep/core/stepper.hpp"

namespace lockstep::exporter::test {
namespace {

double value_after_one_second(const std::string& file, const std::string& variable, const std::string& input,
                              const std::string& value) {
  EXPECT_FALSE(core::check(file).has_violations()) << file;
  const auto fmu = core::Fmu::open(file);
  const auto stepper = core::Stepper::create(fmu);
  const core::Variable& u = *core::select(fmu->description(), {&input, 1}).front();
  stepper->set(u, core::parse_value(u, value));
  stepper->initialize({});
  EXPECT_EQ(stepper->step({0.0, 1.0, 1.0}).status, core::Status::kOk) << stepper->fault();
  const core::Variable& y = *core::select(fmu->description(), {&variable, 1}).front();
  return std::get<std::vector<double>>(stepper->get(y)).at(0);
}

// The page "Your first FMU in ten minutes" works as printed: s = 0.1 e^{-t/4} (cos wt + sin(wt) / (4 w)), w^2
// = 40 - 1/16.
TEST(ShownToUsers, the_ten_minute_page) {
  const double w = std::sqrt(40.0 - 1.0 / 16.0);
  const double s = 0.1 * std::exp(-0.25) * (std::cos(w) + std::sin(w) / (4.0 * w));
  for (const char* version : {"2.0", "3.0"}) {
    const std::string file = std::string(LOCKSTEP_SHOWN_FMUS_DIR) + "/" + version + "/SpringMass.fmu";
    EXPECT_NEAR(value_after_one_second(file, "s", "F", "0"), s, 1e-7) << version;
  }
}

// The controller of the page "Writing an FMU in C++": 101 samples of 0.01 s from 0 to 1 s, each with the
// error 2.
TEST(ShownToUsers, the_sampled_controller) {
  for (const char* version : {"2.0", "3.0"}) {
    const std::string file = std::string(LOCKSTEP_SHOWN_FMUS_DIR) + "/" + version + "/SampledPi.fmu";
    EXPECT_NEAR(value_after_one_second(file, "u", "error", "2"), 2.0 * 2.0 + 101 * 0.01 * 2.0, 1e-9)
        << version;
  }
}

// What `lockstep new fmu` writes is a working FMU: a lag of 0.1 s.
TEST(ShownToUsers, the_template) {
  for (const char* version : {"2.0", "3.0"}) {
    const std::string file = std::string(LOCKSTEP_SHOWN_FMUS_DIR) + "/" + version + "/TemplateModel.fmu";
    EXPECT_NEAR(value_after_one_second(file, "y", "u", "2"), 2.0 * (1.0 - std::exp(-10.0)), 1e-9) << version;
  }
}

}  // namespace
}  // namespace lockstep::exporter::test
