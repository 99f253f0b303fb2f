// SPDX-License-Identifier: Apache-2.0
// Runs the tasks of an FMU by its clocks (FMI 3 Scheduled Execution), against a simulated joint. See
// README.md.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <exception>
#include <mutex>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "lockstep/core/error.hpp"
#include "lockstep/core/instance.hpp"
#include "lockstep/core/time_grid.hpp"

namespace {

using namespace lockstep::core;

constexpr double kStopTimeS = 1.0;
constexpr double kTargetRad = 1.0;

/// What the FMU may call from inside a partition. All partitions run on one thread here, so nothing can
/// interrupt anything; a scheduler with a thread for each priority would hold the more urgent ones back
/// between lock and unlock.
class Callbacks final : public SchedulerCallbacks {
 public:
  void on_clock_update() noexcept override { clock_update_ = true; }
  void lock_preemption() noexcept override { preemption_.lock(); }
  void unlock_preemption() noexcept override { preemption_.unlock(); }
  /// True once after the FMU said that one of its countdown clocks has a new interval.
  bool take_clock_update() noexcept { return std::exchange(clock_update_, false); }

 private:
  std::recursive_mutex preemption_;
  bool clock_update_{false};
};

/// One model partition: its clock, and when it runs next.
struct Task {
  const Variable* clock;
  std::optional<TimeGrid> grid;  // of periodic clocks: exact ticks, no running sum
  std::optional<double> next_s;  // countdown clocks: empty until the FMU asks
  std::int64_t runs{0};
};

std::vector<Task> tasks_of(const ModelDescription& description) {
  std::vector<Task> tasks;
  for (const Variable& variable : description.variables()) {
    if (variable.type != VariableType::kClock || variable.causality != Causality::kInput) continue;
    Task task{&variable, {}, {}};
    if (variable.clock->interval != ClockInterval::kCountdown) {
      task.grid.emplace(variable.clock->shift_decimal_s,
                        Rational::from_seconds(variable.clock->interval_decimal_s.value()));
      task.next_s = task.grid->at(0);
    }
    tasks.push_back(task);
  }
  return tasks;
}

/// The earliest; at the same instant the one with the smaller priority number.
Task& next_task(std::vector<Task>& tasks) {
  return *std::min_element(tasks.begin(), tasks.end(), [](const Task& a, const Task& b) {
    const auto key = [](const Task& task) {
      return std::make_tuple(task.next_s.value_or(HUGE_VAL), task.clock->clock->priority.value_or(0));
    };
    return key(a) < key(b);
  });
}

/// A joint: 0.5 kg m2, 0.2 N m s/rad, driven by the FMU's torque.
struct Joint {
  double time_s{0.0}, angle_rad{0.0}, speed_rad_s{0.0}, torque_nm{0.0};

  void advance_to(double end_s) {
    while (time_s < end_s) {
      const double h = std::min(1e-3, end_s - time_s);
      speed_rad_s += h * (torque_nm - 0.2 * speed_rad_s) / 0.5;
      angle_rad += h * speed_rad_s;
      time_s = h < 1e-3 ? end_s : time_s + h;
    }
  }
};

void demand(Status status, const Instance& instance) {
  if (status != Status::kOk) throw lockstep::Error{lockstep::ErrorCode::kFmuFailed, instance.failure()};
}

/// The FMU's variables by name.
class Signals {
 public:
  explicit Signals(Instance& instance) : instance_{instance} {}

  void set(const char* name, double value) {
    const ValueReference reference = reference_of(name);
    demand(instance_.set(lockstep::Span<const ValueReference>{&reference, 1},
                         lockstep::Span<const double>{&value, 1}),
           instance_);
  }
  template <class T>
  T get(const char* name) {
    const ValueReference reference = reference_of(name);
    T value{};
    demand(instance_.get(lockstep::Span<const ValueReference>{&reference, 1}, lockstep::Span<T>{&value, 1}),
           instance_);
    return value;
  }

 private:
  ValueReference reference_of(const char* name) const {
    const Variable* variable = instance_.fmu().description().find(name);
    if (variable == nullptr) {
      throw lockstep::Error{lockstep::ErrorCode::kNotFound,
                            std::string{"the FMU has no variable '"} + name + "'"};
    }
    return variable->value_reference;
  }
  Instance& instance_;
};

/// Inputs of the partition, activation, outputs: only variables of its own clock are touched.
void run_task(const Task& task, Instance& instance, Signals& signals, Joint& joint) {
  const std::string name{task.clock->name};
  if (name == "plan") signals.set("target", kTargetRad);
  if (name == "control") {
    signals.set("angle", joint.angle_rad);
    signals.set("speed", joint.speed_rad_s);
  }
  demand(instance.activate_model_partition(task.clock->value_reference, *task.next_s), instance);
  if (name == "control") joint.torque_nm = signals.get<double>("torque");
  if (name == "plan")
    std::printf("%8.3f  plan     set point %.3f rad\n", *task.next_s, signals.get<double>("set_point"));
  if (name == "alarm")
    std::printf("%8.3f  alarm    number %d\n", *task.next_s, signals.get<std::int32_t>("alarms"));
}

void simulate(const std::string& path) {
  Callbacks callbacks;
  InstanceOptions options;
  options.scheduler = &callbacks;
  const auto fmu = Fmu::open(path);
  const auto instance = Instance::create(fmu, InterfaceKind::kScheduledExecution, options);
  demand(instance->enter_initialization_mode({0.0, kStopTimeS, std::nullopt}), *instance);
  demand(instance->exit_initialization_mode(), *instance);

  std::vector<Task> tasks = tasks_of(fmu->description());
  Signals signals{*instance};
  Joint joint;
  while (next_task(tasks).next_s.value_or(HUGE_VAL) <= kStopTimeS) {
    Task& task = next_task(tasks);
    const double now_s = *task.next_s;
    joint.advance_to(now_s);
    run_task(task, *instance, signals, joint);
    ++task.runs;
    task.next_s = task.grid ? std::optional<double>{task.grid->at(task.runs)} : std::nullopt;
    if (!callbacks.take_clock_update()) continue;
    for (Task& other : tasks) {
      if (other.grid) continue;
      ClockTick tick;
      demand(instance->get_interval(other.clock->value_reference, tick), *instance);
      if (tick.qualifier == IntervalQualifier::kChanged) other.next_s = now_s + tick.interval_s;
    }
  }
  demand(instance->terminate(), *instance);
  std::printf("\n");
  for (const Task& task : tasks) {
    std::printf("%-8s ran %lld times\n", std::string{task.clock->name}.c_str(),
                static_cast<long long>(task.runs));
  }
  std::printf("after %.0f s the joint is at %.3f rad, target %.3f rad\n", kStopTimeS, joint.angle_rad,
              kTargetRad);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: scheduled_execution JointTasks.fmu\n");
    return 2;
  }
  try {
    simulate(argv[1]);
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "scheduled_execution: %s\n", error.what());
    return 1;
  }
}
