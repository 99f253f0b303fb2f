// SPDX-License-Identifier: Apache-2.0
#include "channels.hpp"

#include <map>

namespace lockstep::viewer {
namespace {

using runtime::TapColumn;

struct Name {
  std::string topic, field;
};

Name name_of(const std::string& signal) {
  const std::size_t slash = signal.rfind('/');
  if (slash == std::string::npos || slash == 0) return {"/signals", signal};
  return {'/' + signal.substr(0, slash), signal.substr(slash + 1)};
}

std::string element_name(const std::string& field, std::uint32_t count, std::uint32_t i) {
  return count == 1 ? field : field + '[' + std::to_string(i + 1) + ']';
}

Json object_schema(const std::string& title, Json properties) {
  return {{"title", title}, {"type", "object"}, {"properties", std::move(properties)}};
}

Json number() {
  return {{"type", "number"}};
}

Json array_of(Json items) {
  return {{"type", "array"}, {"items", std::move(items)}};
}

Json text() {
  return {{"type", "string"}};
}

Json numbers(const std::string& title, const std::string& names) {
  Json properties = Json::object();
  for (const char name : names)
    properties[std::string{name}] = number();
  return object_schema(title, properties);
}

Json stamp_schema() {
  return object_schema("time", {{"sec", {{"type", "integer"}}}, {"nsec", {{"type", "integer"}}}});
}

Json pose_schema() {
  return object_schema("foxglove.Pose", {{"position", numbers("foxglove.Vector3", "xyz")},
                                         {"orientation", numbers("foxglove.Quaternion", "xyzw")}});
}

/// Schemas of Foxglove, as far as our messages use them.
std::string transforms_schema() {
  const Json transform =
      object_schema("foxglove.FrameTransform", {{"timestamp", stamp_schema()},
                                                {"parent_frame_id", text()},
                                                {"child_frame_id", text()},
                                                {"translation", numbers("foxglove.Vector3", "xyz")},
                                                {"rotation", numbers("foxglove.Quaternion", "xyzw")}});
  return dump(object_schema("foxglove.FrameTransforms", {{"transforms", array_of(transform)}}));
}

Json primitive(const std::string& title, Json more) {
  more["pose"] = pose_schema();
  more["color"] = numbers("foxglove.Color", "rgba");
  return array_of(object_schema(title, std::move(more)));
}

std::string scene_schema() {
  const Json size = {{"size", numbers("foxglove.Vector3", "xyz")}};
  const Json entity = object_schema(
      "foxglove.SceneEntity",
      {{"timestamp", stamp_schema()},
       {"frame_id", text()},
       {"id", text()},
       {"lifetime",
        object_schema("duration", {{"sec", {{"type", "integer"}}}, {"nsec", {{"type", "integer"}}}})},
       {"frame_locked", {{"type", "boolean"}}},
       {"cubes", primitive("foxglove.CubePrimitive", size)},
       {"spheres", primitive("foxglove.SpherePrimitive", size)},
       {"cylinders",
        primitive("foxglove.CylinderPrimitive",
                  {{"size", size["size"]}, {"bottom_scale", number()}, {"top_scale", number()}})},
       {"models", primitive("foxglove.ModelPrimitive", {{"scale", numbers("foxglove.Vector3", "xyz")},
                                                        {"override_color", {{"type", "boolean"}}},
                                                        {"url", text()}})}});
  return dump(object_schema("foxglove.SceneUpdate",
                            {{"deletions", array_of(Json::object())}, {"entities", array_of(entity)}}));
}

std::string log_schema() {
  return dump(object_schema("foxglove.Log", {{"timestamp", stamp_schema()},
                                             {"level", {{"type", "integer"}}},
                                             {"message", text()},
                                             {"name", text()},
                                             {"file", text()},
                                             {"line", {{"type", "integer"}}}}));
}

std::string state_schema() {
  return dump(object_schema("lockstep.State", {{"time", number()},
                                               {"step", {{"type", "integer"}}},
                                               {"paused", {{"type", "boolean"}}},
                                               {"lost", {{"type", "integer"}}}}));
}

}  // namespace

Json Channel::advertisement() const {
  Json json{
      {"id", id}, {"topic", topic}, {"encoding", encoding}, {"schemaName", schema_name}, {"schema", schema}};
  if (!schema.empty()) json["schemaEncoding"] = "jsonschema";
  return json;
}

std::vector<Channel> signal_channels(const std::vector<TapColumn>& columns) {
  std::vector<Channel> channels;
  std::vector<Json> schemas;
  std::map<std::string, std::size_t> by_topic;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const devices::SignalInfo& info = columns[i].info;
    const Name name = name_of(info.name);
    const auto [known, added] = by_topic.emplace(name.topic, channels.size());
    if (added) {
      channels.push_back({0, name.topic, "json", name.topic, {}, Channel::Content::kSignals, {}});
      schemas.push_back(object_schema(name.topic, Json::object()));
    }
    channels[known->second].columns.push_back(i);
    for (std::uint32_t e = 0; e < info.count; ++e)
      schemas[known->second]["properties"][element_name(name.field, info.count, e)] =
          schema_of(info.type, 1, info.unit);
  }
  for (std::size_t i = 0; i < channels.size(); ++i)
    channels[i].schema = dump(schemas[i]);
  return channels;
}

std::vector<Channel> standard_channels() {
  using Content = Channel::Content;
  return {
      {0, "/lockstep/poses", "lockstep.poses", "lockstep.Poses", "", Content::kPoses},
      {0, "/lockstep/state", "json", "lockstep.State", state_schema(), Content::kState},
      {0, "/tf", "json", "foxglove.FrameTransforms", transforms_schema(), Content::kTransforms},
      {0, "/scene", "json", "foxglove.SceneUpdate", scene_schema(), Content::kScene},
      {0, "/log", "json", "foxglove.Log", log_schema(), Content::kLog},
  };
}

std::string signals_message(const Channel& channel, const std::vector<TapColumn>& columns,
                            const runtime::TapRow& row) {
  Json message = Json::object();
  for (const std::size_t column : channel.columns) {
    const devices::SignalInfo& info = columns[column].info;
    const std::string field = name_of(info.name).field;
    const Json value = to_json(row.value(columns[column]), info.count);
    if (info.count == 1) {
      message[field] = value;
      continue;
    }
    for (std::uint32_t e = 0; e < info.count; ++e)
      message[element_name(field, info.count, e)] = value[e];
  }
  return dump(message);
}

}  // namespace lockstep::viewer
