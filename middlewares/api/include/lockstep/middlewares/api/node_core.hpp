// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lockstep/core/log.hpp"
#include "lockstep/core/span.hpp"
#include "lockstep/devices/api/options.hpp"
#include "lockstep/middlewares/api/channels.hpp"
#include "lockstep/middlewares/api/parameter_info.hpp"

namespace lockstep::middlewares {

enum class NodeState : std::uint8_t { kUnconfigured, kInactive, kActive, kFaulted };
std::string_view to_string(NodeState state) noexcept;

/// What a node does when its FMU fails: kStop (the node is faulted and publishes nothing until it is reset),
/// kSafe (outputs have the safe values of the mapping), kHold (outputs keep their last value) or kRestart
/// (the FMU starts again at the present time). Reads "stop", "safe", "hold" or "restart"; throws
/// Error{kBadInput}.
devices::FaultPolicy parse_fault_policy(std::string_view text);

/// What a node does when the time it follows jumps back (a simulator was reset, a recording starts again).
enum class JumpPolicy : std::uint8_t {
  kRestart,   ///< the FMU starts again, with its initial values, at the new time
  kContinue,  ///< the FMU goes on where it is
};
/// "restart" or "continue"; throws Error{kBadInput}.
JumpPolicy parse_jump_policy(std::string_view text);

struct NodeConfig {
  std::string fmu_path;
  double step_size_s{0.0};  ///< 0: the FMU's default
  double update_period_s{0.01};
  std::string mapping_file;  ///< empty: none
  std::string trigger;       ///< empty: the mapping's, else timer
  std::string isolation;     ///< "process" or "none"; empty: the mapping's, else core::Isolation::kAutomatic
  std::optional<double> call_limit_s;  ///< IsolationOptions::call_limit_s; empty: the mapping's, else 60
  bool interpolate{true};
  bool honour_stop_time{false};
  bool publish_start{false};  ///< outputs at the start time too; always with a message as trigger
  bool allow_unknown_parameters{false};
  /// The timer steps an inactive node too, from its first call on; only publishing waits for activate().
  bool step_while_inactive{false};
  devices::FaultPolicy fault_policy{devices::FaultPolicy::kStop};
  JumpPolicy jump_policy{JumpPolicy::kRestart};
  std::size_t max_points{65'536};
  /// [s] how far ahead of the FMU an instant may lie; 0: as far as one likes. A message stamped beyond it is
  /// refused; a timer that comes beyond it finds the FMU going on there as after a pause.
  double max_advance_s{3600.0};
  /// How long a call may work, of the wall clock; then busy() says that there is more to do.
  std::chrono::nanoseconds slice{std::chrono::milliseconds{50}};
  std::vector<NamedParameter> parameters;  ///< all the middleware knows for this node
};

/// What a node says about itself, for /diagnostics and alike.
struct NodeDiagnostics {
  enum class Level : std::uint8_t { kOk, kWarning, kError };
  Level level{Level::kOk};
  std::string message;
  std::vector<std::pair<std::string, std::string>> values;
};

/// The side of the middleware that NodeCore talks to.
class Outlet {
 public:
  virtual ~Outlet() = default;
  /// `fields` has one value for each field of the channel, of the alternative of the field's kind.
  virtual void publish(std::size_t output_channel, SimTime stamp, const std::vector<core::Value>& fields) = 0;
  virtual void log(core::LogLevel level, const std::string& text) = 0;
  /// The full name of a topic: two topics are the same when this is. A middleware with namespaces or other
  /// names for topics overrides it; it may throw for what is no name.
  virtual std::string resolve(const std::string& topic) const { return topic; }
};

/// The answer of a request.
struct Reply {
  bool success{false};
  std::string message;
};

/// Everything a node with an FMU does, but for the messages themselves: a shell around it (ROS 1, ROS 2)
/// makes subscriptions and publishers from channels(), converts messages to field values, and calls in.
///
/// configure() reads the mapping, loads the FMU, applies parameters: throws Error with all mistakes, and the
/// node stays unconfigured. activate(now) starts it: FMU time 0 is `now`, or with a message as trigger the
/// stamp of the first one. From there on nothing throws: failures follow the fault policy. A pause, or the
/// time between deactivate() and the next activate(), stops the FMU's time; after it the FMU continues as if
/// there had been none. One thread at a time.
class NodeCore {
 public:
  /// Names of parameters that belong to the node and never to the FMU.
  static Span<const std::string_view> reserved_names() noexcept;

  NodeCore(NodeConfig config, const MessageCatalogue& catalogue, Outlet& outlet);
  ~NodeCore();
  NodeCore(const NodeCore&) = delete;
  NodeCore& operator=(const NodeCore&) = delete;

  void configure();
  void activate(SimTime now);
  /// Holds: the FMU stays where it is and nothing is published until activate(). A faulted node stays so.
  void deactivate() noexcept;
  /// Back to unconfigured; configure() may be called again.
  void cleanup() noexcept;

  NodeState state() const noexcept;
  const Channels& channels() const noexcept;
  const Trigger& trigger() const noexcept;
  /// Of a configured node: what it shows as parameters, with the values that were given.
  std::vector<ParameterInfo> parameters() const;
  /// The FMU ended, or its stop time is reached: the node has nothing more to do.
  bool finished() const noexcept;
  bool paused() const noexcept;

  /// Trigger timer: steps to `now` and publishes. `lateness_s`: how late the call came.
  void on_timer(SimTime now, double lateness_s);
  /// Field values of a message, one for each field of the channel. `stamp` is that of its header, if it has
  /// one.
  void on_message(std::size_t input_channel, std::optional<SimTime> stamp, SimTime arrival,
                  const std::vector<core::Value>& fields);
  /// Whether every input channel has had a message stamped `instant` or later: with this a node that drives
  /// the clock steps when all inputs of the instant are there.
  bool inputs_ready(SimTime instant) const noexcept;

  /// The FMU is on its way to an instant it was sent to. Calls return after a slice of work, so that the
  /// shell can serve requests between; it calls work() until the node is no longer busy. A pause or
  /// deactivation ends the way of a timer, and interrupts that of a message.
  bool busy() const noexcept;
  void work();

  Reply pause(bool pause, SimTime now);
  /// One update period; for a paused node, or with trigger service.
  Reply step();
  /// Starts the FMU again, with its initial values, at `now`.
  Reply reset(SimTime now);
  /// The time this node follows jumped back to `now`.
  void on_jump_back(SimTime now);
  /// A tunable parameter, by its FMU name or its plain name.
  Reply set_parameter(const std::string& name, const ParameterValue& value);

  NodeDiagnostics diagnostics() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace lockstep::middlewares
