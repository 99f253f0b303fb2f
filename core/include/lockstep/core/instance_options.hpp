// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lockstep/core/log.hpp"
#include "lockstep/core/variable.hpp"

namespace lockstep::core {

class Instance;

/// What the FMU tells inside a step (FMI 3), and what it may be asked for there. Called on the thread of
/// do_step.
struct IntermediateUpdate {
  double time_s{0.0};
  bool set_requested{false}, get_allowed{false}, step_finished{false}, can_return_early{false};
};
class IntermediateUpdateHandler {
 public:
  virtual ~IntermediateUpdateHandler() = default;
  /// Gets come first, then sets (standard's order). Returns true to ask for an early return.
  virtual bool on_intermediate_update(Instance& instance, const IntermediateUpdate& update) noexcept = 0;
};

/// Scheduled Execution: the FMU announces ticks and protects its shared data. May be called from any
/// partition thread.
class SchedulerCallbacks {
 public:
  virtual ~SchedulerCallbacks() = default;
  virtual void on_clock_update() noexcept = 0;
  virtual void lock_preemption() noexcept = 0;
  virtual void unlock_preemption() noexcept = 0;
};

/// How an instance is made and what it tells. The defaults suit a run: silent but for the FMU's warnings and
/// errors, with the checks on.
struct InstanceOptions {
  std::string name;  ///< empty: the model name
  bool visible{false};
  bool logging_on{false};
  std::vector<std::string> log_categories;          ///< empty: all
  std::uint32_t max_log_messages_per_second{1000};  ///< further ones are counted, not passed on; 0: no limit
  LogSink log;
  bool repeat_log{true};    ///< failure() repeats what `log` was given; false where people see both
  bool trace_calls{false};  ///< every FMI call with arguments to the log, category "fmi-call"
  bool record_calls{true};  ///< keep the last 32 FMI calls for failure(); Scheduled Execution never does
  /// [s] wall clock. A call that takes longer is reported to `log` once, as an error of category "hang", by
  /// another thread; it cannot be ended here (StepperOptions::isolation can). 0: none is. Needs
  /// record_calls and a log.
  double call_limit_s{60.0};
  bool check_floating_point_mode{true};  ///< after each step; restored when changed, reported once
  double tool_timeout_s{60.0};  ///< FMI 1 tool coupling: how long the FMU may wait for its tool; 0: for ever
  bool event_mode_used{true};   ///< FMI 3 CS: where the FMU has it
  bool early_return_allowed{true};                          ///< FMI 3 CS: where the FMU can
  std::vector<ValueReference> intermediate_variables;       ///< FMI 3 CS
  IntermediateUpdateHandler* intermediate_update{nullptr};  ///< must outlive the instance
  SchedulerCallbacks* scheduler{nullptr};  ///< required for Scheduled Execution; must outlive the instance
};

}  // namespace lockstep::core
