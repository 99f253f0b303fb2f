// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cfenv>
#include <mutex>
#include <thread>

#include "fmi3_probe.hpp"

namespace lockstep::core {
namespace {

constexpr const char* kClocksXml = R"(<?xml version="1.0"?>
<fmiModelDescription fmiVersion="3.0" modelName="Probe" instantiationToken="{probe}">
  <CoSimulation modelIdentifier="probe" hasEventMode="true"/>
  <ModelVariables>
    <Float64 name="time" valueReference="999" causality="independent" variability="continuous"/>
    <Clock name="exact" valueReference="1001" causality="input" intervalVariability="changing" supportsFraction="true"/>
    <Clock name="rounded" valueReference="1002" causality="input" intervalVariability="changing"/>
  </ModelVariables>
  <ModelStructure/>
</fmiModelDescription>)";

std::shared_ptr<const ModelDescription> clocks_description() {
  const std::string_view xml = kClocksXml;
  DescriptionFiles files;
  files.model_description = Bytes{xml.size()};
  std::copy(xml.begin(), xml.end(), files.model_description.data());
  return parse_description(std::move(files)).description;
}

// Event iteration passes on what the FMU wants; on an error nothing of it counts.
TEST(Fmi3Events, IteratesEvents) {
  Fmi3Probe probe;
  Instance& instance = probe.make();
  EXPECT_EQ(instance.enter_event_mode(), Status::kOk);
  EventInfo info;
  EXPECT_EQ(instance.update_discrete_states(info), Status::kOk);
  EXPECT_TRUE(info.discrete_states_need_update);
  EXPECT_FALSE(info.states_changed);
  EXPECT_EQ(instance.update_discrete_states(info), Status::kOk);
  EXPECT_FALSE(info.discrete_states_need_update);
  EXPECT_TRUE(info.states_changed && info.nominals_changed);
  EXPECT_EQ(info.next_event_time_s, 0.25);
  EXPECT_EQ(instance.evaluate_discrete_states(), Status::kOk);
  EXPECT_EQ(probe.value<std::string>(8), "evaluated");
  EXPECT_EQ(instance.enter_step_mode(), Status::kOk);
  probe.next(Fmi3Probe::kFail);
  EXPECT_EQ(instance.update_discrete_states(info), Status::kError);
  EXPECT_FALSE(info.next_event_time_s.has_value());
}

// Without hasEventMode there is none in Co-Simulation.
TEST(Fmi3Events, NeedsEventModeDeclared) {
  Fmi3Probe probe;
  probe.capabilities.has_event_mode = false;
  Instance& instance = probe.make();
  EXPECT_EQ(instance.enter_event_mode(), Status::kError);
  EXPECT_NE(instance.failure().find("fmi3EnterEventMode not called: the FMU does not declare hasEventMode"),
            std::string::npos);
}

// Clocks are set and read; intervals and shifts are exact fractions where the clock supports them.
TEST(Fmi3Events, Clocks) {
  Fmi3Probe probe;
  probe.description = clocks_description();
  Instance& instance = probe.make();
  const std::vector<ValueReference> both{1001, 1002};
  const bool active[2] = {true, false};
  bool got[2] = {false, true};
  EXPECT_EQ(instance.set_clock(both, active), Status::kOk);
  EXPECT_EQ(instance.get_clock(both, got), Status::kOk);
  EXPECT_TRUE(got[0] && !got[1]);
  EXPECT_EQ(instance.get_clock(both, Span<bool>{got}.subspan(0, 1)), Status::kError);
  ClockTick tick;
  EXPECT_EQ(instance.get_interval(1001, tick), Status::kOk);
  EXPECT_EQ(tick.counter, 1U);
  EXPECT_EQ(tick.resolution, 3U);
  EXPECT_EQ(tick.interval_s, 1.0 / 3.0);
  EXPECT_EQ(tick.qualifier, IntervalQualifier::kUnchanged);
  EXPECT_EQ(instance.set_interval(1001, tick), Status::kOk);
  EXPECT_EQ(probe.value<double>(5), 1003.0);
  EXPECT_EQ(instance.get_shift(1001, tick), Status::kOk);
  EXPECT_EQ(tick.interval_s, 1.0 / 6.0);
  EXPECT_EQ(instance.set_shift(1001, tick), Status::kOk);
  EXPECT_EQ(probe.value<double>(7), 1006.0);
  EXPECT_EQ(instance.get_interval(1002, tick), Status::kOk);
  EXPECT_EQ(tick.interval_s, 1.002);
  EXPECT_EQ(tick.resolution, 0U);
  EXPECT_EQ(tick.qualifier, IntervalQualifier::kChanged);
  EXPECT_EQ(instance.set_interval(1002, tick), Status::kOk);
  EXPECT_EQ(probe.value<double>(4), 1.002);
  EXPECT_EQ(instance.get_shift(1002, tick), Status::kOk);
  EXPECT_EQ(instance.set_shift(1002, tick), Status::kOk);
  EXPECT_EQ(probe.value<double>(6), 0.25);
}

// Clocks do not tick outside event mode: using the FMU without it is worth a warning.
TEST(Fmi3Events, WarnsWhenClocksCannotTick) {
  Fmi3Probe probe;
  probe.description = clocks_description();
  probe.options.event_mode_used = false;
  probe.make();
  ASSERT_EQ(probe.lines.size(), 1U);
  EXPECT_NE(probe.lines[0].find("the FMU has clocks, but event mode is not used"), std::string::npos);
}

// Messages name variables by reference; the log shows their names.
TEST(Fmi3Events, MessagesShowNames) {
  Fmi3Probe probe;
  probe.description = clocks_description();
  InstanceLog log{
      {"p", [&](const LogMessage& m) { probe.lines.emplace_back(m.text); }, true, {}, 0, probe.description}};
  log.foreign(Status::kError, "a", "clock #1001# at #999#");
  EXPECT_EQ(probe.lines, (std::vector<std::string>{"clock exact at time"}));
}

// Model Exchange: states in, derivatives, indicators, nominals and sizes out.
TEST(Fmi3Events, ModelExchange) {
  Fmi3Probe probe;
  probe.kind = InterfaceKind::kModelExchange;
  probe.capabilities.has_event_mode = false;  // Model Exchange always has events
  Instance& instance = probe.make();
  std::size_t states = 0, indicators = 0;
  EXPECT_EQ(instance.continuous_state_count(states), Status::kOk);
  EXPECT_EQ(instance.event_indicator_count(indicators), Status::kOk);
  EXPECT_EQ(states, 2U);
  EXPECT_EQ(indicators, 1U);
  EXPECT_EQ(instance.enter_event_mode(), Status::kOk);
  EXPECT_EQ(instance.enter_continuous_time_mode(), Status::kOk);
  EXPECT_EQ(instance.set_time(0.5), Status::kOk);
  EXPECT_EQ(probe.value<double>(8), 0.5);
  std::vector<double> x{3.0, 4.0}, dx(2), z(1), nominals(2), got(2);
  EXPECT_EQ(instance.set_continuous_states(x), Status::kOk);
  EXPECT_EQ(instance.get_continuous_states(got), Status::kOk);
  EXPECT_EQ(instance.get_derivatives(dx), Status::kOk);
  EXPECT_EQ(instance.get_event_indicators(z), Status::kOk);
  EXPECT_EQ(instance.get_nominals(nominals), Status::kOk);
  EXPECT_EQ(got, x);
  EXPECT_EQ(dx, (std::vector<double>{-3.0, -4.0}));
  EXPECT_EQ(z, (std::vector<double>{2.0}));
  EXPECT_EQ(nominals, (std::vector<double>{2.0, 2.0}));
  bool enter = false, end = true;
  EXPECT_EQ(instance.completed_integrator_step(false, enter, end), Status::kOk);
  EXPECT_TRUE(enter && !end);
  probe.next(Fmi3Probe::kRound);
  EXPECT_EQ(instance.get_derivatives(dx), Status::kOk);
  EXPECT_EQ(std::fegetround(), FE_TONEAREST);
  EXPECT_EQ(instance.do_step(0, 1, false).status, Status::kError);
  EXPECT_EQ(instance.activate_model_partition(1, 0.0), Status::kError);
}

struct Scheduler final : SchedulerCallbacks {
  std::mutex mutex;
  std::atomic<int> updates{0}, locks{0}, unlocks{0};
  void on_clock_update() noexcept override { ++updates; }
  void lock_preemption() noexcept override {
    mutex.lock();
    ++locks;
  }
  void unlock_preemption() noexcept override {
    ++unlocks;
    mutex.unlock();
  }
};

// Scheduled Execution: partitions of two instances on several threads, each with its own scheduler's lock.
TEST(Fmi3Events, ScheduledExecution) {
  Scheduler schedulers[2];
  Fmi3Probe probes[2];
  for (int i = 0; i < 2; ++i) {
    probes[i].kind = InterfaceKind::kScheduledExecution;
    probes[i].options.scheduler = &schedulers[i];
    probes[i].make();
  }
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&probes, t] {
      for (int k = 0; k < 100; ++k)
        EXPECT_EQ(probes[t % 2].instance->activate_model_partition(5, k), Status::kOk);
    });
  }
  for (std::thread& thread : threads)
    thread.join();
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(schedulers[i].updates, 200);
    EXPECT_EQ(schedulers[i].locks, 200);
    EXPECT_EQ(schedulers[i].unlocks, 200);
    EXPECT_EQ(probes[i].value<double>(8), 104.0);
  }
  EXPECT_EQ(probes[0].instance->set_clock(std::vector<ValueReference>{5}, Span<const bool>{}),
            Status::kError);
  probes[0].next(Fmi3Probe::kDiscard);
  EXPECT_EQ(probes[0].instance->activate_model_partition(5, 200.0), Status::kError)
      << "nothing can be taken back";
  EXPECT_EQ(probes[0].instance->activate_model_partition(5, 201.0), Status::kError);
}

}  // namespace
}  // namespace lockstep::core
