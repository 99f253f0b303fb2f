// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/core/value.hpp"

namespace lockstep::middlewares {

/// What a message field holds. In code a field is a core::Value: doubles for kReal, int64 for kSigned, uint64
/// for kUnsigned, bool for kFlag, strings for kText; one element, or as many as an array has.
enum class FieldKind : std::uint8_t { kReal, kSigned, kUnsigned, kFlag, kText };
std::string_view to_string(
    FieldKind kind) noexcept;  ///< "real", "integer", "unsigned integer", "boolean", "text"

/// An empty value of the alternative that carries `kind`.
core::Value empty_value(FieldKind kind);

/// A field that can be mapped, e.g. "twist.linear.x", or "position", which is an array.
struct MessageField {
  std::string path;
  FieldKind kind{FieldKind::kReal};
  bool is_array{false};
  std::uint8_t bits{64};  ///< of a number: 8, 16, 32 or 64
};

/// What an integer field can hold.
struct IntegerRange {
  std::int64_t low;
  std::uint64_t high;
};
IntegerRange range_of(const MessageField& field) noexcept;

/// A message type a middleware can convert.
struct MessageType {
  std::string name;  ///< "geometry_msgs/TwistStamped"
  bool stamped{false};
  std::vector<MessageField> fields;

  const MessageField* find(std::string_view path) const noexcept;
};

/// A service a middleware can offer: what a call brings. Its answer is success or not, and a text.
struct ServiceType {
  std::string name;  ///< "std_srvs/SetBool"
  MessageType call;
};

/// The message of the ROS package std_msgs for one variable: "Float64", "UInt8MultiArray" for arrays of
/// Boolean and Binary. There is no such message for an array of texts, "StringMultiArray".
std::string standard_message(core::VariableType type, bool is_array);

/// All message types of a middleware. Lives as long as the node.
class MessageCatalogue {
 public:
  virtual ~MessageCatalogue() = default;
  /// Null: this middleware does not know the type.
  virtual const MessageType* find(std::string_view name) const = 0;
  /// Null: this middleware does not know the service.
  virtual const ServiceType* find_service(std::string_view name) const {
    static_cast<void>(name);
    return nullptr;
  }
  /// For error messages: "std_srvs/Trigger, std_srvs/SetBool"; empty: there are none.
  virtual std::string known_services() const { return {}; }
  /// For error messages: "std_msgs/*, geometry_msgs/*, sensor_msgs/JointState".
  virtual std::string known_types() const = 0;
  /// The type for one variable on a topic of its own; the field with the value is the only one in its
  /// `fields` that matters and comes first. Null: there is none (an array of texts).
  virtual const MessageType* natural_type(core::VariableType type, bool is_array) const = 0;
};

}  // namespace lockstep::middlewares
