// SPDX-License-Identifier: Apache-2.0
#include "control_requests.hpp"

#include <cmath>
#include <utility>

namespace lockstep::world {

using core::VariableType;

std::vector<std::string> ControlRequests::names() {
  return {"world/pause", "world/resume", "world/step",
          "world/reset", "world/stop",   "world/set_real_time_factor"};
}

void ControlRequests::add_to(runtime::Doors& doors) {
  doors.add_request(
      {"world/pause", {}, "Pauses the world after the step", [this](Call&) { control_.pause(); }});
  doors.add_request({"world/resume", {}, "Lets the world run again", [this](Call&) { control_.resume(); }});
  doors.add_request({"world/step",
                     {{"count", VariableType::kInt64, "", 1}},
                     "Does so many steps, then pauses",
                     [this](Call& call) { step(call); }});
  doors.add_request({"world/reset",
                     {{"what", VariableType::kString, "", 1}},
                     "Sets the world back: time, state or both",
                     [this](Call& call) { reset(call); }});
  doors.add_request({"world/stop", {}, "Ends the run", [this](Call&) { control_.stop(); }});
  doors.add_request({"world/set_real_time_factor",
                     {{"factor", VariableType::kFloat64, "", 1}},
                     "World time per wall time; 0: as fast as possible",
                     [this](Call& call) { set_factor(call); }});
}

bool ControlRequests::keep(Call& call, std::int64_t ticket) noexcept {
  if (waiting_ == kMost) {
    call.refuse("too many requests wait for the world already");
    return false;
  }
  waits_[waiting_++] = {call.defer(), ticket};
  return true;
}

void ControlRequests::step(Call& call) noexcept {
  const std::int64_t count = call.integer();
  if (count < 1) return call.refuse("the number of steps is below 1");
  if (!keep(call, 0)) return;
  waits_[waiting_ - 1].ticket = control_.step(count);
}

void ControlRequests::reset(Call& call) noexcept {
  const std::string& what = call.text();
  runtime::ResetScope scope = runtime::ResetScope::kBoth;
  if (what == "time")
    scope = runtime::ResetScope::kTime;
  else if (what == "state")
    scope = runtime::ResetScope::kState;
  else if (what != "both")
    return call.refuse("expected time, state or both");
  if (keep(call, kReset)) control_.reset(scope);
}

void ControlRequests::set_factor(Call& call) noexcept {
  const double factor = call.number();
  if (!(factor >= 0.0)) return call.refuse("the factor is below 0");
  control_.set_real_time_factor(factor);  // arguments are finite
}

template <class Ready>
void ControlRequests::answer(const Ready& ready, const char* why_not) noexcept {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < waiting_; ++i) {
    Waiting one = std::move(waits_[i]);
    if (!ready(one)) {
      waits_[kept++] = std::move(one);
      continue;
    }
    if (why_not != nullptr) one.call->refuse(why_not);
    one.call->complete();
  }
  waiting_ = kept;
}

void ControlRequests::answer_steps() noexcept {
  const std::int64_t done = control_.steps();
  answer([&](const Waiting& one) { return one.ticket != kReset && one.ticket <= done; }, nullptr);
}

void ControlRequests::note_pause() noexcept {
  answer([this](const Waiting& one) { return one.ticket != kReset && control_.never_reaches(one.ticket); },
         "the world was paused before all steps were done");
}

void ControlRequests::note_reset() noexcept {
  answer([](const Waiting& one) { return one.ticket == kReset; }, nullptr);
}

void ControlRequests::note_end() noexcept {
  answer([](const Waiting&) { return true; }, "the run ended before it was done");
}

}  // namespace lockstep::world
