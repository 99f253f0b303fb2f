// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/core/config_node.hpp"
#include "lockstep/core/error.hpp"
#include "lockstep/devices/api/options.hpp"

namespace lockstep::middlewares {

/// When the FMU is stepped.
struct Trigger {
  enum class Kind : std::uint8_t {
    kTimer,    ///< every update period, to the present time
    kMessage,  ///< each message on `topic` steps to its stamp; outputs carry that stamp
    kService,  ///< only when a step is asked for
  };
  Kind kind{Kind::kTimer};
  std::string topic;  ///< kMessage: a channel of `inputs`, or the topic of an input; its full name will do
};

/// "timer", "service" or "message: <topic>". Throws Error{kBadInput}.
Trigger parse_trigger(std::string_view text);

/// One line of a mapping: a field of the message and what it is connected to.
struct MappedField {
  std::string path;                   ///< "twist.linear.x", "position[1]"
  std::string port;                   ///< full name of a port; empty: a constant
  std::vector<std::string> constant;  ///< outputs only: what the field always holds, as text
  SourceLocation where;
};

/// A name and its fixed value: a parameter of an FMU, an argument of a request.
struct MappedParameter {
  std::string name;  ///< as in FMU or world
  std::vector<std::string> values;
  SourceLocation where;
};

/// A world waits before each step for a message of a topic with the stamp of the step, or a later one.
struct KeepStep {
  std::optional<double> period_s;  ///< only in the first step at or after each multiple; empty: in every step
  std::optional<double> timeout_s;                               ///< of the wall clock; empty: wait for ever
  devices::FaultPolicy on_timeout{devices::FaultPolicy::kStop};  ///< or kHold
};

/// One topic with a message of several fields, or one service.
struct MappedTopic {
  std::string topic;
  std::string type;
  std::vector<MappedField> fields;
  SourceLocation where;
  // --- worlds only
  std::string request;  ///< inputs and services: what each message asks for; empty: nothing
  std::vector<MappedParameter> arguments;  ///< of the request, besides those in fields
  std::optional<double> every_s;           ///< outputs: time of the world between two messages
  std::optional<KeepStep> keep_step;       ///< inputs
};

struct MappedName {
  std::string port, topic;
  SourceLocation where;
};

/// What a mapping file says, for an FMU and for a world alike: to the right of a field stands a port, that is
/// a variable of the FMU, or a signal, an inlet or an argument of a request of the world. Names are not
/// checked against a model here.
///
/// ```yaml
/// inputs:
///   cmd_vel: {type: geometry_msgs/TwistStamped, twist.linear.x: v, twist.angular.z: w}
/// outputs:
///   joint_states:
///     type: sensor_msgs/JointState
///     name: {constant: [hip, knee]}
///     position[0]: q1
///     position[1]: q2
/// trigger: {message: cmd_vel}     # or timer (default), or service
/// parameters: {"body.mass": 3.5}  # FMU names; for those that collide in ROS
/// safe: {q1: 0, q2: 0}            # outputs after a fault, with fault_policy: safe
/// topics: {"der(a)": velocity}    # another name for a variable's own topic
/// own_topics: unmapped            # or all, none: which inputs and outputs get a topic of their own
/// isolation: process              # the FMU in a worker; also call_limit, max_memory, permissions
/// ```
///
/// Worlds have no trigger, parameters and safe values, but
///
/// ```yaml
/// inputs:
///   target: {type: std_msgs/Float64, data: arm/board/target, lockstep: {timeout: 1, on_timeout: hold}}
///   steps: {type: std_msgs/Int64, request: world/step, data: count}     # each message is a request
/// outputs:
///   knee: {type: std_msgs/Float64, data: arm/knee/position, every: 0.01}  # s; else the node's period
/// services:
///   rewind: {type: std_srvs/Trigger, request: world/reset, arguments: {what: time}}
/// ```
struct Mapping {
  enum class OwnTopics : std::uint8_t { kUnmapped, kAll, kNone };
  std::vector<MappedTopic> inputs, outputs, services;
  std::optional<Trigger> trigger;
  std::vector<MappedParameter> parameters, safe;
  std::vector<MappedName> topics;
  OwnTopics own_topics{OwnTopics::kUnmapped};
  core::ConfigNode isolation{"isolation"};  ///< children: the fields of core::read_isolation
};

/// Throws Error{kBadInput} with every mistake and its line; Error{kNotFound} when there is no such file.
Mapping read_mapping(const std::filesystem::path& file);
/// The same from text; `name` stands in the messages.
Mapping parse_mapping(const std::string& text, const std::string& name);

}  // namespace lockstep::middlewares
