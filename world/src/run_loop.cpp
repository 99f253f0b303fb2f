// SPDX-License-Identifier: Apache-2.0
// The loop around a world: the only one.
#include <fmt/format.h>

#include "lockstep/core/error.hpp"
#include "lockstep/core/number_text.hpp"
#include "world_impl.hpp"

namespace lockstep::world {

void World::Impl::start() {
  if (finished) throw Error{ErrorCode::kBadUsage, "the world was finished; open it again"};
  if (started) return;
  for (Track& track : tracks) {
    track.row_every = steps_of_interval(track.recording->options());
    track.recorder->begin(signals, track.recording->sinks());
    if (!track.recording->step_sinks().empty()) {
      track.every_step = std::make_unique<runtime::Recorder>();
      track.every_step->begin(signals, track.recording->step_sinks());
    }
    if (record::EventLogWriter* const log = track.recording->events()) {
      log->begin(
          {parts.description->name, std::string{parts.engine->name()}, parts.engine->step_size().seconds()});
      track.events = std::make_unique<runtime::EventRecorder>(runtime().doors(), *log);
    }
  }
  runtime().start();
  started = true;
  record(Rows::kAll);
}

void World::Impl::record(Rows rows) {
  const std::int64_t index = runtime().index();
  const double time_s = runtime().time_s();
  bool good = true;
  for (Track& track : tracks) {
    if (track.every_step) good = track.every_step->row(time_s) && good;
    const bool due = rows == Rows::kAll ? track.last_row != index : index % track.row_every == 0;
    if (!due) continue;
    track.last_row = index;
    good = track.recorder->row(time_s) && good;
  }
  if (good) return;
  for (const Track& track : tracks)
    if (!track.recorder->failures().empty()) throw track.recorder->failures().back();
}

template <class Write>
void World::Impl::record_events(Write&& write) {
  for (Track& track : tracks) {
    if (track.events && !write(*track.events)) track.recording->events()->end();  // throws the reason
  }
}

void World::Impl::end_events() {
  // A world that has stopped by itself does so again.
  const bool stopped = !runtime().fault().empty();
  for (Track& track : tracks) {
    if (!track.events) continue;
    if (!stopped) static_cast<void>(track.events->end(runtime().index()));
    track.events.reset();
    track.recording->events()->end();
  }
}

void World::Impl::flush() noexcept {
  for (Track& track : tracks)
    track.recorder->fault();
}

void World::Impl::note_faults() noexcept {
  const std::uint64_t count = runtime().fault_count();
  if (count == faults_seen) return;
  faults_seen = count;
  flush();
}

void World::Impl::throw_stopped() {
  flush();
  throw Error{ErrorCode::kFmuFailed, fmt::format("the world stopped at {} s: {}",
                                                 core::to_text(runtime().time_s()), runtime().fault())};
}

void World::Impl::one_step() {
  if (!replay) events.send_due(runtime());
  const bool good = succeeded(runtime().step());
  record_events([](runtime::EventRecorder& log) { return log.step(); });
  if (!good) throw_stopped();
  record(Rows::kDue);
  note_faults();
}

void World::Impl::pace(const RunHooks& hooks, const RunControl::Hooks& waits) {
  const double factor = control.real_time_factor();
  const double time_s = runtime().time_s();
  if (factor != pacer.factor()) pacer.restart(time_s, factor);
  if (!pacer.waits()) return;
  runtime::Doors& doors = runtime().doors();
  doors.set_waiting(runtime().index());  // requests need not wait for the clock
  if (hooks.wait_until)
    hooks.wait_until(pacer.wall_s(time_s));
  else
    control.sleep_until(pacer.due(time_s), waits);
  doors.set_paused(false, runtime().index());
}

void World::Impl::pass_barrier(const std::function<bool()>& give_up) {
  runtime::Doors& doors = runtime().doors();
  if (doors.barrier().empty()) return;
  // A party may ask for something before it confirms, and somebody may want to end the waiting.
  doors.set_waiting(runtime().index());
  control.begin_wait();
  const std::string why = doors.barrier().pass({runtime().index(), runtime().time()}, give_up);
  control.end_wait();
  doors.set_paused(false, runtime().index());
  if (!why.empty()) {
    flush();
    throw Error{ErrorCode::kFmuFailed,
                fmt::format("the world stopped at {} s: {}", core::to_text(runtime().time_s()), why)};
  }
}

void World::Impl::obey_reset() {
  reset_from_outside(control.take_reset());
  requests.note_reset();
}

// Between two steps: commands of other threads. False: the run ends.
bool World::Impl::obey(const RunControl::Hooks& waits, bool& step) {
  bool waited = false;
  const RunControl::Next next = control.next(waits, waited);
  step = next == RunControl::Next::kStep;
  if (step && !waited) return true;
  // From here on requests wait for the step again.
  runtime().doors().set_paused(false, runtime().index());
  if (next == RunControl::Next::kStop) return false;
  if (next == RunControl::Next::kReset) obey_reset();
  pacer.restart(runtime().time_s(), control.real_time_factor());
  return true;
}

bool World::Impl::replay_events() {
  for (;;) {
    switch (replay->next(runtime().index())) {
      case runtime::EventReplay::Next::kStep:
        return true;
      case runtime::EventReplay::Next::kEnd:
        return false;
      case runtime::EventReplay::Next::kReset:
        reset(replay->scope());
    }
  }
}

bool World::Impl::step_to(std::int64_t target, const RunHooks& hooks, double stop_s, Commands commands) {
  const bool obeys = commands == Commands::kObey;
  const auto pause_doors = [this] {
    runtime().doors().set_paused(false, runtime().index());  // nobody executes requests beside the next line
    requests.note_pause();
    runtime().doors().publish_pause(runtime().index(), runtime().time());
    runtime().doors().set_paused(true, runtime().index());
  };
  const RunControl::Hooks waits{hooks.interrupted, pause_doors};
  bool gave_up = false;  // waiting for outside parties
  std::function<bool()> give_up;
  if (obeys)
    give_up = [&] {
      gave_up = control.has_command() || (hooks.interrupted && hooks.interrupted());
      return gave_up;
    };
  pacer.restart(runtime().time_s(), control.real_time_factor());
  while (runtime().index() < target) {
    bool step = true;
    if (obeys && !obey(waits, step)) return false;
    if (!step) continue;
    if (!obeys && control.wants_reset()) {
      const std::int64_t before = runtime().index();
      obey_reset();
      target += runtime().index() - before;
    }
    if (replay && !replay_events()) {
      replay_ended = true;
      return true;
    }
    gave_up = false;
    pass_barrier(give_up);
    if (gave_up) {
      if (hooks.interrupted && hooks.interrupted()) return false;
      continue;
    }
    one_step();
    control.step_done();
    requests.note_step();
    if (!obeys) continue;
    pace(hooks, waits);
    // Asking every step would cost more than a step of a small world.
    if (!pacer.waits() && runtime().index() % 64 != 0) continue;
    if (hooks.interrupted && hooks.interrupted()) return false;
    if (hooks.progress && !hooks.progress({0.0, stop_s, runtime().time_s()})) return false;
  }
  return true;
}

RunResult World::Impl::run_to(std::int64_t target, double stop_s, const RunHooks& hooks) {
  if (stop_s <= core::kLatestTime_s)
    core::TimeGrid{core::Rational{}, parts.engine->step_size()}.require_usable(stop_s, "step size");
  start();
  const std::int64_t before = control.steps();
  const Pacer::Clock::time_point wall_start = Pacer::Clock::now();
  struct Running {
    World::Impl& world;
    explicit Running(World::Impl& used) : world{used} { world.control.begin_run(); }
    ~Running() {
      world.control.end_run();
      world.requests.note_end();
    }
  };
  RunResult result;
  replay_ended = false;
  {
    const Running running{*this};
    result.stopped = !step_to(target, hooks, stop_s, Commands::kObey);
    result.interrupted = result.stopped && !control.stopping();
  }
  record(Rows::kAll);
  result.wall_s = std::chrono::duration<double>(Pacer::Clock::now() - wall_start).count();
  result.stop_s = replay_ended ? runtime().time_s() : stop_s;
  result.step_s = parts.engine->step_size().seconds();
  result.steps = control.steps() - before;
  result.reached_s = runtime().time_s();
  result.rows = rows();
  return result;
}

void World::Impl::reset_from_outside(runtime::ResetScope scope) {
  reset(scope);
  if (replay && scope != runtime::ResetScope::kState) replay->restart();
}

void World::Impl::reset(runtime::ResetScope scope) {
  record_events([&](runtime::EventRecorder& log) { return log.reset(runtime().index(), scope); });
  runtime().reset(scope);
  faults_seen = runtime().fault_count();
  events.go_to(runtime().index());
  for (Track& track : tracks)
    track.last_row = -1;
  record(Rows::kAll);
}

}  // namespace lockstep::world
