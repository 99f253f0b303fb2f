// SPDX-License-Identifier: Apache-2.0
#include "shared_world.hpp"

#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "protocol.hpp"

namespace lockstep::viewer {
namespace {

constexpr std::uintmax_t kLargestMesh = 256U << 20;

void put(std::string& out, double number) {
  const auto value = static_cast<float>(number);
  char bytes[sizeof value];
  std::memcpy(bytes, &value, sizeof value);  // all platforms of ours are little-endian
  out.append(bytes, sizeof value);
}

}  // namespace

SharedWorld::SharedWorld(runtime::Doors& of, Scene what, std::string world_name, core::SimTime step)
    : doors{of}, name{std::move(world_name)}, scene{std::move(what)}, feed{of, step} {
  channels = standard_channels();
  for (Channel& channel : signal_channels(feed.columns()))
    channels.push_back(std::move(channel));
  for (std::size_t i = 0; i < channels.size(); ++i)
    channels[i].id = static_cast<std::uint32_t>(i + 1);
  for (runtime::PortInfo& port : of.ports()) {
    if (port.kind == runtime::PortInfo::Kind::kInlet)
      inlets.push_back(std::move(port));
    else if (port.kind == runtime::PortInfo::Kind::kRequest)
      requests.push_back(std::move(port));
  }
  for (const std::string& prefix : scene.signal_prefixes) {
    const auto position = feed.column(prefix + "position");
    const auto orientation = feed.column(prefix + "orientation");
    if (position && orientation) links_.push_back({*position, *orientation});
  }
}

std::string SharedWorld::poses() const {
  std::string out;
  if (!newest) return out;
  for (const LinkColumns& link : links_) {
    for (std::uint32_t i = 0; i < 3; ++i)
      put(out, newest->number(feed.columns()[link.position], i));
    for (std::uint32_t i = 0; i < 4; ++i)
      put(out, newest->number(feed.columns()[link.orientation], i));
  }
  return out;
}

Json SharedWorld::transforms() const {
  Json list = Json::array();
  for (std::size_t l = 0; newest && l < links_.size(); ++l) {
    const auto p = [&](std::uint32_t i) { return newest->number(feed.columns()[links_[l].position], i); };
    const auto q = [&](std::uint32_t i) { return newest->number(feed.columns()[links_[l].orientation], i); };
    list.push_back({{"timestamp", protocol::stamp(newest->stamp)},
                    {"parent_frame_id", name},
                    {"child_frame_id", scene.link_names[l]},
                    {"translation", {{"x", p(0)}, {"y", p(1)}, {"z", p(2)}}},
                    {"rotation", {{"x", q(0)}, {"y", q(1)}, {"z", q(2)}, {"w", q(3)}}}});
  }
  return {{"transforms", std::move(list)}};
}

Json SharedWorld::state() const {
  return {{"time", static_cast<double>(time().count()) * 1e-9},
          {"step", newest ? newest->step : 0},
          {"paused", doors.paused()},
          {"lost", feed.lost()}};
}

std::optional<std::string> SharedWorld::mesh(std::size_t index) const {
  if (index >= scene.meshes.size()) return std::nullopt;
  std::error_code failed;
  const std::uintmax_t size = std::filesystem::file_size(scene.meshes[index], failed);
  std::ifstream file{scene.meshes[index], std::ios::binary};
  if (failed || size > kLargestMesh || !file) return std::nullopt;
  return std::string{std::istreambuf_iterator<char>{file}, {}};
}

std::optional<std::string> SharedWorld::mesh(std::string_view index) const {
  if (index.empty() || index.size() > 6) return std::nullopt;
  std::size_t number = 0;
  for (const char c : index) {
    if (c < '0' || c > '9') return std::nullopt;
    number = number * 10 + static_cast<std::size_t>(c - '0');
  }
  return mesh(number);
}

Json SharedWorld::value(const runtime::PortInfo& port) const {
  const auto column = newest ? feed.column(port.name) : std::nullopt;
  if (!column) return nullptr;
  return to_json(newest->value(feed.columns()[*column]), port.count);
}

}  // namespace lockstep::viewer
