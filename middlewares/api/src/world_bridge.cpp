// SPDX-License-Identifier: Apache-2.0
#include "lockstep/middlewares/api/world_bridge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>
#include <set>

#include "field_values.hpp"
#include "joint_states.hpp"
#include "request_sender.hpp"
#include "row_reader.hpp"
#include "seldom.hpp"
#include "world_ports.hpp"

namespace lockstep::middlewares {
namespace {

using core::LogLevel;
using runtime::Request;

constexpr std::chrono::milliseconds kSlice{50};  // how soon a call sees that it should end

double to_seconds(SimTime time) {
  return static_cast<double>(time.count()) / 1e9;
}
std::chrono::nanoseconds to_nanoseconds(double seconds) {
  return std::chrono::nanoseconds{std::llround(seconds * 1e9)};
}

/// Channels of one period: their signals come in the same rows.
struct Stream {
  Stream(const std::shared_ptr<runtime::Tap>& tap, const std::vector<std::uint32_t>& ports)
      : rows{tap, ports} {}
  RowReader rows;
  std::vector<std::size_t> channels;  // of outputs
  bool is_clock{false};
};

/// What comes in by one topic.
struct InputTopic {
  std::optional<InputFields> fields;  // unless it sends a request
  std::unique_ptr<RequestSender> request;
  std::shared_ptr<runtime::Barrier::Party> party;  // null: the world does not wait for it
  std::optional<SimTime> last_stamp;
};

}  // namespace

struct WorldBridge::Impl {
  Impl(runtime::Runtime& world, const BridgeConfig& given, const MessageCatalogue& catalogue,
       WorldOutlet& out);

  Channels make_channels(const MessageCatalogue& catalogue);
  void open_streams();
  void add_stream(std::optional<SimTime> period, const std::vector<std::size_t>& of_outputs, bool is_clock);
  void add_inputs();
  std::shared_ptr<runtime::Barrier::Party> join(const Channel& channel);
  std::string refuses_stamp(const InputTopic& topic, SimTime stamp) const;
  void confirm(InputTopic& topic, SimTime stamp);
  void send(InputTopic& topic, const std::string& name, const std::vector<core::Value>& fields);
  void write(std::size_t channel, SimTime at, const std::vector<core::Value>& fields);
  void note_time(const runtime::TapRow& row);
  void publish_rows(SimTime latest);
  void publish_row(Stream& stream);
  void check_pending();
  Reply wait_for(const Request& request, const std::function<bool()>& go_on) const;

  runtime::Runtime& runtime;
  runtime::Doors& doors;
  BridgeConfig config;
  WorldOutlet& outlet;
  WorldPorts ports;
  Channels channels;
  std::vector<Stream> streams;
  std::vector<OutputFields> outputs;
  std::optional<runtime::TapReader> steps;  // one row for each step, opened last: it comes after all others
  runtime::TapRow step_row;
  std::optional<SimTime> clock;  // as it was published last
  core::Value scratch;

  mutable std::mutex inputs_mutex;  // of what follows
  InputArrays arrays;
  std::vector<InputTopic> inputs;
  std::vector<std::unique_ptr<RequestSender>> services;
  std::vector<std::shared_ptr<const Request>> pending;  // sent by messages, not answered yet
  SimTime now{0};                                       // of the world, as far as it was published
  std::uint64_t messages{0}, refused{0}, refused_requests{0}, resets{0};

  std::atomic<std::uint64_t> published{0}, clipped{0}, lost{0};
};

WorldBridge::Impl::Impl(runtime::Runtime& world, const BridgeConfig& given, const MessageCatalogue& catalogue,
                        WorldOutlet& out)
    : runtime{world},
      doors{world.doors()},
      config{given},
      outlet{out},
      ports{doors},
      channels{make_channels(catalogue)} {
  open_streams();
  add_inputs();
}

Channels WorldBridge::Impl::make_channels(const MessageCatalogue& catalogue) {
  Mapping mapping = config.mapping_file.empty() ? Mapping{} : read_mapping(config.mapping_file);
  if (mapping.trigger || !mapping.parameters.empty() || !mapping.safe.empty())
    throw Error{ErrorCode::kBadInput,
                fmt::format("mapping file '{}' has a trigger, parameters or safe values, which are for FMU "
                            "nodes; remove them",
                            config.mapping_file)};
  const bool is_taken = std::any_of(mapping.outputs.begin(), mapping.outputs.end(),
                                    [](const MappedTopic& topic) { return topic.topic == "joint_states"; });
  if (!config.joint_states.empty() && !is_taken)
    if (auto topic = joint_states(ports.table(), config.joint_states))
      mapping.outputs.push_back(std::move(*topic));
  Channels result = build_channels(ports.table(), mapping, catalogue,
                                   [this](const std::string& name) { return ports.request(name); });
  for (const Channel& channel : result.inputs)
    if (channel.keep_step && !channel.type->stamped)
      throw Error{ErrorCode::kBadInput,
                  fmt::format("topic '{}' has lockstep, but {} has no stamp that says which step a message "
                              "is for; choose a stamped type",
                              channel.topic, channel.type->name)};
  return result;
}

void WorldBridge::Impl::open_streams() {
  std::map<std::optional<SimTime>, std::vector<std::size_t>> by_period;
  for (std::size_t i = 0; i < channels.outputs.size(); ++i) {
    outputs.emplace_back(channels.outputs[i]);
    const auto period = channels.outputs[i].period ? channels.outputs[i].period : config.publish_period;
    by_period[period].push_back(i);
  }
  streams.reserve(by_period.size() + 1);
  add_stream(config.clock_period, {}, true);
  for (const auto& [period, of_outputs] : by_period)
    add_stream(period, of_outputs, false);
  runtime::TapOptions every_step;
  every_step.depth = 4096;
  steps.emplace(doors.tap(every_step));
}

void WorldBridge::Impl::add_stream(std::optional<SimTime> period, const std::vector<std::size_t>& of_outputs,
                                   bool is_clock) {
  std::set<std::uint32_t> used;
  for (const std::size_t i : of_outputs)
    for (const FieldBinding& binding : channels.outputs[i].fields)
      if (binding.port != nullptr) used.insert(binding.port->handle);
  runtime::TapOptions options;
  options.period = period;
  for (const std::uint32_t port : used) {
    options.signals.push_back(ports.table().ports()[port].name);
    static_cast<void>(runtime.watch(options.signals.back()));  // the host keeps it up to date
  }
  Stream& stream =
      streams.emplace_back(doors.tap(options), std::vector<std::uint32_t>{used.begin(), used.end()});
  stream.channels = of_outputs;
  stream.is_clock = is_clock;
}

void WorldBridge::Impl::add_inputs() {
  inputs.resize(channels.inputs.size());
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const Channel& channel = channels.inputs[i];
    if (channel.request) {
      inputs[i].request = std::make_unique<RequestSender>(doors, *channel.request, channel.fields);
    } else {
      inputs[i].fields.emplace(ports, channel.fields, arrays);
    }
    if (channel.keep_step) inputs[i].party = join(channel);
  }
  for (const Service& service : channels.services)
    services.push_back(std::make_unique<RequestSender>(doors, service.request, service.fields));
}

std::shared_ptr<runtime::Barrier::Party> WorldBridge::Impl::join(const Channel& channel) {
  runtime::PartyOptions options;
  options.name = fmt::format("topic '{}'", channel.topic);
  if (channel.keep_step->period_s) options.period = to_nanoseconds(*channel.keep_step->period_s);
  if (channel.keep_step->timeout_s) options.timeout = to_nanoseconds(*channel.keep_step->timeout_s);
  options.on_timeout = channel.keep_step->on_timeout;
  return doors.barrier().join(std::move(options));
}

WorldBridge::WorldBridge(runtime::Runtime& runtime, const BridgeConfig& config,
                         const MessageCatalogue& catalogue, WorldOutlet& outlet)
    : impl_{std::make_unique<Impl>(runtime, config, catalogue, outlet)} {}
WorldBridge::~WorldBridge() = default;

const Channels& WorldBridge::channels() const noexcept {
  return impl_->channels;
}
bool WorldBridge::keeps_step() const noexcept {
  return std::any_of(impl_->inputs.begin(), impl_->inputs.end(),
                     [](const InputTopic& topic) { return topic.party != nullptr; });
}

// --- in

/// Why a message cannot be of that instant; empty: it can.
std::string WorldBridge::Impl::refuses_stamp(const InputTopic& topic, SimTime stamp) const {
  const SimTime ahead = stamp - now;
  const bool is_answer = topic.party != nullptr;  // to something this world has published
  if (ahead.count() > 0 &&
      (is_answer || (config.max_advance_s > 0.0 && to_seconds(ahead) > config.max_advance_s)))
    return fmt::format("lies {} s ahead of the world; does its sender follow the world's clock?",
                       to_seconds(ahead));
  if (topic.last_stamp && stamp < *topic.last_stamp)
    return fmt::format("is older than the one before, stamped {} s", to_seconds(*topic.last_stamp));
  return {};
}

void WorldBridge::on_message(std::size_t input_channel, std::optional<SimTime> stamp,
                             const std::vector<core::Value>& fields) {
  Impl& self = *impl_;
  const Channel& channel = self.channels.inputs[input_channel];
  const std::lock_guard<std::mutex> lock{self.inputs_mutex};
  InputTopic& topic = self.inputs[input_channel];
  ++self.messages;
  if (topic.party != nullptr && !stamp) stamp = SimTime{0};  // the answer to the state at the start
  if (stamp) {
    const std::string why = self.refuses_stamp(topic, *stamp);
    if (!why.empty()) {
      if (worth_a_line(++self.refused))
        self.outlet.log(LogLevel::kWarning,
                        fmt::format("topic '{}': the message stamped {} s {}; it was refused", channel.topic,
                                    to_seconds(*stamp), why));
      return;
    }
    topic.last_stamp = stamp;
  }
  if (topic.request) return self.send(topic, channel.topic, fields);
  self.write(input_channel, stamp.value_or(WorldPorts::kUnstamped), fields);
  if (topic.party != nullptr) self.confirm(topic, *stamp);
}

void WorldBridge::Impl::write(std::size_t channel, SimTime at, const std::vector<core::Value>& fields) {
  const std::vector<FieldBinding>& bindings = channels.inputs[channel].fields;
  for (std::size_t i = 0; i < bindings.size(); ++i) {
    const std::string why = inputs[channel].fields->add(ports, i, at, fields[i]);
    if (why.empty() || !worth_a_line(++refused)) continue;
    outlet.log(LogLevel::kWarning, fmt::format("topic '{}': {} = {} {}", channels.inputs[channel].topic,
                                               bindings[i].port->name, core::to_text(fields[i]), why));
  }
}

/// A message confirms the steps that begin at its stamp or before.
void WorldBridge::Impl::confirm(InputTopic& topic, SimTime stamp) {
  // Half a nanosecond more: the time of a step is rounded to the nearest one.
  constexpr core::Rational kHalfNanosecond{1, 2'000'000'000};
  const core::Rational step = runtime.host().step_size();
  topic.party->confirm(core::divide(2 * stamp.count() + 1, kHalfNanosecond, step).whole);
}

void WorldBridge::Impl::send(InputTopic& topic, const std::string& name,
                             const std::vector<core::Value>& fields) {
  try {
    pending.push_back(topic.request->send(fields));
  } catch (const Error& error) {
    if (worth_a_line(++refused))
      outlet.log(LogLevel::kWarning, fmt::format("topic '{}': {}", name, error.message()));
  }
}

Reply WorldBridge::Impl::wait_for(const Request& request, const std::function<bool()>& go_on) const {
  while (!request.wait(kSlice))
    if (!go_on()) return {false, "the node ends"};
  return {!request.refused(), reply_text(request, doors.request(request.target()))};
}

Reply WorldBridge::call(std::size_t service, const std::vector<core::Value>& fields,
                        const std::function<bool()>& go_on) {
  try {
    std::shared_ptr<const Request> request;
    {
      const std::lock_guard<std::mutex> lock{impl_->inputs_mutex};
      request = impl_->services[service]->send(fields);
    }
    return impl_->wait_for(*request, go_on);
  } catch (const Error& error) {
    return {false, error.message()};
  }
}

Reply WorldBridge::ask(const std::string& request, std::vector<core::Value> arguments,
                       const std::function<bool()>& go_on) {
  try {
    return impl_->wait_for(*impl_->doors.submit(request, std::move(arguments)), go_on);
  } catch (const Error& error) {
    return {false, error.message()};
  }
}

// --- out

bool WorldBridge::publish(std::chrono::nanoseconds limit) {
  Impl& self = *impl_;
  if (!self.steps->wait(self.step_row, limit)) {
    self.check_pending();
    if (self.clock) self.outlet.publish_clock(*self.clock);
    return false;
  }
  self.note_time(self.step_row);
  self.publish_rows(self.step_row.stamp);
  self.check_pending();
  return true;
}

void WorldBridge::Impl::note_time(const runtime::TapRow& row) {
  const std::lock_guard<std::mutex> lock{inputs_mutex};
  const bool back = row.stamp < now;
  now = row.stamp;
  if (!back) return;
  ++resets;
  arrays.restart(ports);
  for (InputTopic& topic : inputs)
    topic.last_stamp.reset();
  for (Stream& stream : streams)
    stream.rows.restart();
}

void WorldBridge::Impl::publish_rows(SimTime latest) {
  std::uint64_t all_lost = 0;
  for (Stream& stream : streams) {
    while (stream.rows.next(latest))
      publish_row(stream);
    if (!stream.is_clock) all_lost += stream.rows.lost();
  }
  lost.store(all_lost);
}

void WorldBridge::Impl::publish_row(Stream& stream) {
  const SimTime stamp = stream.rows.row().stamp;
  if (stream.is_clock) {
    clock = stamp;
    outlet.publish_clock(stamp);
  }
  for (const std::size_t i : stream.channels) {
    outlet.publish(i, stamp, outputs[i].read(stream.rows));
    published.fetch_add(1);
    for (const std::size_t field : outputs[i].clipped()) {
      if (!worth_a_line(clipped.fetch_add(1) + 1)) continue;
      stream.rows.read(channels.outputs[i].fields[field].port->handle, scratch);
      outlet.log(LogLevel::kWarning,
                 clipped_text(channels.outputs[i], field, scratch, outputs[i].values()[field]));
    }
  }
}

/// Requests that messages sent have nobody who waits for them: what was refused is said here.
void WorldBridge::Impl::check_pending() {
  const std::lock_guard<std::mutex> lock{inputs_mutex};
  const auto is_done = [this](const std::shared_ptr<const Request>& request) {
    if (!request->done()) return false;
    if (request->refused() && worth_a_line(++refused_requests))
      outlet.log(LogLevel::kWarning, fmt::format("request '{}' was refused: {}",
                                                 doors.request(request->target()).name, request->why()));
    return true;
  };
  pending.erase(std::remove_if(pending.begin(), pending.end(), is_done), pending.end());
}

NodeDiagnostics WorldBridge::diagnostics() const {
  const Impl& self = *impl_;
  NodeDiagnostics result;
  const auto add = [&](const char* name, const auto& value) {
    result.values.emplace_back(name, fmt::format("{}", value));
  };
  const std::lock_guard<std::mutex> lock{self.inputs_mutex};
  std::uint64_t missed = 0;
  for (const InputTopic& topic : self.inputs)
    if (topic.party != nullptr) missed += topic.party->missed();
  add("time [s]", to_seconds(self.now));
  add("messages in", self.messages);
  add("messages out", self.published.load());
  add("values refused", self.refused);
  add("requests refused", self.refused_requests);
  add("values clipped", self.clipped.load());
  add("rows lost", self.lost.load());
  add("steps without an awaited message", missed);
  add("resets", self.resets);
  const std::uint64_t oddities = self.refused + self.refused_requests + self.clipped + self.lost + missed;
  if (oddities > 0) result.level = NodeDiagnostics::Level::kWarning;
  result.message = self.doors.paused() ? "paused" : "runs";
  return result;
}

}  // namespace lockstep::middlewares
