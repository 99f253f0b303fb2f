// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "json_value.hpp"
#include "lockstep/runtime/tap.hpp"

namespace lockstep::viewer {

/// A stream that clients can subscribe to.
struct Channel {
  enum class Content : std::uint8_t { kSignals, kPoses, kTransforms, kScene, kLog, kState };
  std::uint32_t id{0};
  std::string topic;
  std::string encoding{"json"};
  std::string schema_name;
  std::string schema;  ///< JSON Schema; empty for what is not JSON
  Content content{Content::kSignals};
  std::vector<std::size_t> columns{};  ///< of the tap; kSignals

  Json advertisement() const;
};

/// The signals grouped by component, with the topics and schemas that recordings (record::McapWriter) have:
/// `arm/motor/current` is the field `current` on the topic `/arm/motor`, and signals without a '/' are on
/// `/signals`. Arrays are one property for each element, `position[1]` first.
std::vector<Channel> signal_channels(const std::vector<runtime::TapColumn>& columns);

/// What signals do not say: poses of all links, the scene, the log, and whether the world is paused.
std::vector<Channel> standard_channels();

/// A row as the message of a channel of signals.
std::string signals_message(const Channel& channel, const std::vector<runtime::TapColumn>& columns,
                            const runtime::TapRow& row);

}  // namespace lockstep::viewer
