// SPDX-License-Identifier: Apache-2.0
#include "event_requests.hpp"

#include <fmt/format.h>

#include <cmath>

#include "lockstep/core/number_text.hpp"
#include "step_count.hpp"

namespace lockstep::world {
namespace {

/// Numbers as the value of an argument.
core::Value argument_of(const std::vector<double>& values, core::VariableType type) {
  if (type == core::VariableType::kInt64) {
    std::vector<std::int64_t> whole;
    for (const double value : values)
      whole.push_back(static_cast<std::int64_t>(std::llround(value)));
    return whole;
  }
  if (type == core::VariableType::kBoolean) {
    std::vector<bool> flags;
    for (const double value : values)
      flags.push_back(value != 0.0);
    return flags;
  }
  return values;
}

/// The word for an argument that may have any number of elements, and has none.
constexpr const char* kAll = "all";

/// An argument as a scenario has it; `text` as in scenario::Request.
core::Value argument_of(const core::ConfigNode& at, const std::string& request, const std::string& text,
                        const devices::RequestField& field) {
  if (field.type == core::VariableType::kString && field.count == 1) return std::vector<std::string>{text};
  const bool number = field.type == core::VariableType::kFloat64 ||
                      field.type == core::VariableType::kInt64 || field.type == core::VariableType::kBoolean;
  if (!number)
    at.fail("scenario-request",
            fmt::format("argument '{}' of request '{}' is neither numbers nor a word, which is "
                        "all a scenario can give",
                        field.name, request));
  const bool any = field.count == devices::RequestField::kAnyCount;
  if (any && text == kAll) return argument_of({}, field.type);
  std::vector<double> values;
  try {
    values = core::ConfigNode{field.name, text, at.where}.as_numbers(field.count);
  } catch (const Error& error) {
    at.fail("scenario-request",
            fmt::format("argument '{}' of request '{}': {}", field.name, request, error.message()));
  }
  return argument_of(values, field.type);
}

/// One text for each argument: a plain list of numbers is one argument or one number for each.
std::vector<std::string> texts_of(const TimedRequest& request, std::size_t fields) {
  if (!request.texts.empty()) return request.texts;
  std::vector<std::string> texts;
  for (const double value : request.arguments) {
    if (fields == 1 && !texts.empty())
      texts[0] += ' ' + core::to_text(value);
    else
      texts.push_back(core::to_text(value));
  }
  return texts;
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
    const bool takes_list = fields.size() == 1 && fields[0].count != 1;
    const std::vector<std::string> texts = texts_of(one, takes_list ? 1 : 0);
    if (fields.size() != texts.size()) {
      at.fail("scenario-request", fmt::format("request '{}' has {} arguments here, expected {}", one.name,
                                              texts.size(), fields.size()));
    }
    for (std::size_t i = 0; i < fields.size(); ++i)
      ready.arguments.push_back(argument_of(at, one.name, texts[i], fields[i]));
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
