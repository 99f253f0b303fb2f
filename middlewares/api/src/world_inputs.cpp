// SPDX-License-Identifier: Apache-2.0
#include "world_inputs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "lockstep/core/error.hpp"
#include "seldom.hpp"

namespace lockstep::middlewares {
namespace {

double to_seconds(SimTime time) {
  return static_cast<double>(time.count()) / 1e9;
}
std::chrono::nanoseconds to_nanoseconds(double seconds) {
  return std::chrono::nanoseconds{std::llround(seconds * 1e9)};
}

}  // namespace

WorldInputs::WorldInputs(runtime::Runtime& runtime, WorldPorts& ports, const Channels& channels,
                         double max_advance_s, Outlet& outlet)
    : doors_{runtime.doors()},
      step_{runtime.host().step_size()},
      ports_{ports},
      channels_{channels},
      max_advance_s_{max_advance_s},
      outlet_{outlet},
      topics_(channels.inputs.size()) {
  for (std::size_t i = 0; i < topics_.size(); ++i) {
    const Channel& channel = channels.inputs[i];
    if (channel.request) {
      topics_[i].request = std::make_unique<RequestSender>(doors_, *channel.request, channel.fields);
    } else {
      topics_[i].fields.emplace(ports_, channel.fields, arrays_);
    }
    if (channel.keep_step) topics_[i].party = join(channel);
  }
  for (const Service& service : channels.services)
    services_.push_back(std::make_unique<RequestSender>(doors_, service.request, service.fields));
}

std::shared_ptr<runtime::Barrier::Party> WorldInputs::join(const Channel& channel) {
  runtime::PartyOptions options;
  options.name = fmt::format("topic '{}'", channel.topic);
  if (channel.keep_step->period_s) options.period = to_nanoseconds(*channel.keep_step->period_s);
  if (channel.keep_step->timeout_s) options.timeout = to_nanoseconds(*channel.keep_step->timeout_s);
  options.on_timeout = channel.keep_step->on_timeout;
  return doors_.barrier().join(std::move(options));
}

bool WorldInputs::keeps_step() const noexcept {
  return std::any_of(topics_.begin(), topics_.end(),
                     [](const Topic& topic) { return topic.party != nullptr; });
}

/// Why a message cannot be of that instant; empty: it can.
std::string WorldInputs::refusal(const Topic& topic, SimTime stamp) const {
  const SimTime ahead = stamp - now_;
  const bool is_answer = topic.party != nullptr;  // to something that this world has published
  const bool too_far = max_advance_s_ > 0.0 && to_seconds(ahead) > max_advance_s_;
  if (ahead.count() > 0 && (is_answer || too_far))
    return fmt::format("lies {} s ahead of the world; does its sender follow the world's clock?",
                       to_seconds(ahead));
  if (topic.last_stamp && stamp < *topic.last_stamp)
    return fmt::format("is older than the one before, stamped {} s", to_seconds(*topic.last_stamp));
  return {};
}

void WorldInputs::refuse(const std::string& text) {
  if (worth_a_line(++counters_.refused)) outlet_.log(core::LogLevel::kWarning, text);
}

void WorldInputs::on_message(std::size_t channel, std::optional<SimTime> stamp,
                             const std::vector<core::Value>& fields) {
  const std::string& name = channels_.inputs[channel].topic;
  const std::lock_guard<std::mutex> lock{mutex_};
  Topic& topic = topics_[channel];
  ++counters_.messages;
  if (topic.party != nullptr && !stamp) stamp = SimTime{0};  // the answer to the state at the start
  if (stamp) {
    const std::string why = refusal(topic, *stamp);
    if (!why.empty())
      return refuse(fmt::format("topic '{}': the message stamped {} s {}; it was refused", name,
                                to_seconds(*stamp), why));
    topic.last_stamp = stamp;
  }
  if (topic.request) return send(topic, name, fields);
  write(channel, stamp.value_or(WorldPorts::kUnstamped), fields);
  if (topic.party != nullptr) confirm(topic, *stamp);
}

void WorldInputs::write(std::size_t channel, SimTime at, const std::vector<core::Value>& fields) {
  const std::vector<FieldBinding>& bindings = channels_.inputs[channel].fields;
  for (std::size_t i = 0; i < bindings.size(); ++i) {
    const std::string why = topics_[channel].fields->add(ports_, i, at, fields[i]);
    if (!why.empty())
      refuse(fmt::format("topic '{}': {} = {} {}", channels_.inputs[channel].topic, bindings[i].port->name,
                         core::to_text(fields[i]), why));
  }
}

/// A message confirms the steps that begin at its stamp or before.
void WorldInputs::confirm(Topic& topic, SimTime stamp) {
  // Half a nanosecond more: the time of a step is rounded to the nearest one.
  constexpr core::Rational kHalfNanosecond{1, 2'000'000'000};
  topic.party->confirm(core::divide(2 * stamp.count() + 1, kHalfNanosecond, step_).whole);
}

void WorldInputs::send(Topic& topic, const std::string& name, const std::vector<core::Value>& fields) {
  try {
    pending_.push_back(topic.request->send(fields));
  } catch (const Error& error) {
    refuse(fmt::format("topic '{}': {}", name, error.message()));
  }
}

std::shared_ptr<const runtime::Request> WorldInputs::send(std::size_t service,
                                                          const std::vector<core::Value>& fields) {
  const std::lock_guard<std::mutex> lock{mutex_};
  return services_[service]->send(fields);
}

bool WorldInputs::note_time(SimTime now) {
  const std::lock_guard<std::mutex> lock{mutex_};
  const bool back = now < now_;
  now_ = now;
  if (!back) return false;
  ++counters_.resets;
  arrays_.restart(ports_);
  for (Topic& topic : topics_)
    topic.last_stamp.reset();
  return true;
}

void WorldInputs::check_pending() {
  const std::lock_guard<std::mutex> lock{mutex_};
  const auto is_done = [this](const std::shared_ptr<const runtime::Request>& request) {
    if (!request->done()) return false;
    if (request->refused() && worth_a_line(++counters_.refused_requests))
      outlet_.log(core::LogLevel::kWarning,
                  fmt::format("request '{}' was refused: {}", doors_.request(request->target()).name,
                              request->why()));
    return true;
  };
  pending_.erase(std::remove_if(pending_.begin(), pending_.end(), is_done), pending_.end());
}

SimTime WorldInputs::now() const {
  const std::lock_guard<std::mutex> lock{mutex_};
  return now_;
}

WorldInputs::Counters WorldInputs::counters() const {
  const std::lock_guard<std::mutex> lock{mutex_};
  Counters result = counters_;
  for (const Topic& topic : topics_)
    if (topic.party != nullptr) result.missed += topic.party->missed();
  return result;
}

}  // namespace lockstep::middlewares
