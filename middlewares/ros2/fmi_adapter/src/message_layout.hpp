// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <rosidl_typesupport_introspection_cpp/message_introspection.hpp>
#include <string>
#include <vector>

#include "lockstep/middlewares/api/channels.hpp"

namespace fmi_adapter {

using rosidl_typesupport_introspection_cpp::MessageMember;
using rosidl_typesupport_introspection_cpp::MessageMembers;

/// Where a field lies in its message.
struct FieldPlace {
  std::size_t offset{0};  ///< [bytes] from the start of the message
  const MessageMember* member{nullptr};
};

/// All fields of a message that can be mapped, with their places in the same order: numbers, truth values,
/// texts and arrays of them, in messages inside messages too. Fields of messages in an array, and wide texts,
/// are not among them. A field `data` comes first: it is the one that matters in the messages of std_msgs.
struct MessageLayout {
  explicit MessageLayout(const MessageMembers& members);

  std::vector<lockstep::middlewares::MessageField> fields;
  std::vector<FieldPlace> places;
};

/// One message in memory.
class MessageMemory {
 public:
  explicit MessageMemory(const MessageMembers& members);
  ~MessageMemory();
  MessageMemory(const MessageMemory&) = delete;
  MessageMemory& operator=(const MessageMemory&) = delete;
  char* data() noexcept { return bytes_.get(); }

 private:
  const MessageMembers& members_;
  std::unique_ptr<char[]> bytes_;  // aligned for every type by new
};

/// The elements of a field into `value`, or the one at `index`; none when the array is too short.
void read_field(const char* message, const FieldPlace& place, std::optional<std::size_t> index,
                lockstep::core::Value& value);
/// The other way round. An array grows as needed, up to its bound; a text is cut at its own.
void write_field(char* message, const FieldPlace& place, std::optional<std::size_t> index,
                 const lockstep::core::Value& value);

/// The fields of one channel. Throws lockstep::Error{kBadInput} for an index beyond a bounded array.
class BoundFields {
 public:
  BoundFields(const lockstep::middlewares::Channel& channel, const MessageLayout& layout);

  const std::vector<lockstep::core::Value>& read(const char* message);
  void write(char* message, const std::vector<lockstep::core::Value>& values) const;

 private:
  struct Field {
    std::optional<std::size_t> index;
    FieldPlace place;
  };
  std::vector<Field> fields_;
  std::vector<lockstep::core::Value> values_;
};

}  // namespace fmi_adapter
