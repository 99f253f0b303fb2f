// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ros/message_traits.h>

#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "lockstep/middlewares/api/carrier.hpp"
#include "message_types.hpp"

namespace fmi_adapter {

constexpr std::uint32_t kQueueSize = 1000;

/// Where a field lies in its message and how values go in and out. No template over messages: a hundred
/// fields of fifty types would take the compiler minutes.
struct FieldAccess {
  std::size_t offset;  ///< [bytes] from the start of the message
  void (*get)(const char* field, std::optional<std::size_t> index, lockstep::core::Value& value);
  void (*set)(char* field, std::optional<std::size_t> index, const lockstep::core::Value& value);
};

using lockstep::middlewares::bits_of;
using lockstep::middlewares::Carrier;  // flags are uint8 in ROS 1 and say so
using lockstep::middlewares::kind_of;

/// A number or text of type T.
template <class T, bool Flag>
FieldAccess scalar_access(std::size_t offset) {
  using C = Carrier<T, Flag>;
  return {offset,
          [](const char* field, std::optional<std::size_t>, lockstep::core::Value& value) {
            std::get<std::vector<C>>(value).assign(1, static_cast<C>(*reinterpret_cast<const T*>(field)));
          },
          [](char* field, std::optional<std::size_t>, const lockstep::core::Value& value) {
            const auto& elements = std::get<std::vector<C>>(value);
            if (!elements.empty()) *reinterpret_cast<T*>(field) = static_cast<T>(elements.front());
          }};
}

/// A std::vector of numbers or texts.
template <class List>
FieldAccess list_access(std::size_t offset) {
  using T = typename List::value_type;
  using C = Carrier<T, false>;
  return {offset,
          [](const char* field, std::optional<std::size_t> index, lockstep::core::Value& value) {
            const List& source = *reinterpret_cast<const List*>(field);
            auto& target = std::get<std::vector<C>>(value);
            if (!index) return target.assign(source.begin(), source.end());
            target.clear();  // stays empty when the message is too short: the value is refused then
            if (*index < source.size()) target.push_back(static_cast<C>(source[*index]));
          },
          [](char* field, std::optional<std::size_t> index, const lockstep::core::Value& value) {
            const auto& source = std::get<std::vector<C>>(value);
            List& target = *reinterpret_cast<List*>(field);
            if (!index) return target.assign(source.begin(), source.end());
            if (target.size() <= *index) target.resize(*index + 1);
            if (!source.empty()) target[*index] = static_cast<T>(source.front());
          }};
}

/// The fields of a channel with the means to reach them.
class BoundFields {
 public:
  BoundFields(const lockstep::middlewares::Channel& channel, const std::vector<FieldAccess>& access) {
    for (const auto& binding : channel.fields) {
      const auto place = static_cast<std::size_t>(binding.field - channel.type->fields.data());
      fields_.push_back({binding.index, access[place]});
      values_.push_back(lockstep::middlewares::empty_value(binding.field->kind));
    }
  }
  const std::vector<lockstep::core::Value>& read(const void* message) {
    for (std::size_t i = 0; i < fields_.size(); ++i) {
      const Field& field = fields_[i];
      field.access.get(static_cast<const char*>(message) + field.access.offset, field.index, values_[i]);
    }
    return values_;
  }
  void write(void* message, const std::vector<lockstep::core::Value>& values) const {
    for (std::size_t i = 0; i < fields_.size(); ++i) {
      const Field& field = fields_[i];
      field.access.set(static_cast<char*>(message) + field.access.offset, field.index, values[i]);
    }
  }

 private:
  struct Field {
    std::optional<std::size_t> index;
    FieldAccess access;
  };
  std::vector<Field> fields_;
  std::vector<lockstep::core::Value> values_;
};

template <class M>
class Publisher final : public ChannelPublisher {
 public:
  Publisher(ros::NodeHandle& handle, const lockstep::middlewares::Channel& channel,
            const std::vector<FieldAccess>& access, bool latch)
      : publisher_{handle.advertise<M>(channel.topic, kQueueSize, latch)}, fields_{channel, access} {}
  void publish(const ros::Time& stamp, const std::vector<lockstep::core::Value>& values) override {
    if (ros::Time* its_stamp = ros::message_traits::timeStamp(message_)) *its_stamp = stamp;
    fields_.write(&message_, values);
    publisher_.publish(message_);
  }

 private:
  ros::Publisher publisher_;
  BoundFields fields_;
  M message_;
};

/// Describes a message type field by field: TypeBuilder<std_msgs::Float64>("std_msgs/Float64").field("data",
/// [](auto& m)
/// -> auto& { return m.data; }).
template <class M>
class TypeBuilder {
 public:
  explicit TypeBuilder(std::string name) {
    type_.name = std::move(name);
    if constexpr (ros::message_traits::HasHeader<M>::value) {
      type_.stamped = true;
      field(
          "header.frame_id", [](auto& m) -> auto& { return m.header.frame_id; });
    }
  }

  /// A number or text.
  template <bool Flag = false, class Reach>
  TypeBuilder& field(std::string path, Reach reach) {
    using T = std::decay_t<decltype(reach(sample_))>;
    return add({std::move(path), kind_of<Carrier<T, Flag>>(), false, bits_of<T>()},
               scalar_access<T, Flag>(offset(reach(sample_))));
  }
  /// A list of numbers or texts.
  template <class Reach>
  TypeBuilder& list(std::string path, Reach reach) {
    using List = std::decay_t<decltype(reach(sample_))>;
    using T = typename List::value_type;
    return add({std::move(path), kind_of<Carrier<T, false>>(), true, bits_of<T>()},
               list_access<List>(offset(reach(sample_))));
  }

  std::unique_ptr<Ros1MessageType> build() {
    const auto access = std::make_shared<const std::vector<FieldAccess>>(std::move(access_));
    type_.subscribe = [access](ros::NodeHandle& handle, const lockstep::middlewares::Channel& channel,
                               const OnMessage& on_message) {
      auto fields = std::make_shared<BoundFields>(channel, *access);
      const boost::function<void(const boost::shared_ptr<const M>&)> receive =
          [fields, on_message](const boost::shared_ptr<const M>& message) {
            const ros::Time* stamp = ros::message_traits::timeStamp(*message);
            on_message(stamp != nullptr && !stamp->isZero() ? std::optional{*stamp} : std::nullopt,
                       fields->read(message.get()));
          };
      // Small messages must not wait for company: without this a round trip takes 40 ms.
      return handle.subscribe<M>(channel.topic, kQueueSize, receive, {}, ros::TransportHints().tcpNoDelay());
    };
    type_.advertise = [access](ros::NodeHandle& handle, const lockstep::middlewares::Channel& channel,
                               bool latch) {
      return std::make_unique<Publisher<M>>(handle, channel, *access, latch);
    };
    return std::make_unique<Ros1MessageType>(std::move(type_));
  }

 private:
  template <class T>
  std::size_t offset(const T& field) const {
    return static_cast<std::size_t>(reinterpret_cast<const char*>(&field) -
                                    reinterpret_cast<const char*>(&sample_));
  }
  TypeBuilder& add(lockstep::middlewares::MessageField field, FieldAccess access) {
    type_.fields.push_back(std::move(field));
    access_.push_back(access);
    return *this;
  }

  M sample_;  // only its layout counts
  Ros1MessageType type_;
  std::vector<FieldAccess> access_;
};

}  // namespace fmi_adapter
