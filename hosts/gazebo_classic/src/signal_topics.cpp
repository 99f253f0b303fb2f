// SPDX-License-Identifier: Apache-2.0
#include "signal_topics.hpp"

namespace lockstep::hosts::gazebo_classic {
namespace {

constexpr std::int64_t kPeriod_ns = 20'000'000;

void add_number(gazebo::msgs::Param_V& message, const std::string& name) {
  gazebo::msgs::Param& param = *message.add_param();
  param.set_name(name);
  param.mutable_value()->set_type(gazebo::msgs::Any::DOUBLE);
}

}  // namespace

SignalTopics::SignalTopics(runtime::Runtime& runtime, const std::string& world) {
  for (const runtime::SignalTable::Entry& entry : runtime.signals().entries()) {
    if (entry.writer == runtime::SignalTable::kHost || entry.owner != runtime.owner()) continue;
    const std::size_t split = entry.info.name.rfind('/');
    const std::string device = entry.info.name.substr(0, split);
    if (topics_.empty() || topics_.back().device != device) {
      topics_.push_back({device, {}, {}, {}});
      add_number(topics_.back().message, "time");
    }
    const std::string name = entry.info.name.substr(split + 1);
    for (std::uint32_t i = 0; i < entry.info.count; ++i)
      add_number(topics_.back().message,
                 entry.info.count == 1 ? name : name + '[' + std::to_string(i + 1) + ']');
    topics_.back().signals.push_back(runtime.watch(entry.info.name));
  }
  if (topics_.empty()) return;
  node_.reset(new gazebo::transport::Node);
  node_->Init(world);
  for (Topic& topic : topics_)
    topic.publisher = node_->Advertise<gazebo::msgs::Param_V>("~/" + topic.device + "/signals");
}

void SignalTopics::show(std::int64_t now_ns) {
  // A time that was put back is seen as one that is too far away.
  if (now_ns < next_ns_ && next_ns_ - now_ns < 2 * kPeriod_ns) return;
  next_ns_ = now_ns + kPeriod_ns;
  for (Topic& topic : topics_) {
    if (!topic.publisher->HasConnections()) continue;
    int next = 0;
    const auto put = [&topic, &next](double value) {
      topic.message.mutable_param(next++)->mutable_value()->set_double_value(value);
    };
    put(static_cast<double>(now_ns) * 1e-9);
    for (const runtime::SignalView& signal : topic.signals) {
      for (std::uint32_t i = 0; i < signal.info->count; ++i)
        put(signal.number(i));
    }
    topic.publisher->Publish(topic.message);
  }
}

}  // namespace lockstep::hosts::gazebo_classic
