// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lockstep/middlewares/api/node_core.hpp"
#include "lockstep/runtime/runtime.hpp"

namespace lockstep::middlewares {

struct BridgeConfig {
  std::string mapping_file;               ///< empty: none
  std::optional<SimTime> publish_period;  ///< of outputs without `every`; empty: every step
  std::optional<SimTime> clock_period;    ///< of the clock; empty: every step
  /// The message type of joint states, as the middleware calls it: a topic "joint_states" with position,
  /// velocity and effort of every joint, unless the mapping has one of that name. Empty: no such topic.
  std::string joint_states;
  /// [s] how far ahead of the world a stamp may lie; a message beyond it is refused. 0: no limit.
  double max_advance_s{3600.0};
};

/// The side of the middleware that a WorldBridge talks to.
class WorldOutlet : public Outlet {
 public:
  /// The time of the world.
  virtual void publish_clock(SimTime time) = 0;
};

/// A world on a middleware: its signals, inlets and requests as topics and services, by a mapping file as
/// that of FMU nodes. A shell around it (ROS 1) makes subscriptions, publishers and services from channels(),
/// converts messages to field values, and calls in.
///
/// 1. Construct between Runtime::bind() and start(), in the thread that drives the world. Throws
///    Error{kBadInput} with all mistakes of the mapping.
/// 2. Let one thread call publish() again and again, and run the world. Everything else may be called from
///    any thread; nothing touches the step but the doors of the world.
///
/// A message on an input topic writes its inlets, with the stamp of its header where it has one, or sends
/// its request. Refused, counted and logged with the topic's name is a message with a value that does not fit
/// (size, NaN, range), one older than the last one of its topic, and one stamped ahead of the world by more
/// than max_advance_s.
///
/// Lock step: before a step the world waits for a message of each topic with `lockstep:`, stamped with the
/// time of that step; a node that answers to a message of this world gives its answer the stamp of what it
/// answers to. Over the barrier of the doors.
class WorldBridge {
 public:
  /// The runtime, the catalogue and the outlet outlive it.
  WorldBridge(runtime::Runtime& runtime, const BridgeConfig& config, const MessageCatalogue& catalogue,
              WorldOutlet& outlet);
  /// Leaves the barrier.
  ~WorldBridge();
  WorldBridge(const WorldBridge&) = delete;
  WorldBridge& operator=(const WorldBridge&) = delete;

  const Channels& channels() const noexcept;
  /// The world waits for messages of at least one topic: whoever sends them must get every output, also when
  /// it comes late.
  bool keeps_step() const noexcept;

  /// Field values of a message, one for each field of the channel. `stamp` is that of its header, if it has
  /// one that is not 0.
  void on_message(std::size_t input_channel, std::optional<SimTime> stamp,
                  const std::vector<core::Value>& fields);
  /// A call of a service: waits for the reply until `go_on` says no (asked every 50 ms). Never in the thread
  /// that drives the world.
  Reply call(std::size_t service, const std::vector<core::Value>& fields, const std::function<bool()>& go_on);
  /// The same for a request by name.
  Reply ask(const std::string& request, std::vector<core::Value> arguments,
            const std::function<bool()>& go_on);

  /// Waits for a step of the world, at most `limit` of the wall clock, and publishes clock and outputs that
  /// are due. False: there was none; the clock is repeated then, for those who come while time stands still.
  bool publish(std::chrono::nanoseconds limit);

  NodeDiagnostics diagnostics() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace lockstep::middlewares
