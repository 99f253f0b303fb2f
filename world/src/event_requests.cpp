// SPDX-License-Identifier: Apache-2.0
#include "event_requests.hpp"

#include <fmt/format.h>

#include <cmath>

#include "step_count.hpp"

namespace lockstep::world {
namespace {

core::Value argument_of(double value, core::VariableType type) {
  if (type == core::VariableType::kInt64)
    return devices::value_of(static_cast<std::int64_t>(std::llround(value)));
  if (type == core::VariableType::kBoolean) return devices::value_of(value != 0.0);
  return devices::value_of(value);
}

/// Arguments of a scenario are single numbers.
void check_number(const core::ConfigNode& at, const std::string& request,
                  const devices::RequestField& field) {
  const bool number = field.type == core::VariableType::kFloat64 ||
                      field.type == core::VariableType::kInt64 || field.type == core::VariableType::kBoolean;
  if (number && field.count <= 1) return;
  at.fail("scenario-request",
          fmt::format("argument '{}' of request '{}' is no single number, which is all a scenario can give",
                      field.name, request));
}

}  // namespace

EventRequests::EventRequests(const runtime::Runtime& runtime, const std::vector<TimedRequest>& requests,
                             const core::Rational& step) {
  for (const TimedRequest& one : requests) {
    Ready ready{};
    ready.step = steps_in(one.time_s, step);
    const core::ConfigNode at{"request", "", one.where};
    try {
      ready.target = runtime.doors().find_request(one.name);
    } catch (const Error& error) {
      at.fail("scenario-request", error.message());
    }
    const std::vector<devices::RequestField> fields = runtime.doors().request(ready.target).arguments;
    if (fields.size() != one.arguments.size()) {
      at.fail("scenario-request", fmt::format("request '{}' has {} arguments here, expected {}", one.name,
                                              one.arguments.size(), fields.size()));
    }
    for (std::size_t i = 0; i < fields.size(); ++i) {
      check_number(at, one.name, fields[i]);
      ready.arguments.push_back(argument_of(one.arguments[i], fields[i].type));
    }
    requests_.push_back(std::move(ready));
  }
}

void EventRequests::send_due(runtime::Runtime& runtime) {
  for (; next_ < requests_.size() && requests_[next_].step <= runtime.index(); ++next_) {
    const Ready& request = requests_[next_];
    try {
      static_cast<void>(runtime.doors().submit(request.target, request.arguments));
    } catch (const Error&) {
      return;  // a queue that others have filled has room again after the step: nothing is lost
    }
  }
}

void EventRequests::go_to(std::int64_t index) noexcept {
  next_ = 0;
  while (next_ < requests_.size() && requests_[next_].step < index)
    ++next_;
}

}  // namespace lockstep::world
