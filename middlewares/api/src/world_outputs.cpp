// SPDX-License-Identifier: Apache-2.0
#include "world_outputs.hpp"

#include <map>
#include <set>

#include "seldom.hpp"

namespace lockstep::middlewares {

WorldOutputs::WorldOutputs(runtime::Runtime& runtime, const PortTable& table, const Channels& channels,
                           const BridgeConfig& config, WorldOutlet& outlet)
    : channels_{channels}, outlet_{outlet} {
  std::map<std::optional<SimTime>, std::vector<std::size_t>> by_period;
  for (std::size_t i = 0; i < channels.outputs.size(); ++i) {
    fields_.emplace_back(channels.outputs[i]);
    by_period[channels.outputs[i].period ? channels.outputs[i].period : config.publish_period].push_back(i);
  }
  add_stream(runtime, table, config.clock_period, {}, true);
  for (auto& [period, of_outputs] : by_period)
    add_stream(runtime, table, period, std::move(of_outputs), false);
  runtime::TapOptions every_step;
  every_step.depth = 4096;
  steps_.emplace(runtime.doors().tap(every_step));
}

void WorldOutputs::add_stream(runtime::Runtime& runtime, const PortTable& table,
                              std::optional<SimTime> period, std::vector<std::size_t> of_outputs,
                              bool is_clock) {
  std::set<std::uint32_t> used;
  for (const std::size_t i : of_outputs)
    for (const FieldBinding& binding : channels_.outputs[i].fields)
      if (binding.port != nullptr) used.insert(binding.port->handle);
  runtime::TapOptions options;
  options.period = period;
  for (const std::uint32_t port : used) {
    options.signals.push_back(table.ports()[port].name);
    static_cast<void>(runtime.watch(options.signals.back()));  // the host keeps it up to date
  }
  streams_.push_back(
      {RowReader{runtime.doors().tap(options), {used.begin(), used.end()}}, std::move(of_outputs), is_clock});
}

std::optional<SimTime> WorldOutputs::wait(std::chrono::nanoseconds limit) {
  if (!steps_->wait(step_, limit)) return {};
  return step_.stamp;
}

void WorldOutputs::publish(SimTime latest) {
  std::uint64_t lost = 0;
  for (Stream& stream : streams_) {
    while (stream.rows.next(latest))
      publish_row(stream);
    if (!stream.is_clock) lost += stream.rows.lost();
  }
  lost_.store(lost);
}

void WorldOutputs::restart() {
  for (Stream& stream : streams_)
    stream.rows.restart();
}

void WorldOutputs::repeat_clock() {
  if (clock_) outlet_.publish_clock(*clock_);
}

void WorldOutputs::publish_row(Stream& stream) {
  const SimTime stamp = stream.rows.row().stamp;
  if (stream.is_clock) {
    clock_ = stamp;
    outlet_.publish_clock(stamp);
  }
  for (const std::size_t i : stream.channels) {
    outlet_.publish(i, stamp, fields_[i].read(stream.rows));
    published_.fetch_add(1);
    for (const std::size_t field : fields_[i].clipped()) {
      if (!worth_a_line(clipped_.fetch_add(1) + 1)) continue;
      stream.rows.read(channels_.outputs[i].fields[field].port->handle, scratch_);
      outlet_.log(core::LogLevel::kWarning,
                  clipped_text(channels_.outputs[i], field, scratch_, fields_[i].values()[field]));
    }
  }
}

}  // namespace lockstep::middlewares
