// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/core/error.hpp"

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
  std::string variable;               ///< FMU name; empty: a constant
  std::vector<std::string> constant;  ///< outputs only: what the field always holds, as text
  SourceLocation where;
};

/// One topic with a message of several fields.
struct MappedTopic {
  std::string topic;
  std::string type;
  std::vector<MappedField> fields;
  SourceLocation where;
};

struct MappedParameter {
  std::string name;  ///< FMU name
  std::vector<std::string> values;
  SourceLocation where;
};

struct MappedName {
  std::string variable, topic;
  SourceLocation where;
};

/// What a mapping file says. Names are not checked against an FMU here.
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
/// topics: {"der(a)": velocity}    # another name for a variable's own topic
/// own_topics: unmapped            # or all, none: which inputs and outputs get a topic of their own
/// ```
struct Mapping {
  enum class OwnTopics : std::uint8_t { kUnmapped, kAll, kNone };
  std::vector<MappedTopic> inputs, outputs;
  std::optional<Trigger> trigger;
  std::vector<MappedParameter> parameters;
  std::vector<MappedName> topics;
  OwnTopics own_topics{OwnTopics::kUnmapped};
};

/// Throws Error{kBadInput} with every mistake and its line; Error{kNotFound} when there is no such file.
Mapping read_mapping(const std::filesystem::path& file);
/// The same from text; `name` stands in the messages.
Mapping parse_mapping(const std::string& text, const std::string& name);

}  // namespace lockstep::middlewares
