// SPDX-License-Identifier: Apache-2.0
#include "world_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <set>
#include <thread>

#include "lockstep/core/error.hpp"
#include "lockstep/core/number_text.hpp"
#include "lockstep/description/file_search.hpp"
#include "lockstep/description/flat_world.hpp"
#include "lockstep/description/reader.hpp"
#include "lockstep/devices/fmu_actuator/fmu_actuator.hpp"
#include "lockstep/devices/fmu_fluid_dynamics/fmu_fluid_dynamics.hpp"
#include "lockstep/devices/joint_pid/joint_pid.hpp"
#include "lockstep/devices/timed_force/timed_force.hpp"
#include "lockstep/hosts/engines/engines.hpp"
#include "lockstep/runtime/device_catalogue.hpp"
#include "scenario_world.hpp"

namespace lockstep::cli {
namespace {

using Clock = std::chrono::steady_clock;

/// Findings of the description as log lines: warnings show, notes are for those who ask.
void tell(const std::vector<Diagnostic>& findings, const core::LogSink& log) {
  if (!log) return;
  for (const Diagnostic& finding : findings) {
    const core::LogLevel level =
        finding.severity == Severity::kNote ? core::LogLevel::kInfo : core::LogLevel::kWarning;
    log({level, "lockstep", finding.id, to_string(finding)});
  }
}

runtime::DeviceCatalogue make_catalogue() {
  runtime::DeviceCatalogue catalogue;
  catalogue.add(devices::fmu_actuator::kind());
  catalogue.add(devices::fmu_fluid_dynamics::kind());
  catalogue.add(devices::joint_pid::kind());
  catalogue.add(devices::timed_force::kind());
  return catalogue;
}

std::filesystem::path find_file(const description::FileSearch& search, const std::string& name) {
  const std::string found = search.find_fmu(name);
  if (found.empty()) {
    throw Error{ErrorCode::kNotFound, fmt::format("'{}' does not exist; looked in {}; add its folder to "
                                                  "GAZEBO_RESOURCE_PATH",
                                                  name, search.fmu_places())};
  }
  return found;
}

/// Runs `body`; what it throws without a place gets that of `where`.
template <class Body>
auto placed(const SourceLocation& where, const char* id, Body&& body) {
  try {
    return body();
  } catch (const Error& error) {
    if (where.line == 0 || !error.diagnostics().empty()) throw;
    core::ConfigNode{"scenario", "", where}.fail(id, error.message());
  }
}

/// The engine a run is on; empty for the default.
std::string engine_of(const scenario::Scenario& scenario, const description::World& world) {
  if (!scenario.engine.empty()) return scenario.engine;
  const std::vector<std::string> known = hosts::engine_names();
  const bool has_it = std::find(known.begin(), known.end(), world.physics.engine) != known.end();
  return world.physics.given && has_it ? world.physics.engine : std::string{};
}

/// Sleeps until an instant, in pieces: somebody may want to stop meanwhile.
void sleep_until(Clock::time_point end, const std::function<bool()>& interrupted) {
  constexpr auto kPiece = std::chrono::milliseconds{50};
  for (auto now = Clock::now(); now < end && !(interrupted && interrupted()); now = Clock::now())
    std::this_thread::sleep_for(std::min<Clock::duration>(end - now, kPiece));
}

/// A request of a scenario, found and with the step it belongs to.
struct ReadyRequest {
  std::int64_t step;
  std::uint32_t target;
  std::vector<core::Value> arguments;
};

core::Value argument_of(double value, core::VariableType type) {
  if (type == core::VariableType::kInt64)
    return devices::value_of(static_cast<std::int64_t>(std::llround(value)));
  if (type == core::VariableType::kBoolean) return devices::value_of(value != 0.0);
  return devices::value_of(value);
}

}  // namespace

struct WorldRun::Impl {
  description::World world;
  // Destroyed last: functions of the devices live in its libraries.
  runtime::DeviceCatalogue catalogue{make_catalogue()};
  std::unique_ptr<hosts::Engine> engine;
  std::unique_ptr<runtime::Runtime> runtime;
  std::vector<runtime::SignalView> signals;
  std::vector<ReadyRequest> requests;
  std::size_t next_request{0};

  std::vector<std::string> usual_signals() const;
  void watch(const scenario::Scenario& scenario);
  void find_requests(const std::vector<TimedRequest>& wanted);
  void send_requests();
  void record(const Options& options, std::uint64_t& rows) const;
  std::int64_t steps_in(double seconds) const;
  std::int64_t steps_of_interval(const Options& options) const;
  [[noreturn]] void throw_stopped() const;
};

WorldRun::WorldRun(const scenario::Scenario& scenario, const core::LogSink& log)
    : impl_{std::make_unique<Impl>()} {
  Impl& impl = *impl_;
  description::ReadOptions read;
  read.repair_inertia = scenario.repair_inertia;
  read.merge_fixed_joints = scenario.merge_fixed_joints;
  description::ReadResult result = description::read_world(scenario.world, read);
  tell(result.findings, log);
  impl.world = std::move(result.world);
  const std::vector<TimedRequest> requests = apply_scenario(scenario, impl.world);

  hosts::EngineOptions engine_options;
  engine_options.log = log;
  if (scenario.step_size_s) {
    engine_options.step = placed(scenario.step_size_where, "scenario-value",
                                 [&] { return core::Rational::from_seconds(*scenario.step_size_s); });
  }
  impl.engine = placed(scenario.engine_where, "scenario-engine", [&] {
    return hosts::make_engine(engine_of(scenario, impl.world), impl.world, engine_options);
  });
  runtime::RuntimeOptions runtime_options;
  runtime_options.log = log;
  runtime_options.doors.request_capacity = std::max<std::size_t>(256, requests.size());
  impl.runtime = std::make_unique<runtime::Runtime>(*impl.engine, runtime_options);

  devices::DeviceContext context;
  // A copy: devices may look for files later.
  context.find_file = [search = description::FileSearch{scenario.world, {}, true}](const std::string& name) {
    return find_file(search, name);
  };
  context.log = log;
  add_devices(*impl.runtime, impl.catalogue, impl.world, context);
  impl.runtime->bind();
  impl.watch(scenario);
  impl.find_requests(requests);
}

WorldRun::~WorldRun() = default;

std::vector<std::string> WorldRun::Impl::usual_signals() const {
  std::set<std::string> usual;
  for (const hosts::JointInfo& joint : engine->layout().joints)
    for (const char* quantity : {"/position", "/velocity", "/applied"})
      usual.insert(joint.name + quantity);
  const description::FlatWorld flat = description::flatten(world);
  for (const std::size_t link : description::kinematic_tree(flat).free_links)
    usual.insert(hosts::normalized_scope(flat.links[link].link->scoped_name) + "/position");
  std::vector<std::string> names;
  for (const runtime::SignalTable::Entry& entry : runtime->signals().entries())
    if (entry.writer != runtime::SignalTable::kHost || usual.count(entry.info.name) != 0)
      names.push_back(entry.info.name);
  return names;
}

void WorldRun::Impl::watch(const scenario::Scenario& scenario) {
  const std::vector<std::string>& wanted = scenario.signals.empty() ? usual_signals() : scenario.signals;
  std::set<std::string> seen;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (!seen.insert(wanted[i]).second) continue;  // two columns of one name would confuse whoever reads them
    const SourceLocation where =
        i < scenario.signals_where.size() ? scenario.signals_where[i] : SourceLocation{};
    signals.push_back(placed(where, "scenario-signal", [&] { return runtime->watch(wanted[i]); }));
  }
}

std::int64_t WorldRun::Impl::steps_in(double seconds) const {
  const core::TimeGrid grid{core::Rational{}, engine->step_size()};
  // A part of a step is one, but 0.1 * 3 is three steps of 0.1 s, whatever its last bit is.
  return grid.first_at_or_after(seconds - std::min(1e-6 * grid.step_s(), 1e-9 * seconds));
}

std::int64_t WorldRun::Impl::steps_of_interval(const Options& options) const {
  if (!options.output_interval_s) return 1;
  const std::int64_t steps = std::max<std::int64_t>(1, steps_in(*options.output_interval_s));
  const double rows_s = static_cast<double>(steps) * engine->step_size().seconds();
  if (options.log && std::fabs(rows_s - *options.output_interval_s) > 1e-6 * rows_s) {
    options.log(
        {core::LogLevel::kWarning, "lockstep", "output-interval",
         fmt::format("the output interval {} s is no multiple of the step {} s; there is a row every {} s",
                     core::to_text(*options.output_interval_s), core::to_text(engine->step_size().seconds()),
                     core::to_text(rows_s))});
  }
  return steps;
}

void WorldRun::Impl::find_requests(const std::vector<TimedRequest>& wanted) {
  for (const TimedRequest& one : wanted) {
    ReadyRequest ready;
    ready.step = steps_in(one.time_s);
    const core::ConfigNode at{"request", "", one.where};
    try {
      ready.target = runtime->doors().find_request(one.name);
    } catch (const Error& error) {
      at.fail("scenario-request", error.message());
    }
    const std::vector<devices::RequestField> fields = runtime->doors().request(ready.target).arguments;
    if (fields.size() != one.arguments.size()) {
      at.fail("scenario-request", fmt::format("request '{}' has {} arguments here, expected {}", one.name,
                                              one.arguments.size(), fields.size()));
    }
    for (std::size_t i = 0; i < fields.size(); ++i)
      ready.arguments.push_back(argument_of(one.arguments[i], fields[i].type));
    requests.push_back(std::move(ready));
  }
}

void WorldRun::Impl::send_requests() {
  for (; next_request < requests.size() && requests[next_request].step <= runtime->index(); ++next_request) {
    const ReadyRequest& request = requests[next_request];
    // The queue has room for all requests of the scenario.
    static_cast<void>(runtime->doors().submit(request.target, request.arguments));
  }
}

void WorldRun::Impl::record(const Options& options, std::uint64_t& rows) const {
  for (core::RowSink* sink : options.sinks)
    if (!sink->row(runtime->time_s())) throw Error{ErrorCode::kSystem, "the recording cannot go on"};
  ++rows;
}

void WorldRun::Impl::throw_stopped() const {
  throw Error{ErrorCode::kFmuFailed, fmt::format("the world stopped at {} s: {}",
                                                 core::to_text(runtime->time_s()), runtime->fault())};
}

const std::string& WorldRun::world_name() const noexcept {
  return impl_->world.name;
}

std::string_view WorldRun::engine_name() const noexcept {
  return impl_->engine->name();
}

const std::string& WorldRun::physics_type() const noexcept {
  static const std::string kNone;
  return impl_->world.physics.given ? impl_->world.physics.engine : kNone;
}

std::vector<core::RecordColumn> WorldRun::columns() const {
  std::vector<core::RecordColumn> columns;
  for (const runtime::SignalView& signal : impl_->signals) {
    const std::size_t size = runtime::element_size(signal.info->type);
    for (std::uint32_t i = 0; i < signal.info->count; ++i) {
      core::RecordColumn column;
      column.name =
          signal.info->count == 1 ? signal.info->name : fmt::format("{}[{}]", signal.info->name, i + 1);
      column.unit = signal.info->unit;
      column.type = signal.info->type;
      column.element = static_cast<const char*>(signal.data) + i * size;
      columns.push_back(std::move(column));
    }
  }
  return columns;
}

std::vector<std::string> WorldRun::covered_faults() const {
  std::vector<std::string> texts;
  for (const runtime::DeviceFault& fault : impl_->runtime->faults()) {
    texts.push_back(fmt::format("device '{}' failed at {} s ({}): {}", fault.device,
                                core::to_text(std::chrono::duration<double>(fault.time).count()),
                                to_string(fault.policy), fault.text));
  }
  return texts;
}

WorldRunResult WorldRun::run(const Options& options) {
  Impl& impl = *impl_;
  runtime::Runtime& runtime = *impl.runtime;
  WorldRunResult result;
  const core::Rational step = impl.engine->step_size();
  result.step_s = step.seconds();
  core::TimeGrid{core::Rational{}, step}.require_usable(options.duration_s, "step size");
  const std::int64_t steps = impl.steps_in(options.duration_s);
  result.stop_s = options.duration_s;
  const std::int64_t row_every = impl.steps_of_interval(options);
  const std::vector<core::RecordColumn> columns = this->columns();
  std::vector<core::RowSink*> begun;
  const auto finish = [&](bool quietly) {
    for (core::RowSink* sink : begun) {
      try {
        sink->end();
      } catch (const Error&) {
        if (!quietly) throw;
      }
    }
  };
  try {
    for (core::RowSink* sink : options.sinks) {
      sink->begin({columns.data(), columns.size()});
      begun.push_back(sink);
    }
    runtime.start();
    const Clock::time_point wall_start = Clock::now();
    const auto wait_until = options.wait_until ? options.wait_until : [&](double wall_s) {
      sleep_until(
          wall_start + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>{wall_s}),
          options.interrupted);
    };
    impl.record(options, result.rows);
    while (runtime.index() < steps && !result.cancelled) {
      impl.send_requests();
      if (!succeeded(runtime.step())) impl.throw_stopped();
      if (runtime.index() % row_every == 0 || runtime.index() == steps) impl.record(options, result.rows);
      if (options.real_time) wait_until(runtime.time_s() / *options.real_time);
      // Asking the clock every step would cost more than a step of a small world.
      const bool look = options.real_time || runtime.index() % 64 == 0;
      if (look && options.progress)
        result.cancelled = !options.progress({0.0, options.duration_s, runtime.time_s()});
    }
    result.wall_s = std::chrono::duration<double>(Clock::now() - wall_start).count();
  } catch (const Error&) {
    finish(true);
    throw;
  }
  finish(false);
  result.steps = runtime.index();
  result.reached_s = runtime.time_s();
  return result;
}

}  // namespace lockstep::cli
