// SPDX-License-Identifier: Apache-2.0
#include "component.hpp"

#include <gtest/gtest.h>

#include "prototypes.hpp"

namespace lockstep::exporter::test {
namespace {

struct Counting {
  double x{1.0}, twice{};
  std::int32_t calls{0}, initializations{0};
  double half{};
  void describe(Description& m) {
    m.local("x", x).exact();
    m.output("twice", twice);
    m.local("calls", calls);
    m.local("initializations", initializations);
    m.calculated_parameter("half", half);
  }
  void initialize() {
    ++initializations;
    half = x / 2.0;
  }
  void equations() {
    ++calls;
    twice = 2.0 * x;
  }
};

class Components : public ::testing::Test {
 protected:
  Counting& model() { return *static_cast<Counting*>(c_.model().object()); }
  std::unique_ptr<Prototype> prototype_ = make_prototype<Counting>();
  Component c_{*prototype_, Kind::kModelExchange, {}};
};

// Values are computed when somebody looks and something has changed, and not otherwise.
TEST_F(Components, evaluate_only_when_needed) {
  c_.set_experiment(0.0, 1.0);
  c_.enter_initialization();
  c_.exit_initialization(kEventMode);
  const int before = model().calls;
  c_.about_to_get();
  c_.about_to_get();
  EXPECT_EQ(model().calls, before);
  c_.set_time(0.5);
  c_.about_to_get();
  c_.about_to_get();
  EXPECT_EQ(model().calls, before + 1);
}

// In initialisation mode reading shows what initialize() makes of the values set so far.
TEST_F(Components, initialisation_mode_shows_calculated_values) {
  c_.enter_initialization();
  c_.about_to_get();
  EXPECT_EQ(model().half, 0.5);
  c_.about_to_set(0);
  model().x = 8.0;
  c_.about_to_get();
  EXPECT_EQ(model().half, 4.0);
  EXPECT_EQ(model().twice, 16.0);
}

// Before initialisation nothing is computed: the start values are seen as they are.
TEST_F(Components, nothing_runs_before_initialisation) {
  c_.about_to_get();
  EXPECT_EQ(model().calls, 0);
}

// A reset is as good as a new instance.
TEST_F(Components, reset) {
  c_.set_experiment(3.0, 4.0);
  model().x = 7.0;
  c_.enter_initialization();
  c_.reset();
  EXPECT_EQ(model().x, 1.0);
  EXPECT_EQ(c_.time(), 0.0);
  EXPECT_EQ(c_.mode(), kInstantiated);
}

}  // namespace
}  // namespace lockstep::exporter::test
