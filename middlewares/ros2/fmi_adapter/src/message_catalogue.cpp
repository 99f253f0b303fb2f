// SPDX-License-Identifier: Apache-2.0
#include "message_catalogue.hpp"

#include <algorithm>
#include <rclcpp/typesupport_helpers.hpp>

namespace fmi_adapter {
namespace {

using lockstep::core::SimTime;

constexpr std::int64_t kNanosecondsPerSecond = 1'000'000'000;

/// "pkg/Name" and "pkg/msg/Name" become "pkg/msg/Name"; anything else becomes empty.
std::string full_name(std::string_view name) {
  const auto first = name.find('/');
  if (first == std::string_view::npos || first == 0) return {};
  const std::string package{name.substr(0, first)};
  std::string_view rest = name.substr(first + 1);
  if (rest.substr(0, 4) == "msg/") rest = rest.substr(4);
  if (rest.empty() || rest.find('/') != std::string_view::npos) return {};
  return package + "/msg/" + std::string{rest};
}

/// rclcpp has had this under two names; the symbol is the same in all distributions.
const rosidl_message_type_support_t* type_support(rcpputils::SharedLibrary& library, std::string type,
                                                  const std::string& kind) {
  std::string symbol = kind + "__get_message_type_support_handle__";
  for (const char c : type)
    symbol += c == '/' ? std::string{"__"} : std::string{c};
  using Getter = const rosidl_message_type_support_t* (*)();
  return reinterpret_cast<Getter>(library.get_symbol(symbol))();
}

std::optional<FieldPlace> place_of(const MessageLayout& layout, std::string_view path) {
  for (std::size_t i = 0; i < layout.fields.size(); ++i) {
    if (layout.fields[i].path == path) return layout.places[i];
  }
  return {};
}

const Ros2MessageType& type_of(const lockstep::middlewares::Channel& channel) {
  return *static_cast<const Ros2MessageType*>(channel.type);
}

}  // namespace

Ros2MessageType::Ros2MessageType(const std::string& full_name)
    : library{rclcpp::get_typesupport_library(full_name, "rosidl_typesupport_cpp")},
      introspection{rclcpp::get_typesupport_library(full_name, "rosidl_typesupport_introspection_cpp")},
      handle{type_support(*library, full_name, "rosidl_typesupport_cpp")} {
  const auto* described = type_support(*introspection, full_name, "rosidl_typesupport_introspection_cpp");
  members = static_cast<const MessageMembers*>(described->data);
  layout = std::make_unique<MessageLayout>(*members);
  name = full_name;
  fields = layout->fields;
  for (const char* path : {"header.stamp", "stamp"}) {
    if (stamp_sec) break;
    stamp_sec = place_of(*layout, std::string{path} + ".sec");
    stamp_nanosec = place_of(*layout, std::string{path} + ".nanosec");
  }
  stamped = stamp_sec.has_value() && stamp_nanosec.has_value();
}

std::optional<SimTime> Ros2MessageType::stamp(const char* message) const {
  if (!stamped) return {};
  const auto seconds = *reinterpret_cast<const std::int32_t*>(message + stamp_sec->offset);
  const auto rest = *reinterpret_cast<const std::uint32_t*>(message + stamp_nanosec->offset);
  const SimTime time{seconds * kNanosecondsPerSecond + rest};
  return time.count() == 0 ? std::nullopt : std::optional{time};
}

void Ros2MessageType::set_stamp(char* message, SimTime stamp) const {
  if (!stamped) return;
  std::int64_t seconds = stamp.count() / kNanosecondsPerSecond, rest = stamp.count() % kNanosecondsPerSecond;
  if (rest < 0) {
    --seconds;
    rest += kNanosecondsPerSecond;
  }
  *reinterpret_cast<std::int32_t*>(message + stamp_sec->offset) = static_cast<std::int32_t>(seconds);
  *reinterpret_cast<std::uint32_t*>(message + stamp_nanosec->offset) = static_cast<std::uint32_t>(rest);
}

const Ros2MessageType* Ros2Catalogue::find(std::string_view name) const {
  const std::string full = full_name(name);
  if (full.empty()) return nullptr;
  auto& entry = types_[full];
  if (entry == nullptr) {
    try {
      entry = std::make_unique<Ros2MessageType>(full);
    } catch (const std::exception&) {  // package, library or symbol: the type is not installed
      return nullptr;
    }
  }
  return entry.get();
}

std::string Ros2Catalogue::known_types() const {
  return "every installed message type; see: ros2 interface list -m";
}

const Ros2MessageType* Ros2Catalogue::natural_type(lockstep::core::VariableType type, bool is_array) const {
  return find("std_msgs/" + lockstep::middlewares::standard_message(type, is_array));
}

ChannelPublisher::ChannelPublisher(const rclcpp::node_interfaces::NodeTopicsInterface::SharedPtr& topics,
                                   const lockstep::middlewares::Channel& channel, const rclcpp::QoS& qos)
    : type_{type_of(channel)},
      fields_{channel, *type_.layout},
      message_{*type_.members},
      serialization_{type_.handle},
      publisher_{rclcpp::create_generic_publisher(topics, channel.topic, type_.name, qos)} {}

void ChannelPublisher::publish(SimTime stamp, const std::vector<lockstep::core::Value>& fields) {
  type_.set_stamp(message_.data(), stamp);
  fields_.write(message_.data(), fields);
  serialization_.serialize_message(message_.data(), &serialized_);
  publisher_->publish(serialized_);
}

ChannelReader::ChannelReader(const lockstep::middlewares::Channel& channel)
    : type_{type_of(channel)},
      fields_{channel, *type_.layout},
      message_{*type_.members},
      serialization_{type_.handle} {}

const std::vector<lockstep::core::Value>& ChannelReader::read(const rclcpp::SerializedMessage& message) {
  serialization_.deserialize_message(&message, message_.data());
  return fields_.read(message_.data());
}

std::optional<SimTime> ChannelReader::stamp() {
  return type_.stamp(message_.data());
}

}  // namespace fmi_adapter
