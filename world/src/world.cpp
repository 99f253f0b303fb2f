// SPDX-License-Identifier: Apache-2.0
#include "lockstep/world/world.hpp"

#include <fmt/format.h>

#include <cmath>

#include "lockstep/core/error.hpp"
#include "lockstep/core/number_text.hpp"
#include "signal_choice.hpp"
#include "step_count.hpp"
#include "world_impl.hpp"

namespace lockstep::world {
namespace {

constexpr double kDefaultDurationS = 10.0;

double duration_of(const scenario::Scenario& scenario) {
  const double duration_s = scenario.duration_s.value_or(kDefaultDurationS);
  if (duration_s > 0.0 && duration_s <= core::kLatestTime_s) return duration_s;
  throw Error{ErrorCode::kBadUsage,
              fmt::format("the duration is {} s, expected {}", core::to_text(duration_s),
                          duration_s > 0.0 ? fmt::format("at most {} (291 years)", core::kLatestTime_s)
                                           : std::string{"a number above 0"})};
}

/// Events after the end of the run: somebody expects them to happen.
void warn_of_late_events(const scenario::Scenario& scenario, double duration_s, const core::LogSink& log) {
  if (!log) return;
  for (const scenario::Event& event : scenario.events) {
    if (event.time_s < duration_s) continue;
    const Diagnostic late{Severity::kWarning, "scenario-late",
                          fmt::format("the event at {} s never happens: the run takes {} s",
                                      core::to_text(event.time_s), core::to_text(duration_s)),
                          "run longer (--duration, 'duration')", place_of(event)};
    log({core::LogLevel::kWarning, "lockstep", late.id, to_string(late)});
  }
}

/// A run has whole steps: refuses one shorter than a step, and says where one ends that does not have a whole
/// number of them.
void check_duration(double duration_s, double step_s, const core::LogSink& log) {
  if (step_s > duration_s * (1.0 + 1e-9))
    throw Error{
        ErrorCode::kBadUsage,
        fmt::format("the step is {} s, longer than the run of {} s; choose a smaller step or a longer run",
                    core::to_text(step_s), core::to_text(duration_s))};
  const core::TimeGrid grid{0.0, core::Rational::from_seconds(step_s)};
  const double end_s = grid.at(steps_in(duration_s, grid.step()));
  if (!log || end_s - duration_s < 1e-6 * step_s) return;
  log({core::LogLevel::kWarning, "lockstep", "duration",
       fmt::format("the run ends at {} s, because {} s are no whole number of steps of {} s",
                   core::to_text(end_s), core::to_text(duration_s), core::to_text(step_s))});
}

}  // namespace

WorldSave::WorldSave() = default;
WorldSave::~WorldSave() = default;

World::Impl::Impl(const scenario::Scenario& scenario, WorldOptions given)
    : options{std::move(given)},
      duration_s{duration_of(scenario)},
      parts{assemble(scenario, options.devices, options.keep_all_signals, options.log)},
      events{*parts.runtime, parts.requests, parts.engine->step_size()},
      signals{choose_signals(scenario, parts)} {
  control.set_real_time_factor(scenario.real_time.value_or(0.0));
  control.set_waker([&barrier = runtime().doors().barrier()] { barrier.notify(); });
  requests.add_to(runtime().doors());
  if (!scenario.replay.empty()) {
    const double step_s = parts.engine->step_size().seconds();
    replay.emplace(scenario.replay, runtime().doors(),
                   runtime::EventReplay::Options{step_s, ControlRequests::names()});
    // Long enough for all of them: the end of the run is one.
    if (!scenario.duration_s && replay->has_end())
      duration_s = static_cast<double>(replay->last_step() + 1) * step_s;
  }
  warn_of_late_events(scenario, duration_s, options.log);
  check_duration(duration_s, parts.engine->step_size().seconds(), options.log);
}

World::Impl::~Impl() {
  try {
    if (started) end_events();
  } catch (const Error&) {
    // finish() is for those who want to know.
  }
}

World::World(const std::filesystem::path& file, WorldOptions options)
    : World{scenario_of(file), std::move(options)} {}

World::World(const scenario::Scenario& scenario, WorldOptions options)
    : impl_{std::make_unique<Impl>(scenario, std::move(options))} {}

World::~World() = default;

const std::string& World::name() const noexcept {
  return impl_->parts.description->name;
}

std::string_view World::engine_name() const noexcept {
  return impl_->parts.engine->name();
}

const description::World& World::description() const noexcept {
  return *impl_->parts.description;
}

const std::string& World::physics_type() const noexcept {
  static const std::string kNone;
  const description::Physics& physics = impl_->parts.description->physics;
  return physics.given ? physics.engine : kNone;
}

double World::step_s() const noexcept {
  return impl_->parts.engine->step_size().seconds();
}

double World::duration_s() const noexcept {
  return impl_->duration_s;
}

runtime::Runtime& World::runtime() noexcept {
  return impl_->runtime();
}

const runtime::Runtime& World::runtime() const noexcept {
  return *impl_->parts.runtime;
}

std::vector<std::string> World::recorded_signals() const {
  std::vector<std::string> names;
  for (const runtime::SignalView& signal : impl_->signals)
    names.push_back(signal.info->name);
  return names;
}

runtime::SignalView World::watch(std::string_view signal) {
  return impl_->runtime().watch(signal);
}

std::int64_t World::Impl::steps_of_interval(const RecordingOptions& recording) const {
  if (!recording.output_interval_s) return 1;
  const core::Rational step = parts.engine->step_size();
  const std::int64_t steps = std::max<std::int64_t>(1, steps_in(*recording.output_interval_s, step));
  const double rows_s = static_cast<double>(steps) * step.seconds();
  if (options.log && std::fabs(rows_s - *recording.output_interval_s) > 1e-6 * rows_s) {
    options.log(
        {core::LogLevel::kWarning, "lockstep", "output-interval",
         fmt::format("the output interval {} s is no multiple of the step {} s; there is a row every {} s",
                     core::to_text(*recording.output_interval_s), core::to_text(step.seconds()),
                     core::to_text(rows_s))});
  }
  return steps;
}

void World::Impl::add_track(Recording& recording, std::unique_ptr<Recording> owned) {
  if (started) throw Error{ErrorCode::kBadUsage, "record() was called after the first step"};
  Track track;
  track.recording = &recording;
  track.owned = std::move(owned);
  track.recorder = std::make_unique<runtime::Recorder>();
  tracks.push_back(std::move(track));
}

void World::record(const std::filesystem::path& file) {
  RecordingOptions options;
  options.files.push_back(file);
  auto recording = std::make_unique<Recording>(std::move(options));
  Recording& used = *recording;
  impl_->add_track(used, std::move(recording));
}

void World::record(Recording& recording) {
  impl_->add_track(recording, nullptr);
}

std::uint64_t World::Impl::rows() const noexcept {
  return tracks.empty() ? 0 : tracks.front().recorder->rows();
}

void World::start() {
  impl_->start();
}

void World::step(std::int64_t count) {
  impl_->start();
  const std::int64_t target = impl_->runtime().index() + count;
  static_cast<void>(impl_->step_to(target, {}, 0.0, Impl::Commands::kIgnore));
}

RunResult World::run_until(double time_s, const RunHooks& hooks) {
  return impl_->run_to(steps_in(time_s, impl_->parts.engine->step_size()), time_s, hooks);
}

RunResult World::run_for(double seconds, const RunHooks& hooks) {
  const core::Rational step = impl_->parts.engine->step_size();
  return impl_->run_to(impl_->runtime().index() + steps_in(seconds, step), time_s() + seconds, hooks);
}

RunResult World::run(const RunHooks& hooks) {
  return run_until(impl_->duration_s, hooks);
}

RunControl& World::control() noexcept {
  return impl_->control;
}

double World::time_s() const noexcept {
  return impl_->parts.runtime->time_s();
}

std::int64_t World::index() const noexcept {
  return impl_->parts.runtime->index();
}

void World::reset(runtime::ResetScope scope) {
  impl_->start();
  impl_->reset_from_outside(scope);
}

std::unique_ptr<WorldSave> World::save() {
  impl_->start();
  std::unique_ptr<WorldSave> saved{new WorldSave};
  saved->runtime_ = impl_->runtime().save();
  saved->next_event_ = impl_->events.sent();
  if (impl_->replay) saved->replay_ = impl_->replay->position();
  return saved;
}

void World::restore(const WorldSave& saved) {
  impl_->start();
  for (const Track& track : impl_->tracks) {
    if (track.events)
      throw Error{ErrorCode::kUnsupported,
                  "restore() in a run whose events are recorded: the list of events has "
                  "no saved states; record it without them"};
  }
  impl_->runtime().restore(*saved.runtime_);
  impl_->events.set_sent(saved.next_event_);
  if (impl_->replay) impl_->replay->go_to(saved.replay_);
  impl_->faults_seen = impl_->runtime().fault_count();
  for (Track& track : impl_->tracks)
    track.last_row = -1;
  impl_->record(Impl::Rows::kAll);
}

void World::finish() {
  Impl& impl = *impl_;
  if (impl.finished) return;
  impl.finished = true;
  std::vector<Error> failures;
  try {
    if (impl.started) impl.end_events();
  } catch (const Error& error) {
    failures.push_back(error);
  }
  for (Track& track : impl.tracks) {
    try {
      if (track.every_step) track.every_step->end();
      track.recorder->end();
      const double step_s = this->step_s();
      track.recording->write_plots(
          name(), fmt::format("{}, {} s in steps of {} s, {} rows", engine_name(), core::to_text(time_s()),
                              core::to_text(step_s), track.recorder->rows()));
    } catch (const Error& error) {
      failures.push_back(error);
    }
  }
  if (!failures.empty()) throw failures.front();
}

std::vector<std::string> World::covered_faults() const {
  std::vector<std::string> texts;
  for (const runtime::DeviceFault& fault : impl_->parts.runtime->faults()) {
    texts.push_back(fmt::format("device '{}' failed at {} s ({}): {}", fault.device,
                                core::to_text(std::chrono::duration<double>(fault.time).count()),
                                to_string(fault.policy), fault.text));
  }
  return texts;
}

}  // namespace lockstep::world
