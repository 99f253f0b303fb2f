// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "extent.hpp"
#include "field_values.hpp"
#include "lockstep/middlewares/api/node_core.hpp"

namespace lockstep::middlewares {

struct NodeCore::Impl {
  Impl(NodeConfig given, const MessageCatalogue& known, Outlet& out)
      : config{std::move(given)}, catalogue{known}, outlet{out} {}

  void apply_parameters(const Mapping& mapping);
  void choose_trigger(const Mapping& mapping);
  void start(SimTime at);
  void close_gap(SimTime now);  // the FMU did not see the time since it stood still
  void advance(SimTime target);
  void handle_failure();
  void publish(SimTime stamp);
  void read_fields(std::size_t channel, SimTime at, const std::vector<core::Value>& values);
  bool started() const noexcept { return adapter != nullptr && !adapter->in_initialization_mode(); }
  bool runs() const noexcept { return state == NodeState::kActive && started(); }
  SimTime period() const noexcept {
    return SimTime{static_cast<std::int64_t>(std::llround(config.update_period_s * 1e9))};
  }

  NodeConfig config;
  const MessageCatalogue& catalogue;
  Outlet& outlet;
  std::unique_ptr<adapter::Adapter> adapter;
  Channels channels;
  InputArrays arrays;
  std::vector<InputFields> inputs;             // by channel; they point into arrays
  std::vector<OutputFields> outputs;           // by channel
  std::vector<std::optional<SimTime>> latest;  // stamp of the last message, by input channel
  Trigger trigger;
  std::optional<std::size_t> trigger_channel;  // kMessage: of inputs
  NodeState state{NodeState::kUnconfigured};
  bool is_paused{false}, has_finished{false}, held{false};
  std::string fault;
  Extent step_time_s, lateness_s;
  std::uint64_t overruns{0}, messages{0}, refused{0}, late_triggers{0}, faults{0}, published{0};
};

}  // namespace lockstep::middlewares
