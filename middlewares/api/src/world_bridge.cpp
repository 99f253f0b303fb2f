// SPDX-License-Identifier: Apache-2.0
#include "lockstep/middlewares/api/world_bridge.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "joint_states.hpp"
#include "lockstep/core/error.hpp"
#include "world_inputs.hpp"
#include "world_outputs.hpp"

namespace lockstep::middlewares {
namespace {

constexpr std::chrono::milliseconds kSlice{50};  // how soon a call sees that it should end

Mapping mapping_of(const BridgeConfig& config, const PortTable& table) {
  Mapping mapping = config.mapping_file.empty() ? Mapping{} : read_mapping(config.mapping_file);
  if (mapping.trigger || !mapping.parameters.empty() || !mapping.safe.empty())
    throw Error{ErrorCode::kBadInput,
                fmt::format("mapping file '{}' has a trigger, parameters or safe values, which are for FMU "
                            "nodes; remove them",
                            config.mapping_file)};
  const bool is_taken = std::any_of(mapping.outputs.begin(), mapping.outputs.end(),
                                    [](const MappedTopic& topic) { return topic.topic == "joint_states"; });
  if (config.joint_states.empty() || is_taken) return mapping;
  if (std::optional<MappedTopic> topic = joint_states(table, config.joint_states))
    mapping.outputs.push_back(std::move(*topic));
  return mapping;
}

Channels channels_of(const BridgeConfig& config, WorldPorts& ports, const MessageCatalogue& catalogue) {
  Channels channels = build_channels(ports.table(), mapping_of(config, ports.table()), catalogue,
                                     [&](const std::string& name) { return ports.request(name); });
  for (const Channel& channel : channels.inputs)
    if (channel.keep_step && !channel.type->stamped)
      throw Error{ErrorCode::kBadInput,
                  fmt::format("topic '{}' has lockstep, but {} has no stamp that says which step a message "
                              "is for; choose a stamped type",
                              channel.topic, channel.type->name)};
  return channels;
}

}  // namespace

struct WorldBridge::Impl {
  Impl(runtime::Runtime& runtime, const BridgeConfig& config, const MessageCatalogue& catalogue,
       WorldOutlet& outlet)
      : doors{runtime.doors()},
        ports{doors},
        channels{channels_of(config, ports, catalogue)},
        outputs{runtime, ports.table(), channels, config, outlet},
        inputs{runtime, ports, channels, config.max_advance_s, outlet} {}

  Reply wait_for(const runtime::Request& request, const std::function<bool()>& go_on) const {
    while (!request.wait(kSlice))
      if (!go_on()) return {false, "the node ends"};
    return {!request.refused(), reply_text(request, doors.request(request.target()))};
  }

  runtime::Doors& doors;
  WorldPorts ports;
  Channels channels;
  WorldOutputs outputs;
  WorldInputs inputs;
};

WorldBridge::WorldBridge(runtime::Runtime& runtime, const BridgeConfig& config,
                         const MessageCatalogue& catalogue, WorldOutlet& outlet)
    : impl_{std::make_unique<Impl>(runtime, config, catalogue, outlet)} {}
WorldBridge::~WorldBridge() = default;

const Channels& WorldBridge::channels() const noexcept {
  return impl_->channels;
}
bool WorldBridge::keeps_step() const noexcept {
  return impl_->inputs.keeps_step();
}

void WorldBridge::on_message(std::size_t input_channel, std::optional<SimTime> stamp,
                             const std::vector<core::Value>& fields) {
  impl_->inputs.on_message(input_channel, stamp, fields);
}

Reply WorldBridge::call(std::size_t service, const std::vector<core::Value>& fields,
                        const std::function<bool()>& go_on) {
  try {
    return impl_->wait_for(*impl_->inputs.send(service, fields), go_on);
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

bool WorldBridge::publish(std::chrono::nanoseconds limit) {
  const std::optional<SimTime> time = impl_->outputs.wait(limit);
  if (time) {
    if (impl_->inputs.note_time(*time)) impl_->outputs.restart();
    impl_->outputs.publish(*time);
  } else {
    impl_->outputs.repeat_clock();
  }
  impl_->inputs.check_pending();
  return time.has_value();
}

NodeDiagnostics WorldBridge::diagnostics() const {
  NodeDiagnostics result;
  const auto add = [&](const char* name, const auto& value) {
    result.values.emplace_back(name, fmt::format("{}", value));
  };
  const WorldInputs::Counters in = impl_->inputs.counters();
  const WorldOutputs& out = impl_->outputs;
  add("time [s]", static_cast<double>(impl_->inputs.now().count()) / 1e9);
  add("messages in", in.messages);
  add("messages out", out.published());
  add("values refused", in.refused);
  add("requests refused", in.refused_requests);
  add("values clipped", out.clipped());
  add("rows lost", out.lost());
  add("steps without an awaited message", in.missed);
  add("resets", in.resets);
  const std::uint64_t oddities = in.refused + in.refused_requests + in.missed + out.clipped() + out.lost();
  if (oddities > 0) result.level = NodeDiagnostics::Level::kWarning;
  result.message = impl_->doors.paused() ? "paused" : "runs";
  return result;
}

}  // namespace lockstep::middlewares
