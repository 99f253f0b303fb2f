// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cmath>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "extent.hpp"
#include "field_values.hpp"
#include "fmu_ports.hpp"
#include "lockstep/adapter/adapter.hpp"
#include "lockstep/middlewares/api/node_core.hpp"
#include "safe_ports.hpp"

namespace lockstep::middlewares {

struct NodeCore::Impl {
  Impl(NodeConfig given, const MessageCatalogue& known, Outlet& out)
      : config{std::move(given)}, catalogue{known}, outlet{out} {}

  void apply_parameters(const Mapping& mapping);
  void choose_trigger(const Mapping& mapping);
  void read_safe_values(const Mapping& mapping);
  void start(SimTime at);
  void close_gap(SimTime now);  // the FMU did not see the time since it stood still
  void skip_to(SimTime now);    // the same, because the time between is too much
  void stand_still() noexcept;  // pause, deactivation
  void work();
  /// Steps towards `target` until `end`; true: there, or as far as the FMU goes.
  bool approach(SimTime target, std::optional<std::chrono::steady_clock::time_point> end);
  void arrive(adapter::Advance outcome);
  void count_work();
  void handle_failure();
  void publish(SimTime stamp);
  void read_fields(std::size_t channel, SimTime at, const std::vector<core::Value>& values);
  bool accepts_stamp(std::size_t channel, SimTime at, SimTime present);
  bool is_too_far(SimTime ahead) const noexcept;
  SimTime last_target() const;
  bool started() const noexcept { return adapter != nullptr && !adapter->in_initialization_mode(); }
  bool runs() const noexcept { return state == NodeState::kActive && started(); }
  bool moves() const noexcept {
    const bool may =
        state == NodeState::kActive || (state == NodeState::kInactive && config.step_while_inactive);
    return may && started() && !is_paused && !has_finished;
  }
  bool busy() const noexcept { return !targets.empty() && moves(); }
  SimTime period() const noexcept {
    return SimTime{static_cast<std::int64_t>(std::llround(config.update_period_s * 1e9))};
  }

  NodeConfig config;
  const MessageCatalogue& catalogue;
  Outlet& outlet;
  std::unique_ptr<adapter::Adapter> adapter;
  std::map<const core::Variable*, std::vector<std::string>> mapped_values;  // parameters of the mapping
  std::unique_ptr<FmuPorts> ports;
  std::unique_ptr<SafePorts> safe;  // what outputs show after a fault with policy safe
  Channels channels;
  InputArrays arrays;
  std::vector<InputFields> inputs;             // by channel; they point into arrays
  std::vector<OutputFields> outputs;           // by channel
  std::vector<std::optional<SimTime>> latest;  // stamp of the last message, by input channel
  Trigger trigger;
  std::optional<std::size_t> trigger_channel;  // kMessage: of inputs
  std::deque<SimTime> targets;       // instants on the FMU's way, in their order; a timer has one at most
  std::optional<SimTime> far_stamp;  // of the last trigger, if it was refused for that
  NodeState state{NodeState::kUnconfigured};
  bool is_paused{false}, has_finished{false};
  bool held{false}, is_safe{false};  // after a fault: the FMU stays where it is
  std::string fault;
  std::chrono::duration<double> spent{0.0};  // on the first of `targets`
  Extent step_time_s, lateness_s;
  std::uint64_t overruns{0}, messages{0}, refused{0}, refused_stamps{0}, skipped_gaps{0}, late_triggers{0};
  std::uint64_t clipped{0}, faults{0}, published{0};
};

}  // namespace lockstep::middlewares
