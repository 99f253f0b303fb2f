// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cfenv>

#include "fmi2_probe.hpp"

namespace lockstep::core {
namespace {

struct ModelExchangeProbe : Fmi2Probe {
  ModelExchangeProbe() {
    kind = InterfaceKind::kModelExchange;
    make(built_library("fmi2_me_only"));
  }
};

// States go in, derivatives, indicators and nominals come out.
TEST(Fmi2ModelExchange, EvaluatesTheModel) {
  ModelExchangeProbe probe;
  Instance& instance = *probe.instance;
  EXPECT_EQ(probe.integer(0), 0);  // fmi2ModelExchange
  EXPECT_EQ(instance.set_time(0.5), Status::kOk);
  const std::vector<double> states{3.0, 4.0};
  std::vector<double> got(2), derivatives(2), indicators(1), nominals(2);
  EXPECT_EQ(instance.set_continuous_states(states), Status::kOk);
  EXPECT_EQ(instance.get_continuous_states(got), Status::kOk);
  EXPECT_EQ(instance.get_derivatives(derivatives), Status::kOk);
  EXPECT_EQ(instance.get_event_indicators(indicators), Status::kOk);
  EXPECT_EQ(instance.get_nominals(nominals), Status::kOk);
  EXPECT_EQ(got, states);
  EXPECT_EQ(derivatives, (std::vector<double>{-3.0, -4.0}));
  EXPECT_EQ(indicators, (std::vector<double>{2.0}));
  EXPECT_EQ(nominals, (std::vector<double>{2.0, 2.0}));
  EXPECT_EQ(probe.real(8), 0.5);
}

// Event iteration passes on what the FMU wants: another pass, re-read states, the next event.
TEST(Fmi2ModelExchange, IteratesEvents) {
  ModelExchangeProbe probe;
  Instance& instance = *probe.instance;
  EXPECT_EQ(instance.enter_event_mode(), Status::kOk);
  EventInfo info;
  EXPECT_EQ(instance.update_discrete_states(info), Status::kOk);
  EXPECT_TRUE(info.discrete_states_need_update);
  EXPECT_FALSE(info.states_changed);
  EXPECT_EQ(instance.update_discrete_states(info), Status::kOk);
  EXPECT_FALSE(info.discrete_states_need_update);
  EXPECT_TRUE(info.states_changed);
  EXPECT_TRUE(info.nominals_changed);
  EXPECT_FALSE(info.terminate);
  EXPECT_EQ(info.next_event_time_s, 0.25);
  EXPECT_EQ(instance.enter_continuous_time_mode(), Status::kOk);
  probe.next(Fmi2Probe::kEndHalfway);
  EXPECT_EQ(instance.update_discrete_states(info), Status::kOk);
  EXPECT_TRUE(info.terminate);
}

// completedIntegratorStep is left out when the FMU does not need it.
TEST(Fmi2ModelExchange, CompletesStepsWhereNeeded) {
  ModelExchangeProbe probe;
  bool enter = false, end = true;
  EXPECT_EQ(probe.instance->completed_integrator_step(false, enter, end), Status::kOk);
  EXPECT_TRUE(enter);
  EXPECT_FALSE(end);
  EXPECT_TRUE(probe.boolean(2));
  probe.capabilities.needs_completed_integrator_step = false;
  EXPECT_EQ(probe.instance->completed_integrator_step(true, enter, end), Status::kOk);
  EXPECT_FALSE(enter);
  EXPECT_TRUE(probe.boolean(2)) << "the FMU was not called";
}

// Evaluations are watched as steps are: everything at the first, the floating-point mode always.
TEST(Fmi2ModelExchange, RestoresTheFloatingPointMode) {
  ModelExchangeProbe probe;
  std::vector<double> derivatives(1);
  probe.next(Fmi2Probe::kDisturb);
  const auto before = std::filesystem::current_path();
  EXPECT_EQ(probe.instance->get_derivatives(derivatives), Status::kOk);
  EXPECT_EQ(std::filesystem::current_path(), before);
  EXPECT_TRUE(probe.logged("fmi2GetDerivatives changed the"));
  probe.next(Fmi2Probe::kRound);
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(probe.instance->get_derivatives(derivatives), Status::kOk);
    EXPECT_EQ(std::fegetround(), FE_TONEAREST);
  }
  EXPECT_EQ(probe.lines.size(), 2U);
}

// doStep is Co-Simulation's.
TEST(Fmi2ModelExchange, HasNoSteps) {
  ModelExchangeProbe probe;
  EXPECT_EQ(probe.instance->do_step(0.0, 1.0, false).status, Status::kError);
  EXPECT_NE(probe.instance->failure().find("doStep is not part of FMI 2.0 Model Exchange"),
            std::string::npos);
}

}  // namespace
}  // namespace lockstep::core
