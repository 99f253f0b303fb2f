// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ros/message_traits.h>

#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "message_types.hpp"

namespace fmi_adapter {

constexpr std::uint32_t kQueueSize = 1000;

/// Reads and writes one field of messages of type M.
template <class M>
struct FieldAccess {
  std::function<void(const M&, std::optional<std::size_t>, lockstep::core::Value&)> get;
  std::function<void(M&, std::optional<std::size_t>, const lockstep::core::Value&)> set;
};

/// The element of core::Value that carries a field of type T. Flags are uint8 in ROS and say so by `Flag`.
template <class T, bool Flag>
using Carrier = std::conditional_t<
    Flag, bool,
    std::conditional_t<
        std::is_floating_point_v<T>, double,
        std::conditional_t<std::is_signed_v<T> && std::is_integral_v<T>, std::int64_t,
                           std::conditional_t<std::is_integral_v<T>, std::uint64_t, std::string>>>>;

template <class C>
constexpr lockstep::middlewares::FieldKind kind_of() {
  using lockstep::middlewares::FieldKind;
  if constexpr (std::is_same_v<C, double>) return FieldKind::kReal;
  if constexpr (std::is_same_v<C, std::int64_t>) return FieldKind::kSigned;
  if constexpr (std::is_same_v<C, std::uint64_t>) return FieldKind::kUnsigned;
  if constexpr (std::is_same_v<C, bool>) return FieldKind::kFlag;
  return FieldKind::kText;
}

template <class M>
class Publisher final : public ChannelPublisher {
 public:
  Publisher(ros::NodeHandle& handle, const lockstep::middlewares::Channel& channel,
            const std::vector<FieldAccess<M>>& access, bool latch)
      : publisher_{handle.advertise<M>(channel.topic, kQueueSize, latch)} {
    for (const auto& binding : channel.fields)
      fields_.emplace_back(binding.index,
                           access[static_cast<std::size_t>(binding.field - channel.type->fields.data())]);
  }
  void publish(const ros::Time& stamp, const std::vector<lockstep::core::Value>& values) override {
    if (ros::Time* its_stamp = ros::message_traits::timeStamp(message_)) *its_stamp = stamp;
    for (std::size_t i = 0; i < fields_.size(); ++i)
      fields_[i].second.set(message_, fields_[i].first, values[i]);
    publisher_.publish(message_);
  }

 private:
  ros::Publisher publisher_;
  std::vector<std::pair<std::optional<std::size_t>, FieldAccess<M>>> fields_;
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
    using T = std::decay_t<decltype(reach(std::declval<M&>()))>;
    using C = Carrier<T, Flag>;
    FieldAccess<M> access;
    access.get = [reach](const M& message, std::optional<std::size_t>, lockstep::core::Value& value) {
      std::get<std::vector<C>>(value).assign(1, static_cast<C>(reach(message)));
    };
    access.set = [reach](M& message, std::optional<std::size_t>, const lockstep::core::Value& value) {
      const auto& elements = std::get<std::vector<C>>(value);
      if (!elements.empty()) reach(message) = static_cast<T>(elements.front());
    };
    return add(std::move(path), kind_of<C>(), false, std::move(access));
  }

  /// A list of numbers or texts.
  template <class Reach>
  TypeBuilder& list(std::string path, Reach reach) {
    using List = std::decay_t<decltype(reach(std::declval<M&>()))>;
    using T = typename List::value_type;
    using C = Carrier<T, false>;
    FieldAccess<M> access;
    access.get = [reach](const M& message, std::optional<std::size_t> index, lockstep::core::Value& value) {
      const List& source = reach(message);
      auto& target = std::get<std::vector<C>>(value);
      if (!index) return target.assign(source.begin(), source.end());
      target.clear();  // stays empty when the message is too short: the value is refused then
      if (*index < source.size()) target.push_back(static_cast<C>(source[*index]));
    };
    access.set = [reach](M& message, std::optional<std::size_t> index, const lockstep::core::Value& value) {
      const auto& source = std::get<std::vector<C>>(value);
      List& target = reach(message);
      if (!index) return target.assign(source.begin(), source.end());
      if (target.size() <= *index) target.resize(*index + 1);
      if (!source.empty()) target[*index] = static_cast<T>(source.front());
    };
    return add(std::move(path), kind_of<C>(), true, std::move(access));
  }

  std::unique_ptr<Ros1MessageType> build() {
    const auto access = std::make_shared<const std::vector<FieldAccess<M>>>(std::move(access_));
    type_.subscribe = [access](ros::NodeHandle& handle, const lockstep::middlewares::Channel& channel,
                               OnMessage on_message) {
      return subscribe(access, handle, channel, on_message);
    };
    type_.advertise = [access](ros::NodeHandle& handle, const lockstep::middlewares::Channel& channel,
                               bool latch) {
      return std::make_unique<Publisher<M>>(handle, channel, *access, latch);
    };
    return std::make_unique<Ros1MessageType>(std::move(type_));
  }

 private:
  TypeBuilder& add(std::string path, lockstep::middlewares::FieldKind kind, bool is_list,
                   FieldAccess<M> access) {
    type_.fields.push_back({std::move(path), kind, is_list});
    access_.push_back(std::move(access));
    return *this;
  }

  static ros::Subscriber subscribe(const std::shared_ptr<const std::vector<FieldAccess<M>>>& access,
                                   ros::NodeHandle& handle, const lockstep::middlewares::Channel& channel,
                                   const OnMessage& on_message) {
    struct Field {
      std::optional<std::size_t> index;
      FieldAccess<M> access;
    };
    auto fields = std::make_shared<std::vector<Field>>();
    auto values = std::make_shared<std::vector<lockstep::core::Value>>();
    for (const auto& binding : channel.fields) {
      const auto place = static_cast<std::size_t>(binding.field - channel.type->fields.data());
      fields->push_back({binding.index, (*access)[place]});
      values->push_back(lockstep::middlewares::empty_value(binding.field->kind));
    }
    const boost::function<void(const boost::shared_ptr<const M>&)> receive =
        [fields, values, on_message](const boost::shared_ptr<const M>& message) {
          for (std::size_t i = 0; i < fields->size(); ++i)
            (*fields)[i].access.get(*message, (*fields)[i].index, (*values)[i]);
          const ros::Time* stamp = ros::message_traits::timeStamp(*message);
          on_message(stamp != nullptr && !stamp->isZero() ? std::optional{*stamp} : std::nullopt, *values);
        };
    return handle.subscribe<M>(channel.topic, kQueueSize, receive);
  }

  Ros1MessageType type_;
  std::vector<FieldAccess<M>> access_;
};

}  // namespace fmi_adapter
