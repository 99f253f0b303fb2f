// SPDX-License-Identifier: Apache-2.0
#include "message_layout.hpp"

#include <algorithm>
#include <rosidl_typesupport_introspection_cpp/field_types.hpp>
#include <type_traits>

#include "lockstep/core/error.hpp"
#include "lockstep/middlewares/api/carrier.hpp"

namespace fmi_adapter {
namespace {

namespace ros = rosidl_typesupport_introspection_cpp;
using lockstep::core::Value;
using lockstep::middlewares::bits_of;
using lockstep::middlewares::Carrier;
using lockstep::middlewares::kind_of;

/// As much of a text as the field may hold.
template <class T>
T fitting(T element, const MessageMember& member) {
  if constexpr (std::is_same_v<T, std::string>) {
    if (member.string_upper_bound_ > 0 && element.size() > member.string_upper_bound_)
      element.resize(member.string_upper_bound_);
  }
  return element;
}

template <class T>
struct Type {
  using type = T;
};

/// Calls `body` with the C++ type of a field; false: it cannot be mapped.
template <class Body>
bool with_type(std::uint8_t id, Body&& body) {
  switch (id) {
    case ros::ROS_TYPE_FLOAT:
      return body(Type<float>{}), true;
    case ros::ROS_TYPE_DOUBLE:
      return body(Type<double>{}), true;
    case ros::ROS_TYPE_CHAR:
    case ros::ROS_TYPE_OCTET:
    case ros::ROS_TYPE_UINT8:
      return body(Type<std::uint8_t>{}), true;
    case ros::ROS_TYPE_BOOLEAN:
      return body(Type<bool>{}), true;
    case ros::ROS_TYPE_INT8:
      return body(Type<std::int8_t>{}), true;
    case ros::ROS_TYPE_UINT16:
      return body(Type<std::uint16_t>{}), true;
    case ros::ROS_TYPE_INT16:
      return body(Type<std::int16_t>{}), true;
    case ros::ROS_TYPE_UINT32:
      return body(Type<std::uint32_t>{}), true;
    case ros::ROS_TYPE_INT32:
      return body(Type<std::int32_t>{}), true;
    case ros::ROS_TYPE_UINT64:
      return body(Type<std::uint64_t>{}), true;
    case ros::ROS_TYPE_INT64:
      return body(Type<std::int64_t>{}), true;
    case ros::ROS_TYPE_STRING:
      return body(Type<std::string>{}), true;
    default:
      return false;
  }
}

void add_fields(const MessageMembers& members, const std::string& prefix, std::size_t offset,
                MessageLayout& layout) {
  for (std::uint32_t i = 0; i < members.member_count_; ++i) {
    const MessageMember& member = members.members_[i];
    const std::string path = prefix + member.name_;
    if (member.type_id_ == ros::ROS_TYPE_MESSAGE) {
      if (member.is_array_) continue;
      add_fields(*static_cast<const MessageMembers*>(member.members_->data), path + ".",
                 offset + member.offset_, layout);
      continue;
    }
    with_type(member.type_id_, [&](auto type) {
      using T = typename decltype(type)::type;
      layout.fields.push_back({path, kind_of<Carrier<T>>(), member.is_array_, bits_of<T>()});
      layout.places.push_back({offset + member.offset_, &member});
    });
  }
}

bool is_bounded(const MessageMember& member) {
  return member.is_array_ && member.array_size_ > 0;
}

void set_size(char* field, const MessageMember& member, std::size_t size) {
  const bool fixed = is_bounded(member) && !member.is_upper_bound_;
  if (!fixed && member.resize_function != nullptr) member.resize_function(field, size);
}

}  // namespace

MessageLayout::MessageLayout(const MessageMembers& members) {
  add_fields(members, "", 0, *this);
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (fields[i].path != "data") continue;
    std::swap(fields[0], fields[i]);
    std::swap(places[0], places[i]);
  }
}

MessageMemory::MessageMemory(const MessageMembers& members)
    : members_{members}, bytes_{new char[members.size_of_]} {
  members_.init_function(bytes_.get(), rosidl_runtime_cpp::MessageInitialization::ALL);
}
MessageMemory::~MessageMemory() {
  members_.fini_function(bytes_.get());
}

void read_field(const char* message, const FieldPlace& place, std::optional<std::size_t> index,
                Value& value) {
  const MessageMember& member = *place.member;
  const char* field = message + place.offset;
  with_type(member.type_id_, [&](auto type) {
    using T = typename decltype(type)::type;
    using C = Carrier<T>;
    auto& elements = std::get<std::vector<C>>(value);
    if (!member.is_array_) {
      elements.assign(1, static_cast<C>(*reinterpret_cast<const T*>(field)));
      return;
    }
    elements.clear();
    const std::size_t size = member.size_function(field);
    const std::size_t first = index.value_or(0), last = index ? *index + 1 : size;
    if (last > size) return;
    T element{};
    for (std::size_t i = first; i < last; ++i) {
      member.fetch_function(field, i, &element);
      elements.push_back(static_cast<C>(element));
    }
  });
}

void write_field(char* message, const FieldPlace& place, std::optional<std::size_t> index,
                 const Value& value) {
  const MessageMember& member = *place.member;
  char* field = message + place.offset;
  with_type(member.type_id_, [&](auto type) {
    using T = typename decltype(type)::type;
    using C = Carrier<T>;
    const auto& elements = std::get<std::vector<C>>(value);
    if (elements.empty() && (index || !member.is_array_)) return;
    if (!member.is_array_) {
      *reinterpret_cast<T*>(field) = fitting(static_cast<T>(elements.front()), member);
      return;
    }
    const std::size_t present = member.size_function(field);
    std::size_t wanted = index ? std::max(present, *index + 1) : elements.size();
    if (is_bounded(member)) wanted = std::min(wanted, member.array_size_);
    if (wanted != present) set_size(field, member, wanted);
    const std::size_t room = member.size_function(field);
    const std::size_t first = index.value_or(0), last = index ? *index + 1 : elements.size();
    for (std::size_t i = first; i < std::min(last, room); ++i) {
      const T element = fitting(static_cast<T>(elements[i - first]), member);
      member.assign_function(field, i, &element);
    }
  });
}

BoundFields::BoundFields(const lockstep::middlewares::Channel& channel, const MessageLayout& layout) {
  for (const auto& binding : channel.fields) {
    const auto place = static_cast<std::size_t>(binding.field - channel.type->fields.data());
    const MessageMember& member = *layout.places[place].member;
    if (binding.index && is_bounded(member) && *binding.index >= member.array_size_) {
      throw lockstep::Error{lockstep::ErrorCode::kBadInput,
                            "topic '" + channel.topic + "': " + binding.field->path + "[" +
                                std::to_string(*binding.index) + "] does not exist, the field has room for " +
                                std::to_string(member.array_size_)};
    }
    fields_.push_back({binding.index, layout.places[place]});
    values_.push_back(lockstep::middlewares::empty_value(binding.field->kind));
  }
}

const std::vector<Value>& BoundFields::read(const char* message) {
  for (std::size_t i = 0; i < fields_.size(); ++i)
    read_field(message, fields_[i].place, fields_[i].index, values_[i]);
  return values_;
}

void BoundFields::write(char* message, const std::vector<Value>& values) const {
  for (std::size_t i = 0; i < fields_.size(); ++i)
    write_field(message, fields_[i].place, fields_[i].index, values[i]);
}

}  // namespace fmi_adapter
