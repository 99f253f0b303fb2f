// SPDX-License-Identifier: Apache-2.0
#include "lockstep/runtime/event_replay.hpp"

#include <algorithm>

#include "lockstep/core/error.hpp"
#include "lockstep/core/number_text.hpp"
#include "value_elements.hpp"

namespace lockstep::runtime {
namespace {

using record::Event;

constexpr std::size_t kMostProblems = 20;  // more are of no use to anybody

ResetScope scope_of(const std::string& name) {
  if (name == "time") return ResetScope::kTime;
  return name == "state" ? ResetScope::kState : ResetScope::kBoth;
}

/// An empty list has no kind of its own: that of the port.
core::Value for_port(const core::Value& value, core::VariableType type) {
  return is_empty(value) ? zero_value(type, 0) : value;
}

}  // namespace

EventReplay::EventReplay(const std::filesystem::path& file, Doors& doors, Options options)
    : doors_{doors}, options_{std::move(options)}, log_{file}, start_{log_.position()}, pending_at_{start_} {
  if (log_.header().step_s != options_.step_s)
    throw Error{ErrorCode::kBadInput, "the events of '" + file.string() + "' were recorded in steps of " +
                                          core::to_text(log_.header().step_s) +
                                          " s, but this run has steps of " + core::to_text(options_.step_s) +
                                          " s; run it with the same step size"};
  std::vector<Diagnostic> problems;
  check_all(problems);
  if (!problems.empty())
    throw Error{ErrorCode::kBadInput, "the events of '" + file.string() + "' cannot be replayed",
                std::move(problems)};
  restart();
}

void EventReplay::check_all(std::vector<Diagnostic>& problems) {
  std::int64_t now = 0;
  Event event;
  try {
    while (problems.size() < kMostProblems && log_.next(event)) {
      const auto add = [&](const std::string& message) {
        problems.push_back({Severity::kError, "event-replay", message, {}, log_.where()});
      };
      if (has_end_) {
        add("there is an event behind the end of the run");
        return;
      }
      if (event.step < now)
        add("step " + std::to_string(event.step) + " comes after step " + std::to_string(now) +
            "; time goes back only by a reset");
      now = event.step;
      last_step_ = std::max(last_step_, now);
      if (event.kind == Event::Kind::kReset && event.name != "state") now = 0;
      has_end_ = event.kind == Event::Kind::kEnd;
      try {
        check(event);
      } catch (const Error& error) {
        add(error.message());
      }
    }
  } catch (const Error& error) {  // from the file: what follows makes no sense any more
    problems.insert(problems.end(), error.diagnostics().begin(), error.diagnostics().end());
  }
}

bool EventReplay::is_ignored(const std::string& name) const {
  return std::find(options_.ignored.begin(), options_.ignored.end(), name) != options_.ignored.end();
}

Inlet& EventReplay::inlet(const std::string& name) {
  Inlet*& found = inlets_[name];
  if (found == nullptr) found = &doors_.inlet(name);
  return *found;
}

std::uint32_t EventReplay::request(const std::string& name) {
  const auto found = requests_.find(name);
  if (found != requests_.end()) return found->second;
  return requests_[name] = doors_.find_request(name);
}

void EventReplay::check(const Event& event) {
  if (event.kind == Event::Kind::kInlet) {
    const Inlet& door = inlet(event.name);
    door.check(for_port(event.values.at(0), door.info().type));
  }
  if (event.kind == Event::Kind::kRequest && !is_ignored(event.name))
    static_cast<void>(doors_.checked_arguments(request(event.name), arguments_of(event)));
}

std::vector<core::Value> EventReplay::arguments_of(const Event& event) {
  std::vector<core::Value> arguments = event.values;
  const std::vector<devices::RequestField> fields = doors_.request(request(event.name)).arguments;
  for (std::size_t i = 0; i < std::min(fields.size(), arguments.size()); ++i)
    arguments[i] = for_port(arguments[i], fields[i].type);
  return arguments;
}

void EventReplay::give(const Event& event) {
  if (event.kind == Event::Kind::kInlet) {
    Inlet& door = inlet(event.name);
    door.write(for_port(event.values.at(0), door.info().type), event.stamp);
  } else if (!is_ignored(event.name)) {
    // One that was executed in a pause did not see the inlets of its step.
    if (event.paused) doors_.set_paused(true, event.step);
    static_cast<void>(doors_.submit(request(event.name), arguments_of(event)));
    if (event.paused) doors_.set_paused(false, event.step);
  }
}

void EventReplay::read_next() {
  pending_at_ = log_.position();
  pending_.emplace();
  if (!log_.next(*pending_)) pending_.reset();
}

void EventReplay::go_to(const record::EventLogReader::Position& position) {
  log_.go_to(position);
  read_next();
}

EventReplay::Next EventReplay::next(std::int64_t index) {
  while (pending_ && pending_->step <= index) {
    const Event event = std::move(*pending_);
    const SourceLocation where = log_.where();
    read_next();
    if (event.kind == Event::Kind::kEnd) return Next::kEnd;
    if (event.kind == Event::Kind::kReset) {
      scope_ = scope_of(event.name);
      return Next::kReset;
    }
    try {
      give(event);
    } catch (const Error& error) {
      throw Error{ErrorCode::kBadInput,
                  "the events cannot be replayed any further",
                  {{Severity::kError, "event-replay", error.message(), {}, where}}};
    }
  }
  return Next::kStep;
}

}  // namespace lockstep::runtime
